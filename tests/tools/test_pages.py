from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fhir.resources.R4B.bundle import Bundle

from inspect_physassist.chart.fhir import attachment, loinc
from inspect_physassist.chart.record import Chart, ChartView, Version
from inspect_physassist.terms.vocabulary import Vocabulary
from inspect_physassist.tools.bundle import bundle_page
from inspect_physassist.tools.render import Found, compact_page, size

NOW = datetime(2031, 3, 12, 12, 0, tzinfo=UTC)
INSPECT_LIMIT = 16 * 1024


def potassium(number: int) -> dict[str, Any]:
    at = (NOW - timedelta(hours=number)).isoformat()
    return {
        "resourceType": "Observation",
        "id": f"k-{number:04}",
        "status": "final",
        "code": loinc("2823-3", "Potassium"),
        "effectiveDateTime": at,
        "valueQuantity": {"value": 4.1, "unit": "mmol/L"},
        "note": [{"text": "Checked by hand and repeated on a second analyser. " * 3}],
    }


def note(number: int, text: str) -> dict[str, Any]:
    at = NOW - timedelta(hours=number)
    return {
        "resourceType": "DocumentReference",
        "id": f"n-{number}",
        "status": "current",
        "type": loinc("11506-3", "Progress note"),
        "date": at.isoformat(),
        "content": [{"attachment": attachment(text, "Progress note")}],
    }


@pytest.fixture
def view() -> ChartView:
    patient = {"resourceType": "Patient", "id": "p1", "birthDate": "1960-01-01"}
    return Chart(
        "p1", [Version(NOW - timedelta(days=1), patient)], vocabulary=Vocabulary(())
    ).as_of(NOW)


@pytest.mark.parametrize("page", [compact_page, bundle_page])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_never_reaches_inspects_cut_and_says_what_it_left_out(
    view: ChartView, page: Any, language: Any
) -> None:
    results = [potassium(number) for number in range(100)]
    text, shown = page(
        view, language, Found(results, matched=250, count=100, narrowing=("date_from",))
    )
    assert size(text) < INSPECT_LIMIT
    assert shown == results[: len(shown)]
    assert 0 < len(shown) < 100
    said = (
        f"{len(shown)} of 250 shown"
        if language == "en"
        else f"共 250 条，因篇幅所限显示 {len(shown)} 条"
    )
    assert said in text


def test_one_more_entry_would_not_have_fitted(view: ChartView) -> None:
    results = [potassium(number) for number in range(100)]
    text, _ = compact_page(view, "en", Found(results, matched=100))
    longest_line = max(size(line) for line in text.splitlines()) + 1
    assert size(text) + longest_line > 15_000


def test_several_long_notes_are_each_cut_and_say_so(view: ChartView) -> None:
    notes = [note(number, "word " * 2_000) for number in range(2)]
    text, shown = compact_page(view, "en", Found(notes, matched=2))
    assert len(shown) == 2
    assert text.count("[cut at 6000 of 9999 characters; narrow with keyword]") == 2


def test_notes_without_room_for_their_text_are_listed_by_title(view: ChartView) -> None:
    notes = [note(number, "word " * 1_000) for number in range(4)]
    text, shown = compact_page(view, "en", Found(notes, matched=4))
    assert shown == notes[:2]
    assert text.endswith(
        "Also found, titles only:\n"
        "2031-03-12 10:00  Progress note  current  [DocumentReference/n-2]\n"
        "2031-03-12 09:00  Progress note  current  [DocumentReference/n-3]"
    )


def test_a_lone_long_note_is_shown_further(view: ChartView) -> None:
    text, _ = compact_page(view, "en", Found([note(1, "word " * 2_000)], matched=1))
    assert "cut at" not in text


@pytest.mark.parametrize("page", [compact_page, bundle_page])
def test_a_note_in_three_byte_characters_still_fits(view: ChartView, page: Any) -> None:
    text, shown = page(view, "zh", Found([note(1, "病" * 30_000)], matched=1))
    assert len(shown) == 1
    assert size(text) < INSPECT_LIMIT
    assert "正文共 30000 字符" in text


def test_with_a_keyword_the_text_around_it_is_shown(view: ChartView) -> None:
    long = "filler " * 3_000 + "The valve leaks. " + "filler " * 3_000
    text, _ = compact_page(view, "en", Found([note(1, long)], matched=1, keyword="valve"))
    assert "The valve leaks." in text
    assert "around `valve`" in text


def test_a_lone_entry_that_is_too_long_is_clipped_and_says_so(view: ChartView) -> None:
    plan = {"resourceType": "CarePlan", "id": "c1", "status": "active", "description": "x" * 40_000}
    text, shown = compact_page(view, "en", Found([plan], matched=1))
    assert shown == [plan]
    assert size(text) < INSPECT_LIMIT
    assert "[CarePlan/c1]" in text
    assert "[cut at 2500 of " in text


def test_a_report_without_a_text_shows_the_results_it_refers_to() -> None:
    patient = {"resourceType": "Patient", "id": "p1"}
    report = {
        "resourceType": "DiagnosticReport",
        "id": "r1",
        "status": "final",
        "code": {"text": "Electrolytes"},
        "effectiveDateTime": NOW.isoformat(),
        "result": [{"reference": "Observation/k-0000"}, {"reference": "Observation/unknown"}],
    }
    versions = [Version(NOW, one) for one in (patient, potassium(0), report)]
    view = Chart("p1", versions, vocabulary=Vocabulary(())).as_of(NOW)
    text, _ = compact_page(view, "en", Found([report], matched=1))
    assert "  2031-03-12 12:00  Potassium 4.1 mmol/L  final" in text
    assert "unknown" not in text


def test_bundle_is_a_valid_r4_searchset_and_says_what_it_left_out(view: ChartView) -> None:
    found = Found(
        [potassium(0)], matched=3, count=1, remarks=("Shown: blood.",), narrowing=("date_from",)
    )
    bundle = json.loads(bundle_page(view, "en", found).text)
    Bundle.model_validate(bundle)
    assert (bundle["type"], bundle["total"]) == ("searchset", 3)
    assert [entry["search"]["mode"] for entry in bundle["entry"]] == ["match", "outcome"]
    assert [issue["diagnostics"] for issue in bundle["entry"][1]["resource"]["issue"]] == [
        "1 of 3 shown, newest first; narrow with date_from or raise _count.",
        "Record as of 2031-03-12 12:00 (local time, UTC+00:00).",
        "Shown: blood.",
    ]


def test_empty_bundle_is_valid_and_says_why(view: ChartView) -> None:
    bundle = json.loads(
        bundle_page(view, "en", Found((), matched=0, remarks=("Nearest: K.",))).text
    )
    Bundle.model_validate(bundle)
    assert bundle["total"] == 0
    assert [issue["diagnostics"] for issue in bundle["entry"][0]["resource"]["issue"]][:2] == [
        "Nothing found.",
        "Nearest: K.",
    ]


def test_bundle_shows_a_notes_text_readably(view: ChartView) -> None:
    bundle = json.loads(
        bundle_page(view, "en", Found([note(1, "K < 3.5 & falling")], matched=1)).text
    )
    Bundle.model_validate(bundle)
    document = bundle["entry"][0]["resource"]
    assert "K &lt; 3.5 &amp; falling" in document["text"]["div"]
    assert "data" not in document["content"][0]["attachment"]
