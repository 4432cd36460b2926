"""The read tools' searches: one function each, over what the view's clock makes known.

All take strings as a model sends them, None where not given, and return resources newest first: by
when they took place, then when they were issued, then by id. Dates include both ends; a date without
a time is the whole local day. `hadm_id` is an Encounter id.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_physassist.chart import names
from inspect_physassist.chart.filters import (
    DATES_ALLOWED,
    DEFAULT_COUNT,
    MAX_COUNT,
    Bounds,
    SearchError,
    beyond,
    parse_bounds,
    parse_choices,
    parse_count,
    parse_name,
    within,
)
from inspect_physassist.chart.keywords import find_keyword
from inspect_physassist.chart.matching import Match, Remark, TypeIndex, find
from inspect_physassist.chart.record import ChartView
from inspect_physassist.chart.snapshot import Row
from inspect_physassist.terms.vocabulary import fold

__all__ = [
    "DATES_ALLOWED",
    "DEFAULT_COUNT",
    "MAX_COUNT",
    "Remark",
    "SearchError",
    "SearchResult",
    "beyond",
    "search_administrations",
    "search_care_plans",
    "search_conditions",
    "search_documents",
    "search_encounters",
    "search_medication_requests",
    "search_observations",
    "search_reports",
]


@dataclass(frozen=True)
class SearchResult:
    """What a search found."""

    resources: tuple[dict[str, Any], ...] = ()
    """At most as many as asked for, newest first."""
    matched: int = 0
    """How many there are."""
    note: str | None = None
    """What the search decided or left out, in English: the specimen shown, what lies outside the dates."""
    nearest: tuple[str, ...] = ()
    """When a name means nothing here: the names this record has that are most like it."""
    remarks: tuple[Remark, ...] = ()
    """What `note` says, as data, for wording in another language."""


def search_observations(
    view: ChartView,
    *,
    code: str | None = None,
    category: str | None = None,
    hadm_id: str | None = None,
    date_from: str | None = None,
    date_to: str | None = None,
    count: int | str | None = None,
) -> SearchResult:
    """Laboratory results, vital signs, cultures and other observations."""
    query = _Query(view, "Observation", hadm_id, date_from, date_to, count)
    categories = parse_choices("category", category, names.OBSERVATION_CATEGORY)
    match = query.named("code", code)
    if categories is None:
        return query.result(match)
    if code is None:
        grouped = query.index.by_group("category", _observation_categories)
        return query.result(Match(_merged(grouped.get(name, ()) for name in categories)))
    return query.result(match, lambda row: not categories.isdisjoint(_observation_categories(row)))


def search_conditions(
    view: ChartView,
    *,
    code: str | None = None,
    clinical_status: str | None = None,
    category: str | None = None,
    hadm_id: str | None = None,
    count: int | str | None = None,
) -> SearchResult:
    """The problem list and diagnoses."""
    query = _Query(view, "Condition", hadm_id, None, None, count)
    statuses = parse_choices("clinical_status", clinical_status, names.CLINICAL_STATUS)
    categories = parse_choices("category", category, names.CONDITION_CATEGORY)
    return query.result(
        query.named("code", code),
        _holds(statuses, lambda row: _codes(row.resource.get("clinicalStatus"))),
        _holds(categories, lambda row: _codes(row.resource.get("category"))),
    )


def search_encounters(
    view: ChartView,
    *,
    hadm_id: str | None = None,
    status: str | None = None,
    date_from: str | None = None,
    date_to: str | None = None,
    count: int | str | None = None,
) -> SearchResult:
    """Stays and visits; dates select those under way at any time between them."""
    query = _Query(view, "Encounter", hadm_id, date_from, date_to, count)
    statuses = parse_choices("status", status, names.ENCOUNTER_STATUS)
    bounds, query.bounds = query.bounds, Bounds(-math.inf, math.inf)

    def under_way(row: Row) -> bool:
        ended = row.end if "end" in row.resource.get("period", {}) else math.inf
        return bounds.open or (row.start < bounds.high and ended >= bounds.low)

    return query.result(Match(query.index.rows), _holds(statuses, _status), under_way)


def search_medication_requests(
    view: ChartView,
    *,
    medication: str | None = None,
    status: str | None = None,
    hadm_id: str | None = None,
    date_from: str | None = None,
    date_to: str | None = None,
    count: int | str | None = None,
) -> SearchResult:
    """Orders and prescriptions, by when they were written."""
    query = _Query(view, "MedicationRequest", hadm_id, date_from, date_to, count)
    statuses = parse_choices("status", status, names.REQUEST_STATUS)
    return query.result(query.named("medication", medication), _holds(statuses, _status))


def search_administrations(
    view: ChartView,
    *,
    medication: str | None = None,
    status: str | None = None,
    hadm_id: str | None = None,
    date_from: str | None = None,
    date_to: str | None = None,
    count: int | str | None = None,
) -> SearchResult:
    """Doses given, and those that were due and not given."""
    query = _Query(view, "MedicationAdministration", hadm_id, date_from, date_to, count)
    statuses = parse_choices("status", status, names.ADMINISTRATION_STATUS)
    return query.result(query.named("medication", medication), _holds(statuses, _status))


def search_reports(
    view: ChartView,
    *,
    report_type: str | None = None,
    code: str | None = None,
    keyword: str | None = None,
    hadm_id: str | None = None,
    date_from: str | None = None,
    date_to: str | None = None,
    count: int | str | None = None,
) -> SearchResult:
    """Imaging, cardiology, pathology, microbiology and other reports."""
    query = _Query(view, "DiagnosticReport", hadm_id, date_from, date_to, count)
    types = parse_choices("report_type", report_type, names.REPORT_TYPE)
    wanted = parse_name("keyword", keyword)
    match = query.named("code", code)
    if wanted is not None:
        match = find_keyword(query.index, match, wanted)
    return query.result(match, _holds(types, _report_types))


def search_documents(
    view: ChartView,
    *,
    type_code: str | None = None,
    keyword: str | None = None,
    hadm_id: str | None = None,
    date_from: str | None = None,
    date_to: str | None = None,
    count: int | str | None = None,
) -> SearchResult:
    """Signed notes, by when they were signed."""
    query = _Query(view, "DocumentReference", hadm_id, date_from, date_to, count)
    wanted = parse_name("keyword", keyword)
    match = query.named("type_code", type_code)
    if type_code is not None and not match.rows:
        known = names.DOCUMENT_TYPES.get(fold(type_code.strip()))
        if known is not None:
            match = find(query.index, known)
    if wanted is not None:
        match = find_keyword(query.index, match, wanted)
    return query.result(match)


def search_care_plans(
    view: ChartView,
    *,
    category: str | None = None,
    status: str | None = None,
    hadm_id: str | None = None,
    count: int | str | None = None,
) -> SearchResult:
    """Care plans, by the words of their category or title."""
    query = _Query(view, "CarePlan", hadm_id, None, None, count)
    statuses = parse_choices("status", status, names.CARE_PLAN_STATUS)
    return query.result(query.named("category", category), _holds(statuses, _status))


class _Query:
    """What every search has in common: its type, its stay, its dates, its count."""

    def __init__(
        self,
        view: ChartView,
        resource_type: str,
        hadm_id: str | None,
        date_from: str | None,
        date_to: str | None,
        count: int | str | None,
    ) -> None:
        self.view = view
        self.bounds = parse_bounds(date_from, date_to, view.timezone)
        self.count = parse_count(count)
        self.encounter = parse_name("hadm_id", hadm_id)
        if self.encounter is not None:
            self.encounter = self.encounter.removeprefix("Encounter/")
        self.index: TypeIndex = view.index(resource_type)

    def named(self, argument: str, text: str | None) -> Match:
        """The rows a name means; all of them when none is given."""
        name = parse_name(argument, text)
        return Match(self.index.rows) if name is None else find(self.index, name)

    def result(self, match: Match, *holds: Callable[[Row], bool] | None) -> SearchResult:
        """The result of a match, within the stay and dates and of what holds."""
        if self.encounter is not None and self.view.get(f"Encounter/{self.encounter}") is None:
            known = tuple(stay["id"] for stay in self.view.resources("Encounter"))
            return SearchResult(
                note=f"This record has no encounter {self.encounter}.", nearest=known
            )
        rows: Sequence[Row] = match.rows
        for test in holds:
            if test is not None:
                rows = [row for row in rows if test(row)]
        kept = within(rows, self.bounds, self.encounter)
        remarks = match.remarks
        if rows and not kept:
            remarks = (*remarks, Remark("outside", count=len(rows)))
        return SearchResult(
            resources=tuple(row.resource for row in kept[: self.count]),
            matched=len(kept),
            note=" ".join(remark.text for remark in remarks) or None,
            nearest=match.nearest,
            remarks=remarks,
        )


def _holds(
    wanted: frozenset[str] | None, has: Callable[[Row], Iterable[str]]
) -> Callable[[Row], bool] | None:
    return None if wanted is None else lambda row: not wanted.isdisjoint(has(row))


def _status(row: Row) -> tuple[str, ...]:
    return (row.resource.get("status", "unknown"),)


def _codes(concepts: Any) -> set[str]:
    """The codes of one CodeableConcept or several."""
    held = concepts if isinstance(concepts, list) else [concepts] if concepts else []
    return {one["code"] for concept in held for one in concept.get("coding", ()) if "code" in one}


def _observation_categories(row: Row) -> set[str]:
    codes = _codes(row.resource.get("category"))
    return codes | {"microbiology"} if "MB" in codes else codes


def _report_types(row: Row) -> set[str]:
    categories = row.resource.get("category", [])
    codes = _codes(categories)
    texts = {fold(concept["text"]).replace(" ", "-") for concept in categories if "text" in concept}
    return texts | {kind for kind, known in names.REPORT_CODES.items() if codes & known}


def _merged(groups: Iterable[Sequence[Row]]) -> list[Row]:
    """Several lists as one, newest first, each row once."""
    rows = {row.reference: row for group in groups for row in group}
    return sorted(rows.values(), key=lambda row: row.order)
