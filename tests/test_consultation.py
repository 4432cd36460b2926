"""The four-turn loop: limits, odd replies, and what stays in the record."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.tool import ToolCall

from inspect_physassist.tasks import diagnostic_workup
from inspect_physassist.visit import TurnRecord

USAGE = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
Reply = Callable[[list[Any]], ModelOutput]


def answer(text: str, *calls: tuple[str, dict[str, Any]], stop: Any = "stop") -> ModelOutput:
    tool_calls = [
        ToolCall(id="call_0", function=name, arguments=arguments) for name, arguments in calls
    ]
    message = ChatMessageAssistant(content=text, tool_calls=tool_calls or None)
    return ModelOutput(
        model="mock", choices=[ChatCompletionChoice(message=message, stop_reason=stop)], usage=USAGE
    )


def run(tmp_path: Path, reply: Reply, **settings: Any) -> EvalSample:
    model = get_model(
        "mockllm/model", custom_outputs=lambda messages, tools, choice, config: reply(messages)
    )
    limit = settings.pop("task", {})
    log: EvalLog = eval(
        diagnostic_workup(tier="L1", **limit),
        model=model,
        log_dir=str(tmp_path),
        display="none",
        **settings,
    )[0]
    assert log.status == "success", log.error
    assert log.samples is not None
    return log.samples[0]


def turns(sample: EvalSample) -> list[TurnRecord]:
    return [TurnRecord.model_validate(turn) for turn in sample.store["Visit:turns"]]


READ = ("Patient_read", {"subject_id": "pt-adeyemi-3187"})


def test_a_model_that_never_stops_calling_is_stopped_and_asked_once_more(tmp_path: Path) -> None:
    sample = run(
        tmp_path, lambda messages: answer("still looking", READ), task={"max_tool_calls": 3}
    )
    first = turns(sample)[0]
    assert len(first.calls) == 3
    assert first.stop_reason == "call_limit"
    assert first.answer == "still looking"
    assert len(turns(sample)) == 4


def test_calls_beyond_the_limit_in_one_message_are_not_carried_out(tmp_path: Path) -> None:
    sample = run(tmp_path, lambda messages: answer("", *[READ] * 1000), task={"max_tool_calls": 5})
    assert [len(turn.calls) for turn in turns(sample)] == [5, 5, 5, 5]
    assert {call.id for call in turns(sample)[1].calls} == {"2.1", "2.2", "2.3", "2.4", "2.5"}


def test_prepare_to_answer_ends_the_calling(tmp_path: Path) -> None:
    sample = run(tmp_path, lambda messages: answer("ready", ("prepare_to_answer", {})))
    assert [(len(turn.calls), turn.stop_reason) for turn in turns(sample)] == [(1, "answered")] * 4


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (answer(""), "empty_answer"),
        (answer("part", stop="max_tokens"), "max_tokens"),
        (answer("", stop="content_filter"), "content_filter"),
        (ModelOutput(model="mock", choices=[], usage=USAGE), "model_error"),
    ],
)
def test_every_other_way_to_end_a_turn_is_named(
    tmp_path: Path, output: ModelOutput, reason: str
) -> None:
    sample = run(tmp_path, lambda messages: output.model_copy(deep=True))
    assert [turn.stop_reason for turn in turns(sample)] == [reason] * 4


def test_a_turn_cut_short_by_a_limit_keeps_its_calls(tmp_path: Path) -> None:
    other = ("Patient_read", {"subject_id": "pt-someone-else"})
    sample = run(tmp_path, lambda messages: answer("", other), message_limit=8)
    [only] = turns(sample)
    assert only.stop_reason == "interrupted"
    assert [call.reason for call in only.calls] == ["other_patient"] * len(only.calls)
    assert only.calls
    scores = sample.scores or {}
    assert scores["tool_calls"].as_dict()["calls_other_patient"] == len(only.calls)
    assert scores["rubric_checks"].as_dict()["checks_mRS"] == 0.0
    assert scores["rubric_checks"].as_dict()["checks_not_reached_turns"] == 3.0


def test_unreadable_arguments_get_a_readable_error_and_the_session_goes_on(tmp_path: Path) -> None:
    def reply(messages: list[Any]) -> ModelOutput:
        if messages[-1].role != "user":
            return answer("done")
        output = answer("", ("Patient_read", {}))
        calls = output.choices[0].message.tool_calls
        assert calls
        calls[0].parse_error = 'Error parsing arguments {}""'
        return output

    sample = run(tmp_path, reply)
    assert [turn.calls[0].reason for turn in turns(sample)] == ["unparsable"] * 4
    assert [turn.answer for turn in turns(sample)] == ["done"] * 4
