"""The record at one moment: which version of each resource had been made known by then."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from inspect_physassist.chart.frozen import FrozenDict, freeze, thaw
from inspect_physassist.chart.times import happened, span_of

_REFERENCE = re.compile(r"(?:^|/)([A-Z][A-Za-z]+/[A-Za-z0-9.-]{1,64})(?:/_history/[^/]+)?$")


class Order(NamedTuple):
    """Where a row stands in a list: newest first, then latest issued, then by id."""

    happened: float
    issued: float
    id: str


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One version of one resource, with what searches ask of it worked out once.

    `since` and `until` bound the time in which it is the newest version known, `until` exclusive.
    Times are seconds since the epoch: comparing them is what a search spends its time on.
    """

    reference: str
    resource: FrozenDict
    since: float
    until: float
    order: Order
    start: float
    end: float
    encounter: str | None
    terms: tuple[str, ...]
    late: float = -math.inf
    """Until when it refers to something not known yet."""
    awaited: tuple[tuple[str, float], ...] = ()
    """What it refers to that became known after it, and when."""


def normal_reference(text: str) -> str | None:
    """`Type/id` of a literal reference, whatever server or version it names.

    >>> normal_reference("https://fhir.example.org/r4/Encounter/e1/_history/2")
    'Encounter/e1'
    >>> normal_reference("#contained") is None
    True
    """
    match = _REFERENCE.search(text)
    return match.group(1) if match else None


def references(value: Any) -> list[str]:
    """Every `Type/id` that a resource refers to, in order."""
    found: list[str] = []
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            target = item.get("reference")
            if isinstance(target, str) and (normal := normal_reference(target)) is not None:
                found.append(normal)
            todo.extend(inner for inner in item.values() if isinstance(inner, dict | list))
        else:
            todo.extend(inner for inner in item if isinstance(inner, dict | list))
    found.reverse()
    return found


def encounter_of(resource: Mapping[str, Any]) -> str | None:
    """The id of the encounter a resource belongs to, wherever its type keeps it."""
    if resource.get("resourceType") == "Encounter":
        return resource.get("id")
    holder = resource.get("encounter", resource.get("context"))
    if isinstance(holder, Mapping) and "encounter" in holder:  # DocumentReference.context
        holder = holder["encounter"]
    if isinstance(holder, list):
        holder = holder[0] if holder else None
    if isinstance(holder, Mapping) and isinstance(holder.get("reference"), str):
        target = normal_reference(holder["reference"])
        if target is not None and target.startswith("Encounter/"):
            return target.removeprefix("Encounter/")
    return None


def make_row(
    resource: Mapping[str, Any], since: datetime, until: float, zone: tzinfo, terms: Sequence[str]
) -> Row:
    """The row of one version."""
    frozen = freeze(resource)
    span = happened(frozen, zone)
    issued = span_of(frozen.get("issued"), zone)
    start = span.start.timestamp() if span else -math.inf
    return Row(
        reference=f"{frozen['resourceType']}/{frozen['id']}",
        resource=frozen,
        since=since.timestamp(),
        until=until,
        order=Order(-start, -(issued.start.timestamp() if issued else -math.inf), frozen["id"]),
        start=start,
        end=span.end.timestamp() if span else -math.inf,
        encounter=encounter_of(frozen),
        terms=tuple(terms),
    )


def mark_late(rows: Iterable[Row]) -> list[Row]:
    """The rows, each knowing until when a resource it refers to is still unknown."""
    rows = list(rows)
    first: dict[str, float] = {}
    for row in rows:
        first[row.reference] = min(row.since, first.get(row.reference, math.inf))
    marked = []
    for row in rows:
        targets = dict.fromkeys(references(row.resource))
        awaited = tuple(
            (one, first[one]) for one in targets if first.get(one, -math.inf) > row.since
        )
        late = max((known for _, known in awaited), default=-math.inf)
        marked.append(replace(row, late=late, awaited=awaited) if awaited else row)
    return marked


class _Gone(Exception):  # noqa: N818 - a signal within this module, not an error
    """The element told of something not known yet, and goes with it."""


def prune(resource: Mapping[str, Any], unknown: frozenset[str]) -> FrozenDict:
    """The resource without what it says of resources that are not known yet.

    A reference goes whole, its display too, and so does the list element that holds it: a diagnosis
    with its rank still tells that there is one.

    >>> stay = {"resourceType": "Encounter", "id": "e1", "diagnosis": [
    ...     {"condition": {"reference": "Condition/later"}, "rank": 1}]}
    >>> prune(stay, frozenset({"Condition/later"}))
    {'resourceType': 'Encounter', 'id': 'e1'}
    """

    def kept(value: Any, in_list: bool) -> Any:
        if isinstance(value, Mapping):
            if isinstance(value.get("reference"), str):
                target = normal_reference(value["reference"])
                if target in unknown:
                    raise _Gone
            result = {}
            for key, item in value.items():
                try:
                    result[key] = kept(item, False)
                except _Gone:
                    if in_list:
                        raise
            return result
        if isinstance(value, list):
            items = []
            for item in value:
                try:
                    items.append(kept(item, True))
                except _Gone:
                    continue
            if value and not items:
                raise _Gone
            return items
        return thaw(value)

    pruned = {}
    for key, item in resource.items():
        try:
            pruned[key] = kept(item, False)
        except _Gone:
            continue
    return freeze(pruned)  # type: ignore[no-any-return]


class Pruner:
    """Prunes the rows of one chart, and remembers: a row stands pruned alike at many clocks."""

    def __init__(self) -> None:
        self._pruned: dict[tuple[str, float, frozenset[str]], Row] = {}

    def prune(self, row: Row, moment: float) -> Row:
        """The row without references to what was not known at a moment."""
        unknown = frozenset(target for target, known in row.awaited if known > moment)
        key = (row.reference, row.since, unknown)
        pruned = self._pruned.get(key)
        if pruned is None:
            resource = prune(row.resource, unknown)
            pruned = replace(row, resource=resource, encounter=encounter_of(resource))
            self._pruned[key] = pruned
        return pruned


class Snapshot:
    """All that was known at one moment. Immutable, so samples with the same clock share it."""

    def __init__(self, rows: Mapping[str, Sequence[Row]], now: datetime, pruner: Pruner) -> None:
        moment = now.timestamp()
        self.rows: dict[str, Sequence[Row]] = {
            kind: [row for row in of_kind if row.since <= moment < row.until]
            for kind, of_kind in rows.items()
        }
        self.by_reference: dict[str, Row] = {
            row.reference: row for of_kind in self.rows.values() for row in of_kind
        }
        for kind, of_kind in self.rows.items():
            if any(row.late > moment for row in of_kind):
                self.rows[kind] = [
                    pruner.prune(row, moment) if row.late > moment else row for row in of_kind
                ]
        self.by_reference.update(
            (row.reference, row)
            for of_kind in self.rows.values()
            for row in of_kind
            if row.late > moment
        )
        self.memo: dict[Any, Any] = {}
        """Indexes that searches build on first use; what they hold follows from the rows alone."""
