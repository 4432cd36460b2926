from __future__ import annotations

from collections.abc import Callable

import pytest
from fhir.resources.R4B import get_fhir_model_class

from inspect_physassist.tools.desk import Desk

SUBJECT = "pt-osei-1001"
Make = Callable[..., Desk]

ORDER = {"medication": "Metformin", "dose": "500 mg", "route": "PO", "frequency": "BID"}
SERVICE = {
    "service_type": "Potassium",
    "priority": "urgent",
    "note": "In the morning",
    "target_date": "2031-03-13",
}
FLAG = {"category": "safety", "code": "Avoid NSAIDs", "detail": "Acute kidney injury"}


def test_confirmation_says_id_what_status_and_the_clocks_time(desk: Make) -> None:
    outcome = desk().call("MedicationRequest.create", ORDER)
    assert outcome.created is not None
    assert outcome.text == (
        f"Order placed: Metformin 500 mg PO BID. Id MedicationRequest/{outcome.created['id']}, status active, "
        "time 2031-03-12 07:00 (UTC-05:00)."
    )
    assert outcome.created["authoredOn"] == "2031-03-12T07:00:00-05:00"
    assert outcome.created["encounter"] == {"reference": "Encounter/enc-2"}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("MedicationRequest.create", ORDER),
        ("ServiceRequest.create", SERVICE),
        ("Flag.create", FLAG),
    ],
)
def test_what_is_created_is_valid_r4(desk: Make, tool: str, arguments: dict[str, str]) -> None:
    created = desk().call(tool, arguments).created
    assert created is not None
    get_fhir_model_class(created["resourceType"]).model_validate(created)


def test_later_searches_of_the_sample_find_the_order(desk: Make) -> None:
    at = desk()
    (placed,) = at.call("MedicationRequest_create", ORDER).resource_ids
    found = at.call("MedicationRequest_search", {"subject_id": SUBJECT, "medication": "metformin"})
    assert found.resource_ids == (placed, "MedicationRequest/ord-1")
    assert desk().call("MedicationRequest_search", {"subject_id": SUBJECT}).resource_ids == (
        "MedicationRequest/ord-2",
        "MedicationRequest/ord-1",
    )


def test_request_and_flag_stand_on_the_front_sheet(desk: Make) -> None:
    at = desk()
    (request,) = at.call("ServiceRequest.create", SERVICE).resource_ids
    (flag,) = at.call("Flag.create", FLAG).resource_ids
    sheet = at.call("Patient.read", {"subject_id": SUBJECT})
    assert sheet.resource_ids[-2:] == (flag, request)
    assert "Potassium  urgent  active  due: 2031-03-13  note: In the morning" in sheet.text
    assert "Avoid NSAIDs  safety  active  Acute kidney injury" in sheet.text


def test_identical_order_is_accepted_and_marked(desk: Make) -> None:
    at = desk()
    first = at.call("MedicationRequest.create", ORDER)
    again = at.call("MedicationRequest.create", ORDER)
    assert (first.duplicate, again.duplicate, again.status) == (False, True, "ok")
    assert again.text.endswith("It is identical to an order already placed in this session.")


def test_own_id_may_be_given(desk: Make) -> None:
    assert desk().call("Flag.create", {**FLAG, "subject_id": SUBJECT}).status == "ok"


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("ServiceRequest.create", {**SERVICE, "priority": "now"}, "routine, urgent, asap"),
        (
            "ServiceRequest.create",
            {**SERVICE, "target_date": "2031-03-01"},
            "not before 2031-03-12",
        ),
        (
            "Flag.create",
            {**FLAG, "category": "danger"},
            "safety, allergy, administrative, clinical",
        ),
        ("MedicationRequest.create", {**ORDER, "dose": "some"}, "an amount with its unit"),
        (
            "MedicationRequest.create",
            {**ORDER, "duration_days": "a week"},
            "a whole number of days",
        ),
    ],
)
def test_a_field_that_makes_no_valid_order_is_refused(
    desk: Make, tool: str, arguments: dict[str, str], says: str
) -> None:
    at = desk()
    outcome = at.call(tool, arguments)
    assert outcome.reason == "bad_argument"
    assert says in outcome.text
    assert at.view.created == ()


def test_chinese_order_is_confirmed_in_chinese(desk: Make) -> None:
    chinese = {"medication": "二甲双胍", "dose": "500 mg", "route": "口服", "frequency": "每日两次"}
    outcome = desk(language="zh").call("MedicationRequest.create", chinese)
    assert outcome.text.startswith(
        "已开立：二甲双胍 500 mg 口服 每日两次。编号 MedicationRequest/mr-"
    )


def test_preparing_to_answer_changes_nothing(desk: Make) -> None:
    outcome = desk().call("prepare_to_answer", {})
    assert (outcome.status, outcome.resource_ids) == ("ok", ())


@pytest.mark.parametrize("dose", ["0 mg", "-5 mg", "inf mg", "∞ mg", "1e400 mg", "9" * 400 + " mg"])
def test_an_impossible_dose_is_refused(desk: Make, dose: str) -> None:
    outcome = desk().call("MedicationRequest.create", {**ORDER, "dose": dose})
    assert outcome.reason == "bad_argument"
    assert "above zero" in outcome.text


@pytest.mark.parametrize(
    "dose", ["0.5 mg", ".5 g", "0-10 units", "0-0-10 units", "24 million units"]
)
def test_a_dose_that_only_has_a_zero_in_it_is_one(desk: Make, dose: str) -> None:
    assert desk().call("MedicationRequest.create", {**ORDER, "dose": dose}).status == "ok"


@pytest.mark.parametrize(
    "frequency", ["q0h", "every 0 hours", "every -4 hours", "每0小时一次", "0 times daily"]
)
def test_a_frequency_without_an_interval_is_refused(desk: Make, frequency: str) -> None:
    for language, says in (("en", "above zero"), ("zh", "大于零")):
        outcome = desk(language=language).call(
            "MedicationRequest.create", {**ORDER, "frequency": frequency}
        )
        assert outcome.reason == "bad_argument"
        assert says in outcome.text


@pytest.mark.parametrize("frequency", ["q0.5h", "at 08:00 x 3 days", "1-0-1", "every 10 hours"])
def test_a_frequency_that_only_has_a_zero_in_it_is_one(desk: Make, frequency: str) -> None:
    outcome = desk().call("MedicationRequest.create", {**ORDER, "frequency": frequency})
    assert outcome.status == "ok"


def test_a_target_date_without_end_is_refused_with_the_last_one_taken(desk: Make) -> None:
    outcome = desk().call("ServiceRequest.create", {**SERVICE, "target_date": "9999-12-31"})
    assert outcome.reason == "bad_argument"
    assert "nor after 2041-03-09" in outcome.text
