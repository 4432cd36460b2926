"""Notes of an export: Compositions as DocumentReferences, and texts that tell of the stay's end early."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from inspect_physassist.chart.fhir import Resource, attachment, attachment_text
from inspect_physassist.chart.sources.tally import Tally
from inspect_physassist.chart.times import parse_span

# LOINC document types written of a whole stay: discharge and death summaries, death certificates.
_OF_A_WHOLE_STAY = frozenset(
    {
        "18842-5",
        "34745-0",
        "28655-9",
        "34105-7",
        "34106-5",
        "11490-0",
        "29761-0",
        "59258-4",
        "68633-7",
        "64297-5",
        "69409-1",
        "47046-8",
        "83805-1",
    }
)
_WHOLE_STAY_WORDS = re.compile(r"\bdischarge (?:summary|note|letter)\b|\bdeath\b", re.I)
_STAY_LENGTH = re.compile(
    r"(?P<day>\b(?:hospital )?day \d+)\s*"
    r"(?:/\s*LOS:?\s*\d+(?:\.\d+)?\s*(?:days?|d)?\b|of \d+(?= (?:inpatient|hospital|stay|admission)))",
    re.I,
)
_BREAK = re.compile(r"<\s*(?:br\s*/?|/p|/div|/li|/tr|/h\d)\s*>", re.I)
_TAG = re.compile(r"<[^>]*>")


def is_of_a_whole_stay(resource: Mapping[str, Any]) -> bool:
    """Whether a document sums up a stay, so that it cannot be known before the stay's end."""
    kind = resource.get("type", {})
    codes = {one.get("code") for one in kind.get("coding", ())}
    names = [kind.get("text", ""), *(one.get("display", "") for one in kind.get("coding", ()))]
    return not codes.isdisjoint(_OF_A_WHOLE_STAY) or any(
        _WHOLE_STAY_WORDS.search(name) for name in names
    )


def without_stay_length(text: str) -> str:
    """The text without the length of the stay, which is known only when it is over.

    >>> without_stay_length("[Nursing Shift Note] Day 2 / LOS 6 days")
    '[Nursing Shift Note] Day 2'
    >>> without_stay_length("Day 2 of 11 inpatient clinical assessment"), without_stay_length("Day 3 of 7 of cefazolin")
    ('Day 2 inpatient clinical assessment', 'Day 3 of 7 of cefazolin')
    """
    return _STAY_LENGTH.sub(lambda match: match["day"], text)


def withhold_stay_length(resource: Resource, tally: Tally) -> None:
    """Take the length of the stay out of a note's text and description."""
    found = False
    for element in ("description", "summary"):
        if isinstance(resource.get(element), str):
            shorter = without_stay_length(resource[element])
            found = found or shorter != resource[element]
            resource[element] = shorter
    for item in resource.get("content", ()):
        held = item.get("attachment", {})
        text = attachment_text({"content": [item]}) if "data" in held else None
        if text is not None and without_stay_length(text) != text:
            found = True
            held["data"] = base64.b64encode(without_stay_length(text).encode()).decode("ascii")
            held.pop("size", None)
            held.pop("hash", None)
    if found:
        tally.repaired["length of stay withheld from a note"] += 1


def plain_text(xhtml: str) -> str:
    r"""The text of a narrative.

    >>> plain_text("<div xmlns='http://www.w3.org/1999/xhtml'><p>BP &lt; 90</p><p>Pulse 120</p></div>")
    'BP < 90\nPulse 120'
    """
    text = html.unescape(_TAG.sub("", _BREAK.sub("\n", xhtml)))
    return "\n".join(
        line for line in (" ".join(part.split()) for part in text.splitlines()) if line
    )


def _section_text(section: Mapping[str, Any]) -> str:
    parts = [section.get("title", ""), plain_text(section.get("text", {}).get("div", ""))]
    parts += [_section_text(inner) for inner in section.get("section", ())]
    return "\n".join(part for part in parts if part)


def as_document(composition: Mapping[str, Any], zone: tzinfo) -> Resource:
    """A Composition as the DocumentReference that notes are searched as."""
    title = composition.get("title") or composition.get("type", {}).get("text") or "Document"
    text = "\n\n".join(_section_text(section) for section in composition.get("section", ()))
    status = composition.get("status", "final")
    context: Resource = {}
    if "encounter" in composition:
        context["encounter"] = [composition["encounter"]]
    periods = [event["period"] for event in composition.get("event", ()) if "period" in event]
    if periods:
        context["period"] = periods[0]
    result: Resource = {
        "resourceType": "DocumentReference",
        "id": composition["id"],
        "meta": composition["meta"],
        "status": "entered-in-error" if status == "entered-in-error" else "current",
        "docStatus": status if status in ("preliminary", "final", "amended") else "final",
        "type": composition["type"],
        "subject": composition["subject"],
        "date": latest_date(composition, zone),
        "author": composition.get("author", []),
        "description": title,
        "content": [{"attachment": attachment(text, title)}],
    }
    for element in ("identifier", "custodian"):
        if element in composition:
            held = composition[element]
            result[element] = [held] if element == "identifier" else held
    if context:
        result["context"] = context
    return {key: item for key, item in result.items() if item != [] and item is not None}


def latest_date(composition: Mapping[str, Any], zone: tzinfo) -> str | None:
    """When a Composition was attested, or dated where nobody attested it later."""
    times = [composition.get("date"), *(one.get("time") for one in composition.get("attester", ()))]
    spans = {
        text: span for text in times if isinstance(text, str) and (span := parse_span(text, zone))
    }
    return max(spans, key=lambda text: spans[text].end, default=None)
