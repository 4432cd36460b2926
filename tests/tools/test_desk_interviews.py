from __future__ import annotations

from collections.abc import Callable

import pytest

from inspect_physassist.patient.reply import Reply
from inspect_physassist.session.model import InterviewTool
from inspect_physassist.tools.desk import Desk

Make = Callable[..., Desk]


def test_patient_answers_in_the_desks_language(desk: Make) -> None:
    outcome = desk(language="zh").call(
        "patient_get_symptom_history", {"query": "How are you feeling?"}
    )
    assert (outcome.status, outcome.text, outcome.fact_ids) == ("ok", "我恶心。", ("nausea",))


def test_what_no_fact_covers_is_unanswered_and_empty(desk: Make) -> None:
    outcome = desk().call("patient.get_medication_adherence", {"drug": "ceftriaxone"})
    assert (outcome.status, outcome.unanswered, outcome.fact_ids) == ("empty", True, ())


@pytest.mark.parametrize("query", ["", "  "])
def test_empty_question_is_a_general_one(desk: Make, query: str) -> None:
    assert desk().call("patient.get_symptom_history", {"query": query}).fact_ids == ("nausea",)


def test_question_that_is_left_out_is_refused(desk: Make) -> None:
    assert desk().call("patient.get_symptom_history", {}).reason == "missing_argument"


def test_second_interview_remembers_the_first(desk: Make) -> None:
    at = desk()
    at.call("patient.get_symptom_history", {"query": ""})
    assert (
        at.call("patient.get_symptom_history", {"query": ""}).text == "As I told you: I feel sick."
    )


class _Live:
    async def ask(self, tool: InterviewTool, question: str | None) -> Reply:
        return Reply(text=f"{tool} {question}")


async def test_a_patient_that_answers_asynchronously_is_awaited(desk: Make) -> None:
    outcome = await desk(patient=_Live()).acall("patient.get_social_history", {})
    assert outcome.text == "patient.get_social_history None"


def test_a_patient_that_answers_asynchronously_needs_acall(desk: Make) -> None:
    with pytest.raises(TypeError, match="acall"):
        desk(patient=_Live()).call("patient.get_social_history", {})
