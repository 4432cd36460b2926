"""What the fixture chart shows at a time, and that it never shows more."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from inspect_physassist.chart import search
from inspect_physassist.chart.record import Chart, Version
from inspect_physassist.chart.sources.authored import compile_versions, read_authored
from inspect_physassist.chart.times import parse_span
from inspect_physassist.terms.vocabulary import Vocabulary

from .conftest import CHICAGO, FIXTURES, At, ids, vocabulary


def statuses(view, reference: str) -> str | None:
    found = view.get(reference)
    return found and found["status"]


def test_a_stay_under_way_has_no_end_and_no_disposition(at: At):
    stay = at("2031-03-12T08:00").get("Encounter/enc-2")
    assert stay["status"] == "in-progress"
    assert stay["period"] == {"start": "2031-03-10T08:00:00-05:00"}
    assert "hospitalization" not in stay
    after = at("2031-03-16T12:00").get("Encounter/enc-2")
    assert after["status"] == "finished"
    assert after["period"]["end"] == "2031-03-16T12:00:00-05:00"
    assert after["hospitalization"]["dischargeDisposition"]["text"] == "Home with home health"


def test_a_stay_does_not_exist_before_it_starts(at: At):
    assert at("2031-03-10T07:59").get("Encounter/enc-2") is None
    assert ids(search.search_encounters(at("2031-03-10T07:59"))) == ["enc-1"]


def test_a_result_appears_when_issued_and_not_when_collected(at: At):
    assert at("2031-03-12T07:09").get("Observation/lab-20310312T0600-creatinine") is None
    assert at("2031-03-12T07:10").get("Observation/lab-20310312T0600-creatinine") is not None


def test_a_panel_without_an_issue_time_is_issued_45_minutes_after_collection(at: At):
    assert at("2031-03-10T09:14").get("Observation/lab-20310310T0830-creatinine") is None
    found = at("2031-03-10T09:15").get("Observation/lab-20310310T0830-creatinine")
    assert found["issued"] == "2031-03-10T09:15:00-05:00"


def test_vital_signs_appear_at_once(at: At):
    assert at("2031-03-10T08:15").get("Observation/vital-20310310T0815-heart-rate") is not None


def test_a_correction_replaces_the_preliminary_value_when_issued(at: At):
    reference = "Observation/lab-20310312T0600-potassium"
    first = at("2031-03-12T08:59").get(reference)
    assert (first["status"], first["valueQuantity"]["value"]) == ("preliminary", 6.6)
    corrected = at("2031-03-12T09:00").get(reference)
    assert (corrected["status"], corrected["valueQuantity"]["value"]) == ("corrected", 4.6)


def test_a_culture_is_registered_then_preliminary_then_final(at: At):
    shown = [
        (one["status"], one.get("valueString"), len(one.get("component", ())))
        for one in (
            at(f"2031-03-{day}").get("Observation/mic-1")
            for day in ("10T09:00", "11T10:00", "12T14:00")
        )
    ]
    assert shown == [
        ("registered", None, 0),
        ("preliminary", "Gram-negative rods, more than 100000 CFU/mL.", 0),
        ("final", "Escherichia coli, more than 100000 CFU/mL", 2),
    ]
    assert at("2031-03-11T09:59").get("DiagnosticReport/mic-1") is None


def test_an_order_that_stops_later_is_active(at: At):
    assert statuses(at("2031-03-12T09:00"), "MedicationRequest/ord-cip") == "active"
    stopped = at("2031-03-12T15:00").get("MedicationRequest/ord-cip")
    assert stopped["status"] == "stopped"
    assert stopped["statusReason"]["text"] == "Isolate is resistant"
    assert stopped["note"] == [
        {"time": "2031-03-12T15:00:00-05:00", "text": "stopped: Isolate is resistant"}
    ]


def test_an_order_on_hold_can_resume(at: At):
    times = ("2031-03-10T09:59", "2031-03-10T10:00", "2031-03-12T10:00")
    shown = [statuses(at(time), "MedicationRequest/ord-home") for time in times]
    assert shown == ["active", "on-hold", "active"]
    assert "statusReason" not in at("2031-03-12T10:00").get("MedicationRequest/ord-home")


def test_an_order_is_completed_when_its_planned_stop_passes(at: At):
    before = at("2031-03-13T09:59").get("MedicationRequest/ord-ctx")
    assert before["status"] == "active"
    bounds = before["dosageInstruction"][0]["timing"]["repeat"]["boundsPeriod"]
    assert bounds["end"] == "2031-03-13T10:00:00-05:00"
    assert statuses(at("2031-03-13T10:00"), "MedicationRequest/ord-ctx") == "completed"


def test_a_problem_that_abates_later_is_active(at: At):
    before = at("2031-03-14T08:00").get("Condition/prb-2")
    assert before["clinicalStatus"]["coding"][0]["code"] == "active"
    assert "abatementDateTime" not in before
    after = at("2031-03-15T08:00").get("Condition/prb-2")
    assert after["clinicalStatus"]["coding"][0]["code"] == "resolved"
    assert after["abatementDateTime"] == "2031-03-15T08:00:00-05:00"


def test_a_note_appears_when_signed(at: At):
    assert at("2031-03-17T08:59").get("DocumentReference/note-2") is None
    assert (
        at("2031-03-17T09:00").get("DocumentReference/note-2")["date"]
        == "2031-03-17T09:00:00-05:00"
    )


def test_a_care_plan_that_ends_later_is_active(at: At):
    before = at("2031-03-14T08:00").get("CarePlan/cp-1")
    assert (before["status"], before["period"]) == (
        "active",
        {"start": "2031-03-13T14:00:00-05:00"},
    )
    after = at("2031-03-16T12:00").get("CarePlan/cp-1")
    assert (after["status"], after["period"]["end"]) == ("completed", "2031-03-16T12:00:00-05:00")


def test_an_allergy_recorded_later_is_not_known(at: At):
    recorded = [one["id"] for one in at("2031-03-12T08:00").resources("AllergyIntolerance")]
    assert recorded == ["alg-1"]


MOMENTS = st.datetimes(
    min_value=datetime(2030, 11, 1),  # noqa: DTZ001
    max_value=datetime(2031, 4, 3),  # noqa: DTZ001
    timezones=st.just(CHICAGO),
)
TYPES = (
    "AllergyIntolerance",
    "CarePlan",
    "Condition",
    "DiagnosticReport",
    "DocumentReference",
    "Encounter",
    "MedicationAdministration",
    "MedicationRequest",
    "Observation",
)
PLANNED = ("boundsPeriod",)


def dates_in(value, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from dates_in(item, f"{path}.{key}")
    elif isinstance(value, list):
        for item in value:
            yield from dates_in(item, path)
    elif isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}T.*", value):
        yield path, value


def everything(view) -> Iterator[dict]:
    far = {"date_from": "2000", "date_to": "2999", "count": 200}
    yield from search.search_observations(view, **far).resources
    for category in search.names.OBSERVATION_CATEGORY:
        yield from search.search_observations(view, category=category, **far).resources
    for code in ("creatinine", "potassium", "blood pressure", "culture", "BMP", "urine nitrite"):
        yield from search.search_observations(view, code=code, **far).resources
    yield from search.search_conditions(view, count=200).resources
    yield from search.search_encounters(view, **far).resources
    yield from search.search_medication_requests(view, **far).resources
    yield from search.search_administrations(view, **far).resources
    yield from search.search_reports(view, **far).resources
    yield from search.search_documents(view, **far).resources
    yield from search.search_documents(view, keyword="pyelonephritis", **far).resources
    yield from search.search_care_plans(view, count=200).resources
    for kind in TYPES:
        yield from view.resources(kind)


@settings(max_examples=60, deadline=None)
@given(now=MOMENTS)
def test_nothing_known_later_is_reachable(now: datetime):
    chart, versions = _loaded()
    view = chart.as_of(now)
    newest: dict[str, tuple[datetime, dict]] = {}
    for version in versions:
        name = f"{version.resource['resourceType']}/{version.resource['id']}"
        if (
            version.known_from <= now
            and version.known_from >= newest.get(name, (version.known_from, {}))[0]
        ):
            newest[name] = (version.known_from, version.resource)
    for resource in everything(view):
        name = f"{resource['resourceType']}/{resource['id']}"
        assert name in newest
        assert resource.get("status") == newest[name][1].get("status")
        for path, text in dates_in(resource):
            if not any(planned in path for planned in PLANNED) and "CarePlan" not in name:
                assert parse_span(text, CHICAGO).start <= now, (name, path)
    for version in versions:
        name = f"{version.resource['resourceType']}/{version.resource['id']}"
        assert (view.get(name) is None) == (name not in newest)


@settings(max_examples=30, deadline=None)
@given(now=MOMENTS, later=st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=400)))
def test_date_to_narrows_and_never_widens(now: datetime, later: timedelta):
    chart, _ = _loaded()
    view = chart.as_of(now)
    date_to = (now + later).date().isoformat()
    within = search.search_observations(view, date_to=date_to, count=200)
    assert set(ids(within)) <= set(ids(search.search_observations(view, count=200)))


@cache
def _loaded() -> tuple[Chart, tuple[Version, ...]]:
    """The chart and its versions, compiled once: hypothesis calls a test many times."""
    words: Vocabulary = vocabulary.__wrapped__()
    authored = read_authored(FIXTURES / "pt-lindqvist-0093.yaml")
    versions = compile_versions(authored, words)
    return Chart(authored.id, versions, timezone=authored.timezone, vocabulary=words), versions
