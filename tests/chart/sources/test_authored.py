import copy
from pathlib import Path

import pytest
import yaml
from fhir.resources.R4B import get_fhir_model_class

from inspect_physassist.chart.record import Chart, ChartError, RecordError
from inspect_physassist.chart.sources.authored import (
    AuthoredSource,
    compile_versions,
    load_authored,
    read_authored,
)
from inspect_physassist.terms.vocabulary import Vocabulary

from ..conftest import FIXTURES, At

PATH = FIXTURES / "pt-lindqvist-0093.yaml"


def test_every_version_is_valid_r4_with_its_source_stated(vocabulary: Vocabulary):
    versions = compile_versions(read_authored(PATH), vocabulary)
    for version in versions:
        resource = copy.deepcopy(version.resource)
        get_fhir_model_class(resource["resourceType"]).model_validate(resource)
        assert resource["meta"]["source"] == "urn:inspect-physassist:chart:pt-lindqvist-0093"
    assert {version.resource["resourceType"] for version in versions} == {
        "AllergyIntolerance",
        "CarePlan",
        "Condition",
        "DiagnosticReport",
        "DocumentReference",
        "Encounter",
        "MedicationAdministration",
        "MedicationRequest",
        "Observation",
        "Patient",
    }


def test_the_same_file_gives_the_same_resources(vocabulary: Vocabulary):
    first, second = (compile_versions(read_authored(PATH), vocabulary) for _ in range(2))
    assert first == second


def test_the_chart_states_where_it_comes_from(chart: Chart):
    assert (chart.subject_id, chart.licence) == ("pt-lindqvist-0093", "open")
    assert chart.source == "authored:pt-lindqvist-0093.yaml"
    assert dict(chart.report.loaded)["Observation"] == 24


def test_a_result_has_code_unit_range_and_flag(at: At):
    result = at("2031-03-11T08:00").get("Observation/lab-20310310T0830-creatinine")
    assert result["code"] == {
        "coding": [{"system": "http://loinc.org", "code": "2160-0", "display": "Creatinine"}],
        "text": "Creatinine",
    }
    assert result["valueQuantity"] == {
        "value": 1.62,
        "unit": "mg/dL",
        "system": "http://unitsofmeasure.org",
        "code": "mg/dL",
    }
    low, high = (result["referenceRange"][0][bound]["value"] for bound in ("low", "high"))
    assert (low, high) == (0.5, 1.1)  # hers; a man's is 0.7 to 1.3
    assert flag(result) == "H"
    assert result["specimen"] == {"display": "Blood"}
    assert result["effectiveDateTime"] == "2031-03-10T08:30:00-05:00"


def flag(resource) -> str | None:
    held = resource.get("interpretation")
    return held[0]["coding"][0]["code"] if held else None


def test_flags_reach_critical_and_stop_where_there_is_no_interval(at: At):
    view = at("2031-03-12T07:10")
    assert flag(view.get("Observation/lab-20310312T0600-potassium")) == "HH"
    assert flag(view.get("Observation/lab-20310310T0830-hemoglobin")) == "L"
    assert flag(view.get("Observation/lab-20301105T1010-potassium")) == "N"
    assert flag(view.get("Observation/lab-20310310T0900-sodium-urine")) is None
    assert flag(view.get("Observation/vital-20310310T0815-systolic-bp")) == "L"


def test_a_value_below_what_is_measured_keeps_its_comparator(at: At):
    result = at("2031-03-11T08:00").get("Observation/lab-20310310T0830-troponin-t-hs")
    assert result["valueQuantity"]["comparator"] == "<"
    assert result["valueQuantity"]["value"] == 6
    assert flag(result) == "N"


def test_a_text_result_has_neither_range_nor_unit(at: At):
    result = at("2031-03-11T08:00").get("Observation/lab-20310310T0900-urine-nitrite")
    assert result["valueString"] == "Positive"
    assert "referenceRange" not in result


def test_susceptibilities_are_components_of_the_culture(at: At):
    culture = at("2031-03-12T14:00").get("Observation/mic-1")
    assert [
        (
            one["code"]["text"],
            flag(one),
            one["valueQuantity"].get("comparator"),
            one["valueQuantity"]["value"],
        )
        for one in culture["component"]
    ] == [
        ("Ceftriaxone susceptibility", "S", "<=", 0.25),
        ("Ciprofloxacin susceptibility", "R", None, 4.0),
    ]


def test_no_growth_is_said(at: At):
    assert at("2031-03-15T09:00").get("Observation/mic-2")["valueString"] == "No growth"


def test_a_dose_as_needed_is_so(at: At):
    dosage = at("2031-03-11T08:00").get("MedicationRequest/ord-apap")["dosageInstruction"][0]
    assert dosage["asNeededBoolean"] is True
    assert dosage["timing"]["code"]["text"] == "PRN every 6 hours"


def document() -> dict:
    return yaml.safe_load(PATH.read_text(encoding="utf-8"))


def refused(tmp_path: Path, held: object, vocabulary: Vocabulary) -> str:
    path = tmp_path / "pt-x.yaml"
    path.write_text(
        held if isinstance(held, str) else yaml.safe_dump(held, sort_keys=False), encoding="utf-8"
    )
    with pytest.raises(ChartError) as error:
        load_authored(path, vocabulary)
    message = str(error.value)
    assert message.startswith("pt-x.yaml")
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("part", "index", "change", "said"),
    [
        ("results", 0, {"values": {"kreatinin": 1}}, "'kreatinin' is no analyte"),
        ("results", 0, {"encounter": "enc-9"}, "encounter 'enc-9' is not in the chart"),
        ("results", 0, {"issued": "2030-11-05T10:00"}, "issued 2030-11-05T10:00:00 is before at"),
        ("results", 2, {"values": {"urine_nitrite": 1}}, "urine_nitrite is a text result"),
        (
            "results",
            0,
            {"notes": {"sodium": {"comment": "x"}}},
            "a note on 'sodium', which has no value",
        ),
        ("vitals", 0, {"values": {"creatinine": 1}}, "'creatinine' is no vital sign"),
        ("encounters", 1, {"end": "2031-03-01T00:00"}, "end 2031-03-01T00:00:00 is before start"),
        ("encounters", 2, {"disposition": "Home"}, "disposition of a stay that has no end"),
        ("encounters", 1, {"id": "enc-1"}, "id 'enc-1' is used 2 times"),
        ("orders", 0, {"drug": "zonulinex"}, "'zonulinex' is no drug"),
        ("orders", 1, {"stop": "2031-03-09T00:00"}, "stop 2031-03-09T00:00:00 is before its start"),
        ("administrations", 0, {"order": "ord-9"}, "order 'ord-9' is not in the chart"),
        (
            "administrations",
            0,
            {"doses": ["2031-03-10T10:00"]},
            "a dose at 2031-03-10T10:00:00 is before written",
        ),
        ("cultures", 0, {"preliminary": None}, "preliminary and preliminary_issued go together"),
        (
            "notes",
            0,
            {"signed": "2031-03-10T09:00"},
            "signed 2031-03-10T09:00:00 is before written",
        ),
        ("problems", 0, {"key": "zonulosis"}, "'zonulosis' is not in the vocabulary"),
        ("notes", 0, {"colour": "blue"}, "notes.0.colour: Extra inputs are not permitted"),
        ("results", 0, {"at": "2030-11-05T10:10:00Z"}, "write local time without an offset"),
    ],
)
def test_a_contradiction_is_named_with_its_place(
    tmp_path: Path, vocabulary: Vocabulary, part: str, index: int, change: dict, said: str
):
    held = document()
    held[part][index] |= change
    assert said in refused(tmp_path, held, vocabulary)


def test_an_order_that_ended_changes_no_more(tmp_path: Path, vocabulary: Vocabulary):
    held = document()
    held["orders"][2]["events"].append({"at": "2031-03-13T00:00", "status": "active"})
    assert "active after it had ended" in refused(tmp_path, held, vocabulary)


def test_one_value_stated_twice_is_refused(tmp_path: Path, vocabulary: Vocabulary):
    held = document()
    held["results"].append(held["results"][0])
    assert "Observation/lab-20301105T1010-creatinine" in refused(tmp_path, held, vocabulary)


def test_what_is_not_yaml_is_said_in_one_line(tmp_path: Path, vocabulary: Vocabulary):
    assert "is not YAML" in refused(tmp_path, "a: [1,\nb: }", vocabulary)
    assert "timezone: 'Mars/Olympus'" in refused(
        tmp_path, document() | {"timezone": "Mars/Olympus"}, vocabulary
    )


def test_a_folder_of_charts_loads_each_once(vocabulary: Vocabulary):
    source = AuthoredSource(FIXTURES, vocabulary)
    assert source.subject_ids() == ("pt-lindqvist-0093",)
    assert source.chart("pt-lindqvist-0093") is source.chart("pt-lindqvist-0093")
    with pytest.raises(RecordError, match="No chart of 'pt-other'"):
        source.chart("pt-other")


def test_a_file_named_for_another_patient_is_refused(tmp_path: Path, vocabulary: Vocabulary):
    (tmp_path / "pt-other.yaml").write_text(PATH.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(ChartError, match="the file must bear its name"):
        AuthoredSource(tmp_path, vocabulary).chart("pt-other")
