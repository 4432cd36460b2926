"""Single elements of R4 resources as short text: times, coded concepts, quantities, dosages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, tzinfo
from typing import Any

from inspect_physassist.chart.times import parse_span

Json = Mapping[str, Any]


def printed_unit(code: str) -> str:
    """A unit as it is printed on a chart; pure numbers, points and ratios print none.

    >>> [printed_unit(code) for code in ("mm[Hg]", "10*3/uL", "mL/min/{1.73_m2}", "Cel", "{INR}", "ug/mL{FEU}")]
    ['mmHg', '10^3/uL', 'mL/min/1.73 m2', '°C', '', 'ug/mL FEU']
    """
    if code in ("1", "[pH]") or (code.startswith("{") and code.endswith("}")):
        return ""
    printed = {"Cel": "°C", "[degF]": "°F"}.get(code, code).replace("*", "^")
    printed = printed.replace("/{", "/").replace("{", " ").replace("_", " ")
    return printed.translate({ord(bracket): None for bracket in "[]}"})


def local_time(text: Any, zone: tzinfo) -> str:
    """A FHIR date or time in the chart's zone; a date stays a date, as precise as recorded.

    >>> from zoneinfo import ZoneInfo
    >>> local_time("2031-03-12T11:10:00Z", ZoneInfo("America/Chicago")), local_time("2031-03", ZoneInfo("UTC"))
    ('2031-03-12 06:10', '2031-03')
    """
    span = parse_span(text, zone) if isinstance(text, str) else None
    if span is None or not span.has_time:
        return str(text or "")
    return span.start.astimezone(zone).strftime("%Y-%m-%d %H:%M")


def clock_time(now: datetime, zone: tzinfo) -> tuple[str, str]:
    """The clock as local time and offset.

    >>> from zoneinfo import ZoneInfo
    >>> clock_time(datetime.fromisoformat("2031-03-12T12:00:00+00:00"), ZoneInfo("America/Chicago"))
    ('2031-03-12 07:00', '-05:00')
    """
    local = now.astimezone(zone)
    return local.strftime("%Y-%m-%d %H:%M"), local.isoformat()[-6:]


def period(value: Any, zone: tzinfo) -> tuple[str, str]:
    """Start and end of a Period, each empty where open."""
    held = value if isinstance(value, Mapping) else {}
    return local_time(held.get("start"), zone), local_time(held.get("end"), zone)


def when(resource: Json, element: str, zone: tzinfo) -> str:
    """`<element>DateTime`, `<element>Instant` or the start and end of `<element>Period`."""
    for kind in ("DateTime", "Instant"):
        if resource.get(element + kind):
            return local_time(resource[element + kind], zone)
    start, end = period(resource.get(f"{element}Period"), zone)
    return f"{start} - {end}" if end and end != start else start


def first(value: Any) -> Json:
    """The first of a list of objects, or the object itself, or nothing."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        return value[0]
    return {}


def concept_text(value: Any) -> str:
    """A CodeableConcept or Coding as it was written, else its display, else its code.

    >>> concept_text({"coding": [{"system": "http://loinc.org", "code": "2160-0", "display": "Creatinine"}]})
    'Creatinine'
    """
    held = first(value)
    if held.get("text"):
        return str(held["text"])
    for coding in held.get("coding", ()) or ((held,) if "code" in held else ()):
        shown = coding.get("display") or coding.get("code")
        if shown:
            return str(shown)
    return ""


def codes(value: Any) -> list[str]:
    """The codes of a CodeableConcept, or of a list of them."""
    concepts = value if isinstance(value, list | tuple) else [value]
    return [
        str(coding["code"])
        for concept in concepts
        if isinstance(concept, Mapping)
        for coding in concept.get("coding", ())
        if coding.get("code")
    ]


def first_code(value: Any) -> str:
    """The first code of a CodeableConcept, or its text."""
    found = codes(value)
    return found[0] if found else concept_text(value)


def number(value: Any) -> str:
    """A number as recorded, without a trailing `.0`.

    >>> number(2.0), number(0.85), number(7)
    ('2', '0.85', '7')
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def quantity_text(value: Any) -> str:
    """A Quantity as comparator, number and unit."""
    held = first(value)
    if "value" not in held:
        return str(held.get("unit", ""))
    unit = printed_unit(str(held.get("unit") or held.get("code") or ""))
    gap = "" if unit in ("", "%") else " "
    return f"{held.get('comparator', '')}{number(held['value'])}{gap}{unit}"


def value_text(resource: Json) -> str:
    """The value[x] of an Observation or component; why it is absent when it is."""
    if "valueQuantity" in resource:
        return quantity_text(resource["valueQuantity"])
    for element in ("valueString", "valueInteger", "valueBoolean", "valueDateTime", "valueTime"):
        if element in resource:
            return number(resource[element])
    if "valueCodeableConcept" in resource:
        return concept_text(resource["valueCodeableConcept"])
    if "valueRange" in resource:
        held = resource["valueRange"]
        return f"{quantity_text(held.get('low'))} - {quantity_text(held.get('high'))}"
    if "valueRatio" in resource:
        held = resource["valueRatio"]
        return f"{quantity_text(held.get('numerator'))}/{quantity_text(held.get('denominator'))}"
    return concept_text(resource.get("dataAbsentReason"))


def range_text(resource: Json) -> str:
    """The reference range: `0.6-1.2`, `<5`, `>60`, or as written.

    >>> range_text({"referenceRange": [{"low": {"value": 0.6}, "high": {"value": 1.2}}]})
    '0.6-1.2'
    """
    held = first(resource.get("referenceRange"))
    low, high = first(held.get("low")).get("value"), first(held.get("high")).get("value")
    if low is not None and high is not None:
        return f"{number(low)}-{number(high)}"
    if high is not None:
        return f"<={number(high)}"
    if low is not None:
        return f">={number(low)}"
    return str(held.get("text", ""))


def notes_text(resource: Json, zone: tzinfo) -> str:
    """The annotations in a row, each with its time where it has one."""
    notes = (
        f"{local_time(note.get('time'), zone)} {one_line(note.get('text'))}".strip()
        for note in resource.get("note", ())
    )
    return joined(notes)


def one_line(text: Any) -> str:
    """Text without line breaks."""
    return " ".join(str(text or "").split())


def joined(parts: Iterable[str], separator: str = "; ") -> str:
    """The parts that are not empty."""
    return separator.join(part for part in parts if part)


def medication_text(resource: Json) -> str:
    """The drug of an order or an administration, as written."""
    if "medicationCodeableConcept" in resource:
        return concept_text(resource["medicationCodeableConcept"])
    held = first(resource.get("medicationReference"))
    for inside in resource.get("contained", ()):
        if held.get("reference") == f"#{inside.get('id')}":
            return concept_text(inside.get("code"))
    return str(held.get("display") or held.get("reference") or "")


def dosage_text(resource: Json) -> str:
    """Dose, route and frequency of an order (first dosage) or of an administration."""
    instruction = first(resource.get("dosageInstruction"))
    if instruction:
        if instruction.get("text"):
            return one_line(instruction["text"])
        rate = first(instruction.get("doseAndRate"))
        timing = first(instruction.get("timing"))
        return joined(
            (
                quantity_text(rate.get("doseQuantity")),
                concept_text(instruction.get("route")),
                concept_text(timing.get("code")) or _repeat_text(first(timing.get("repeat"))),
            ),
            " ",
        )
    dosage = first(resource.get("dosage"))
    parts = (quantity_text(dosage.get("dose")), concept_text(dosage.get("route")))
    return one_line(dosage.get("text")) or joined(parts, " ")


def _repeat_text(repeat: Json) -> str:
    """`2 per 1 d`, the way FHIR counts."""
    if "frequency" not in repeat:
        return ""
    every = joined((number(repeat.get("period", 1)), str(repeat.get("periodUnit", ""))), " ")
    return f"{repeat['frequency']} per {every}"
