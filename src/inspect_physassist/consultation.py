"""The consultation: four physician turns with one assistant, its tools and one patient."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, partial
from logging import getLogger
from typing import Literal

from inspect_ai.log import transcript
from inspect_ai.model import (
    ChatMessageSystem,
    ChatMessageUser,
    Model,
    ModelOutput,
    get_model,
    model_roles,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolDef
from inspect_ai.util import span, store_as

from inspect_physassist import cards, prompts
from inspect_physassist.benchmark import benchmark_at
from inspect_physassist.session.model import Language, Level, Phrasing, Session
from inspect_physassist.session.portable import from_metadata
from inspect_physassist.tools.catalogue import canonical
from inspect_physassist.tools.desk import Desk
from inspect_physassist.tools.ehr import ObservationFormat
from inspect_physassist.tools.inspect_tools import run_calls, tool_definitions
from inspect_physassist.visit import CallRecord, StopReason, TurnRecord, Visit

logger = getLogger(__name__)

PREPARE = "prepare_to_answer"

_STOP_REASONS: dict[str, StopReason] = {
    "max_tokens": "max_tokens",
    "model_length": "model_length",
    "content_filter": "content_filter",
}


@dataclass(frozen=True)
class Stage:
    """Where a consultation stands. Scripted probe models read it; no assistant under test can."""

    session: Session
    index: int
    language: Language
    phrasing: Phrasing
    desk: Desk


STAGE: ContextVar[Stage] = ContextVar("physassist_stage")


@solver
def consultation(
    *,
    phrasing: Phrasing = "implicit",
    literacy: Level | None = None,
    patient: Literal["scripted"] = "scripted",
    observation_format: ObservationFormat = "compact",
    max_tool_calls: int = 16,
    sessions: str | None = None,
    judged: bool = False,
) -> Solver:
    """Run a session's four turns with the model under test as the assistant.

    Each turn is a span. The model calls tools until it answers, at most `max_tool_calls` times a turn;
    after the last it answers once more without tools. What happened is kept in the sample's `Visit`.

    Args:
        phrasing: The physician's words: as in the paper (`implicit`), or spelt out.
        literacy: The patient's health literacy; None leaves it as the session has it.
        patient: Who answers the interview tools.
        observation_format: What the read tools show: `compact` lines or FHIR R4 JSON (`fhir`).
        max_tool_calls: For each turn; the paper allows 16.
        sessions: The path the task's sessions came from; None for the shipped benchmark.
        judged: Whether the task has the rubric judge; a grader bound to a task without one is warned of.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        if not judged and "grader" in model_roles():
            _warn_unjudged()
        session = from_metadata(state.metadata)
        language: Language = state.metadata["language"]
        desk = Desk(
            session=session,
            chart=benchmark_at(sessions).chart(session),
            language=language,
            literacy=literacy or session.persona.literacy,
            observation_format=observation_format,
        )
        visit = store_as(Visit)
        visit.session_id = session.id
        visit.language = language
        visit.phrasing = phrasing
        visit.literacy = literacy or session.persona.literacy
        state.messages = [ChatMessageSystem(content=_system(session, language, max_tool_calls))]
        tools = tool_definitions(desk)
        model = get_model()
        transcript().info(cards.session_card(session, language, visit.literacy), source="session")
        for index, turn in enumerate(session.turns):
            words = turn.physician.implicit if phrasing == "implicit" else turn.physician.explicit
            STAGE.set(Stage(session, index, language, phrasing, desk))
            async with span(cards.turn_title(index, turn), type="physician"):
                state.messages.append(ChatMessageUser(content=words.in_(language)))
                record = TurnRecord(
                    index=index,
                    physician=words.in_(language),
                    stop_reason="interrupted",
                    stop_detail="a limit or an error ended the sample in this turn",
                )
                try:
                    await _converse(model, state, desk, tools, record, max_tool_calls)
                finally:
                    # Also when a limit ends the sample here: what was called and ordered still counts.
                    visit.turns = [*visit.turns, record]
                    told = (fact for call in record.calls for fact in call.fact_ids)
                    visit.disclosed = list(dict.fromkeys((*visit.disclosed, *told)))
                transcript().info(cards.turn_card(record), source=f"turn {index + 1}")
        state.completed = True
        return state

    return solve


@lru_cache(maxsize=1)
def _warn_unjudged() -> None:
    """Say once that a bound grader will not be asked."""
    logger.warning(
        "a grader is bound, but the task was built before it was, so rubric_judge is not among its scorers; "
        "evaluate by name: eval('inspect_physassist/physassist', model_roles=...), or score the log afterwards "
        "with --scorer inspect_physassist/rubric_judge"
    )


def _system(session: Session, language: Language, max_tool_calls: int) -> str:
    return prompts.SYSTEM.in_(language).format(
        subject_id=session.patient,
        hadm_id=session.encounter,
        now=session.now.isoformat(timespec="minutes"),
        max_tool_calls=max_tool_calls,
    )


async def _converse(
    model: Model,
    state: TaskState,
    desk: Desk,
    tools: list[ToolDef],
    record: TurnRecord,
    max_tool_calls: int,
) -> None:
    """Model and tools by turns until the model answers; fills the record."""
    ready = False
    while True:
        spent = len(record.calls) >= max_tool_calls
        last = ready or spent
        output = await model.generate(
            state.messages, tools=tools, tool_choice="none" if last else "auto"
        )
        state.output = output
        _count_tokens(record, output)
        if not output.choices:
            record.stop_reason = "model_error"
            record.stop_detail = output.error or "the model returned no message"
            return
        message = output.message
        state.messages.append(message)
        if not message.tool_calls:
            break
        # After the last call, calls are still answered (a provider refuses a conversation in which one was not), but
        # none is carried out.
        room = 0 if last else max_tool_calls - len(record.calls)
        state.messages.extend(
            await run_calls(state.messages, desk, partial(_keep, record), budget=room)
        )
        if last:
            break
        ready = any(canonical(call.function) == PREPARE for call in message.tool_calls[:room])
    record.answer = message.text.strip()
    record.stop_reason, record.stop_detail = _why_stopped(output, record.answer, spent)


def _keep(record: TurnRecord, call: CallRecord) -> None:
    """Add a call under an id of its own: some providers give every message's first call the same one."""
    number = len(record.calls) + 1
    record.calls.append(call.model_copy(update={"id": f"{record.index + 1}.{number}"}))


def _count_tokens(record: TurnRecord, output: ModelOutput) -> None:
    if output.usage:
        record.input_tokens += output.usage.input_tokens
        record.output_tokens += output.usage.output_tokens


def _why_stopped(output: ModelOutput, answer: str, spent: bool) -> tuple[StopReason, str]:
    """Why the turn ended: how the last output stopped, then an empty answer, then the call limit."""
    if output.stop_reason in _STOP_REASONS:
        return _STOP_REASONS[
            output.stop_reason
        ], output.error or f"the model stopped with {output.stop_reason}"
    if output.error:
        return "model_error", output.error
    if not answer:
        return "empty_answer", "the model ended its turn without text"
    if spent:
        return "call_limit", "every tool call was used; answered without tools"
    return "answered", ""
