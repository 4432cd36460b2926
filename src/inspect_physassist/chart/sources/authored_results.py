"""Compiles what was measured: laboratory panels, vital signs, cultures and reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Literal

from inspect_physassist.chart.fhir import (
    HL7,
    Resource,
    annotation,
    attachment,
    coding,
    compared,
    concept,
    hl7,
    loinc,
    quantity,
)
from inspect_physassist.chart.record import Version
from inspect_physassist.chart.sources.authored_context import Context, slug
from inspect_physassist.chart.sources.authored_model import (
    Culture,
    Panel,
    Report,
    ResultNote,
    VitalSet,
)
from inspect_physassist.terms.model import Analyte, Range
from inspect_physassist.terms.vocabulary import LOINC

TURNAROUND = timedelta(minutes=45)
"""From collection to report, where an authored panel does not say."""

_FLAGS: Mapping[str, str] = {
    "N": "Normal",
    "H": "High",
    "L": "Low",
    "HH": "Critical high",
    "LL": "Critical low",
    "A": "Abnormal",
    "S": "Susceptible",
    "I": "Intermediate",
    "R": "Resistant",
}
_SPECIMENS: Mapping[str, str] = {
    "blood": "Blood",
    "urine": "Urine",
    "csf": "Cerebrospinal fluid",
    "ascites": "Ascitic fluid",
    "pleural": "Pleural fluid",
    "stool": "Stool",
    "arterial": "Arterial blood",
    "venous": "Venous blood",
}
# LOINC "Bacteria identified in ... by Culture" by what the test is called.
_CULTURES: Mapping[str, str] = {
    "blood": "600-7",
    "urine": "630-4",
    "sputum": "6460-0",
    "wound": "6462-6",
    "stool": "625-4",
    "csf": "606-4",
    "cerebrospinal": "606-4",
    "fluid": "610-6",
}
_UNSPECIFIED_CULTURE = "6463-4"
# HL7 v2 table 0074 and LOINC part codes (US Core DiagnosticReport category) of a report's kind.
_REPORTS: Mapping[str, tuple[str, tuple[dict[str, str], ...]]] = {
    "RAD": (
        "Radiology",
        (coding(f"{HL7}/v2-0074", "RAD", "Radiology"), coding(LOINC, "LP29684-5", "Radiology")),
    ),
    "CAR": ("Cardiology", (coding(LOINC, "LP29708-2", "Cardiology"),)),
    "PATH": (
        "Pathology",
        (
            coding(f"{HL7}/v2-0074", "SP", "Surgical Pathology"),
            coding(LOINC, "LP7839-6", "Pathology"),
        ),
    ),
    "PFT": ("Pulmonary function", (coding(f"{HL7}/v2-0074", "PF", "Pulmonary Function"),)),
    "GI": ("Gastroenterology", (coding(f"{HL7}/v2-0074", "OTH", "Other"),)),
    "NEU": ("Neurology", (coding(f"{HL7}/v2-0074", "EN", "Electroneuro (EEG, EMG,EP,PSG)"),)),
}

Flag = Literal["H", "L", "HH", "LL", "A", "N", "S", "I", "R"]


def result_versions(context: Context) -> Iterator[Version]:
    """The versions of all results of a chart."""
    for panel in context.chart.results:
        yield from _panel(context, panel)
    for vitals in context.chart.vitals:
        yield from _vitals(context, vitals)
    for culture in context.chart.cultures:
        yield from _culture(context, culture)
    for report in context.chart.reports:
        yield _report(context, report)


def interpretation(flag: str) -> list[Resource]:
    """`Observation.interpretation` of one flag."""
    return [hl7("v3-ObservationInterpretation", flag, _FLAGS[flag]) | {"text": _FLAGS[flag]}]


def reference_interval(analyte: Analyte, sex: Literal["female", "male"]) -> Range | None:
    """The interval that holds for a patient; critical limits given for either sex hold for both."""
    specific = analyte.range_female if sex == "female" else analyte.range_male
    if specific is None or analyte.range is None:
        return specific or analyte.range
    limits = ("critical_low", "critical_high")
    shared = {
        name: getattr(analyte.range, name) for name in limits if getattr(specific, name) is None
    }
    return specific.model_copy(update=shared)


def flag_of(value: float, interval: Range | None, comparator: str | None = None) -> Flag | None:
    """The flag of a value; the interval's bounds belong to it, and None where there is none.

    >>> potassium = Range(low=3.5, high=5.0, critical_low=2.5, critical_high=6.5)
    >>> [flag_of(value, potassium) for value in (2.4, 2.5, 3.5, 5.0, 5.1, 6.6)]
    ['LL', 'L', 'N', 'N', 'H', 'HH']
    >>> flag_of(5.0, potassium, ">"), flag_of(3.5, potassium, "<")
    ('H', 'L')
    """
    if interval is None:
        return None
    over, under = comparator in (">", ">="), comparator in ("<", "<=")

    def above(limit: float | None) -> bool:
        return (
            limit is not None
            and not under
            and (value > limit or (comparator == ">" and value == limit))
        )

    def below(limit: float | None) -> bool:
        return (
            limit is not None
            and not over
            and (value < limit or (comparator == "<" and value == limit))
        )

    if below(interval.critical_low):
        return "LL"
    if above(interval.critical_high):
        return "HH"
    if below(interval.low):
        return "L"
    return "H" if above(interval.high) else "N"


def _range(interval: Range | None, unit: str | None) -> list[Resource]:
    if interval is None or (interval.low is None and interval.high is None):
        return []
    bounds = {"low": interval.low, "high": interval.high}
    return [
        {name: quantity(bound, unit, unit) for name, bound in bounds.items() if bound is not None}
    ]


def _value(analyte: Analyte, value: float | str) -> tuple[Resource, float | None, str | None]:
    """The value element, and number and comparator where it has them."""
    if isinstance(value, str):
        limit = compared(value) if analyte.unit is not None else None
        if limit is None:
            return {"valueString": value}, None, None
        comparator, number = limit
        amount = quantity(number, analyte.unit, analyte.unit) | {"comparator": comparator}
        return {"valueQuantity": amount}, number, comparator
    number = int(value) if analyte.decimals == 0 and float(value).is_integer() else value
    return {"valueQuantity": quantity(number, analyte.unit, analyte.unit)}, number, None


def _measured(context: Context, analyte: Analyte, value: float | str, flag: str | None) -> Resource:
    """The elements common to a laboratory result and a vital sign."""
    element, number, comparator = _value(analyte, value)
    interval = reference_interval(analyte, context.chart.demographics.sex)
    if flag is None and number is not None:
        flag = flag_of(number, interval, comparator)
    return element | {
        "code": loinc(analyte.loinc, analyte.names.en[0]),
        "subject": context.subject,
        "interpretation": interpretation(flag) if flag else None,
        "referenceRange": _range(interval, analyte.unit) if number is not None else None,
    }


def _observation_id(prefix: str, key: str, stamp: str) -> str:
    return f"{prefix}-{stamp}-{key.replace('_', '-')}"[:64]


def _panel(context: Context, panel: Panel) -> Iterator[Version]:
    issued = context.at(panel.issued) if panel.issued else context.after(panel.at, TURNAROUND)
    for key, value in panel.values.items():
        analyte = context.analyte(key)
        note = panel.notes.get(key, ResultNote())
        specimen = _SPECIMENS.get(analyte.specimen)
        yield context.version(
            issued,
            "Observation",
            _observation_id("lab", key, slug(panel.at)),
            (key,),
            status=note.status,
            category=[_observation_category("laboratory", "Laboratory")],
            effectiveDateTime=context.time(panel.at),
            issued=issued.isoformat(),
            encounter=context.encounter(panel.encounter),
            specimen={"display": specimen} if specimen else None,
            note=[annotation(note.comment)] if note.comment else None,
            **_measured(context, analyte, value, note.flag),
        )


def _vitals(context: Context, vitals: VitalSet) -> Iterator[Version]:
    for key, value in vitals.values.items():
        yield context.version(
            vitals.at,
            "Observation",
            _observation_id("vital", key, slug(vitals.at)),
            (key,),
            status="final",
            category=[_observation_category("vital-signs", "Vital Signs")],
            effectiveDateTime=context.time(vitals.at),
            issued=context.time(vitals.at),
            encounter=context.encounter(vitals.encounter),
            **_measured(context, context.analyte(key), value, None),
        )


def _observation_category(code: str, display: str) -> Resource:
    return hl7("observation-category", code, display)


def _culture_code(test: str) -> Resource:
    words = test.lower()
    if "culture" not in words:
        return concept(test)
    code = next((code for word, code in _CULTURES.items() if word in words), _UNSPECIFIED_CULTURE)
    return concept(test, coding(LOINC, code))


def _culture(context: Context, culture: Culture) -> Iterator[Version]:
    code = _culture_code(culture.test)
    microbiology = hl7("v2-0074", "MB", "Microbiology")
    shared: dict[str, Any] = {
        "code": code,
        "subject": context.subject,
        "encounter": context.encounter(culture.encounter),
        "effectiveDateTime": context.time(culture.collected),
    }
    observation: dict[str, Any] = shared | {
        "category": [_observation_category("laboratory", "Laboratory"), microbiology],
        "specimen": {"display": culture.specimen},
    }
    report: dict[str, Any] = shared | {
        "category": [microbiology],
        "specimen": [{"display": culture.specimen}],
        "result": [{"reference": f"Observation/{culture.id}"}],
    }
    # A culture taken and not reported yet is itself worth knowing: results pending at discharge.
    yield context.version(
        culture.collected, "Observation", culture.id, status="registered", **observation
    )
    if culture.preliminary is not None and culture.preliminary_issued is not None:
        stated: dict[str, Any] = {
            "status": "preliminary",
            "issued": context.time(culture.preliminary_issued),
        }
        yield context.version(
            culture.preliminary_issued,
            "Observation",
            culture.id,
            valueString=culture.preliminary,
            **stated,
            **observation,
        )
        yield context.version(
            culture.preliminary_issued,
            "DiagnosticReport",
            culture.id,
            conclusion=culture.preliminary,
            **stated,
            **report,
        )
    if culture.issued is not None:
        summary = (
            "; ".join(_organism(one.name, one.quantity) for one in culture.organisms) or "No growth"
        )
        stated = {"status": "final", "issued": context.time(culture.issued)}
        yield context.version(
            culture.issued,
            "Observation",
            culture.id,
            valueString=summary,
            interpretation=interpretation("A") if culture.organisms else None,
            component=list(_susceptibilities(context, culture)),
            note=[annotation(culture.comment)] if culture.comment else None,
            **stated,
            **observation,
        )
        text = "\n".join(_culture_text(context, culture, summary))
        yield context.version(
            culture.issued,
            "DiagnosticReport",
            culture.id,
            conclusion=summary,
            presentedForm=[attachment(text, culture.test, context.at(culture.issued))],
            **stated,
            **report,
        )


def _organism(name: str, amount: str | None) -> str:
    return f"{name}, {amount}" if amount else name


def _susceptibilities(context: Context, culture: Culture) -> Iterator[Resource]:
    several = len(culture.organisms) > 1
    for organism in culture.organisms:
        for tested in organism.susceptibilities:
            drug = context.drug(tested.drug).names.en[0]
            component: Resource = {
                "code": concept(
                    f"{organism.name}: {drug} susceptibility"
                    if several
                    else f"{drug} susceptibility"
                ),
                "interpretation": interpretation(tested.result),
            }
            if tested.mic is not None:
                component |= _mic(tested.mic)
            yield component


def _mic(text: str) -> Resource:
    limit = compared(text)
    if limit is not None:
        return {"valueQuantity": quantity(limit[1], "ug/mL", "ug/mL") | {"comparator": limit[0]}}
    try:
        return {"valueQuantity": quantity(float(text), "ug/mL", "ug/mL")}
    except ValueError:
        return {"valueString": text}


def _culture_text(context: Context, culture: Culture, summary: str) -> Iterator[str]:
    yield f"{culture.test}. Specimen: {culture.specimen}."
    yield summary
    for organism in culture.organisms:
        for tested in organism.susceptibilities:
            drug = context.drug(tested.drug).names.en[0]
            mic = f" (MIC {tested.mic} ug/mL)" if tested.mic else ""
            yield f"{organism.name}: {drug} {_FLAGS[tested.result].lower()}{mic}"
    if culture.comment:
        yield culture.comment


def _report(context: Context, report: Report) -> Version:
    text, codings = _REPORTS[report.category]
    return context.version(
        report.issued,
        "DiagnosticReport",
        report.id,
        status=report.status,
        category=[concept(text, *codings)],
        code=loinc(report.loinc, report.title),
        subject=context.subject,
        encounter=context.encounter(report.encounter),
        effectiveDateTime=context.time(report.performed),
        issued=context.time(report.issued),
        conclusion=report.conclusion,
        presentedForm=[attachment(report.text, report.title, context.at(report.issued))],
    )
