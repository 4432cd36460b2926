"""The write tools' resources: checked, valid R4, timed by the view's clock, kept in the view alone.

An id follows from patient, clock and content, so the same order has the same id in every run. An
order that says what an earlier one said ("0.5 g twice daily" after "500 mg BID") is that order again:
it is returned as it stands and reported as a duplicate.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from inspect_physassist.chart import fhir
from inspect_physassist.chart.record import ChartView
from inspect_physassist.chart.times import fhir_time, parse_span
from inspect_physassist.terms.model import Analyte, Drug
from inspect_physassist.terms.schedule import (
    parse_dose,
    parse_frequency,
    parse_route,
    same_dose,
    same_frequency,
)
from inspect_physassist.terms.vocabulary import LOINC, fold

PRIORITIES = ("routine", "urgent", "asap")
FLAG_CATEGORIES = ("safety", "allergy", "administrative", "clinical")
MAX_DAYS = 3650
MAX_LENGTH = 2000

# HL7 flag-category has no allergy; that one stands as text alone.
_FLAG_CODES: Mapping[str, tuple[str, str]] = {
    "safety": ("safety", "Safety"),
    "administrative": ("admin", "Administrative"),
    "clinical": ("clinical", "Clinical"),
}

DOSE_ALLOWED = "an amount with its unit, above zero, e.g. 500 mg"
FREQUENCY_ALLOWED = "a frequency with an interval above zero, e.g. every 8 hours"
# Above the largest single amount ordered (24 million units of penicillin), also in a smaller unit.
_MAX_AMOUNT = 1e9
_NO_AMOUNT = re.compile(
    r"\s*(?:[-−]|[+]?\s*(?:0+(?:[.,]0*)?|[.]0+|zero|零)(?![\d.,]|\s*[-–~至]\s*\d)|.*\binf(?:inity|inite)?\b|.*∞|.*\bnan\b)",
    re.IGNORECASE | re.DOTALL,
)
_LONG_NUMBER = re.compile(r"\d{13}|\d[eE][+]?\d{2}")
_NO_INTERVAL = re.compile(
    r"(?:\bevery|\bq|每隔?)\s*(?:0+(?:[.]0*)?(?![\d.])|[-−]\s*\d|zero|零)"
    r"|(?<![\d.:])0+(?:[.]0*)?\s*(?:x\b|×|times?\b|次)|\bzero\s+times\b|零次",
    re.IGNORECASE,
)


class CreateError(ValueError):
    """A field that makes no valid resource; names the field and what is allowed."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} cannot be used; allowed: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


def create_medication_request(
    view: ChartView,
    *,
    medication: str,
    dose: str,
    route: str,
    frequency: str,
    indication: str | None = None,
    duration_days: int | str | None = None,
    encounter: str | None = None,
) -> tuple[dict[str, Any], bool]:
    """An active MedicationRequest, and whether the sample had placed it before.

    Raises:
        CreateError: An empty text, a dose without an amount or an impossible one, an interval of zero, a duration that is no number of days,
            or an encounter the record does not have.
    """
    medication = _text("medication", medication)
    dose = _dose(dose)
    route = _text("route", route)
    frequency = _frequency(frequency)
    indication = _optional_text("indication", indication)
    days = _days(duration_days)
    drug = _drug(view, medication)
    instruction = fhir.dosage_instruction(dose, route, frequency)
    if days is not None:
        bounds = fhir.quantity(days, "days", "d")
        instruction["timing"]["repeat"] = {"boundsDuration": bounds}
    elements = {
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": fhir.drug_concept(drug, medication),
        "subject": _subject(view),
        "encounter": _encounter(view, encounter),
        "authoredOn": fhir_time(view.now),
        "reasonCode": [fhir.concept(indication)] if indication else None,
        "dosageInstruction": [instruction],
        "dispenseRequest": {"expectedSupplyDuration": fhir.quantity(days, "days", "d")}
        if days
        else None,
    }
    return _kept(view, "MedicationRequest", "mr", elements, _same_medication_request)


def create_service_request(
    view: ChartView,
    *,
    service_type: str,
    priority: str,
    note: str | None = None,
    target_date: str | None = None,
    encounter: str | None = None,
) -> tuple[dict[str, Any], bool]:
    """An active ServiceRequest, and whether the sample had placed it before.

    Raises:
        CreateError: An empty text, an unknown priority, a date that is none or lies before the clock,
            or an encounter the record does not have.
    """
    service_type = _text("service_type", service_type)
    note = _optional_text("note", note)
    elements = {
        "status": "active",
        "intent": "order",
        "priority": _choice("priority", priority, PRIORITIES),
        "code": _service(view, service_type),
        "subject": _subject(view),
        "encounter": _encounter(view, encounter),
        "occurrenceDateTime": _target(view, target_date),
        "authoredOn": fhir_time(view.now),
        "note": [fhir.annotation(note)] if note else None,
    }
    return _kept(view, "ServiceRequest", "sr", elements, _same_texts)


def create_flag(
    view: ChartView,
    *,
    category: str,
    code: str,
    detail: str,
    encounter: str | None = None,
) -> tuple[dict[str, Any], bool]:
    """An active Flag, and whether the sample had raised it before.

    Raises:
        CreateError: An empty text, an unknown category, or an encounter the record does not have.
    """
    category = _choice("category", category, FLAG_CATEGORIES)
    code = _text("code", code)
    detail = _text("detail", detail)
    known = _FLAG_CODES.get(category)
    codings = [fhir.coding(f"{fhir.HL7}/flag-category", *known)] if known else []
    elements = {
        "extension": [{"url": fhir.FLAG_DETAIL, "valueString": detail}],
        "status": "active",
        "category": [fhir.concept(category, *codings)],
        "code": fhir.concept(code),
        "subject": _subject(view),
        "period": {"start": fhir_time(view.now)},
        "encounter": _encounter(view, encounter),
    }
    return _kept(view, "Flag", "flag", elements, _same_texts)


def _text(field: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise CreateError(field, value, "a text that is not empty")
    if len(value) > MAX_LENGTH:
        raise CreateError(field, f"{value[:40]}...", f"at most {MAX_LENGTH} characters")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise CreateError(field, value[:40], "a text without broken characters")
    # R4 `string` allows no control characters but tab, line feed and carriage return.
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", value).strip()


def _dose(value: object) -> str:
    """The dose as given; none of it, less than none of it and more than there can be are no dose."""
    dose = _text("dose", value)
    read = parse_dose(dose)
    if read is None:
        unwritten = not any(char.isdigit() for char in dose)
        possible = not (unwritten or _LONG_NUMBER.search(dose) or _NO_AMOUNT.match(dose))
    else:
        possible = 0 < read.high <= _MAX_AMOUNT
    if not possible:
        raise CreateError("dose", dose, DOSE_ALLOWED)
    return dose


def _frequency(value: object) -> str:
    frequency = _text("frequency", value)
    if _NO_INTERVAL.search(frequency):
        raise CreateError("frequency", frequency, FREQUENCY_ALLOWED)
    return frequency


def _optional_text(field: str, value: object) -> str | None:
    return None if value is None or value == "" else _text(field, value)


def _choice(field: str, value: object, allowed: Sequence[str]) -> str:
    if not isinstance(value, str) or fold(value.strip()) not in allowed:
        raise CreateError(field, value, ", ".join(allowed))
    return fold(value.strip())


def _days(value: object) -> int | None:
    if value is None or value == "":
        return None
    if isinstance(value, str) and value.strip().isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MAX_DAYS:
        raise CreateError("duration_days", value, f"a whole number of days, 1 to {MAX_DAYS}")
    return value


def _target(view: ChartView, value: object) -> str | None:
    if value is None or value == "":
        return None
    today = view.now.astimezone(view.timezone).date()
    latest = view.now + timedelta(days=MAX_DAYS)
    allowed = f"a date, YYYY-MM-DD, not before {today} nor after {latest.date()}"
    span = parse_span(value, view.timezone) if isinstance(value, str) else None
    if (
        span is None
        or (span.start if span.has_time else span.end).timestamp() < view.now.timestamp()
        or span.start.timestamp() > latest.timestamp()
    ):
        raise CreateError("target_date", value, allowed)
    return fhir_time(span.start) if span.has_time else str(value).strip()


def _subject(view: ChartView) -> dict[str, Any]:
    return {"reference": f"Patient/{view.subject_id}"}


def _encounter(view: ChartView, identifier: str | None) -> dict[str, Any] | None:
    if identifier is None:
        return None
    target = f"Encounter/{identifier.removeprefix('Encounter/')}"
    if view.get(target) is None:
        known = ", ".join(stay["id"] for stay in view.resources("Encounter"))
        raise CreateError("encounter", identifier, f"an encounter of this record: {known}")
    return {"reference": target}


def _drug(view: ChartView, text: str) -> Drug | None:
    """The one drug a text names; None where it names none, or several."""
    vocabulary = view.vocabulary
    keys = vocabulary.resolve(text) or tuple(
        key for mention in vocabulary.mentions(text) for key in mention.keys
    )
    drugs = {key: term for key in keys if isinstance(term := vocabulary.get(key), Drug)}
    return next(iter(drugs.values())) if len(drugs) == 1 else None


def _service(view: ChartView, text: str) -> dict[str, Any]:
    """The service as asked for, with the LOINC code of the test where it is one."""
    terms = [view.vocabulary[key] for key in view.vocabulary.resolve(text)]
    analytes = [term for term in terms if isinstance(term, Analyte)]
    if not analytes:
        return fhir.concept(text)
    return fhir.concept(text, fhir.coding(LOINC, analytes[0].loinc, analytes[0].names.en[0]))


def _kept(
    view: ChartView,
    resource_type: str,
    prefix: str,
    elements: Mapping[str, Any],
    same: Any,
) -> tuple[dict[str, Any], bool]:
    for row in view.created_rows(resource_type):
        if same(view, row.resource, elements):
            return row.resource, True
    content = json.dumps(
        [view.subject_id, resource_type, elements], sort_keys=True, ensure_ascii=False
    )
    identifier = f"{prefix}-{hashlib.sha256(content.encode()).hexdigest()[:12]}"
    source = "urn:inspect-physassist:consultation"
    return view.add(fhir.stamped(resource_type, identifier, source, **elements)), False


def _plain(text: object) -> str:
    return " ".join(fold(str(text or "")).split())


def _same_medication_request(
    view: ChartView, one: Mapping[str, Any], other: Mapping[str, Any]
) -> bool:
    def drug(resource: Mapping[str, Any]) -> str:
        text = resource["medicationCodeableConcept"]["text"]
        found = _drug(view, text)
        return found.key if found else _plain(text)

    def parts(resource: Mapping[str, Any]) -> Mapping[str, Any]:
        return resource["dosageInstruction"][0]  # type: ignore[no-any-return]

    first, second = parts(one), parts(other)
    doses = [_written_dose(instruction) for instruction in (first, second)]
    often = [instruction["timing"]["code"]["text"] for instruction in (first, second)]
    routes = [instruction["route"]["text"] for instruction in (first, second)]
    return (
        drug(one) == drug(other)
        and (
            _plain(doses[0]) == _plain(doses[1])
            or same_dose(parse_dose(doses[0]), parse_dose(doses[1]))
        )
        and (
            _plain(often[0]) == _plain(often[1])
            or same_frequency(parse_frequency(often[0]), parse_frequency(often[1]))
        )
        and (parse_route(routes[0]) or _plain(routes[0]))
        == (parse_route(routes[1]) or _plain(routes[1]))
        and first["timing"].get("repeat") == second["timing"].get("repeat")
    )


def _written_dose(instruction: Mapping[str, Any]) -> str:
    """The dose as written: the instruction's text without the route and frequency after it."""
    after = f" {instruction['route']['text']} {instruction['timing']['code']['text']}"
    return str(instruction["text"]).removesuffix(after)


def _same_texts(view: ChartView, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two requests or flags say the same, but for case and spacing."""
    ignored = ("resourceType", "id", "meta")
    left, right = (
        _plain(
            json.dumps({k: v for k, v in held.items() if k not in ignored and v}, sort_keys=True)
        )
        for held in (one, other)
    )
    return left == right
