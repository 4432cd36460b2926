"""The generated export beside the checkout (`../shared/data/clinosim-fhir-r4`); skipped where it is not."""

import base64
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fhir.resources.R4B import get_fhir_model_class

from inspect_physassist.chart.frozen import thaw
from inspect_physassist.chart.record import Chart, ChartView
from inspect_physassist.chart.search import (
    search_administrations,
    search_conditions,
    search_documents,
    search_encounters,
    search_medication_requests,
    search_observations,
    search_reports,
)
from inspect_physassist.chart.sources import RecordSource, open_source
from inspect_physassist.chart.times import parse_span

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "clinosim-fhir-r4"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not FOLDER.is_dir(), reason="no ../shared/data/clinosim-fhir-r4 beside the checkout"
    ),
]

LARGEST = "pt-b1bfc57d4b68"
# Patient, stay, a moment halfway through it.
STAYS = [
    ("pt-ef679fed79cf", "enc-050d5117e1fa", "2025-01-23T12:00"),
    ("pt-20f3c935df96", "enc-10ca63385669", "2025-02-25T12:00"),
    ("pt-28f2867a821a", "enc-b52e5dd30726", "2025-01-26T12:00"),
    ("pt-b1bfc57d4b68", "enc-5754fbeb030c", "2025-03-15T12:00"),
    ("pt-9f48ba8ab50e", "enc-650de6bbec63", "2025-03-05T12:00"),
]
# Ends that were planned or agreed, and so known before they came.
PLANNED = re.compile(r"boundsPeriod|validityPeriod|^Coverage|occurrenceDateTime")


@pytest.fixture(scope="module")
def source() -> RecordSource:
    return open_source(FOLDER)


def at(chart: Chart, text: str) -> ChartView:
    return chart.as_of(datetime.fromisoformat(text).replace(tzinfo=UTC))


def dates_in(value, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from dates_in(item, f"{path}.{key}")
    elif isinstance(value, list):
        for item in value:
            yield from dates_in(item, path)
    elif isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}(T.*)?", value):
        yield path, value


def texts(view: ChartView) -> Iterator[str]:
    for note in view.resources("DocumentReference"):
        yield note.get("description", "")
        for item in note["content"]:
            yield base64.b64decode(item["attachment"]["data"]).decode()
    for impression in view.resources("ClinicalImpression"):
        yield impression["description"]


def test_all_twelve_patients_load_and_every_change_is_counted(source: RecordSource):
    assert len(source.subject_ids()) == 12
    reports = [source.chart(subject).report for subject in source.subject_ids()]
    total = sum(reports[1:], reports[0])
    loaded = {
        kind: total.loaded[kind]
        for kind in ("Observation", "Encounter", "MedicationAdministration")
    }
    assert loaded == {"Observation": 11103, "Encounter": 65, "MedicationAdministration": 2224}
    assert total.loaded["DocumentReference"] == 536 + 172
    assert total.repaired["Composition shown as a document"] == 172
    assert total.repaired["report issued before its results, issued with them"] == 127
    assert total.repaired["report without a code named from its text"] == 10
    assert total.repaired["laboratory category added"] == 24
    assert total.repaired["length of stay withheld from a note"] == 382 + 138  # notes, impressions
    assert total.noted["order still active after its stay ended"] == 239
    assert dict(total.set_aside) == {
        "condition undated, or a discharge diagnosis of a stay that has not ended": 1
    }
    assert total.problems == ()


def test_what_is_shown_is_valid_r4(source: RecordSource):
    for subject, _, moment in STAYS:
        view = at(source.chart(subject), moment)
        for kind, rows in view.snapshot.rows.items():
            model = get_fhir_model_class(kind)
            for row in rows[:40]:
                shown = model.model_validate(thaw(row.resource))
                assert (shown.get_resource_type(), shown.id) == (kind, row.resource["id"])


@pytest.mark.parametrize(("subject", "stay", "moment"), STAYS)
def test_halfway_through_a_stay_nothing_tells_how_it_ended(
    source: RecordSource, subject: str, stay: str, moment: str
):
    view = at(source.chart(subject), moment)
    shown = view.get(f"Encounter/{stay}")
    assert shown["status"] == "in-progress"
    assert "end" not in shown["period"]
    assert "length" not in shown
    assert "dischargeDisposition" not in shown.get("hospitalization", {})
    roles = {one["use"]["coding"][0]["code"] for one in shown.get("diagnosis", ())}
    assert roles <= {"AD", "CM"}
    assert not any(re.search(r"LOS\s+\d|Day \d+ of \d+ inpatient", text) for text in texts(view))
    assert search_documents(view, type_code="18842-5", hadm_id=stay).matched == 0
    assert search_documents(view, keyword="death").matched == 0
    for rows in view.snapshot.rows.values():
        for row in rows:
            for path, text in dates_in(row.resource, row.reference.partition("/")[0]):
                if not PLANNED.search(path):
                    assert parse_span(text, UTC).start <= view.now, (row.reference, path)


@pytest.mark.parametrize(("subject", "stay", "moment"), STAYS)
def test_a_discharge_summary_is_there_after_the_stay(
    source: RecordSource, subject: str, stay: str, moment: str
):
    chart = source.chart(subject)
    end = parse_span(
        chart.as_of(datetime(2026, 1, 1, tzinfo=UTC)).get(f"Encounter/{stay}")["period"]["end"], UTC
    )
    assert search_documents(chart.as_of(end.start), type_code="18842-5", hadm_id=stay).matched == 1
    assert (
        search_documents(
            chart.as_of(end.start - timedelta(minutes=1)), type_code="18842-5", hadm_id=stay
        ).matched
        == 0
    )


def test_the_patient_who_died_is_alive_until_then(source: RecordSource):
    chart = source.chart("pt-20f3c935df96")
    before = at(chart, "2025-03-01T00:47").patient()
    assert (before["active"], before["deceasedBoolean"]) == (True, False)
    assert "deceasedDateTime" in at(chart, "2025-03-02T00:00").patient()


def test_searches_find_what_the_export_calls_otherwise(source: RecordSource):
    view = at(source.chart(LARGEST), "2025-03-20T12:00")
    for code in ("Creatinine", "Cr", "2160-0", "肌酐"):
        assert search_observations(view, code=code).matched == 17, code
    assert (
        search_observations(view, code="blood pressure").matched
        == search_observations(view, code="systolic").matched
        > 0
    )
    assert (
        search_observations(view, code="NEWS2").matched
        == search_observations(view, code="National Early Warning Score 2 total").matched
        > 0
    )
    assert search_administrations(view, medication="Ancef").matched == 55
    assert search_medication_requests(view, medication="opioid").matched == 2
    assert search_reports(view, report_type="radiology").matched == 2
    assert search_documents(view, type_code="nurse note").matched == 54
    assert search_conditions(view, code="burn").matched == 0  # the term is `Burns`
    assert search_conditions(view, code="burns").matched == 1
    assert search_encounters(view, status="in-progress").matched == 1
