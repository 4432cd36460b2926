"""One small imagined chart and session, and desks over them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from inspect_physassist.chart.record import Chart
from inspect_physassist.chart.sources.authored import compile_versions
from inspect_physassist.chart.sources.authored_model import AuthoredChart
from inspect_physassist.session.model import Session
from inspect_physassist.terms.model import Analyte, Concept, Drug
from inspect_physassist.terms.vocabulary import Vocabulary
from inspect_physassist.tools.desk import Desk

SUBJECT = "pt-osei-1001"

CHART = """
id: pt-osei-1001
timezone: America/Chicago
demographics: {given: Ama, family: Osei, sex: female, birth_date: 1961-03-13, marital_status: widowed}
allergies:
  - {id: alg-1, substance: Penicillin, reaction: Hives, severity: moderate, recorded: 2025-02-01T10:00}
encounters:
  - {id: enc-1, kind: inpatient, start: 2030-05-01T08:00, end: 2030-05-04T12:00, reason: Cellulitis, service: General Medicine, location: Ward 5A, disposition: Home}
  - {id: enc-2, kind: inpatient, start: 2031-03-10T08:00, end: 2031-03-15T12:00, reason: Vomiting, service: General Medicine, location: Ward 7B, disposition: Home}
problems:
  - {id: prb-1, code: I10, text: Essential hypertension, recorded: 2020-01-05T09:00, onset: 2020-01-01}
results:
  - {at: 2030-05-02T06:00, encounter: enc-1, values: {creatinine: 0.9, potassium: 4.1}}
  - {at: 2031-03-10T09:00, encounter: enc-2, values: {creatinine: 2.1, potassium: 5.6, creatinine_urine: 90}}
  - {at: 2031-03-12T05:00, encounter: enc-2, values: {creatinine: 1.6, potassium: 4.4}, notes: {potassium: {comment: Repeat sample.}}}
  - {at: 2031-03-12T06:45, encounter: enc-2, values: {creatinine: 1.5}}
vitals:
  - {at: 2031-03-12T06:00, encounter: enc-2, values: {temperature: 37.2}}
cultures:
  - {id: mic-1, test: Urine culture, specimen: Urine, collected: 2031-03-10T10:00, encounter: enc-2, issued: 2031-03-12T05:30, organisms: [{name: Escherichia coli, susceptibilities: [{drug: ceftriaxone, result: S, mic: "<=1"}]}]}
orders:
  - {id: ord-1, drug: metformin, dose: 500 mg, route: PO, frequency: BID, category: outpatient, written: 2029-01-05T09:00, encounter: null, events: [{at: 2031-03-10T11:00, status: on-hold, reason: Acute kidney injury}]}
  - {id: ord-2, drug: ceftriaxone, dose: 1 g, route: IV, frequency: q24h, category: inpatient, written: 2031-03-10T12:00, stop: 2031-03-17T12:00, indication: Urinary tract infection, encounter: enc-2}
administrations:
  - {order: ord-2, doses: [2031-03-10T13:00, {at: 2031-03-11T13:00, status: not-done, reason: Patient refused}]}
reports:
  - {id: rad-1, category: RAD, title: Renal ultrasound, loinc: 24764-7, performed: 2031-03-11T10:00, issued: 2031-03-11T11:00, encounter: enc-2, text: "Kidneys of normal size. IMPRESSION: No hydronephrosis.", conclusion: No hydronephrosis.}
notes:
  - {id: not-1, title: Progress note, loinc: 11506-3, written: 2031-03-11T08:00, signed: 2031-03-11T08:30, author: "B. Ruiz, MD", encounter: enc-2, text: Eating a little. Plan to recheck chemistry.}
  - {id: not-2, title: Discharge summary, loinc: 18842-5, written: 2031-03-15T11:00, signed: 2031-03-15T11:30, author: "B. Ruiz, MD", encounter: enc-2, text: Creatinine back to 0.9.}
care_plans:
  - {id: cp-1, title: Going home, category: Discharge planning, created: 2031-03-11T14:00, description: Home with her daughter., activities: [Walker], encounter: enc-2}
"""

SESSION: dict[str, Any] = {
    "id": "sess-1",
    "title": {"en": "Kidneys", "zh": "肾"},
    "scenario": "med_safety",
    "tier": "L1",
    "patient": SUBJECT,
    "encounter": "enc-2",
    "now": "2031-03-12T07:00:00-05:00",
    "persona": {"literacy": "high", "adherence": "good", "anxiety": "low", "information": "full"},
    "facts": [
        {
            "id": "nausea",
            "tools": ["patient.get_symptom_history"],
            "disclosure": "volunteered",
            "says": {
                level: {"en": "I feel sick.", "zh": "我恶心。"}
                for level in ("low", "medium", "high")
            },
        },
        {
            "id": "metformin-taken",
            "tools": ["patient.get_medication_adherence"],
            "topics": ["metformin"],
            "disclosure": "on_request",
            "says": {
                level: {"en": "I still take metformin.", "zh": "二甲双胍我还在吃。"}
                for level in ("low", "medium", "high")
            },
        },
    ],
    "turns": [
        {
            "task_type": "information_lookup",
            "source": "ehr",
            "physician": {
                "implicit": {"en": "Creatinine?", "zh": "肌酐？"},
                "explicit": {"en": "Creatinine?", "zh": "肌酐？"},
            },
            "reference": {"en": "1.6 mg/dL.", "zh": "1.6 mg/dL。"},
            "rubric": [
                {
                    "id": f"t{turn}-{item}",
                    "kind": "value",
                    "text": {"en": "Cites it.", "zh": "引用。"},
                    "check": {"cites": {"of": "creatinine", "value": 1.6, "unit": "mg/dL"}},
                }
                for item in "abc"
            ],
        }
        for turn in range(4)
    ],
}


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    def analyte(
        key: str, en: list[str], zh: list[str], loinc: str, unit: str, **more: Any
    ) -> Analyte:
        return Analyte.model_validate(
            {"key": key, "names": {"en": en, "zh": zh}, "loinc": loinc, "unit": unit, **more}
        )

    def drug(key: str, zh: str, rxnorm: str) -> Drug:
        return Drug.model_validate(
            {"key": key, "names": {"en": [key.title()], "zh": [zh]}, "rxnorm": rxnorm}
        )

    return Vocabulary(
        [
            analyte(
                "creatinine",
                ["Creatinine", "Cr"],
                ["肌酐"],
                "2160-0",
                "mg/dL",
                range_female={"low": 0.5, "high": 1.1},
            ),
            analyte(
                "creatinine_urine",
                ["Creatinine, urine", "Creatinine"],
                ["尿肌酐", "肌酐"],
                "2161-8",
                "mg/dL",
                specimen="urine",
            ),
            analyte(
                "potassium",
                ["Potassium", "K"],
                ["血钾"],
                "2823-3",
                "mmol/L",
                range={"low": 3.5, "high": 5.0},
            ),
            analyte(
                "temperature",
                ["Temperature"],
                ["体温"],
                "8310-5",
                "Cel",
                kind="vital",
                specimen="none",
            ),
            drug("metformin", "二甲双胍", "6809"),
            drug("ceftriaxone", "头孢曲松", "2193"),
            Concept.model_validate(
                {"key": "hydronephrosis", "names": {"en": ["Hydronephrosis"], "zh": ["肾积水"]}}
            ),
        ]
    )


@pytest.fixture(scope="session")
def chart(vocabulary: Vocabulary) -> Chart:
    authored = AuthoredChart.model_validate(yaml.safe_load(CHART))
    return Chart(
        authored.id,
        compile_versions(authored, vocabulary),
        timezone=authored.timezone,
        vocabulary=vocabulary,
    )


@pytest.fixture(scope="session")
def session() -> Session:
    return Session.model_validate(SESSION)


@pytest.fixture
def desk(session: Session, chart: Chart) -> Callable[..., Desk]:
    """Makes a desk; English and compact unless told otherwise."""

    def make(**settings: Any) -> Desk:
        return Desk(**{"session": session, "chart": chart, "language": "en"} | settings)

    return make
