"""What happened in one consultation, as it is kept in the sample's store and read by every scorer."""

from __future__ import annotations

from typing import Any, Literal

from inspect_ai.util import StoreModel
from pydantic import BaseModel, Field

from inspect_physassist.tools.outcome import CallStatus, RefusalReason

StopReason = Literal[
    "answered",
    "interrupted",
    "call_limit",
    "empty_answer",
    "max_tokens",
    "model_length",
    "content_filter",
    "model_error",
]


class CallRecord(BaseModel):
    """One tool call of the assistant."""

    id: str
    tool: str = Field(
        description="Canonical name with a dot; the name as sent where it is unknown."
    )
    arguments: dict[str, Any]
    status: CallStatus
    reason: RefusalReason | None = None
    text: str = ""
    resource_ids: list[str] = Field(default_factory=list)
    matched: int = 0
    beyond_clock: bool = False
    created: dict[str, Any] | None = None
    duplicate: bool = False
    fact_ids: list[str] = Field(default_factory=list)
    unanswered: bool = False


class TurnRecord(BaseModel):
    """One physician turn as it went."""

    index: int = Field(ge=0, le=3)
    physician: str
    calls: list[CallRecord] = Field(default_factory=list)
    answer: str = ""
    stop_reason: StopReason = "answered"
    stop_detail: str = ""
    input_tokens: int = 0
    output_tokens: int = 0


class Visit(StoreModel):
    """The whole consultation: settings, turns so far, what the patient has disclosed."""

    session_id: str = ""
    language: Literal["en", "zh"] = "en"
    phrasing: Literal["implicit", "explicit"] = "implicit"
    literacy: Literal["low", "medium", "high"] = "medium"
    turns: list[TurnRecord] = Field(default_factory=list)
    disclosed: list[str] = Field(
        default_factory=list, description="Fact ids given so far, in order."
    )
