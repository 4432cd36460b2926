import pytest

from inspect_physassist.chart.search import (
    SearchError,
    search_administrations,
    search_medication_requests,
)

from .conftest import At, ids

EVENING = "2031-03-12T20:00"


@pytest.mark.parametrize(
    "medication",
    [
        "metoprolol",
        "Metoprolol succinate",
        "Lopressor",
        "beta_blocker",
        "beta blocker",
        "美托洛尔",
        "6918",
        "metoprolol 50 mg",
    ],
)
def test_a_drug_is_found_by_ingredient_brand_class_and_code(at: At, medication: str):
    assert ids(search_medication_requests(at(EVENING), medication=medication)) == ["ord-home"]


@pytest.mark.parametrize("medication", ["insulin", "胰岛素", "Humalog"])
def test_a_class_finds_its_members(at: At, medication: str):
    assert ids(search_administrations(at(EVENING), medication=medication)) == [
        "ord-ins-20310311T1200",
        "ord-ins-20310311T0800",
    ]


def test_a_known_drug_that_was_not_ordered_names_those_of_its_class(at: At):
    result = search_medication_requests(at(EVENING), medication="carvedilol")
    assert result.matched == 0
    assert result.nearest == ("metoprolol succinate ER 50 mg tablet",)


def test_a_misspelt_drug_names_the_nearest(at: At):
    assert search_medication_requests(at(EVENING), medication="ceftriaxon").nearest == (
        "Ceftriaxone",
    )


def test_a_status_filters_by_how_the_order_stood(at: At):
    assert ids(search_medication_requests(at("2031-03-12T14:00"), status="active")) == [
        "ord-cip",
        "ord-ins",
        "ord-apap",
        "ord-ctx",
        "ord-home",
    ]
    assert ids(search_medication_requests(at(EVENING), status="stopped")) == ["ord-cip"]
    assert ids(search_medication_requests(at("2031-03-11T08:00"), status="held")) == ["ord-home"]


def test_an_unknown_status_is_refused(at: At):
    with pytest.raises(SearchError) as refused:
        search_medication_requests(at(EVENING), status="running")
    assert refused.value.argument == "status"
    assert refused.value.allowed.startswith("active, on-hold, cancelled")


def test_a_dose_not_given_is_found_with_its_reason(at: At):
    result = search_administrations(at(EVENING), status="not-done")
    assert ids(result) == ["ord-ctx-20310312T1000"]
    assert result.resources[0]["statusReason"][0]["text"] == "No intravenous access"
    assert "dosage" not in result.resources[0]


def test_a_dose_may_differ_from_its_order(at: At):
    dose = search_administrations(at(EVENING), medication="insulin lispro", count=1).resources[0]
    assert dose["dosage"]["text"] == "6 units SC"
    assert dose["dosage"]["dose"]["value"] == 6
    assert dose["request"] == {"reference": "MedicationRequest/ord-ins"}


def test_orders_are_dated_by_when_they_were_written(at: At):
    assert ids(
        search_medication_requests(at(EVENING), date_from="2031-03-11", date_to="2031-03-11")
    ) == ["ord-ins"]
