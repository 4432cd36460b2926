"""The nine read tools: from checked arguments to what the record shows as of the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

from inspect_physassist.chart.record import ChartView
from inspect_physassist.chart.search import (
    SearchResult,
    search_administrations,
    search_care_plans,
    search_conditions,
    search_documents,
    search_encounters,
    search_medication_requests,
    search_observations,
    search_reports,
)
from inspect_physassist.session.model import Language
from inspect_physassist.tools.bundle import bundle_page
from inspect_physassist.tools.catalogue import TOOLS, ToolSpec
from inspect_physassist.tools.descriptions import DEFAULT_COUNT
from inspect_physassist.tools.elements import clock_time
from inspect_physassist.tools.outcome import ToolOutcome
from inspect_physassist.tools.render import Found, compact_page
from inspect_physassist.tools.sheet import front_sheet
from inspect_physassist.tools.wording import Wording

ObservationFormat = Literal["compact", "fhir"]

_SEARCHES: Mapping[str, Callable[..., SearchResult]] = MappingProxyType(
    {
        "Encounter.search": search_encounters,
        "Condition.search": search_conditions,
        "Observation.search": search_observations,
        "MedicationRequest.search": search_medication_requests,
        "MedicationAdministration.search": search_administrations,
        "DiagnosticReport.search": search_reports,
        "DocumentReference.search": search_documents,
        "CarePlan.search": search_care_plans,
    }
)
# What narrows a search best comes first.
_NARROWING = (
    "date_from",
    "code",
    "medication",
    "keyword",
    "category",
    "status",
    "clinical_status",
    "hadm_id",
)
_SHOWN_NARROWING = 2


def read(
    view: ChartView,
    language: Language,
    observation_format: ObservationFormat,
    tool: str,
    arguments: Mapping[str, Any],
    beyond_clock: bool,
) -> ToolOutcome:
    """Carry out one read tool.

    Args:
        view: The record as of the clock, with what was created in this sample.
        language: Of labels and sentences.
        observation_format: Compact lines or an R4 Bundle.
        tool: Canonical name.
        arguments: As checked by the desk, ids in canonical form, without subject_id.
        beyond_clock: Whether a date asked for lies after the clock.

    Raises:
        SearchError: An argument that only the search can judge.
    """
    if tool == "Patient.read":
        page = front_sheet(view, language, observation_format)
        return ToolOutcome(
            status="ok",
            text=page.text,
            resource_ids=_references(page.shown),
            matched=len(page.shown),
        )
    words = Wording(language)
    filters = {name: value for name, value in arguments.items() if name != "_count"}
    count = arguments.get("_count", DEFAULT_COUNT)
    result = _SEARCHES[tool](view, **_all_filters(TOOLS[tool], filters), count=count)
    found = Found(
        resources=result.resources,
        matched=result.matched,
        count=count,
        remarks=_remarks(words, view, result, beyond_clock),
        narrowing=_narrowing(TOOLS[tool], filters),
        keyword=filters.get("keyword"),
    )
    show = bundle_page if observation_format == "fhir" else compact_page
    page = show(view, language, found)
    return ToolOutcome(
        status="ok" if page.shown else "empty",
        text=page.text,
        resource_ids=_references(page.shown),
        matched=result.matched,
        beyond_clock=beyond_clock,
    )


def _all_filters(spec: ToolSpec, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every filter the search takes, None where it was not given."""
    return {name: given.get(name) for name in spec.names if name not in ("subject_id", "_count")}


def _remarks(
    words: Wording, view: ChartView, result: SearchResult, beyond_clock: bool
) -> tuple[str, ...]:
    remarks = [words.remark(result.note)] if result.note else []
    if result.nearest and not result.resources:
        remarks.append(words.say("nearest", names=words.names(result.nearest)))
    if beyond_clock:
        now, _ = clock_time(view.now, view.timezone)
        remarks.append(words.say("ends_now", now=now))
    return tuple(remarks)


def _narrowing(spec: ToolSpec, given: Mapping[str, Any]) -> tuple[str, ...]:
    unused = [name for name in _NARROWING if name in spec.names and name not in given]
    return tuple((unused or ["date_from"])[:_SHOWN_NARROWING])


def _references(resources: Any) -> tuple[str, ...]:
    return tuple(f"{one['resourceType']}/{one['id']}" for one in resources)
