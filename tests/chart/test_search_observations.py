from datetime import UTC, datetime

import pytest

from inspect_physassist.chart.record import Chart, Version
from inspect_physassist.chart.search import SearchError, search_observations
from inspect_physassist.chart.times import ALWAYS
from inspect_physassist.terms.vocabulary import Vocabulary

from .conftest import At, ids

BLOOD = [
    "lab-20310312T0600-creatinine",
    "lab-20310310T0830-creatinine",
    "lab-20301105T1010-creatinine",
]
NOON = "2031-03-12T12:00"


@pytest.mark.parametrize(
    "code",
    [
        "Creatinine",
        "creatinine",
        "Cr",
        "SCr",
        "2160-0",
        "http://loinc.org|2160-0",
        "loinc|2160-0",
        "肌酐",
        " 血肌酐 ",
    ],
)
def test_an_analyte_is_found_by_name_abbreviation_code_and_in_chinese(at: At, code: str):
    result = search_observations(at(NOON), code=code)
    assert ids(result) == BLOOD
    assert result.matched == 3


def test_blood_comes_before_urine_and_the_note_says_so(at: At):
    result = search_observations(at(NOON), code="creatinine")
    assert result.note == "Shown: Creatinine (blood). The record also has: Creatinine, urine (1)."
    assert [remark.kind for remark in result.remarks] == ["also"]


@pytest.mark.parametrize("code", ["urine creatinine", "2161-8", "尿肌酐"])
def test_urine_is_shown_when_asked_for(at: At, code: str):
    assert ids(search_observations(at(NOON), code=code)) == ["lab-20310310T0900-creatinine-urine"]


def test_another_specimen_stands_in_when_the_specimen_was_left_open(at: At):
    result = search_observations(at(NOON), code="sodium")
    assert ids(result) == ["lab-20310310T0900-sodium-urine"]
    assert result.note == "None in the usual specimen on record; there is: Sodium, urine."


def test_another_specimen_does_not_stand_in_when_blood_was_asked_for(at: At):
    assert search_observations(at(NOON), code="serum sodium").matched == 0
    assert search_observations(at(NOON), code="2951-2").matched == 0


@pytest.mark.parametrize("code", ["creatin", "reatinine", "glob", "pot", "mic"])
def test_a_part_of_a_name_is_not_a_name(at: At, code: str):
    assert search_observations(at(NOON), code=code).matched == 0


def test_an_unknown_name_is_empty_and_names_what_this_record_has(at: At):
    result = search_observations(at(NOON), code="creatinin")
    assert (result.resources, result.matched) == ((), 0)
    assert result.nearest == ("Creatinine", "Creatinine, urine")


def test_nearest_names_only_what_is_on_record_by_now(at: At):
    assert search_observations(at("2030-11-06T00:00"), code="creatinin").nearest == ("Creatinine",)
    assert search_observations(at(NOON), code="zzz").nearest == ()


def test_a_known_analyte_that_was_not_measured_is_empty_and_not_another(at: At):
    result = search_observations(at(NOON), code="hemoglobin A1c")
    assert (result.matched, result.nearest) == (0, ())


@pytest.mark.parametrize("code", ["blood pressure", "BP", "血压", "85354-9"])
def test_blood_pressure_finds_both_of_its_parts(at: At, code: str):
    assert ids(search_observations(at(NOON), code=code, count=2)) == [
        "vital-20310312T0600-diastolic-bp",
        "vital-20310312T0600-systolic-bp",
    ]


def test_a_panel_is_found_by_its_name_and_initials(at: At):
    by_initials = search_observations(at(NOON), code="BMP", count=200)
    by_name = search_observations(at(NOON), code="basic metabolic panel", count=200)
    assert ids(by_initials) == ids(by_name)
    assert {one["code"]["text"] for one in by_initials.resources} == {
        "Creatinine",
        "Glucose",
        "Potassium",
    }


def test_microbiology_is_a_category(at: At):
    assert ids(search_observations(at(NOON), category="microbiology")) == ["mic-1", "mic-2"]
    assert ids(search_observations(at(NOON), category="laboratory", code="urine culture")) == [
        "mic-1"
    ]


def test_a_category_goes_by_its_other_names(at: At):
    view = at(NOON)
    assert ids(search_observations(view, category="Vital Signs")) == ids(
        search_observations(view, category="vital-signs")
    )
    assert search_observations(view, category="labs").matched == 15
    assert search_observations(view, category="laboratory,vital-signs").matched == 23


def test_an_unknown_category_is_refused_with_what_is_allowed(at: At):
    with pytest.raises(
        SearchError, match=r"category: 'bloods' cannot be used; allowed: laboratory, vital-signs"
    ):
        search_observations(at(NOON), category="bloods")


def test_a_stay_narrows_and_an_unknown_one_is_said(at: At):
    assert ids(search_observations(at(NOON), code="creatinine", hadm_id="enc-1")) == [BLOOD[2]]
    assert ids(search_observations(at(NOON), code="creatinine", hadm_id="Encounter/enc-1")) == [
        BLOOD[2]
    ]
    result = search_observations(at(NOON), code="creatinine", hadm_id="enc-3")
    assert (result.matched, result.nearest) == (0, ("enc-2", "enc-1"))
    assert result.note == "This record has no encounter enc-3."


def test_what_lies_outside_the_dates_is_counted(at: At):
    result = search_observations(at(NOON), code="glucose", date_from="2031-03-11")
    assert result.matched == 0
    assert result.note == "None within the dates and encounter given; 1 outside them."


def test_the_count_cuts_and_the_total_stays(at: At):
    result = search_observations(at(NOON), code="creatinine", count="1")
    assert (ids(result), result.matched) == ([BLOOD[0]], 3)


def foreign(code: dict, identifier: str = "o", **elements) -> Version:
    resource = {
        "resourceType": "Observation",
        "id": identifier,
        "status": "final",
        "code": code,
        "effectiveDateTime": "2031-01-01T08:00:00Z",
    }
    return Version(ALWAYS, resource | elements)


def foreign_view(vocabulary: Vocabulary, *versions: Version):
    patient = Version(ALWAYS, {"resourceType": "Patient", "id": "p"})
    chart = Chart("p", [patient, *versions], vocabulary=vocabulary)
    return chart.as_of(datetime(2031, 2, 1, tzinfo=UTC))


def test_a_foreign_record_is_found_by_what_it_calls_things_itself(vocabulary: Vocabulary):
    view = foreign_view(
        vocabulary,
        foreign(
            {
                "coding": [
                    {
                        "system": "http://loinc.org",
                        "code": "98979-8",
                        "display": "Zonulin [Mass/volume] in Serum",
                    }
                ]
            }
        ),
    )
    for code in (
        "zonulin",
        "Zonulin [Mass/volume] in Serum",
        "98979-8",
        "http://loinc.org|98979-8",
    ):
        assert ids(search_observations(view, code=code)) == ["o"], code
    assert search_observations(view, code="http://example.org|98979-8").matched == 0
    assert search_observations(view, code="zonu").matched == 0


def test_a_foreign_specimen_is_read_from_the_name(vocabulary: Vocabulary):
    view = foreign_view(
        vocabulary,
        foreign({"text": "Zonulin [Mass/volume] in Urine"}, "urine"),
        foreign({"text": "Zonulin [Mass/volume] in Serum"}, "serum"),
    )
    result = search_observations(view, code="zonulin")
    assert ids(result) == ["serum"]
    assert "Zonulin [Mass/volume] in Urine (1)" in result.note
    assert ids(search_observations(view, code="urine zonulin")) == ["urine"]


def test_the_closest_level_of_a_foreign_name_counts_alone(vocabulary: Vocabulary):
    view = foreign_view(
        vocabulary,
        foreign({"text": "Zonulin"}, "whole"),
        foreign({"text": "Zonulin antibody"}, "starts"),
        foreign({"text": "Prozonulin zonulin ratio"}, "holds"),
    )
    assert ids(search_observations(view, code="ZONULIN")) == ["whole"]


def test_components_are_found_by_their_codes(vocabulary: Vocabulary):
    pressure = foreign(
        {
            "coding": [
                {"system": "http://loinc.org", "code": "85354-9", "display": "Blood pressure panel"}
            ]
        },
        component=[
            {
                "code": {"coding": [{"system": "http://loinc.org", "code": "8480-6"}]},
                "valueQuantity": {"value": 120},
            },
            {
                "code": {"coding": [{"system": "http://loinc.org", "code": "8462-4"}]},
                "valueQuantity": {"value": 80},
            },
        ],
    )
    view = foreign_view(vocabulary, pressure)
    for code in ("systolic", "diastolic blood pressure", "blood pressure", "8480-6", "85354-9"):
        assert ids(search_observations(view, code=code)) == ["o"], code
