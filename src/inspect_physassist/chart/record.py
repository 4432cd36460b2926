"""One patient's record as versions of FHIR R4 resources, and the only way to look at it: as of a clock."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from types import MappingProxyType
from typing import Any, Literal
from zoneinfo import ZoneInfo

from inspect_physassist.chart.frozen import FrozenDict
from inspect_physassist.chart.labels import Labeller
from inspect_physassist.chart.matching import TypeIndex
from inspect_physassist.chart.snapshot import (
    Pruner,
    Row,
    Snapshot,
    make_row,
    mark_late,
    normal_reference,
)
from inspect_physassist.terms.vocabulary import Vocabulary, default_vocabulary

_SNAPSHOTS_KEPT = 16


class RecordError(LookupError):
    """A record that is not there; the message is one line that says what to do."""


class ChartError(ValueError):
    """A record that cannot be read; the message names file and place, never record text."""


@dataclass(frozen=True, slots=True)
class Version:
    """A resource as it stood from one moment on, until a newer version of the same `Type/id`."""

    known_from: datetime
    resource: Mapping[str, Any]
    terms: tuple[str, ...] = ()
    """Vocabulary keys the source vouches for, where code and text alone would not tell."""

    def __post_init__(self) -> None:
        if self.known_from.tzinfo is None:
            raise ValueError("known_from needs an aware datetime")


def _counts(counts: Mapping[str, int] | None) -> Mapping[str, int]:
    return MappingProxyType(dict(sorted((counts or {}).items())))


@dataclass(frozen=True)
class LoadReport:
    """What loading a record came to; nothing is repaired or left out without a count here."""

    loaded: Mapping[str, int] = field(default_factory=lambda: _counts(None))
    """Resources by type."""
    repaired: Mapping[str, int] = field(default_factory=lambda: _counts(None))
    """Changes made to what the source said, by kind."""
    set_aside: Mapping[str, int] = field(default_factory=lambda: _counts(None))
    """Resources left out, by reason."""
    noted: Mapping[str, int] = field(default_factory=lambda: _counts(None))
    """Oddities left as they are, by kind."""
    problems: tuple[str, ...] = ()
    """Lines that could not be read, each named by file and line."""

    @classmethod
    def of(
        cls,
        loaded: Mapping[str, int],
        repaired: Mapping[str, int],
        set_aside: Mapping[str, int],
        noted: Mapping[str, int],
        problems: tuple[str, ...],
    ) -> LoadReport:
        """A report of these counts, which can no longer change."""
        return cls(_counts(loaded), _counts(repaired), _counts(set_aside), _counts(noted), problems)

    def __add__(self, other: LoadReport) -> LoadReport:
        def added(mine: Mapping[str, int], theirs: Mapping[str, int]) -> Mapping[str, int]:
            return Counter(mine) + Counter(theirs)

        return LoadReport.of(
            added(self.loaded, other.loaded),
            added(self.repaired, other.repaired),
            added(self.set_aside, other.set_aside),
            added(self.noted, other.noted),
            self.problems + other.problems,
        )


class Chart:
    """One patient's whole record, past and future. It shows nothing but through `as_of`."""

    def __init__(
        self,
        subject_id: str,
        versions: Iterable[Version],
        *,
        timezone: str = "UTC",
        licence: Literal["open", "credentialed"] = "open",
        source: str = "",
        report: LoadReport | None = None,
        vocabulary: Vocabulary | None = None,
    ) -> None:
        """A chart of these versions.

        Args:
            subject_id: The patient's id; `Patient/<subject_id>` must be among the versions.
            versions: In any order. Of two versions of one resource known from the same moment, the
                later one in the iteration counts.
            timezone: IANA name; what a date without a time is local to.
            licence: Whether the record may be sent to any model (`open`) or is under a data use agreement.
            source: Where the record came from, for logs.
            report: What loading it came to; counted from the versions when absent.
            vocabulary: What names are resolved with; the shipped one when absent.
        """
        self.subject_id = subject_id
        self.licence = licence
        self.source = source
        self.timezone = ZoneInfo(timezone)
        self._vocabulary = vocabulary
        rows = _rows(versions, self.timezone)
        if f"Patient/{subject_id}" not in {row.reference for row in rows}:
            raise ChartError(f"{source or 'the record'}: no Patient/{subject_id} in it")
        references = frozenset(row.reference for row in rows)
        self._pruner = Pruner()
        by_type: dict[str, list[Row]] = {}
        for row in sorted(rows, key=lambda row: row.order):
            by_type.setdefault(row.reference.partition("/")[0], []).append(row)
        self._rows = by_type
        self.report = report or LoadReport(
            loaded=_counts(Counter(reference.partition("/")[0] for reference in references))
        )
        self._snapshots: OrderedDict[datetime, Snapshot] = OrderedDict()
        self._lock = Lock()

    @property
    def vocabulary(self) -> Vocabulary:
        """What this chart's names are resolved with."""
        if self._vocabulary is None:
            self._vocabulary = default_vocabulary()
        return self._vocabulary

    @cached_property
    def labeller(self) -> Labeller:
        """What this chart's resources are called."""
        return Labeller(self.vocabulary)

    def as_of(self, now: datetime) -> ChartView:
        """The record as it was known at `now`, what became known at that very moment included."""
        if now.tzinfo is None:
            raise ValueError("the clock needs an aware datetime")
        moment = now.astimezone(UTC)
        with self._lock:
            snapshot = self._snapshots.get(moment)
            if snapshot is None:
                snapshot = Snapshot(self._rows, moment, self._pruner)
                self._snapshots[moment] = snapshot
                if len(self._snapshots) > _SNAPSHOTS_KEPT:
                    self._snapshots.popitem(last=False)
            self._snapshots.move_to_end(moment)
        return ChartView(self, now, snapshot)


def _rows(versions: Iterable[Version], zone: ZoneInfo) -> list[Row]:
    """Rows whose `until` is when the next version of the same resource became known."""
    history: dict[str, dict[datetime, Version]] = {}
    for version in versions:
        reference = f"{version.resource['resourceType']}/{version.resource['id']}"
        # In UTC: times of one zone compare by the wall clock, which repeats an hour each autumn.
        history.setdefault(reference, {})[version.known_from.astimezone(UTC)] = version
    rows = []
    for of_one in history.values():
        ordered = [of_one[moment] for moment in sorted(of_one)]
        ends = [following.known_from.timestamp() for following in ordered[1:]] + [math.inf]
        rows += [
            make_row(version.resource, version.known_from, until, zone, version.terms)
            for version, until in zip(ordered, ends, strict=True)
        ]
    return mark_late(rows)


class ChartView:
    """The record as of one clock, for one sample: the shared past, and what the sample itself created."""

    def __init__(self, chart: Chart, now: datetime, snapshot: Snapshot) -> None:
        self.chart = chart
        self.now = now
        self.snapshot = snapshot
        self._created: dict[str, Row] = {}
        self._indexes: dict[str, TypeIndex] = {}

    @property
    def subject_id(self) -> str:
        """The patient's id."""
        return self.chart.subject_id

    @property
    def timezone(self) -> ZoneInfo:
        """What a date without a time is local to."""
        return self.chart.timezone

    @property
    def vocabulary(self) -> Vocabulary:
        """What names are resolved with."""
        return self.chart.vocabulary

    def patient(self) -> dict[str, Any]:
        """The Patient resource."""
        return self.snapshot.by_reference[f"Patient/{self.subject_id}"].resource

    def get(self, reference: str) -> dict[str, Any] | None:
        """The resource at `Type/id`; None when it does not exist, or not yet."""
        target = normal_reference(reference)
        if target is None:
            return None
        row = self._created.get(target) or self.snapshot.by_reference.get(target)
        return row.resource if row else None

    def resources(self, resource_type: str) -> Sequence[dict[str, Any]]:
        """All of one type, newest first, what was created here included."""
        return tuple(row.resource for row in self.rows(resource_type))

    def rows(self, resource_type: str) -> Sequence[Row]:
        """As `resources`, each with what searches need to know of it."""
        base = self.snapshot.rows.get(resource_type, ())
        created = self.created_rows(resource_type)
        if not created:
            return base
        replaced = {row.reference for row in created}
        return sorted(
            [*created, *(row for row in base if row.reference not in replaced)],
            key=lambda row: row.order,
        )

    def index(self, resource_type: str) -> TypeIndex:
        """The rows of one type by name and code, built on first use.

        Samples with the same clock share it; one that has created something has its own.
        """
        shared = self.snapshot.memo if not self.created_rows(resource_type) else self._indexes
        index = shared.get(resource_type)
        if index is None:
            index = shared[resource_type] = TypeIndex(self.rows(resource_type), self.chart.labeller)
        return index

    def created_rows(self, resource_type: str) -> tuple[Row, ...]:
        """The rows of one type that were created in this view."""
        return tuple(
            row for row in self._created.values() if row.reference.startswith(f"{resource_type}/")
        )

    @property
    def created(self) -> tuple[dict[str, Any], ...]:
        """What was created in this view, in that order."""
        return tuple(row.resource for row in self._created.values())

    def add(self, resource: Mapping[str, Any]) -> FrozenDict:
        """Keep a resource that was created now, in this view alone; returns it as kept."""
        row = make_row(resource, self.now, math.inf, self.timezone, ())
        self._created[row.reference] = row
        self._indexes.pop(row.resource["resourceType"], None)
        return row.resource
