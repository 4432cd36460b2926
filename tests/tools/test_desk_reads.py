from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from inspect_physassist.chart.record import Chart
from inspect_physassist.session.model import Session
from inspect_physassist.tools.desk import Desk

SUBJECT = "pt-osei-1001"
Make = Callable[..., Desk]


def read(desk: Desk, tool: str, **arguments: Any) -> Any:
    return desk.call(tool, {"subject_id": SUBJECT, **arguments})


def test_results_come_newest_first_with_value_flag_range_and_reference(desk: Make) -> None:
    assert read(desk(), "Observation.search", code="creatinine").text == (
        "Record as of 2031-03-12 07:00 (local time, UTC-05:00).\n"
        "3 found, newest first.\n"
        "Shown: Creatinine (blood). The record also has: Creatinine, urine (1).\n"
        "\n"
        "Creatinine:\n"
        "  2031-03-12 05:00  1.6 mg/dL  H  (0.5-1.1)  final  [Observation/lab-20310312T0500-creatinine]\n"
        "  2031-03-10 09:00  2.1 mg/dL  H  (0.5-1.1)  final  [Observation/lab-20310310T0900-creatinine]\n"
        "  2030-05-02 06:00  0.9 mg/dL  (0.5-1.1)  final  [Observation/lab-20300502T0600-creatinine]"
    )


def test_chinese_labels_stand_around_values_as_recorded(desk: Make) -> None:
    assert read(desk(language="zh"), "Observation.search", code="血钾", _count=1).text == (
        "记录截至 2031-03-12 07:00（当地时间，UTC-05:00）。\n"
        "共 3 条，显示 1 条，最新的在前；可用 date_from、category 缩小范围，或增大 _count。\n"
        "\n"
        "2031-03-12 05:00  血钾 Potassium 4.4 mmol/L  (3.5-5)  最终  备注: Repeat sample.  "
        "[Observation/lab-20310312T0500-potassium]"
    )


def test_whatever_is_cut_is_said(desk: Make) -> None:
    outcome = read(desk(), "Observation.search", _count=2)
    assert (
        "2 of 9 shown, newest first; narrow with date_from, code or raise _count." in outcome.text
    )
    assert (outcome.matched, len(outcome.resource_ids)) == (9, 2)


def test_unknown_name_finds_nothing_and_names_the_nearest(desk: Make) -> None:
    outcome = read(desk(), "Observation.search", code="creatinin")
    assert outcome.status == "empty"
    assert outcome.resource_ids == ()
    assert "Nearest names in this record: `Creatinine`, `Creatinine, urine`." in outcome.text


def test_microbiology_is_found_with_its_susceptibilities(desk: Make) -> None:
    text = read(desk(), "Observation.search", category="microbiology").text
    assert "Urine culture: Escherichia coli, Ceftriaxone susceptibility <=1 ug/mL S" in text


@pytest.mark.parametrize(
    ("tool", "hidden"),
    [
        ("Observation.search", "Observation/lab-20310312T0645-creatinine"),
        ("DocumentReference.search", "DocumentReference/not-2"),
    ],
)
def test_nothing_after_the_clock_is_shown_even_when_asked_for(
    desk: Make, tool: str, hidden: str
) -> None:
    outcome = read(desk(), tool, date_from="2031-03-10", date_to="2031-03-20")
    assert hidden not in outcome.resource_ids
    assert outcome.beyond_clock
    assert "You asked past now: the record ends at 2031-03-12 07:00." in outcome.text


@pytest.mark.parametrize(
    ("date", "beyond"), [("2031-03-11", False), ("2031-03-12", False), ("2031-03-13", True)]
)
def test_today_is_not_past_the_clock(desk: Make, date: str, beyond: bool) -> None:
    assert read(desk(), "Observation.search", date_to=date).beyond_clock is beyond


def test_a_stay_under_way_has_no_end_and_no_disposition(desk: Make) -> None:
    line = read(desk(), "Encounter.search", status="in-progress").text.splitlines()[-1]
    assert line == (
        "2031-03-10 08:00 - under way  inpatient encounter  in-progress  reason: Vomiting  service: General Medicine  "
        "location: Ward 7B  [Encounter/enc-2]"
    )


def test_order_shows_dose_status_and_why(desk: Make) -> None:
    line = read(desk(), "MedicationRequest.search", medication="二甲双胍").text.splitlines()[-1]
    assert line == (
        "2029-01-05 09:00  Metformin  500 mg PO BID  outpatient  on-hold  reason: Acute kidney injury  "
        "note: 2031-03-10 11:00 on-hold: Acute kidney injury  [MedicationRequest/ord-1]"
    )


def test_dose_not_given_shows_why(desk: Make) -> None:
    text = read(desk(), "MedicationAdministration.search", status="not-done").text
    assert "2031-03-11 13:00  Ceftriaxone  not-done  reason: Patient refused" in text


def test_report_and_note_come_with_their_text(desk: Make) -> None:
    assert (
        "No hydronephrosis."
        in read(desk(), "DiagnosticReport.search", report_type="radiology").text
    )
    assert "Plan to recheck chemistry." in read(desk(), "DocumentReference.search").text


def test_condition_and_care_plan(desk: Make) -> None:
    assert (
        "Essential hypertension (I10)  active  problem-list-item"
        in read(desk(), "Condition.search").text
    )
    assert "Home with her daughter.  activities: Walker" in read(desk(), "CarePlan.search").text


def test_front_sheet_shows_age_as_of_the_clock_and_allergies(desk: Make) -> None:
    outcome = read(desk(), "Patient.read")
    assert "Ama Osei  female  age: 69  born: 1961-03-13" in outcome.text
    assert "Penicillin  allergy  active  reaction: Hives, moderate" in outcome.text
    assert outcome.resource_ids == (f"Patient/{SUBJECT}", "AllergyIntolerance/alg-1")


def test_two_sessions_with_different_clocks_each_see_their_own(
    session: Session, chart: Chart
) -> None:
    later = session.model_copy(update={"now": datetime.fromisoformat("2031-03-16T07:00:00-05:00")})
    early, late = (Desk(session=one, chart=chart, language="en") for one in (session, later))
    asked = {"code": "creatinine", "_count": 1}
    assert read(early, "Observation.search", **asked).resource_ids == (
        "Observation/lab-20310312T0500-creatinine",
    )
    assert read(late, "Observation.search", **asked).resource_ids == (
        "Observation/lab-20310312T0645-creatinine",
    )
    assert read(early, "Observation.search", **asked).resource_ids == (
        "Observation/lab-20310312T0500-creatinine",
    )


def test_a_chart_of_another_patient_makes_no_desk(session: Session, chart: Chart) -> None:
    other = session.model_copy(update={"patient": "pt-other-2"})
    with pytest.raises(ValueError, match="session sess-1 is about patient pt-other-2"):
        Desk(session=other, chart=chart, language="en")
