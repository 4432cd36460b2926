"""A FHIR export of a few lines: what is repaired, what is set aside, and what is shown when."""

import base64
import copy
import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fhir.resources.R4B import get_fhir_model_class
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspect_physassist.chart.frozen import thaw
from inspect_physassist.chart.record import Chart, ChartError, RecordError
from inspect_physassist.chart.search import (
    search_administrations,
    search_care_plans,
    search_conditions,
    search_documents,
    search_encounters,
    search_medication_requests,
    search_observations,
    search_reports,
)
from inspect_physassist.chart.sources.ndjson import NdjsonSource
from inspect_physassist.terms.vocabulary import Vocabulary

from ..conftest import ids

SUBJECT = {"reference": "Patient/p1"}
STAY = {"reference": "Encounter/e1"}
PATIENT = {"resourceType": "Patient", "id": "p1", "gender": "male", "birthDate": "1950-01-01"}
ENCOUNTER = {
    "resourceType": "Encounter",
    "id": "e1",
    "status": "finished",
    "class": {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "IMP"},
    "subject": SUBJECT,
    "period": {"start": "2031-03-01T08:00:00Z", "end": "2031-03-05T10:00:00Z"},
    "length": {"value": 4, "unit": "d"},
    "statusHistory": [
        {
            "status": "in-progress",
            "period": {"start": "2031-03-01T08:00:00Z", "end": "2031-03-05T10:00:00Z"},
        },
        {"status": "finished", "period": {"start": "2031-03-05T10:00:00Z"}},
    ],
    "participant": [
        {"type": [{"coding": [{"code": "ADM"}]}]},
        {"type": [{"coding": [{"code": "DIS"}]}]},
    ],
    "diagnosis": [
        {
            "condition": {"reference": "Condition/dd"},
            "use": {"coding": [{"code": "DD"}]},
            "rank": 1,
        },
        {
            "condition": {"reference": "Condition/ad"},
            "use": {"coding": [{"code": "AD"}]},
            "rank": 2,
        },
    ],
    "hospitalization": {"admitSource": {"text": "ED"}, "dischargeDisposition": {"text": "Hospice"}},
    "location": [
        {
            "location": {"display": "Ward"},
            "status": "completed",
            "period": {"start": "2031-03-01T08:00:00Z", "end": "2031-03-03T00:00:00Z"},
        },
        {
            "location": {"display": "ICU"},
            "status": "completed",
            "period": {"start": "2031-03-03T00:00:00Z"},
        },
    ],
}


def condition(identifier: str, code: str, **elements) -> dict:
    return {
        "resourceType": "Condition",
        "id": identifier,
        "clinicalStatus": {
            "coding": [
                {
                    "system": "http://terminology.hl7.org/CodeSystem/condition-clinical",
                    "code": "active",
                }
            ]
        },
        "category": [{"coding": [{"code": "encounter-diagnosis"}]}],
        "code": {
            "coding": [{"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": code}],
            "text": code,
        },
        "subject": SUBJECT,
        "encounter": STAY,
        "recordedDate": "2031-03-01T08:00:00Z",
        "onsetDateTime": "2031-03-01T08:00:00Z",
    } | elements


def lab(identifier: str, **elements) -> dict:
    return {
        "resourceType": "Observation",
        "id": identifier,
        "status": "final",
        "code": {
            "coding": [{"system": "http://loinc.org", "code": "2160-0"}],
            "text": "Creatinine",
        },
        "subject": SUBJECT,
        "encounter": STAY,
        "effectiveDateTime": "2031-03-02T06:00:00Z",
        "valueQuantity": {"value": 1.2, "unit": "mg/dL"},
    } | elements


def note(identifier: str, text: str, **elements) -> dict:
    return {
        "resourceType": "DocumentReference",
        "id": identifier,
        "status": "current",
        "type": {
            "coding": [{"system": "http://loinc.org", "code": "11506-3"}],
            "text": "Progress note",
        },
        "subject": SUBJECT,
        "date": "2031-03-02T12:00:00Z",
        "context": {"encounter": [STAY]},
        "content": [
            {
                "attachment": {
                    "contentType": "text/plain",
                    "data": base64.b64encode(text.encode()).decode(),
                    "size": 9,
                    "hash": "AAAA",
                }
            }
        ],
    } | elements


def source_of(folder: Path, vocabulary: Vocabulary, *resources: dict) -> NdjsonSource:
    lines = [json.dumps(resource) for resource in (PATIENT, *resources)]
    (folder / "all.ndjson").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return NdjsonSource(folder, vocabulary=vocabulary)


@pytest.fixture
def load(tmp_path: Path, vocabulary: Vocabulary):
    def loaded(*resources: dict) -> Chart:
        chart = source_of(tmp_path, vocabulary, *resources).chart("p1")
        for row in chart.as_of(datetime(2040, 1, 1, tzinfo=UTC)).snapshot.by_reference.values():
            resource = thaw(row.resource)
            get_fhir_model_class(resource["resourceType"]).model_validate(resource)
            assert resource["meta"]["source"]
        return chart

    return loaded


def at(chart: Chart, text: str):
    return chart.as_of(datetime.fromisoformat(text).replace(tzinfo=UTC))


# --- what is shown when


def test_a_stay_unfolds_from_admission_to_discharge(load):
    chart = load(ENCOUNTER, condition("dd", "J13"), condition("ad", "J18.9"))
    assert at(chart, "2031-03-01T07:59").get("Encounter/e1") is None
    stay = at(chart, "2031-03-02T00:00").get("Encounter/e1")
    assert stay["status"] == "in-progress"
    assert stay["period"] == {"start": "2031-03-01T08:00:00Z"}
    assert stay["statusHistory"] == [
        {"status": "in-progress", "period": {"start": "2031-03-01T08:00:00Z"}}
    ]
    assert stay["hospitalization"] == {"admitSource": {"text": "ED"}}
    assert [one["location"]["display"] for one in stay["location"]] == ["Ward"]
    assert stay["location"][0]["status"] == "active"
    assert [one["condition"]["reference"] for one in stay["diagnosis"]] == ["Condition/ad"]
    assert len(stay["participant"]) == 1
    assert "length" not in stay
    later = at(chart, "2031-03-04T00:00").get("Encounter/e1")
    assert [one["location"]["display"] for one in later["location"]] == ["Ward", "ICU"]
    ended = at(chart, "2031-03-05T10:00").get("Encounter/e1")
    assert ended["status"] == "finished"
    assert ended["hospitalization"]["dischargeDisposition"] == {"text": "Hospice"}
    assert len(ended["diagnosis"]) == 2


def test_a_discharge_diagnosis_is_known_at_discharge(load):
    chart = load(ENCOUNTER, condition("dd", "J13"), condition("ad", "J18.9"))
    assert [one["id"] for one in at(chart, "2031-03-04T00:00").resources("Condition")] == ["ad"]
    assert {one["id"] for one in at(chart, "2031-03-05T10:00").resources("Condition")} == {
        "ad",
        "dd",
    }
    assert chart.report.repaired["discharge diagnosis shown from the discharge on"] == 1


def test_a_discharge_diagnosis_of_a_stay_without_an_end_is_set_aside(load):
    running = copy.deepcopy(ENCOUNTER) | {
        "status": "in-progress",
        "period": {"start": "2031-03-01T08:00:00Z"},
    }
    chart = load(running, condition("dd", "J13"), condition("ad", "J18.9"))
    assert [one["id"] for one in at(chart, "2032-01-01T00:00").resources("Condition")] == ["ad"]
    assert sum(chart.report.set_aside.values()) == 1


def test_a_discharge_diagnosis_that_stood_on_the_problem_list_is_known_before(load):
    chronic = condition(
        "dd",
        "I10",
        category=[{"coding": [{"code": "problem-list-item"}]}],
        recordedDate="2030-01-01T00:00:00Z",
        onsetDateTime="2015-01-01",
    )
    chart = load(ENCOUNTER, chronic, condition("ad", "J18.9"))
    assert at(chart, "2031-03-02T00:00").get("Condition/dd") is not None


def test_a_comorbidity_recorded_after_the_stay_that_cites_it_is_known_from_its_start(load):
    citing = copy.deepcopy(ENCOUNTER)
    citing["diagnosis"] = [
        {"condition": {"reference": "Condition/cm"}, "use": {"coding": [{"code": "CM"}]}}
    ]
    chart = load(
        citing,
        condition("cm", "I10", recordedDate="2031-06-01T00:00:00Z", onsetDateTime="2015-01-01"),
    )
    before = at(chart, "2031-03-02T00:00").get("Condition/cm")
    assert "recordedDate" not in before
    assert (
        at(chart, "2031-06-01T00:00").get("Condition/cm")["recordedDate"] == "2031-06-01T00:00:00Z"
    )


def test_a_problem_abated_later_is_active(load):
    resolved = {
        "coding": [
            {
                "system": "http://terminology.hl7.org/CodeSystem/condition-clinical",
                "code": "resolved",
            }
        ]
    }
    chart = load(
        ENCOUNTER,
        condition("ad", "J18.9", clinicalStatus=resolved, abatementDateTime="2031-03-04T00:00:00Z"),
    )
    before = at(chart, "2031-03-03T00:00").get("Condition/ad")
    assert before["clinicalStatus"]["coding"][0]["code"] == "active"
    assert "abatementDateTime" not in before
    assert at(chart, "2031-03-04T00:00").get("Condition/ad")["clinicalStatus"] == resolved


def test_a_dose_does_not_name_the_discharge_diagnosis_as_its_reason(load):
    dose = {
        "resourceType": "MedicationAdministration",
        "id": "m1",
        "status": "completed",
        "medicationCodeableConcept": {"text": "Ceftriaxone"},
        "subject": SUBJECT,
        "context": STAY,
        "effectiveDateTime": "2031-03-02T08:00:00Z",
        "reasonReference": [{"reference": "Condition/dd"}],
        "reasonCode": [
            {"coding": [{"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": "J13"}]}
        ],
    }
    chart = load(ENCOUNTER, condition("dd", "J13"), condition("ad", "J18.9"), dose)
    shown = at(chart, "2031-03-03T00:00").get("MedicationAdministration/m1")
    assert "reasonReference" not in shown
    assert "reasonCode" not in shown
    later = at(chart, "2031-03-05T10:00").get("MedicationAdministration/m1")
    assert later["reasonReference"] == [{"reference": "Condition/dd"}]


def test_a_result_is_known_when_issued(load):
    chart = load(ENCOUNTER, lab("o1", issued="2031-03-02T09:00:00Z"))
    assert search_observations(at(chart, "2031-03-02T08:59"), code="creatinine").matched == 0
    assert ids(search_observations(at(chart, "2031-03-02T09:00"), code="creatinine")) == ["o1"]


def test_a_result_without_an_issue_time_is_known_with_its_report(load):
    report = {
        "resourceType": "DiagnosticReport",
        "id": "r1",
        "status": "final",
        "category": [
            {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0074", "code": "MB"}]}
        ],
        "code": {"text": "Blood culture"},
        "subject": SUBJECT,
        "effectiveDateTime": "2031-03-02T06:00:00Z",
        "issued": "2031-03-04T11:00:00Z",
        "result": [{"reference": "Observation/c1"}],
    }
    culture = lab("c1", code={"text": "Blood culture"}, valueString="No growth")
    del culture["valueQuantity"]
    chart = load(ENCOUNTER, report, culture)
    assert at(chart, "2031-03-04T10:59").get("Observation/c1") is None
    assert ids(search_observations(at(chart, "2031-03-04T11:00"), category="microbiology")) == [
        "c1"
    ]


def test_a_report_issued_before_its_results_is_known_with_them(load):
    report = {
        "resourceType": "DiagnosticReport",
        "id": "r1",
        "status": "final",
        "code": {"text": "CBC"},
        "subject": SUBJECT,
        "effectiveDateTime": "2031-03-02T06:00:00Z",
        "issued": "2031-03-02T00:00:00Z",
        "conclusion": "Creatinine 1.2",
        "result": [{"reference": "Observation/o1"}],
    }
    chart = load(ENCOUNTER, report, lab("o1", issued="2031-03-02T09:00:00Z"))
    assert at(chart, "2031-03-02T08:59").get("DiagnosticReport/r1") is None
    assert (
        at(chart, "2031-03-02T09:00").get("DiagnosticReport/r1")["issued"]
        == "2031-03-02T09:00:00+00:00"
    )
    assert chart.report.repaired["report issued before its results, issued with them"] == 1


def test_an_infusion_under_way_has_no_end(load):
    infusion = {
        "resourceType": "MedicationAdministration",
        "id": "m1",
        "status": "completed",
        "medicationCodeableConcept": {"text": "Norepinephrine"},
        "subject": SUBJECT,
        "effectivePeriod": {"start": "2031-03-02T08:00:00Z", "end": "2031-03-02T20:00:00Z"},
    }
    chart = load(ENCOUNTER, infusion)
    during = at(chart, "2031-03-02T12:00").get("MedicationAdministration/m1")
    assert during["status"] == "in-progress"
    assert during["effectivePeriod"] == {"start": "2031-03-02T08:00:00Z"}
    assert at(chart, "2031-03-02T20:00").get("MedicationAdministration/m1")["status"] == "completed"


def order(status: str, **elements) -> dict:
    return {
        "resourceType": "MedicationRequest",
        "id": "mr1",
        "status": status,
        "intent": "order",
        "medicationCodeableConcept": {"text": "Ceftriaxone"},
        "subject": SUBJECT,
        "encounter": STAY,
        "authoredOn": "2031-03-01T10:00:00Z",
    } | elements


def test_an_ended_order_was_active_until_its_end_or_the_stays(load):
    bounds = {
        "repeat": {"boundsPeriod": {"start": "2031-03-01T10:00:00Z", "end": "2031-03-03T10:00:00Z"}}
    }
    chart = load(ENCOUNTER, order("completed", dosageInstruction=[{"timing": bounds}]))
    assert at(chart, "2031-03-03T09:59").get("MedicationRequest/mr1")["status"] == "active"
    assert at(chart, "2031-03-03T10:00").get("MedicationRequest/mr1")["status"] == "completed"
    undated = load(ENCOUNTER, order("stopped", statusReason={"text": "Rash"}))
    assert "statusReason" not in at(undated, "2031-03-04T00:00").get("MedicationRequest/mr1")
    assert at(undated, "2031-03-05T10:00").get("MedicationRequest/mr1")["status"] == "stopped"


def test_an_order_left_active_after_the_stay_stays_so_and_is_counted(load):
    chart = load(ENCOUNTER, order("active"))
    assert at(chart, "2032-01-01T00:00").get("MedicationRequest/mr1")["status"] == "active"
    assert chart.report.noted["order still active after its stay ended"] == 1


def test_a_request_is_done_when_its_results_are_known(load):
    request = {
        "resourceType": "ServiceRequest",
        "id": "s1",
        "status": "completed",
        "intent": "order",
        "code": {"text": "Creatinine"},
        "subject": SUBJECT,
        "authoredOn": "2031-03-02T05:00:00Z",
    }
    chart = load(
        ENCOUNTER,
        request,
        lab("o1", issued="2031-03-02T09:00:00Z", basedOn=[{"reference": "ServiceRequest/s1"}]),
    )
    assert at(chart, "2031-03-02T08:59").get("ServiceRequest/s1")["status"] == "active"
    assert at(chart, "2031-03-02T09:00").get("ServiceRequest/s1")["status"] == "completed"


def test_death_is_not_known_before_it(load, tmp_path: Path, vocabulary: Vocabulary):
    dead = PATIENT | {"active": False, "deceasedDateTime": "2031-03-05T23:59:59Z"}
    chart = load(ENCOUNTER, dead)
    assert at(chart, "2031-03-05T12:00").patient()["deceasedBoolean"] is False
    assert at(chart, "2031-03-05T12:00").patient()["active"] is True
    assert at(chart, "2031-03-06T00:00").patient()["deceasedDateTime"] == "2031-03-05T23:59:59Z"


def test_a_date_without_a_time_is_past_when_its_day_is(load):
    chart = load(ENCOUNTER, lab("o1", effectiveDateTime="2031-03-02"))
    assert at(chart, "2031-03-02T23:59").get("Observation/o1") is None
    assert at(chart, "2031-03-03T00:00").get("Observation/o1") is not None


def test_an_allergy_dated_by_the_day_of_admission_is_known_from_admission(load):
    allergy = {
        "resourceType": "AllergyIntolerance",
        "id": "a1",
        "code": {"text": "Penicillin"},
        "patient": SUBJECT,
        "encounter": STAY,
        "recordedDate": "2031-03-01",
    }
    chart = load(ENCOUNTER, allergy)
    assert at(chart, "2031-03-01T08:00").get("AllergyIntolerance/a1") is not None


# --- notes


def test_the_length_of_the_stay_is_withheld_from_a_note(load):
    chart = load(
        ENCOUNTER, note("n1", "Day 2 / LOS 5 days\nResting.", description="Day 2 / LOS 5 days")
    )
    shown = at(chart, "2031-03-02T12:00").get("DocumentReference/n1")
    held = shown["content"][0]["attachment"]
    assert base64.b64decode(held["data"]).decode() == "Day 2\nResting."
    assert shown["description"] == "Day 2"
    assert held.keys() == {"contentType", "data"}
    assert chart.report.repaired["length of stay withheld from a note"] == 1


def test_a_discharge_summary_is_known_when_the_stay_ended_however_it_is_dated(load):
    summary = {
        "coding": [{"system": "http://loinc.org", "code": "18842-5"}],
        "text": "Discharge summary",
    }
    chart = load(ENCOUNTER, note("n1", "Went home.", type=summary))
    assert search_documents(at(chart, "2031-03-05T09:59")).matched == 0
    assert ids(search_documents(at(chart, "2031-03-05T10:00"), type_code="18842-5")) == ["n1"]


def test_a_composition_is_searched_as_a_document(load):
    composition = {
        "resourceType": "Composition",
        "id": "c1",
        "status": "final",
        "type": {
            "coding": [{"system": "http://loinc.org", "code": "34117-2"}],
            "text": "History and physical note",
        },
        "subject": SUBJECT,
        "encounter": STAY,
        "date": "2031-03-01T09:00:00Z",
        "attester": [{"mode": "legal", "time": "2031-03-01T11:00:00Z"}],
        "author": [{"display": "R. Amadi"}],
        "title": "History and physical note",
        "section": [
            {
                "title": "Exam",
                "text": {
                    "status": "generated",
                    "div": "<div xmlns='http://www.w3.org/1999/xhtml'><p>BP &lt; 90</p></div>",
                },
            }
        ],
    }
    chart = load(ENCOUNTER, composition)
    assert search_documents(at(chart, "2031-03-01T10:59")).matched == 0
    found = search_documents(at(chart, "2031-03-01T11:00"), keyword="BP", hadm_id="e1")
    assert ids(found) == ["c1"]
    data = found.resources[0]["content"][0]["attachment"]["data"]
    assert base64.b64decode(data).decode() == "Exam\nBP < 90"


# --- repairs


def test_a_dosage_is_brought_to_r4(load):
    dose = {
        "resourceType": "MedicationAdministration",
        "id": "m1",
        "status": "completed",
        "medicationCodeableConcept": {"text": "Cefazolin"},
        "subject": SUBJECT,
        "effectiveDateTime": "2031-03-02T08:00:00Z",
        "dosage": {
            "text": "2 g IV",
            "timing": {"repeat": {"frequency": 1, "period": 8, "periodUnit": "h"}},
            "doseAndRate": [{"doseQuantity": {"value": 2, "unit": "g"}}],
        },
    }
    chart = load(ENCOUNTER, dose)
    shown = search_administrations(at(chart, "2031-03-02T09:00"), medication="Ancef").resources[0]
    assert shown["dosage"] == {"text": "2 g IV", "dose": {"value": 2, "unit": "g"}}
    assert chart.report.repaired["MedicationAdministration.dosage brought to R4"] == 1


def test_a_rate_that_disagrees_is_kept_as_text(load):
    dose = {
        "resourceType": "MedicationAdministration",
        "id": "m1",
        "status": "completed",
        "medicationCodeableConcept": {"text": "Norepinephrine"},
        "subject": SUBJECT,
        "effectiveDateTime": "2031-03-02T08:00:00Z",
        "dosage": {
            "text": "0.1 ug/kg/min",
            "rateQuantity": {"value": 0.1, "unit": "ug/h"},
            "doseAndRate": [{"rateQuantity": {"value": 0.1, "unit": "ug/kg/min"}}],
        },
    }
    shown = at(load(ENCOUNTER, dose), "2031-03-02T09:00").get("MedicationAdministration/m1")
    assert shown["dosage"]["text"] == "0.1 ug/kg/min (also recorded: rateQuantity: 0.1 ug/kg/min)"


def test_a_dosage_without_an_amount_becomes_a_note(load):
    dose = {
        "resourceType": "MedicationAdministration",
        "id": "m1",
        "status": "completed",
        "medicationCodeableConcept": {"text": "Silver sulfadiazine"},
        "subject": SUBJECT,
        "effectiveDateTime": "2031-03-02T08:00:00Z",
        "dosage": {"text": "thin layer"},
    }
    shown = at(load(ENCOUNTER, dose), "2031-03-02T09:00").get("MedicationAdministration/m1")
    assert (shown["note"], "dosage" in shown) == ([{"text": "thin layer"}], False)


def test_empty_strings_and_arrays_go_and_a_report_keeps_a_name(load):
    report = {
        "resourceType": "DiagnosticReport",
        "id": "r1",
        "status": "final",
        "extension": [],
        "code": {"coding": [{"system": "http://loinc.org", "code": "", "display": ""}], "text": ""},
        "subject": SUBJECT,
        "effectiveDateTime": "2031-03-02T06:00:00Z",
        "presentedForm": [{"contentType": "text/plain", "title": "Radiology Report"}],
    }
    chart = load(ENCOUNTER, report)
    shown = at(chart, "2031-03-03T00:00").get("DiagnosticReport/r1")
    assert "extension" not in shown
    assert shown["code"] == {"text": "Radiology Report"}
    assert chart.report.repaired["report without a code named from its text"] == 1


def test_a_code_that_is_no_loinc_code_loses_the_system(load):
    chart = load(
        ENCOUNTER,
        lab(
            "o1",
            code={
                "coding": [{"system": "http://loinc.org", "code": "P", "display": "P"}],
                "text": "P",
            },
        ),
    )
    assert at(chart, "2031-03-03T00:00").get("Observation/o1")["code"] == {
        "coding": [{"display": "P"}],
        "text": "P",
    }


def test_times_get_offset_and_seconds_and_dates_become_instants(load):
    chart = load(ENCOUNTER, lab("o1", effectiveDateTime="2031-03-02T06:00", issued="2031-03-02"))
    shown = at(chart, "2031-03-03T00:00").get("Observation/o1")
    assert shown["effectiveDateTime"] == "2031-03-02T06:00:00+00:00"
    assert shown["issued"] == "2031-03-02T23:59:59+00:00"


def test_the_servers_own_time_of_change_is_dropped(load):
    chart = load(ENCOUNTER | {"meta": {"lastUpdated": "2031-03-05T10:00:00Z", "source": "urn:ehr"}})
    assert at(chart, "2031-03-02T00:00").get("Encounter/e1")["meta"] == {"source": "urn:ehr"}


def test_ids_are_made_valid_where_they_stand_and_where_they_are_referred_to(load):
    chart = load(
        ENCOUNTER,
        lab("o_1"),
        {
            "resourceType": "DiagnosticReport",
            "id": "r1",
            "status": "final",
            "code": {"text": "x"},
            "subject": SUBJECT,
            "issued": "2031-03-02T07:00:00Z",
            "result": [{"reference": "Observation/o_1"}],
        },
    )
    view = at(chart, "2031-03-03T00:00")
    assert view.get("DiagnosticReport/r1")["result"] == [{"reference": "Observation/o-1"}]
    assert view.get("Observation/o-1") is not None


def test_a_drug_that_is_only_referred_to_is_stated(load):
    request = order("active", medicationReference={"reference": "Medication/med1"})
    del request["medicationCodeableConcept"]
    medication = {"resourceType": "Medication", "id": "med1", "code": {"text": "Ceftriaxone"}}
    chart = load(ENCOUNTER, request, medication)
    shown = at(chart, "2031-03-02T00:00").get("MedicationRequest/mr1")
    assert shown["medicationCodeableConcept"] == {"text": "Ceftriaxone"}


# --- what cannot be read


def test_bad_lines_are_named_and_the_rest_loads(tmp_path: Path, vocabulary: Vocabulary):
    lines = [
        json.dumps(PATIENT),
        "{not json",
        "",
        '["a list"]',
        '{"resourceType": "Observation"}',
        json.dumps(lab("o1")),
        json.dumps(
            {"resourceType": "Observation", "id": "o2", "status": "final", "code": {"text": "x"}}
        ),
        json.dumps(lab("o3", subject={"reference": "Patient/p2"})),
    ]
    (tmp_path / "mixed.ndjson").write_text("\n".join(lines), encoding="utf-8")
    source = NdjsonSource(tmp_path, vocabulary=vocabulary)
    assert source.subject_ids() == ("p1",)
    assert source.report.problems == (
        "mixed.ndjson:2: not JSON",
        "mixed.ndjson:4: not a FHIR resource",
        "mixed.ndjson:5: resource without an id",
    )
    assert dict(source.report.set_aside) == {
        "no Patient resource": 1,
        "no patient named": 1,
        "line: not JSON": 1,
        "line: not a FHIR resource": 1,
        "line: resource without an id": 1,
    }
    chart = source.chart("p1")
    assert chart.report.problems == source.report.problems
    assert dict(chart.report.loaded) == {"Observation": 1, "Patient": 1}


@pytest.mark.parametrize("depth", [100, 900, 100_000])
def test_a_line_nested_past_use_is_named_and_set_aside(
    tmp_path: Path, vocabulary: Vocabulary, depth: int
):
    deep = '{"resourceType": "Basic", "id": "x", "a": ' + "[" * depth + "]" * depth + "}"
    (tmp_path / "a.ndjson").write_text(f"{json.dumps(PATIENT)}\n{deep}\n")
    source = NdjsonSource(tmp_path, vocabulary=vocabulary)
    assert source.subject_ids() == ("p1",)
    assert source.report.problems == ("a.ndjson:2: nested too deep",)


@pytest.mark.parametrize(
    "time", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "9999-12-31", "0001-01-01"]
)
@pytest.mark.parametrize("timezone", ["UTC", "America/Chicago", "Asia/Shanghai"])
def test_a_placeholder_for_a_time_is_no_time_and_no_crash(
    tmp_path: Path, vocabulary: Vocabulary, time: str, timezone: str
):
    stay = ENCOUNTER | {"period": {"start": "2031-03-01T08:00:00Z", "end": time}}
    seen = {
        "resourceType": "Observation",
        "id": "o1",
        "status": "final",
        "code": {"text": "creatinine"},
        "subject": SUBJECT,
        "effectiveDateTime": time,
    }
    lines = (PATIENT | {"birthDate": time[:10]}, stay, seen, seen | {"id": "o2", "issued": time})
    (tmp_path / "a.ndjson").write_text("\n".join(json.dumps(one) for one in lines))
    chart = NdjsonSource(tmp_path, timezone=timezone, vocabulary=vocabulary).chart("p1")
    assert search_observations(at(chart, "2031-03-02T10:00"), code="creatinine").matched == 0
    assert sum(chart.report.set_aside.values()) == 2


def test_a_byte_order_mark_is_dropped_and_counted(tmp_path: Path, vocabulary: Vocabulary):
    (tmp_path / "a.ndjson").write_text(json.dumps(PATIENT), encoding="utf-8-sig")
    source = NdjsonSource(tmp_path, vocabulary=vocabulary)
    assert source.subject_ids() == ("p1",)
    assert source.report.problems == ()
    assert source.report.repaired["byte order mark dropped"] == 1


def test_half_a_character_is_replaced_and_counted(tmp_path: Path, vocabulary: Vocabulary):
    broken = condition("c1", "J18") | {"note": [{"text": "a\ud800b"}]}
    chart = source_of(tmp_path, vocabulary, PATIENT, ENCOUNTER, broken).chart("p1")
    assert chart.report.repaired["broken character replaced"] == 1


def test_an_undated_resource_is_set_aside_and_counted(load):
    undated = lab("o1")
    del undated["effectiveDateTime"]
    chart = load(ENCOUNTER, undated)
    assert dict(chart.report.set_aside) == {"Observation undated": 1}


def test_a_gz_cut_short_is_one_clear_error(tmp_path: Path):
    whole = gzip.compress("\n".join(json.dumps(lab(f"o{n}")) for n in range(200)).encode())
    (tmp_path / "Observation.ndjson.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(
        ChartError,
        match=r"^Observation\.ndjson\.gz cannot be read past line \d+: .*; export or copy it again$",
    ):
        NdjsonSource(tmp_path).subject_ids()


def test_what_is_no_gz_is_one_clear_error(tmp_path: Path):
    (tmp_path / "Observation.ndjson.gz").write_text("plain", encoding="utf-8")
    with pytest.raises(ChartError, match=r"^Observation\.ndjson\.gz cannot be read past line 0"):
        NdjsonSource(tmp_path).chart("p1")


def test_a_patient_the_export_lacks_is_a_record_error(tmp_path: Path, vocabulary: Vocabulary):
    source = source_of(tmp_path, vocabulary)
    with pytest.raises(RecordError, match="No patient 'p9'"):
        source.chart("p9")
    assert source.chart("p1") is source.chart("p1")


def test_gzipped_and_plain_files_are_read_alike(tmp_path: Path, vocabulary: Vocabulary):
    (tmp_path / "Patient.ndjson").write_text(json.dumps(PATIENT), encoding="utf-8")
    (tmp_path / "Observation.ndjson.gz").write_bytes(gzip.compress(json.dumps(lab("o1")).encode()))
    chart = NdjsonSource(tmp_path, vocabulary=vocabulary, licence="credentialed").chart("p1")
    assert chart.licence == "credentialed"
    assert dict(chart.report.loaded) == {"Observation": 1, "Patient": 1}


def test_an_element_of_another_shape_is_named_and_its_line_set_aside(
    tmp_path: Path, vocabulary: Vocabulary
):
    source = source_of(tmp_path, vocabulary, lab("o1", code="creatinine"), lab("o2"))
    assert source.report.problems == ("all.ndjson:2: Observation.code is not of its R4 shape",)
    assert dict(source.chart("p1").report.loaded) == {"Observation": 1, "Patient": 1}


COMPOSITION = {
    "resourceType": "Composition",
    "id": "c1",
    "status": "final",
    "type": {"coding": [{"system": "http://loinc.org", "code": "34117-2"}], "text": "H&P"},
    "subject": SUBJECT,
    "encounter": STAY,
    "date": "2031-03-01T09:00:00Z",
    "attester": [{"mode": "legal", "time": "2031-03-01T11:00:00Z"}],
    "author": [{"display": "R. Amadi"}],
    "event": [{"period": {"start": "2031-03-01T09:00:00Z"}}],
    "title": "H&P",
    "section": [{"title": "Exam", "text": {"status": "generated", "div": "<div>BP</div>"}}],
}
REPORT = {
    "resourceType": "DiagnosticReport",
    "id": "r1",
    "status": "final",
    "category": [{"coding": [{"code": "MB"}]}],
    "code": {"text": "Culture"},
    "subject": SUBJECT,
    "effectiveDateTime": "2031-03-02T06:00:00Z",
    "result": [{"reference": "Observation/o1"}],
    "presentedForm": [{"contentType": "text/plain", "data": "QQ==", "title": "x"}],
}
DOSE = {
    "resourceType": "MedicationAdministration",
    "id": "m1",
    "status": "completed",
    "medicationCodeableConcept": {"text": "Cefazolin"},
    "subject": SUBJECT,
    "context": STAY,
    "effectivePeriod": {"start": "2031-03-02T08:00:00Z", "end": "2031-03-02T09:00:00Z"},
    "request": {"reference": "MedicationRequest/mr1"},
    "reasonReference": [{"reference": "Condition/dd"}],
    "reasonCode": [{"coding": [{"code": "J13"}]}],
    "dosage": {
        "text": "2 g",
        "doseAndRate": [{"doseQuantity": {"value": 2, "unit": "g"}}],
        "timing": {"repeat": {"frequency": 1}},
    },
}
PLAN = {
    "resourceType": "CarePlan",
    "id": "cp1",
    "status": "completed",
    "intent": "plan",
    "category": [{"text": "Physical therapy"}],
    "subject": SUBJECT,
    "period": {"start": "2031-03-02", "end": "2031-03-04"},
    "activity": [{"detail": {"status": "completed", "description": "Walk"}}],
}
ORDER_WITH_BOUNDS = order(
    "completed",
    category=[{"coding": [{"code": "inpatient"}]}],
    dosageInstruction=[
        {
            "text": "1 g IV",
            "timing": {"repeat": {"boundsPeriod": {"start": "2031-03-01", "end": "2031-03-03"}}},
        }
    ],
)
SOUND = (
    ENCOUNTER,
    condition("dd", "J13"),
    lab("o1", issued="2031-03-02T09:00:00Z", interpretation=[{"coding": [{"code": "H"}]}]),
    note("n1", "Day 2 / LOS 5 days"),
    COMPOSITION,
    REPORT,
    DOSE,
    PLAN,
    ORDER_WITH_BOUNDS,
)


def places(value, path=()) -> list[tuple]:
    found = [path] if path else []
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return found + [place for key, item in items for place in places(item, (*path, key))]


JUNK = st.sampled_from(
    [
        None,
        "",
        "x",
        "2031-13-40",
        7,
        0.5,
        True,
        [],
        {},
        [None],
        ["x"],
        [[]],
        [{}],
        {"x": 1},
        {"text": 3},
        [{"coding": [None]}],
    ]
)


@settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_single_wrong_element_is_a_crash(
    tmp_path: Path, vocabulary: Vocabulary, data: st.DataObject
):
    resources = [copy.deepcopy(one) for one in SOUND]
    resource = data.draw(st.sampled_from(resources))
    *above, last = data.draw(st.sampled_from(places(resource)))
    holder = resource
    for key in above:
        holder = holder[key]
    holder[last] = data.draw(JUNK)
    chart = source_of(tmp_path, vocabulary, *resources).chart("p1")
    for moment in ("2031-03-02T10:00", "2032-01-01T00:00"):
        view = at(chart, moment)
        found = {
            "Observation": (
                search_observations(view, code="creatinine"),
                search_observations(view, category="microbiology"),
            ),
            "Condition": (search_conditions(view, code="pneumonia", clinical_status="active"),),
            "MedicationAdministration": (search_administrations(view, medication="cefazolin"),),
            "MedicationRequest": (search_medication_requests(view, medication="ceftriaxone"),),
            "DiagnosticReport": (
                search_reports(view, report_type="microbiology", keyword="growth"),
            ),
            "DocumentReference": (search_documents(view, keyword="BP"),),
            "Encounter": (search_encounters(view),),
            "CarePlan": (search_care_plans(view, category="therapy"),),
        }
        for kind, results in found.items():
            for result in results:
                assert {one["resourceType"] for one in result.resources} <= {kind}
                assert result.matched >= len(result.resources)
