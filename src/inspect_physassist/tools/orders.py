"""The three write tools: an order becomes part of the record, and later searches find it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from inspect_physassist.chart.create import (
    create_flag,
    create_medication_request,
    create_service_request,
)
from inspect_physassist.chart.frozen import thaw
from inspect_physassist.chart.record import ChartView
from inspect_physassist.session.model import Language
from inspect_physassist.tools.catalogue import TOOLS
from inspect_physassist.tools.elements import (
    Json,
    clock_time,
    concept_text,
    dosage_text,
    joined,
    medication_text,
)
from inspect_physassist.tools.outcome import ToolOutcome
from inspect_physassist.tools.wording import Wording

_CREATORS: Mapping[str, Callable[..., tuple[Mapping[str, Any], bool]]] = MappingProxyType(
    {
        "MedicationRequest.create": create_medication_request,
        "ServiceRequest.create": create_service_request,
        "Flag.create": create_flag,
    }
)


def write(
    view: ChartView, language: Language, tool: str, arguments: Mapping[str, Any], encounter: str
) -> ToolOutcome:
    """Carry out one write tool.

    Args:
        view: The record of this sample; the new resource is kept in it.
        language: Of the confirmation.
        tool: Canonical name.
        arguments: As checked by the desk.
        encounter: The stay under way, to which the order belongs.

    Raises:
        CreateError: A field that makes no valid order.
    """
    fields = {name: arguments.get(name) for name in TOOLS[tool].names if name != "subject_id"}
    resource, duplicate = _CREATORS[tool](view, **fields, encounter=encounter)
    words = Wording(language)
    now, offset = clock_time(view.now, view.timezone)
    reference = f"{resource['resourceType']}/{resource['id']}"
    text = words.say(
        "flagged" if tool == "Flag.create" else "created",
        what=_what(words, resource),
        reference=reference,
        status=words.code(str(resource["status"]), str(resource["resourceType"])),
        now=now,
        offset=offset,
    )
    if duplicate:
        text = words.sentences(text, words.say("duplicate"))
    return ToolOutcome(
        status="ok",
        text=text,
        resource_ids=(reference,),
        matched=1,
        created=thaw(resource),
        duplicate=duplicate,
    )


def _what(words: Wording, resource: Json) -> str:
    if resource["resourceType"] == "MedicationRequest":
        return joined((medication_text(resource), dosage_text(resource)), " ")
    if resource["resourceType"] == "ServiceRequest":
        priority = words.code(str(resource.get("priority", "")))
        return joined((concept_text(resource.get("code")), priority), ", ")
    return concept_text(resource.get("code"))
