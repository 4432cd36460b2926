from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, eval_async
from inspect_ai.agent import AgentState, react, run
from inspect_ai.dataset import Sample
from inspect_ai.event import ToolEvent
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageTool,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCall

from inspect_physassist.tools.desk import Desk
from inspect_physassist.tools.inspect_tools import inspect_tools, run_calls, unheard_calls
from inspect_physassist.visit import CallRecord

SUBJECT = "pt-osei-1001"
Make = Callable[..., Desk]

UNPARSED = ToolCall(
    id="c5", function="Observation_search", arguments={}, parse_error="Error parsing: {'code'"
)
CALLS = [
    ToolCall(
        id="c1",
        function="Observation_search",
        arguments={"subject_id": SUBJECT, "code": "K", "_count": "1"},
    ),
    ToolCall(
        id="c2", function="Observation_search", arguments={"subject_id": SUBJECT, "analyte": "K"}
    ),
    ToolCall(id="c3", function="Observation.search", arguments={"subject_id": "pt-other-2"}),
    ToolCall(id="c4", function="get_labs", arguments={"subject_id": SUBJECT}),
    UNPARSED,
    ToolCall(id="c6", function="patient_get_symptom_history", arguments={"query": ""}),
]


def message(*calls: ToolCall) -> ChatMessageAssistant:
    return ChatMessageAssistant(content="Looking.", tool_calls=list(calls))


def shown(answer: ChatMessageTool) -> str:
    return answer.error.message if answer.error else answer.text


async def test_every_call_ends_as_a_record_and_its_text_is_what_the_model_is_shown(
    desk: Make,
) -> None:
    records: list[CallRecord] = []
    answers = await run_calls([message(*CALLS)], desk(), records.append)
    assert [(one.id, one.tool, one.status, one.reason) for one in records] == [
        ("c1", "Observation.search", "ok", None),
        ("c2", "Observation.search", "refused", "unknown_argument"),
        ("c3", "Observation.search", "refused", "other_patient"),
        ("c4", "get_labs", "refused", "unknown_tool"),
        ("c5", "Observation.search", "refused", "unparsable"),
        ("c6", "patient.get_symptom_history", "ok", None),
    ]
    assert [shown(one) for one in answers] == [one.text for one in records]
    assert [one.tool_call_id for one in answers] == ["c1", "c2", "c3", "c4", "c5", "c6"]
    assert records[0].arguments == {"subject_id": SUBJECT, "code": "K", "_count": "1"}


async def test_refusals_are_tool_errors_and_results_are_not(desk: Make) -> None:
    answers = await run_calls([message(*CALLS)], desk(), lambda _: None)
    assert [one.error is not None for one in answers] == [False, True, True, True, True, False]


async def test_calls_beyond_the_budget_are_answered_and_not_carried_out(desk: Make) -> None:
    records: list[CallRecord] = []
    answers = await run_calls([message(*CALLS)], desk(), records.append, budget=1)
    assert [one.id for one in records] == ["c1"]
    assert len(answers) == 6
    assert shown(answers[1]).startswith("Not carried out")


async def test_a_message_without_calls_has_no_answers(desk: Make) -> None:
    assert await run_calls([ChatMessageAssistant(content="Done.")], desk(), lambda _: None) == []


@pytest.mark.parametrize("arguments", [{"subject_id": {"deep": [1]}}, {"": 1}])
async def test_odd_arguments_and_names_end_as_refusals(
    desk: Make, arguments: dict[str, Any]
) -> None:
    records: list[CallRecord] = []
    odd = [
        ToolCall(id="a", function="", arguments=arguments),
        ToolCall(id="b", function="Patient_read", arguments=arguments),
    ]
    await run_calls([message(*odd)], desk(), records.append)
    assert [one.status for one in records] == ["refused", "refused"]


async def test_arguments_nested_too_deep_for_inspect_are_recorded_as_unparsable(desk: Make) -> None:
    deep: dict[str, Any] = {}
    for _ in range(200):
        deep = {"a": deep}
    records: list[CallRecord] = []
    await run_calls(
        [message(ToolCall(id="a", function="Patient_read", arguments=deep))], desk(), records.append
    )
    assert [(one.tool, one.reason) for one in records] == [("Patient.read", "unparsable")]


def replying(*outputs: ModelOutput) -> Any:
    for output in outputs:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return get_model("mockllm/model", custom_outputs=list(outputs))


def calling(*calls: ToolCall) -> ModelOutput:
    output = ModelOutput.from_content("mockllm/model", "Looking.")
    output.choices[0].message.tool_calls = list(calls)
    output.choices[0].stop_reason = "tool_calls"
    return output


async def evaluated(tmp_path: Path, under_test: Solver, model: Any) -> Any:
    (log,) = await eval_async(
        Task(dataset=[Sample(input="Creatinine?")], solver=under_test),
        model=model,
        log_dir=str(tmp_path),
    )
    assert log.status == "success", log.error
    assert log.samples
    return log.samples[0]


async def test_each_call_is_a_native_tool_event_with_its_arguments_and_result(
    desk: Make, tmp_path: Path
) -> None:
    at = desk()

    @solver
    def one_round() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            output = await get_model().generate(state.messages, tools=inspect_tools(at))
            state.messages.append(output.message)
            state.messages.extend(await run_calls(state.messages, at, lambda _: None))
            return state

        return solve

    sample = await evaluated(tmp_path, one_round(), replying(calling(*CALLS)))
    events = [event for event in sample.events if isinstance(event, ToolEvent)]
    assert [(event.id, event.function) for event in events] == [
        (call.id, call.function) for call in CALLS
    ]
    assert events[0].arguments == {"subject_id": SUBJECT, "code": "K", "_count": "1"}
    assert "Potassium 4.4 mmol/L" in str(events[0].result)
    assert [event.error is not None for event in events] == [False, True, True, True, True, False]
    assert not any(event.pending for event in events)


async def test_any_inspect_agent_can_use_the_tools(desk: Make, tmp_path: Path) -> None:
    at = desk()
    records: list[CallRecord] = []
    conversation: list[Any] = []

    @solver
    def with_react() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            agent = react(tools=inspect_tools(at, records.append), submit=False)
            done = await run(agent, AgentState(messages=state.messages))
            conversation.extend(done.messages)
            return state

        return solve

    model = replying(calling(*CALLS), ModelOutput.from_content("mockllm/model", "4.4 mmol/L."))
    await evaluated(tmp_path, with_react(), model)
    assert [(one.id, one.status) for one in records] == [("c1", "ok"), ("c6", "ok")]
    missed = unheard_calls(conversation, records, at)
    assert [(one.id, one.reason) for one in missed] == [
        ("c2", "unknown_argument"),
        ("c3", "other_patient"),
        ("c4", "unknown_tool"),
        ("c5", "unparsable"),
    ]
