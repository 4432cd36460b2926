"""Whether a resource has the JSON shape R4 gives the elements that loading a record reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

# Elements that have one shape wherever they stand.
_LISTS = frozenset(
    [
        "activity",
        "attester",
        "basedOn",
        "coding",
        "component",
        "contained",
        "content",
        "doseAndRate",
        "dosageInstruction",
        "event",
        "interpretation",
        "note",
        "presentedForm",
        "reasonCode",
        "reasonReference",
        "referenceRange",
        "result",
        "section",
        "statusHistory",
        "classHistory",
    ]
)
_OBJECTS = frozenset(
    [
        "attachment",
        "boundsPeriod",
        "clinicalStatus",
        "collection",
        "deceasedPeriod",
        "doseQuantity",
        "effectivePeriod",
        "hospitalization",
        "masterIdentifier",
        "meta",
        "occurrencePeriod",
        "patient",
        "performedPeriod",
        "period",
        "rateQuantity",
        "rateRatio",
        "repeat",
        "statusReason",
        "subject",
        "timing",
        "timingPeriod",
    ]
)
_STRINGS = frozenset(
    [
        "authoredOn",
        "conclusion",
        "creation",
        "data",
        "date",
        "description",
        "display",
        "div",
        "effectiveDateTime",
        "effectiveInstant",
        "end",
        "id",
        "issued",
        "occurrenceDateTime",
        "onsetDateTime",
        "abatementDateTime",
        "deceasedDateTime",
        "performedDateTime",
        "received",
        "receivedTime",
        "recorded",
        "recordedDate",
        "reference",
        "resourceType",
        "start",
        "status",
        "title",
        "unit",
    ]
)
# Elements whose shape depends on the resource; these stand at its top.
_LIST, _OBJECT, _ANY = "list", "object", "any"
_OF_TYPE: Mapping[str, Mapping[str, str]] = {
    "AllergyIntolerance": {"code": _OBJECT, "encounter": _OBJECT},
    "CarePlan": {"activity": _LIST, "category": _LIST, "encounter": _OBJECT},
    "ClinicalImpression": {"code": _OBJECT, "encounter": _OBJECT},
    "Composition": {
        "type": _OBJECT,
        "category": _LIST,
        "author": _LIST,
        "encounter": _OBJECT,
        "custodian": _OBJECT,
    },
    "Condition": {"code": _OBJECT, "category": _LIST, "encounter": _OBJECT},
    "DiagnosticReport": {"code": _OBJECT, "category": _LIST, "encounter": _OBJECT},
    "DocumentReference": {"type": _OBJECT, "category": _LIST, "context": _OBJECT},
    "Encounter": {
        "type": _LIST,
        "class": _OBJECT,
        "location": _LIST,
        "participant": _LIST,
        "diagnosis": _LIST,
    },
    "MedicationAdministration": {
        "medicationCodeableConcept": _OBJECT,
        "context": _OBJECT,
        "dosage": _OBJECT,
        "request": _OBJECT,
        "medicationReference": _OBJECT,
        "statusReason": _LIST,
    },
    "MedicationRequest": {
        "medicationCodeableConcept": _OBJECT,
        "category": _LIST,
        "encounter": _OBJECT,
        "medicationReference": _OBJECT,
    },
    "Medication": {"code": _OBJECT},
    "Observation": {"code": _OBJECT, "category": _LIST, "encounter": _OBJECT},
    "Procedure": {
        "code": _OBJECT,
        "category": _OBJECT,
        "encounter": _OBJECT,
        "statusReason": _OBJECT,
    },
    "ServiceRequest": {"code": _OBJECT, "category": _LIST, "encounter": _OBJECT},
}
# The same further down, by the element above.
_BELOW: Mapping[tuple[str, str], str] = {
    ("coding", "code"): "string",
    ("coding", "system"): "string",
    ("diagnosis", "condition"): _OBJECT,
    ("diagnosis", "use"): _OBJECT,
    ("participant", "type"): _LIST,
    ("component", "code"): _OBJECT,
    ("activity", "detail"): _OBJECT,
    ("timing", "code"): _OBJECT,
    ("contained", "code"): _OBJECT,
    ("class", "code"): "string",
    ("repeat", "period"): _ANY,  # a number, as in "every 8 hours"
    ("valueSampledData", "period"): _ANY,
    ("timing", "event"): _ANY,  # dateTimes
}
_CONCEPTS = frozenset(
    [
        "code",
        "category",
        "type",
        "medicationCodeableConcept",
        "reasonCode",
        "clinicalStatus",
        "use",
        "role",
        "route",
        "valueCodeableConcept",
    ]
)


def misshapen(resource: Mapping[str, Any]) -> str | None:
    """The first element that is not of its R4 shape; None when all that is read is sound.

    >>> misshapen({"resourceType": "Observation", "id": "o", "code": {"coding": [{"code": 7}]}})
    'coding.code'
    >>> misshapen({"resourceType": "Encounter", "id": "e", "period": "2031"})
    'period'
    """
    own = _OF_TYPE.get(str(resource.get("resourceType")), {})
    for name, value in resource.items():
        if name in own and not _is(value, own[name]):
            return name
    return next(_wrong(resource, "", frozenset(own)), None)


def _wrong(value: Any, above: str, settled: frozenset[str]) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            expected = None if name in settled else _expected(above, name)
            if item is not None and expected is not None and not _is(item, expected):
                yield f"{above}.{name}" if above else name
            else:
                yield from _wrong(item, name, frozenset())
    elif isinstance(value, list):
        for item in value:
            yield from _wrong(item, above, frozenset())


def _expected(above: str, name: str) -> str | None:
    below = _BELOW.get((above, name))
    if below is not None:
        return below
    if name == "text" and above == "section":
        return _OBJECT
    if name == "text":
        return (
            "string"
            if above in _CONCEPTS or above in ("note", "dosage", "dosageInstruction")
            else None
        )
    if name in _LISTS:
        return _LIST
    if name in _OBJECTS:
        return _OBJECT
    return "string" if name in _STRINGS else None


def _is(value: Any, shape: str) -> bool:
    if shape == _ANY:
        return True
    if shape == _LIST:
        return isinstance(value, list) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict if shape == _OBJECT else str)
