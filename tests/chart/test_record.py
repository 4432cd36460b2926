import copy
import json
import pickle
from datetime import UTC, datetime, timedelta

import pytest

from inspect_physassist.chart.record import Chart, ChartError, LoadReport, Version

START = datetime(2031, 3, 10, 8, tzinfo=UTC)


def patient() -> Version:
    return Version(datetime(1, 1, 1, tzinfo=UTC), {"resourceType": "Patient", "id": "p"})


def observation(identifier: str, hour: int, **elements) -> Version:
    at = START + timedelta(hours=hour)
    resource = {
        "resourceType": "Observation",
        "id": identifier,
        "effectiveDateTime": at.isoformat(),
        "code": {"text": "Creatinine"},
    }
    return Version(at, resource | elements)


def view_at(hour: float, *versions: Version):
    return Chart("p", [patient(), *versions]).as_of(START + timedelta(hours=hour))


def test_a_version_is_visible_from_the_very_moment_it_was_known():
    assert view_at(0.99, observation("o", 1)).get("Observation/o") is None
    assert view_at(1, observation("o", 1)).get("Observation/o") is not None


def test_the_newest_version_known_by_then_counts():
    preliminary = observation("o", 1, status="preliminary")
    final = observation("o", 3, status="final")
    assert view_at(2.9, final, preliminary).get("Observation/o")["status"] == "preliminary"
    assert view_at(3, final, preliminary).get("Observation/o")["status"] == "final"


def test_resources_come_newest_first_then_latest_issued_then_by_id():
    def issued(identifier: str, at: str) -> Version:
        return observation(identifier, 1, issued=at)

    view = view_at(
        9,
        issued("b", "2031-03-10T10:00:00Z"),
        issued("a", "2031-03-10T10:00:00Z"),
        issued("c", "2031-03-10T11:00:00Z"),
        observation("d", 0, issued="2031-03-10T16:00:00Z"),
    )
    assert [one["id"] for one in view.resources("Observation")] == ["c", "a", "b", "d"]


def test_a_reference_to_what_is_not_known_yet_goes_whole():
    report = Version(
        START,
        {
            "resourceType": "DiagnosticReport",
            "id": "r",
            "result": [
                {"reference": "Observation/early"},
                {"reference": "Observation/late", "display": "Troponin, high"},
            ],
            "media": [{"comment": "film", "link": {"reference": "Observation/late"}}],
        },
    )
    chart = Chart("p", [patient(), report, observation("early", -1), observation("late", 5)])
    before = chart.as_of(START).get("DiagnosticReport/r")
    assert before == {
        "resourceType": "DiagnosticReport",
        "id": "r",
        "result": [{"reference": "Observation/early"}],
    }
    assert chart.as_of(START + timedelta(hours=5)).get("DiagnosticReport/r") == report.resource


def test_a_reference_to_what_no_chart_holds_stays_and_leads_nowhere():
    held = observation("o", 0, performer=[{"reference": "Practitioner/unknown"}])
    view = view_at(1, held)
    assert view.get("Observation/o")["performer"] == [{"reference": "Practitioner/unknown"}]
    assert view.get("Practitioner/unknown") is None


def test_an_absolute_or_versioned_reference_is_followed():
    view = view_at(1, observation("o", 0))
    assert view.get("https://fhir.example.org/Observation/o/_history/3")["id"] == "o"
    assert view.get("nonsense") is None


def test_what_one_view_adds_no_other_sees():
    chart = Chart("p", [patient()])
    one, other = chart.as_of(START), chart.as_of(START)
    one.add({"resourceType": "Flag", "id": "f", "period": {"start": START.isoformat()}})
    assert [flag["id"] for flag in one.resources("Flag")] == ["f"]
    assert one.get("Flag/f")["id"] == "f"
    assert [flag["id"] for flag in one.created] == ["f"]
    assert other.resources("Flag") == ()
    assert other.get("Flag/f") is None
    assert chart.as_of(START).get("Flag/f") is None


def test_views_of_the_same_clock_share_their_base():
    chart = Chart("p", [patient(), observation("o", 0)])
    assert chart.as_of(START).snapshot is chart.as_of(START).snapshot


def test_a_resource_cannot_be_changed_through_a_view():
    resource = view_at(1, observation("o", 0)).get("Observation/o")
    with pytest.raises(TypeError, match="read-only"):
        resource["status"] = "amended"
    with pytest.raises(TypeError, match="read-only"):
        resource["code"]["text"] = "Potassium"
    with pytest.raises(TypeError, match="read-only"):
        resource.update(status="amended")


def test_a_resource_is_plain_json_to_whoever_reads_it():
    resource = view_at(1, observation("o", 0)).get("Observation/o")
    plain = json.loads(json.dumps(resource))
    assert plain == resource
    assert type(copy.deepcopy(resource)) is dict
    assert pickle.loads(pickle.dumps(resource)) == resource


def test_a_clock_without_an_offset_is_refused():
    with pytest.raises(ValueError, match="aware"):
        Chart("p", [patient()]).as_of(datetime(2031, 3, 10))  # noqa: DTZ001
    with pytest.raises(ValueError, match="aware"):
        Version(datetime(2031, 3, 10), {})  # noqa: DTZ001


def test_a_chart_without_its_patient_is_refused():
    with pytest.raises(ChartError, match="no Patient/p"):
        Chart("p", [observation("o", 0)], source="ward export")


def test_load_reports_add_up():
    one = LoadReport.of({"Observation": 2}, {"a": 1}, {}, {}, ("f:1: not JSON",))
    other = LoadReport.of({"Observation": 1, "Flag": 1}, {"a": 2}, {"undated": 1}, {}, ())
    total = one + other
    assert dict(total.loaded) == {"Flag": 1, "Observation": 3}
    assert dict(total.repaired) == {"a": 3}
    assert dict(total.set_aside) == {"undated": 1}
    assert total.problems == ("f:1: not JSON",)
