"""The five patient tools: what is put to the patient, and what its answer comes to."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

from inspect_physassist.patient.reply import Reply
from inspect_physassist.session.model import InterviewTool
from inspect_physassist.tools.outcome import ToolOutcome

_QUESTION: Mapping[str, str] = MappingProxyType(
    {"patient.get_symptom_history": "query", "patient.get_medication_adherence": "drug"}
)


def question_of(tool: str, arguments: Mapping[str, Any]) -> tuple[InterviewTool, str | None]:
    """The interview tool and its question; None for the tools that take none."""
    argument = _QUESTION.get(tool)
    return cast(InterviewTool, tool), arguments.get(argument, "") if argument else None


def outcome_of(reply: Reply) -> ToolOutcome:
    """The outcome of an interview call; a patient who does not know has answered with nothing."""
    return ToolOutcome(
        status="ok" if reply.fact_ids else "empty",
        text=reply.text,
        fact_ids=reply.fact_ids,
        unanswered=reply.unanswered,
    )
