"""The patient's front sheet: who they are, allergies, flags, and what was requested in this session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from inspect_physassist.chart.record import ChartView
from inspect_physassist.session.model import Language
from inspect_physassist.tools.bundle import bundle_page
from inspect_physassist.tools.elements import Json
from inspect_physassist.tools.lines import LineWriter
from inspect_physassist.tools.render import Found, Page, as_of, fit

# Types on the sheet beside the patient, and the heading of each; allergies are shown even when none.
_SECTIONS: Mapping[str, str] = MappingProxyType(
    {"AllergyIntolerance": "allergies", "Flag": "flags", "ServiceRequest": "requests"}
)


def front_sheet(
    view: ChartView, language: Language, observation_format: Literal["compact", "fhir"]
) -> Page:
    """The sheet, as compact lines or as a Bundle whose only match is the Patient."""
    resources = [view.patient(), *_beside(view)]
    if observation_format == "fhir":
        return bundle_page(view, language, Found(resources, matched=len(resources)))
    writer = LineWriter(view, language)
    text, kept = fit(lambda number, _: _sheet(writer, resources[:number]), len(resources))
    return Page(text, resources[:kept])


def _beside(view: ChartView) -> list[Json]:
    """What stands on the sheet beside the patient.

    Of service requests those of this session alone: no other tool shows them, while a record brought
    from elsewhere may hold one for each of its results.
    """
    recorded = [one for kind in ("AllergyIntolerance", "Flag") for one in view.resources(kind)]
    return [*recorded, *(row.resource for row in view.created_rows("ServiceRequest"))]


def _sheet(writer: LineWriter, resources: Sequence[Json]) -> str:
    words = writer.words
    lines = [as_of(words, writer.view), writer.line(resources[0])]
    for kind, heading in _SECTIONS.items():
        members = [one for one in resources[1:] if one.get("resourceType") == kind]
        if members:
            lines.append(f"{words.label(heading)}:")
            lines.extend(f"  {writer.line(one)}" for one in members)
        elif kind == "AllergyIntolerance" and not writer.view.resources(kind):
            lines.append(f"{words.label(heading)}: {words.label('none_recorded')}")
    total = 1 + len(_beside(writer.view))
    if len(resources) < total:
        lines.append(words.say("sheet_cut", shown=len(resources), matched=total))
    return "\n".join(lines)
