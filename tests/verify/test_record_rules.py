"""What the record, the patient and the physician may not give away, and what must be under way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspect_physassist.benchmark import Benchmark
from inspect_physassist.chart.record import Chart, Version
from inspect_physassist.tools.desk import Desk
from inspect_physassist.verify.leaks import hidden_leaks

Edit = Callable[[dict[str, Any]], None]
Complaints = Callable[[str, Edit], list[str]]


def saying(words: str, level: str = "medium", language: str = "en") -> Edit:
    def edit(session: dict[str, Any]) -> None:
        session["facts"][0]["says"][level][language] += words

    return edit


def test_a_fact_may_not_quote_the_answers(complaints: Complaints) -> None:
    def quote(session: dict[str, Any]) -> None:
        session["facts"][0]["says"]["low"]["en"] += " " + session["turns"][1]["reference"]["en"]

    found = complaints("ms-l2-01", quote)
    assert [
        line
        for line in found
        if line.startswith("session ms-l2-01, turn 2: fact own-naproxen at low literacy (en)")
        and line.endswith("contains a sentence of the reference answer")
    ]
    assert [
        line
        for line in complaints("ms-l2-01", saying("参考答案", language="zh"))
        if "fact own-naproxen at medium literacy (zh) contains '参考答案'" in line
    ]


@pytest.mark.parametrize(
    ("note", "complaint"),
    [
        ("See the expected answer.", "DocumentReference/planted of the chart contains"),
        ("{reference}", "contains a sentence of the reference answer"),
    ],
)
def test_a_note_that_no_expected_call_reaches_is_read_too(
    benchmark_shipped: Benchmark, note: str, complaint: str
) -> None:
    session = benchmark_shipped.sessions[0]
    chart = benchmark_shipped.chart(session)
    text = note.format(reference=session.turns[1].reference.en)
    planted = {
        "resourceType": "DocumentReference",
        "id": "planted",
        "status": "current",
        "date": session.now.isoformat(),
        "description": text,
        "content": [{"attachment": {"contentType": "text/plain", "title": text}}],
    }
    versions = [
        Version(session.now, row.resource)
        for row in chart.as_of(session.now).snapshot.by_reference.values()
    ]
    edited = Chart(session.patient, [*versions, Version(session.now, planted)])
    desk = Desk(session=session, chart=edited, language="en")
    assert [line for line in map(str, hidden_leaks(session, desk, "en")) if complaint in line]


def test_the_stay_must_be_under_way(complaints: Complaints) -> None:
    def finished(session: dict[str, Any]) -> None:
        session["encounter"] = "enc-2410"

    found = complaints("dw-l1-01", finished)
    assert (
        "session dw-l1-01: the encounter 'enc-2410' is finished at the clock, not in-progress"
        in found
    )


def test_an_alternative_call_names_a_stay_of_the_chart(complaints: Complaints) -> None:
    def elsewhere(session: dict[str, Any]) -> None:
        session["turns"][0]["calls"][0]["arguments"]["hadm_id"] = "enc-9999"

    found = complaints("dw-l1-01", elsewhere)
    assert [
        line
        for line in found
        if line.startswith("session dw-l1-01, turn 1: ") and "asks for hadm_id 'enc-9999'" in line
    ]


def test_literacy_and_language_do_not_change_the_drug(complaints: Complaints) -> None:
    found = complaints("ms-l2-01", saying(" And ibuprofen."))
    place = "session ms-l2-01: fact own-naproxen at medium literacy names "
    assert f"{place}ibuprofen, which it does not at high literacy" in found
    assert [line for line in found if line.startswith(f"{place}other drugs in English (ibuprofen)")]


def test_a_date_in_another_year_is_not_the_records(complaints: Complaints) -> None:
    def later(session: dict[str, Any]) -> None:
        for language in ("en", "zh"):
            reference = session["turns"][1]["reference"]
            assert "2032-12-06" in reference[language]
            reference[language] = reference[language].replace("2032-12-06", "2031-12-06")

    assert [
        line
        for line in complaints("dw-l1-01", later)
        if "turn 2: the reference answer (en) cites 06 December 2031, which is not" in line
    ]


def test_a_limit_compared_with_needs_a_source(complaints: Complaints) -> None:
    def limit(session: dict[str, Any]) -> None:
        item = next(item for item in session["turns"][2]["rubric"] if item["id"] == "t2-limit")
        item["check"]["compares"]["value"] = 57.0

    assert [
        line
        for line in complaints("dp-l2-01", limit)
        if "turn 3, item t2-limit: its check compares with 57, which is neither" in line
    ]


def test_the_physician_does_not_state_what_is_asked_for(complaints: Complaints) -> None:
    def tell(session: dict[str, Any]) -> None:
        physician = session["turns"][1]["physician"]
        physician["implicit"]["en"] += " Hemoglobin is falling."

    assert [
        line
        for line in complaints("ms-l3-01", tell)
        if "turn 2, item t1-trend: the implicit text (en) meets it already" in line
    ]


def test_a_value_does_not_get_another_results_date(complaints: Complaints) -> None:
    def swap(session: dict[str, Any]) -> None:
        reference = session["turns"][1]["reference"]
        assert "8.1 g/dL on 2038-04-06" in reference["en"]
        reference["en"] = reference["en"].replace(
            "8.1 g/dL on 2038-04-06", "8.1 g/dL on 2038-04-02"
        )

    assert [
        line
        for line in complaints("ms-l3-01", swap)
        if "turn 2: the reference answer (en) dates hemoglobin 8.1 to 02 April 2038, which" in line
    ]
