import copy

import pytest
from fhir.resources.R4B import get_fhir_model_class

from inspect_physassist.chart.create import (
    CreateError,
    create_flag,
    create_medication_request,
    create_service_request,
)
from inspect_physassist.chart.search import search_medication_requests

from .conftest import At, ids

NOW = "2031-03-12T12:00"
ORDER = {"medication": "ceftriaxone", "dose": "1 g", "route": "IV", "frequency": "q24h"}


def assert_r4(resource) -> None:
    get_fhir_model_class(resource["resourceType"]).model_validate(copy.deepcopy(resource))


def test_an_order_is_valid_r4_timed_by_the_clock(at: At):
    order, duplicate = create_medication_request(
        at(NOW), **ORDER, indication="Pyelonephritis", duration_days=7, encounter="enc-2"
    )
    assert_r4(order)
    assert not duplicate
    assert order["authoredOn"] == "2031-03-12T12:00:00-05:00"
    assert order["status"] == "active"
    assert order["medicationCodeableConcept"]["coding"][0]["code"] == "2193"
    assert order["dosageInstruction"][0]["text"] == "1 g IV q24h"
    assert order["dosageInstruction"][0]["doseAndRate"][0]["doseQuantity"]["value"] == 1
    assert order["dispenseRequest"]["expectedSupplyDuration"]["value"] == 7
    assert order["encounter"] == {"reference": "Encounter/enc-2"}
    assert order["meta"]["source"] == "urn:inspect-physassist:consultation"


def test_an_order_is_found_by_later_searches_of_its_sample_alone(at: At):
    view, other = at(NOW), at(NOW)
    order, _ = create_medication_request(view, **ORDER)
    assert ids(search_medication_requests(view, medication="ceftriaxone"))[0] == order["id"]
    assert search_medication_requests(view, status="active").matched == 6
    assert search_medication_requests(other, status="active").matched == 5


def test_the_same_order_has_the_same_id_in_every_run(at: At):
    assert (
        create_medication_request(at(NOW), **ORDER)[0]
        == create_medication_request(at(NOW), **ORDER)[0]
    )
    first = create_medication_request(at(NOW), **ORDER)[0]["id"]
    assert create_medication_request(at("2031-03-12T12:01"), **ORDER)[0]["id"] != first


@pytest.mark.parametrize(
    "again",
    [
        {},
        {"dose": "1000 mg"},
        {"dose": "1.0g"},
        {"frequency": "once daily"},
        {"frequency": "每日一次"},
        {"route": "intravenous"},
        {"medication": "Rocephin"},
        {"indication": "urosepsis"},
    ],
)
def test_an_order_that_says_the_same_is_a_duplicate(at: At, again: dict):
    view = at(NOW)
    first, _ = create_medication_request(view, **ORDER)
    second, duplicate = create_medication_request(view, **(ORDER | again))
    assert duplicate
    assert second == first
    assert len(view.created) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"dose": "2 g"},
        {"frequency": "q12h"},
        {"route": "IM"},
        {"medication": "cefepime"},
        {"duration_days": 5},
    ],
)
def test_an_order_that_differs_in_one_field_is_another(at: At, other: dict):
    view = at(NOW)
    create_medication_request(view, **ORDER)
    assert not create_medication_request(view, **(ORDER | other))[1]
    assert len(view.created) == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("medication", ""),
        ("medication", None),
        ("dose", "as before"),
        ("dose", 500),
        ("route", " "),
        ("frequency", None),
        ("duration_days", 0),
        ("duration_days", "a week"),
        ("duration_days", True),
        ("encounter", "enc-9"),
    ],
)
def test_a_field_that_makes_no_order_is_refused_by_name(at: At, field: str, value):
    with pytest.raises(CreateError) as refused:
        create_medication_request(at(NOW), **(ORDER | {field: value}))
    assert refused.value.field == field


def test_an_order_cannot_belong_to_a_stay_that_has_not_begun(at: At):
    with pytest.raises(CreateError, match="an encounter of this record: enc-2, enc-1"):
        create_medication_request(at(NOW), **ORDER, encounter="enc-3")


def test_a_drug_the_vocabulary_lacks_is_ordered_as_written(at: At):
    order, _ = create_medication_request(at(NOW), **(ORDER | {"medication": "zonulinex"}))
    assert order["medicationCodeableConcept"] == {"text": "zonulinex"}
    assert_r4(order)


def test_a_request_is_valid_r4(at: At):
    request, _ = create_service_request(
        at(NOW),
        service_type="creatinine",
        priority="Urgent",
        note="Before the evening dose",
        target_date="2031-03-13",
    )
    assert_r4(request)
    assert request["code"]["coding"][0]["code"] == "2160-0"
    assert (request["priority"], request["occurrenceDateTime"]) == ("urgent", "2031-03-13")
    assert request["note"] == [{"text": "Before the evening dose"}]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("priority", "stat"),
        ("priority", None),
        ("target_date", "2031-03-11"),
        ("target_date", "2031-13-01"),
        ("service_type", ""),
    ],
)
def test_a_request_checks_its_fields(at: At, field: str, value):
    fields = {"service_type": "Renal ultrasound", "priority": "routine"}
    with pytest.raises(CreateError) as refused:
        create_service_request(at(NOW), **(fields | {field: value}))
    assert refused.value.field == field


def test_a_request_for_today_is_accepted(at: At):
    request, _ = create_service_request(
        at(NOW), service_type="ECG", priority="routine", target_date="2031-03-12"
    )
    assert request["occurrenceDateTime"] == "2031-03-12"


@pytest.mark.parametrize(
    ("category", "coded"),
    [
        ("safety", "safety"),
        ("administrative", "admin"),
        ("clinical", "clinical"),
        ("allergy", None),
    ],
)
def test_a_flag_is_valid_r4(at: At, category: str, coded: str | None):
    flag, duplicate = create_flag(
        at(NOW),
        category=category,
        code="Hyperkalemia risk",
        detail="Avoid potassium supplements",
        encounter="enc-2",
    )
    assert_r4(flag)
    assert not duplicate
    assert flag["code"]["text"] == "Hyperkalemia risk"
    assert flag["extension"][0]["valueString"] == "Avoid potassium supplements"
    assert flag["category"][0]["text"] == category
    assert [one["code"] for one in flag["category"][0].get("coding", ())] == (
        [coded] if coded else []
    )


def test_a_flag_or_request_said_twice_is_a_duplicate(at: At):
    view = at(NOW)
    create_flag(view, category="safety", code="Fall risk", detail="Walker")
    assert create_flag(view, category="safety", code="fall  risk", detail="walker")[1]
    create_service_request(view, service_type="ECG", priority="routine")
    assert create_service_request(view, service_type="ecg", priority="routine")[1]
    assert not create_service_request(view, service_type="ECG", priority="urgent")[1]


def test_an_unknown_flag_category_is_refused(at: At):
    with pytest.raises(CreateError, match="safety, allergy, administrative, clinical"):
        create_flag(at(NOW), category="danger", code="x", detail="y")
