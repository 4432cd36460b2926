import pytest

from inspect_physassist.chart.search import (
    SearchError,
    search_care_plans,
    search_conditions,
    search_documents,
    search_encounters,
    search_reports,
)

from .conftest import At, ids

LATER = "2031-03-18T08:00"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("diabetes", ["prb-3"]),
        ("糖尿病", ["prb-3"]),
        ("T2DM", ["prb-3"]),
        ("E11.9", ["prb-3"]),
        ("e119", ["prb-3"]),
        ("E11", ["prb-3"]),
        ("http://hl7.org/fhir/sid/icd-10-cm|E11.9", ["prb-3"]),
        ("icd-10-cm|E11.9", ["prb-3"]),
        ("kidney infection", ["prb-2"]),
        ("Acute pyelonephritis", ["prb-2"]),
        ("nephritis", []),
        ("E1", []),
    ],
)
def test_a_problem_is_found_by_code_category_name_and_synonym(at: At, code: str, found: list[str]):
    assert ids(search_conditions(at(LATER), code=code)) == found


def test_problems_filter_by_status_and_category(at: At):
    view = at(LATER)
    assert ids(search_conditions(view, clinical_status="active")) == ["prb-3", "prb-1"]
    assert ids(search_conditions(view, category="encounter-diagnosis")) == ["prb-2"]
    assert ids(search_conditions(view, category="problem list")) == ["prb-3", "prb-1"]
    assert ids(search_conditions(view, hadm_id="enc-2")) == ["prb-2"]
    with pytest.raises(SearchError, match="clinical_status"):
        search_conditions(view, clinical_status="cured")


def test_a_stay_is_found_by_any_day_it_covers(at: At):
    view = at(LATER)
    assert ids(search_encounters(view, date_from="2031-03-12", date_to="2031-03-12")) == ["enc-2"]
    assert ids(search_encounters(view, date_from="2031-03-17")) == []
    assert ids(search_encounters(at("2031-04-02T08:00"), date_from="2031-04-02")) == ["enc-3"]
    assert ids(search_encounters(view, status="finished")) == ["enc-2", "enc-1"]


@pytest.mark.parametrize(
    ("report_type", "found"),
    [
        ("radiology", ["rep-1"]),
        ("RAD", ["rep-1"]),
        ("imaging", ["rep-1"]),
        ("cardiology", ["rep-2"]),
        ("microbiology", ["mic-2", "mic-1"]),
        ("pathology", []),
        ("心脏", ["rep-2"]),
    ],
)
def test_reports_filter_by_type(at: At, report_type: str, found: list[str]):
    assert sorted(ids(search_reports(at(LATER), report_type=report_type))) == sorted(found)


def test_an_unknown_report_type_is_refused(at: At):
    with pytest.raises(SearchError, match="report_type"):
        search_reports(at(LATER), report_type="astrology")


@pytest.mark.parametrize("code", ["72252-0", "CT abdomen", "CT pelvis", "abdomen CT with contrast"])
def test_a_report_is_found_by_code_and_by_the_words_of_its_name(at: At, code: str):
    assert ids(search_reports(at(LATER), code=code)) == ["rep-1"]


@pytest.mark.parametrize(
    ("keyword", "found"),
    [
        ("pleural effusion", ["rep-1"]),  # across a line break
        ("HYDRONEPHROSIS", ["rep-1"]),
        ("kidney infection", ["rep-1"]),  # a synonym: the report says pyelonephritis
        ("肾盂肾炎", ["rep-1"]),
        ("nephro", []),
        ("tachycardia", ["rep-2"]),
    ],
)
def test_reports_are_found_by_whole_terms_and_synonyms(at: At, keyword: str, found: list[str]):
    assert ids(search_reports(at(LATER), keyword=keyword)) == found


def test_words_that_stand_apart_are_found_and_said_to(at: At):
    result = search_reports(at(LATER), keyword="kidney nephrogram")
    assert ids(result) == ["rep-1"]
    assert (
        result.note
        == "No text has the phrase 'kidney nephrogram'; shown are those with each of its words."
    )


@pytest.mark.parametrize(
    "type_code", ["18842-5", "http://loinc.org|18842-5", "Discharge summary", "出院小结"]
)
def test_a_note_is_found_by_its_type(at: At, type_code: str):
    assert ids(search_documents(at(LATER), type_code=type_code)) == ["note-2"]
    assert search_documents(at("2031-03-16T20:00"), type_code=type_code).matched == 0


def test_a_note_is_found_by_a_synonym_in_its_text(at: At):
    assert ids(search_documents(at(LATER), keyword="Lopressor")) == ["note-1"]
    assert ids(search_documents(at(LATER), keyword="kidney infection")) == ["note-2"]


def test_an_unknown_note_type_names_those_on_record(at: At):
    assert search_documents(at(LATER), type_code="Discharge sumary").nearest == (
        "Discharge summary",
    )


def test_care_plans_are_found_by_category_and_title(at: At):
    view = at(LATER)
    assert ids(search_care_plans(view, category="discharge planning")) == ["cp-1"]
    assert ids(search_care_plans(view, category="mobility")) == ["cp-2"]
    assert ids(search_care_plans(view, status="active")) == ["cp-2"]
