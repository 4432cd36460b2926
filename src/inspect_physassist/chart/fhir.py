"""Building blocks of FHIR R4 resources: codings, quantities, references, and the code systems used."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from inspect_physassist.chart.times import fhir_time
from inspect_physassist.terms.model import Drug
from inspect_physassist.terms.schedule import parse_dose, parse_frequency, parse_route
from inspect_physassist.terms.vocabulary import LOINC, RXNORM

UCUM = "http://unitsofmeasure.org"
ICD10CM = "http://hl7.org/fhir/sid/icd-10-cm"
SNOMED = "http://snomed.info/sct"
HL7 = "http://terminology.hl7.org/CodeSystem"
FLAG_DETAIL = "urn:inspect-physassist:extension:flag-detail"
"""Extension of Flag for its free text, which R4's Flag has no element for."""

Resource = dict[str, Any]

_COMPARED = re.compile(r"\s*(?P<comparator><=|>=|<|>|≤|≥)\s*(?P<value>\d+(?:\.\d+)?)\s*")
_COMPARATORS = {"≤": "<=", "≥": ">="}

# SNOMED CT route codes as in the FHIR R4 value set `route-codes`, by `parse_route`'s short code.
_ROUTES: Mapping[str, tuple[str, str]] = {
    "PO": ("26643006", "Oral route"),
    "IV": ("47625008", "Intravenous route"),
    "IM": ("78421000", "Intramuscular route"),
    "SC": ("34206005", "Subcutaneous route"),
    "ID": ("372464004", "Intradermal route"),
    "SL": ("37839007", "Sublingual route"),
    "BUC": ("54471007", "Buccal route"),
    "PR": ("37161004", "Rectal route"),
    "PV": ("16857009", "Per vagina"),
    "INH": ("447694001", "Respiratory tract route"),
    "NAS": ("46713006", "Nasal route"),
    "TOP": ("6064005", "Topical route"),
    "TD": ("45890007", "Transdermal route"),
    "OPH": ("54485002", "Ophthalmic route"),
    "OTIC": ("10547007", "Otic route"),
    "NG": ("127492001", "Nasogastric route"),
    "IT": ("72607000", "Intrathecal route"),
    "EPI": ("404820008", "Epidural route"),
    "IO": ("417255000", "Intraosseous route"),
    "IP": ("38239002", "Intraperitoneal route"),
}


def coding(system: str, code: str, display: str | None = None) -> dict[str, str]:
    """A Coding."""
    result = {"system": system, "code": code}
    return result | {"display": display} if display else result


def concept(text: str | None, *codings: Mapping[str, str]) -> Resource:
    """A CodeableConcept."""
    result: Resource = {}
    if codings:
        result["coding"] = [dict(one) for one in codings]
    if text:
        result["text"] = text
    return result


def hl7(system: str, code: str, display: str | None = None) -> Resource:
    """A CodeableConcept of one code of an HL7 terminology code system."""
    return {"coding": [coding(f"{HL7}/{system}", code, display)]}


def loinc(code: str, text: str) -> Resource:
    """A CodeableConcept of one LOINC code, its text as recorded."""
    return concept(text, coding(LOINC, code, text))


def reference(resource_type: str, identifier: str | None) -> Resource | None:
    """A literal Reference; None for no id."""
    return {"reference": f"{resource_type}/{identifier}"} if identifier else None


def quantity(value: float, unit: str | None, code: str | None = None) -> Resource:
    """A Quantity with its UCUM code where there is one."""
    result: Resource = {"value": value}
    if unit:
        result["unit"] = unit
    if code:
        result |= {"system": UCUM, "code": code}
    return result


def compared(text: str) -> tuple[str, float] | None:
    """Comparator and number of a result beyond what is measured.

    >>> compared("<0.01"), compared("≥ 60"), compared("Negative")
    (('<', 0.01), ('>=', 60), None)
    """
    match = _COMPARED.fullmatch(text)
    if match is None:
        return None
    sign = match["comparator"]
    value = float(match["value"])
    return _COMPARATORS.get(sign, sign), int(value) if value.is_integer() else value


def dose_and_rate(text: str) -> Resource:
    """The amount of a dose as written: a quantity, a range, or a rate; empty where it is no amount.

    >>> dose_and_rate("0.5 g")
    {'doseQuantity': {'value': 0.5, 'unit': 'g', 'system': 'http://unitsofmeasure.org', 'code': 'g'}}
    >>> dose_and_rate("1-2 tablets")["doseRange"]["high"]["unit"], list(dose_and_rate("5 mcg/min"))
    ('tablet', ['rateQuantity'])
    >>> dose_and_rate("sliding scale")
    {}
    """
    amount = parse_dose(text)
    if amount is None:
        return {}
    low, high = (_amount(value, amount.unit) for value in (amount.low, amount.high))
    if amount.value is None:
        return {"doseRange": {"low": low, "high": high}}
    per_time = amount.unit.rpartition("/")[2] in ("min", "h", "d") and "/" in amount.unit
    return {"rateQuantity" if per_time else "doseQuantity": low}


def _amount(value: float, unit: str) -> Resource:
    shown = {"[IU]": "units", "meq": "mEq"}.get(unit, unit.strip("{}"))
    return quantity(int(value) if value.is_integer() else value, shown, unit)


def route_concept(text: str) -> Resource:
    """The route as written, with its SNOMED CT code where it is a usual one."""
    known = _ROUTES.get(parse_route(text) or "")
    return concept(text, *([coding(SNOMED, *known)] if known else []))


def dosage_instruction(dose: str, route: str, frequency: str) -> Resource:
    """A Dosage: the whole as text, and each part on its own."""
    result: Resource = {
        "text": f"{dose} {route} {frequency}",
        "timing": {"code": {"text": frequency}},
        "route": route_concept(route),
    }
    often = parse_frequency(frequency)
    if often is not None and often.as_needed:
        result["asNeededBoolean"] = True
    amount = dose_and_rate(dose)
    if amount:
        result["doseAndRate"] = [amount]
    return result


def drug_concept(drug: Drug | None, text: str) -> Resource:
    """A medication as written, with its ingredient's RxNorm code where known."""
    if drug is None or not drug.rxnorm:
        return concept(text)
    return concept(text, coding(RXNORM, drug.rxnorm, drug.names.en[0]))


def annotation(text: str, at: datetime | None = None) -> Resource:
    """An Annotation."""
    return {"time": fhir_time(at), "text": text} if at else {"text": text}


def attachment(text: str, title: str, at: datetime | None = None) -> Resource:
    """A plain-text Attachment."""
    result: Resource = {
        "contentType": "text/plain",
        "data": base64.b64encode(text.encode()).decode("ascii"),
        "title": title,
    }
    return result | {"creation": fhir_time(at)} if at else result


def attachment_text(resource: Mapping[str, Any]) -> str | None:
    """The plain text a DocumentReference or DiagnosticReport carries, or None.

    >>> attachment_text({"presentedForm": [attachment("No effusion.", "CT")]})
    'No effusion.'
    """
    held = list(resource.get("presentedForm", ()))
    held += [item["attachment"] for item in resource.get("content", ()) if "attachment" in item]
    texts = []
    for item in held:
        if str(item.get("contentType", "text/plain")).startswith("text/plain") and "data" in item:
            try:
                texts.append(base64.b64decode(item["data"]).decode("utf-8", errors="replace"))
            except ValueError:
                continue
    return "\n\n".join(texts) if texts else None


def stamped(resource_type: str, identifier: str, source: str, **elements: Any) -> Resource:
    """A resource with its identity first and `meta.source`; elements that are None or empty are left out.

    A trailing underscore stands off a Python keyword: `class_` is the element `class`.
    """
    result: Resource = {"resourceType": resource_type, "id": identifier, "meta": {"source": source}}
    for name, value in elements.items():
        if value is not None and value != [] and value != {}:
            result[name.rstrip("_")] = value
    return result
