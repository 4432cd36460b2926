"""The 18 tools as Inspect tools, and how a message's calls are carried out.

Inspect validates a call before the tool's own code runs, and answers a wrong argument, an unknown
tool or unreadable JSON itself: the model would see another text than ours, and nothing would be
counted. `run_calls` therefore hands each call to `execute_tools` with a definition of its own that
admits whatever was sent, so that the desk judges every call while Inspect still makes the tool event,
the approval and the tool message. The model is offered the strict definitions of `inspect_tools`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

from inspect_ai.event import ToolEvent
from inspect_ai.log import transcript
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    execute_tools,
)
from inspect_ai.tool import Tool, ToolCall, ToolCallError, ToolDef, ToolError, ToolParam, ToolParams

from inspect_physassist.session.model import Language
from inspect_physassist.tools.arguments import broken, printable, storable
from inspect_physassist.tools.catalogue import TOOLS, ToolSpec, canonical
from inspect_physassist.tools.desk import Desk
from inspect_physassist.tools.outcome import ToolOutcome
from inspect_physassist.tools.views import view_call
from inspect_physassist.tools.wording import Wording
from inspect_physassist.visit import CallRecord

Record = Callable[[CallRecord], None]

MAX_OUTPUT = 16 * 1024
"""Bytes. Set on each tool, so that no evaluation's own setting cuts a page that says it is whole."""


def call_record(
    call_id: str, name: str, arguments: dict[str, Any], outcome: ToolOutcome
) -> CallRecord:
    """What is kept of a call: under its canonical name, or as sent where there is no such tool."""
    return CallRecord(
        id=call_id,
        tool=canonical(name) or printable(name),
        arguments=storable(arguments) if broken(arguments) else arguments,
        status=outcome.status,
        reason=outcome.reason,
        text=outcome.text,
        resource_ids=list(outcome.resource_ids),
        matched=outcome.matched,
        beyond_clock=outcome.beyond_clock,
        created=outcome.created,
        duplicate=outcome.duplicate,
        fact_ids=list(outcome.fact_ids),
        unanswered=outcome.unanswered,
    )


class _Parameters(ToolParams):
    """Tool parameters with a cheap copy.

    Inspect copies every tool's parameters twice at each generation, since a provider may change its copy;
    through the serializer that takes a third of the time of copying field by field.
    """

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return type(self).model_validate(self.model_dump(exclude_unset=True))


def tool_params(spec: ToolSpec, language: Language) -> ToolParams:
    """A tool's parameters as Inspect describes them to a provider."""
    schema = spec.json_schema(language)
    properties = {
        name: ToolParam.model_validate(held) for name, held in schema["properties"].items()
    }
    return _Parameters(
        properties=properties, required=schema["required"], additionalProperties=False
    )


def inspect_tools(desk: Desk, record: Record | None = None) -> list[Tool]:
    """The 18 tools for a model to be offered, or for any Inspect agent to run.

    Args:
        desk: Whose record, patient and language.
        record: Hears of every call that reaches a tool when an agent runs the tools itself. Those that
            Inspect refuses before are told by `unheard_calls`; `run_calls` tells of all.
    """
    return [definition.as_tool() for definition in tool_definitions(desk, record)]


def tool_definitions(desk: Desk, record: Record | None = None) -> list[ToolDef]:
    """The same as definitions, which `Model.generate` takes as they are.

    Given tools, Inspect takes each apart and copies its schema anew at every generation, which for 18
    tools costs more than the rest of the turn.
    """
    return [_tool(desk, spec, record) for spec in TOOLS.values()]


def _tool(desk: Desk, spec: ToolSpec, record: Record | None) -> ToolDef:
    async def execute(**kwargs: Any) -> str:
        call_id = _running_call(spec.wire)
        outcome = await desk.acall(spec.name, kwargs)
        if record is not None:
            record(call_record(call_id, spec.name, kwargs, outcome))
        return _result(outcome)

    return ToolDef(
        execute,
        name=spec.wire,
        description=spec.description.in_(desk.language),
        parameters=tool_params(spec, desk.language),
        viewer=view_call,
        max_output=MAX_OUTPUT,
    )


def _running_call(function: str) -> str:
    """The id of the call being carried out: the newest tool event of that name that has no result yet."""
    for event in reversed(transcript().events):
        if isinstance(event, ToolEvent) and event.pending and event.function == function:
            return event.id
    return ""


def _result(outcome: ToolOutcome) -> str:
    """What the model is shown; a refusal goes as a tool error, so that the viewer marks it as one."""
    if outcome.status == "refused":
        raise ToolError(outcome.text)
    return outcome.text


async def run_calls(
    messages: Sequence[ChatMessage],
    desk: Desk,
    record: Record,
    budget: int | None = None,
) -> list[ChatMessageTool]:
    """Carry out the tool calls of the last message, in order, each judged by the desk.

    Args:
        messages: The conversation so far; its last message holds the calls.
        desk: What the tools act on.
        record: Hears of every call that is carried out or refused, in order.
        budget: How many calls may still be carried out; None for no limit. Those beyond it are
            answered with an error, as providers want an answer to each, and not recorded.

    Returns:
        One tool message a call, in order.
    """
    message = messages[-1]
    if not isinstance(message, ChatMessageAssistant) or not message.tool_calls:
        return []
    answers: list[ChatMessageTool] = []
    for position, call in enumerate(message.tool_calls):
        if budget is not None and position >= budget:
            spent = Wording(desk.language).say("budget_spent")
            answers.append(
                ChatMessageTool(
                    content=spent,
                    tool_call_id=call.id,
                    function=call.function,
                    error=ToolCallError("limit", spent),
                )
            )
        else:
            answers.append(await _run_call([*messages[:-1]], message, call, desk, record))
    return answers


async def _run_call(
    before: list[ChatMessage],
    message: ChatMessageAssistant,
    call: ToolCall,
    desk: Desk,
    record: Record,
) -> ChatMessageTool:
    heard: list[CallRecord] = []

    async def execute(**kwargs: Any) -> str:
        outcome = (
            desk.unparsable(call.function)
            if call.parse_error
            else await desk.acall(call.function, kwargs)
        )
        heard.append(call_record(call.id, call.function, kwargs, outcome))
        return _result(outcome)

    admits_all = ToolDef(
        execute,
        name=call.function,
        description=call.function or "unnamed",
        parameters=ToolParams(additionalProperties=True),
        viewer=view_call,
        max_output=MAX_OUTPUT,
    )
    # Inspect would answer unreadable arguments itself; the model's own text stays in the model event.
    alone = message.model_copy(update={"tool_calls": [replace(call, parse_error=None)]})
    result = await execute_tools([*before, alone], [admits_all])
    answer = next(one for one in result.messages if isinstance(one, ChatMessageTool))
    for kept in heard or [_stopped(call, answer)]:
        record(kept)
    return answer


def _stopped(call: ToolCall, answer: ChatMessageTool) -> CallRecord:
    """The record of a call that Inspect or an approver stopped before it reached the desk."""
    text = answer.error.message if answer.error else answer.text
    unparsable = answer.error is not None and answer.error.type == "parsing"
    outcome = ToolOutcome(status="refused", reason="unparsable" if unparsable else None, text=text)
    return call_record(call.id, call.function, {}, outcome)


def unheard_calls(
    messages: Sequence[ChatMessage], heard: Sequence[CallRecord], desk: Desk
) -> list[CallRecord]:
    """The calls of an agent's conversation that never reached a tool, as the desk would have judged them.

    An agent that runs the tools itself lets Inspect refuse wrong arguments and unknown tools; this
    finds them afterwards, so that scoring counts them. Calls of tools the agent has of its own are
    left out.

    Args:
        messages: The agent's conversation.
        heard: What the tools recorded.
        desk: What the tools acted on; nothing is carried out on it.
    """
    known = {record.id for record in heard}
    errors = {
        message.tool_call_id: message.error.type
        for message in messages
        if isinstance(message, ChatMessageTool) and message.error is not None
    }
    found: list[CallRecord] = []
    for message in messages:
        for call in (message.tool_calls or ()) if isinstance(message, ChatMessageAssistant) else ():
            if call.id in known or errors.get(call.id) != "parsing":
                continue
            judged = (
                desk.unparsable(call.function)
                if call.parse_error
                else desk.check(call.function, call.arguments)
            )
            if isinstance(judged, ToolOutcome):
                found.append(call_record(call.id, call.function, call.arguments, judged))
    return found
