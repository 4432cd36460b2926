"""What a patient's answer is, and what a patient can be asked, whoever voices it."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Protocol

from inspect_physassist.session.model import InterviewTool


@dataclass(frozen=True)
class Reply:
    """The patient's answer to one interview call."""

    text: str
    fact_ids: tuple[str, ...] = ()
    unanswered: bool = False


class Patient(Protocol):
    """A voice for the patient: scripted, live or replayed. It remembers what it said."""

    def ask(self, tool: InterviewTool, question: str | None) -> Reply | Awaitable[Reply]:
        """Answer one interview call; `question` is None for the tools that take none."""
        ...
