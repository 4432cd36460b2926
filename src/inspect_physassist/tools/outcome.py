"""What a tool call came to: what the model is shown, and what scoring needs to know."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

CallStatus = Literal["ok", "empty", "refused"]
RefusalReason = Literal[
    "unknown_tool",
    "unknown_argument",
    "missing_argument",
    "bad_argument",
    "other_patient",
    "unparsable",
]


class ToolOutcome(BaseModel):
    """The result of one call of one of the 18 tools."""

    model_config = ConfigDict(frozen=True)

    status: CallStatus
    text: str = Field(description="What the model is shown.")
    reason: RefusalReason | None = Field(default=None, description="Of a refusal.")
    resource_ids: tuple[str, ...] = Field(
        default=(), description="`Type/id` of every resource shown, in order."
    )
    matched: int = Field(
        default=0, ge=0, description="How many resources matched, before `_count`."
    )
    beyond_clock: bool = Field(
        default=False, description="The call asked for dates after the session's clock."
    )
    created: dict[str, Any] | None = Field(
        default=None, description="The R4 resource a write tool created."
    )
    duplicate: bool = Field(default=False, description="A write identical to an earlier order.")
    fact_ids: tuple[str, ...] = Field(
        default=(), description="Facts the patient gave in this reply."
    )
    unanswered: bool = Field(
        default=False, description="The patient was asked for what no fact covers."
    )
