"""An expected order says what its turn's texts say, and rests on what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Edit = Callable[[dict[str, Any]], None]
Complaints = Callable[[str, Edit], list[str]]


def field(name: str, **spec: Any) -> Edit:
    def edit(session: dict[str, Any]) -> None:
        session["turns"][3]["orders"][0]["fields"][name] = spec

    return edit


def test_a_shipped_session_has_no_complaint(complaints: Complaints) -> None:
    assert complaints("ms-l2-01", lambda session: None) == []


@pytest.mark.parametrize(
    ("session", "edit", "place", "words"),
    [
        (
            "ms-l2-01",
            field("dose", accept=["500 mg"]),
            "turn 4: order vala (en)",
            "dose 500 mg is in neither the reference answer nor a rubric item",
        ),
        (
            "ms-l2-01",
            field("frequency", accept=["q8h"]),
            "turn 4: order vala (en)",
            "frequency q8h contradicts",
        ),
        (
            "ms-l2-01",
            field("route", accept=["IV"]),
            "turn 4: order vala (zh)",
            "route IV contradicts",
        ),
        (
            "ms-l3-01",
            field("route", accept=["PO"]),
            "turn 4: order ppi (en)",
            "route PO contradicts",
        ),
        (
            "ms-l2-01",
            field("medication", accept=["cefazolin"]),
            "turn 4: order vala (en)",
            "neither the reference answer nor a rubric item names cefazolin",
        ),
        (
            "ms-l2-01",
            field("medication", accept=["cefazolin"]),
            "turn 4: order vala (en)",
            "medication cefazolin is not in what the calls return",
        ),
        (
            "dp-l1-01",
            field("duration_days", accept=[90]),
            "turn 4: order o-amlodipine (en)",
            "duration_days 90: 90 is in neither",
        ),
        (
            "dw-l2-01",
            field("target_date", accept=["2036-09-27"]),
            "turn 4: order bhb (en)",
            "target_date 2036-09-27 is in neither",
        ),
        (
            "ms-l2-01",
            field("indication", concepts=["herpes_zoster"], example="Herpes zoster, CrCl 97"),
            "turn 4: order vala (en)",
            "indication cites 97",
        ),
    ],
)
def test_an_order_that_nothing_bears_out_is_named(
    complaints: Complaints, session: str, edit: Edit, place: str, words: str
) -> None:
    assert [line for line in complaints(session, edit) if place in line and words in line]


def test_another_writing_of_the_same_schedule_is_no_contradiction(complaints: Complaints) -> None:
    assert complaints("ms-l2-01", field("dose", accept=["1000 mg"])) == []
    assert complaints("ms-l2-01", field("frequency", accept=["BID"])) == []
    assert complaints("ms-l2-01", field("route", accept=["by mouth"])) == []


def test_an_authors_own_order_does_not_bear_out_the_reference_answer(
    complaints: Complaints,
) -> None:
    def edit(session: dict[str, Any]) -> None:
        turn = session["turns"][3]
        turn["orders"][0]["fields"]["dose"]["accept"] = ["777 mg"]
        for language in ("en", "zh"):
            turn["reference"][language] = turn["reference"][language].replace("1 g", "777 mg")

    assert [
        line
        for line in complaints("ms-l2-01", edit)
        if "turn 4: the reference answer (en) cites 777" in line
    ]
