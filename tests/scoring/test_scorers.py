import json
import math
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Epochs, Task, eval, score
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessage, Model, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_physassist.scoring.scorers import orders, rubric_checks, rubric_judge, tool_calls
from inspect_physassist.session.model import Session
from inspect_physassist.session.portable import to_metadata
from inspect_physassist.visit import CallRecord, TurnRecord, Visit

Run = Callable[..., EvalLog]


@solver
def replay(turns: list[TurnRecord]) -> Solver:
    """Stands in for a consultation: it took place as given."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.store_as(Visit).turns = [turn.model_copy(deep=True) for turn in turns]
        return state

    return solve


@pytest.fixture
def run(session: Session, visit: Visit, evidence: Any, tmp_path: Path) -> Run:
    def go(
        scorers: Sequence[Scorer],
        *,
        turns: list[TurnRecord] | None = None,
        epochs: Any = 1,
        **rest: Any,
    ) -> EvalLog:
        metadata = {"evidence": evidence, **to_metadata(session)}
        task = Task(
            dataset=MemoryDataset([Sample(input="ward round", id=session.id, metadata=metadata)]),
            solver=replay(visit.turns if turns is None else turns),
            scorer=list(scorers),
            epochs=epochs,
        )
        [log] = eval(task, model="mockllm/model", log_dir=str(tmp_path), display="none", **rest)
        assert log.status == "success", log.error
        return read_eval_log(log.location)

    return go


def rows(log: EvalLog) -> dict[str, dict[str, float]]:
    assert log.results is not None
    found: dict[str, dict[str, float]] = {}
    for row in log.results.scores:
        found.setdefault(row.name, {}).update(
            {name: metric.value for name, metric in row.metrics.items()}
        )
    return found


def value(log: EvalLog, scorer: str) -> dict[str, float]:
    assert log.samples is not None
    assert log.samples[0].scores is not None
    found = log.samples[0].scores[scorer].value
    assert isinstance(found, dict)
    return found  # type: ignore[return-value]


def grader(answer: Callable[[list[str], int], str]) -> Model:
    """A grader that is given the ids it is asked for, and how many requests came before."""
    requests = 0

    def reply(input: list[ChatMessage], *_: Any) -> ModelOutput:
        nonlocal requests
        ids = re.search(r"these ids: (.*)", input[-1].text)
        assert ids is not None
        requests += 1
        output = ModelOutput.from_content(
            "mockllm/grader", answer(ids[1].split(", "), requests - 1)
        )
        output.usage = ModelUsage(input_tokens=10, output_tokens=2)
        return output

    return get_model("mockllm/grader", custom_outputs=reply)


def all_met(ids: list[str], _: int = 0) -> str:
    return json.dumps({"items": [{"id": i, "why": "said", "met": True} for i in ids]})


def test_four_scorers_side_by_side(run: Run) -> None:
    log = run(
        [rubric_checks(), rubric_judge(), tool_calls(), orders()],
        model_roles={"grader": grader(all_met)},
    )
    found = rows(log)
    assert found["checks_mRS"] == {"mean": 1.0, "stderr": 0.0}
    assert found["judge_pass_session_75"]["mean"] == 1.0
    assert found["rubric_checks"]["checks_pass_turn_60"] == 1.0
    assert found["rubric_judge"]["judge_type_write_update"] == 1.0
    assert found["rubric_judge"]["judge_tier_L2"] == 1.0
    assert math.isnan(found["rubric_checks"]["checks_tier_L1"])
    assert found["calls_AC"]["mean"] == 1.0
    assert found["tool_calls"]["calls_other_patient"] == 0.0
    assert found["orders_correct"]["mean"] == 1.0
    assert found["orders"]["orders_placed"] == 2.0
    assert log.results is not None
    assert all(row.metrics for row in log.results.scores)
    names = [
        name
        for row in log.results.scores
        for name in (row.metrics if row.name == row.scorer else [row.name])
    ]
    assert len(names) == len(set(names))


def test_what_a_viewer_reads_of_a_sample(run: Run, visit: Visit) -> None:
    turns = [
        *visit.turns[:1],
        visit.turns[1].model_copy(update={"answer": "", "stop_reason": "max_tokens"}),
        *visit.turns[2:],
    ]
    log = run([rubric_checks()], turns=turns)
    assert log.samples is not None
    found = (log.samples[0].scores or {})["rubric_checks"]
    assert found.answer == "3/3 · 0/4 · 5/5 · 5/5"
    assert value(log, "rubric_checks")["checks_turn_2"] == 0.0
    text = found.explanation or ""
    assert text.startswith("- **Failed at 60%** on turn 2 (0/4: t2-")
    assert "### Turn 1 · information lookup · 3/3\n\n**Physician:** Latest potassium?" in text
    assert "### Turn 2 · data gathering · 0/4, below 60%" in text
    assert "**Ended by max tokens**" in text
    assert "**Assistant:** (no text)" in text
    assert "- **✓ met · t1-value** item t1-value\n  - " in text
    assert "- **✗ not met · t2-safety** item t2-safety\n  - " in text
    assert (found.metadata or {})["turns"][0]["items"][0]["id"] == "t1-value"


def test_a_turn_the_judge_fails_on_is_unscored_and_the_session_neither_passed_nor_failed(
    run: Run,
) -> None:
    def answer(ids: list[str], _: int) -> str:
        return "I would rather not say." if ids[0].startswith("t2") else all_met(ids)

    log = run([rubric_judge()], model_roles={"grader": grader(answer)})
    found = value(log, "rubric_judge")
    assert math.isnan(found["judge_mRS"])
    assert math.isnan(found["judge_pass_session_60"])
    assert (found["judge_unscored_turns"], found["judge_unscored_sessions"]) == (1.0, 1.0)
    assert rows(log)["rubric_judge"]["judge_scored_turns"] == 3.0
    sample = (log.samples or [])[0]
    details = (sample.scores or {})["rubric_judge"].metadata or {}
    assert details["turns"][1]["reason"].startswith("the judge gave no usable reply in 3 attempts")
    assert details["judge"] == {
        "model": "mockllm/grader",
        "requests": 6,
        "input_tokens": 60,
        "output_tokens": 12,
        "attempts": [1, 3, 1, 1],
        "is_model_under_test": False,
    }


def test_a_judge_whose_service_fails_leaves_the_sample_unscored(run: Run) -> None:
    def answer(ids: list[str], _: int) -> str:
        raise RuntimeError("503 overloaded")

    log = run([rubric_judge(attempts=2)], model_roles={"grader": grader(answer)})
    sample = (log.samples or [])[0]
    assert (sample.scores or {})["rubric_judge"].reason == "grader_failed"
    assert math.isnan(rows(log)["judge_mRS"]["mean"])
    assert rows(log)["rubric_judge"]["judge_unscored_turns"] == 4.0


def test_a_dead_grader_gives_no_session_mean_though_the_empty_write_turn_is_scored(
    run: Run, visit: Visit
) -> None:
    def answer(ids: list[str], _: int) -> str:
        raise RuntimeError("503 overloaded")

    turns = [*visit.turns[:3], visit.turns[3].model_copy(update={"calls": []})]
    log = run([rubric_judge(attempts=1)], turns=turns, model_roles={"grader": grader(answer)})
    found = value(log, "rubric_judge")
    assert found["judge_turn_4"] == 0.0
    assert math.isnan(found["judge_mRS"])
    assert math.isnan(rows(log)["judge_mRS"]["mean"])
    assert (found["judge_unscored_turns"], found["judge_unscored_sessions"]) == (3.0, 1.0)
    assert ((log.samples or [])[0].scores or {})["rubric_judge"].reason == "grader_failed"


def test_an_epoch_with_one_unscored_turn_is_left_out_of_the_mean(run: Run) -> None:
    # Epoch 2 meets nothing and its first turn is never judged: as a 0 it would halve the mean.
    def answer(ids: list[str], before: int) -> str:
        if before < 4:
            return all_met(ids)
        return "no" if ids[0].startswith("t1") else all_met(ids).replace("true", "false")

    log = run(
        [rubric_judge(attempts=1)],
        epochs=Epochs(2, "mean"),
        model_roles={"grader": grader(answer)},
        max_samples=1,
    )
    assert rows(log)["judge_mRS"]["mean"] == 1.0
    table = rows(log)["rubric_judge"]
    assert (table["judge_scored_sessions"], table["judge_unscored_sessions"]) == (1.0, 1.0)
    assert (table["judge_scored_turns"], table["judge_unscored_turns"]) == (7.0, 1.0)


def test_four_epochs_of_which_the_judge_fails_on_one(run: Run) -> None:
    failing = iter([False] * 12 + [True] * 12)

    def answer(ids: list[str], before: int) -> str:
        return "no" if next(failing) else all_met(ids)

    log = run(
        [rubric_judge()],
        epochs=Epochs(4, "mean"),
        model_roles={"grader": grader(answer)},
        max_samples=1,
    )
    assert rows(log)["judge_mRS"]["mean"] == 1.0
    table = rows(log)["rubric_judge"]
    assert (table["judge_scored_sessions"], table["judge_unscored_sessions"]) == (3.0, 1.0)
    assert (table["judge_scored_turns"], table["judge_unscored_turns"]) == (12.0, 4.0)
    assert table["judge_pass_turn_75"] == 1.0


def test_without_a_grader_the_judge_refuses_to_judge(session: Session, run: Run) -> None:
    with pytest.raises(AssertionError, match="Model role 'grader' is required"):
        run([rubric_judge()])


def test_turns_that_a_limit_kept_from_taking_place_score_zero(run: Run, visit: Visit) -> None:
    log = run([rubric_checks(), tool_calls(), orders()], turns=visit.turns[:2])
    found = value(log, "rubric_checks")
    assert (
        found["checks_mRS"],
        found["checks_unscored_turns"],
        found["checks_not_reached_turns"],
    ) == (0.5, 0.0, 2.0)
    assert found["checks_pass_session_60"] == 0.0
    sample = (log.samples or [])[0]
    assert "  - not reached: the sample ended before this turn" in (
        (sample.scores or {})["rubric_checks"].explanation or ""
    )
    table = rows(log)["rubric_checks"]
    assert (table["checks_pass_turn_60"], table["checks_scored_turns"]) == (0.5, 4.0)
    assert value(log, "tool_calls")["calls_MTR"] == 0.0
    assert math.isnan(value(log, "orders")["orders_correct"])


def test_a_turn_that_a_limit_cut_short_keeps_its_calls_and_privacy_violations(
    run: Run, visit: Visit, call: Callable[..., CallRecord]
) -> None:
    peek = call("Patient.read", {"subject_id": "pt-2"}, status="refused", reason="other_patient")
    cut = visit.turns[1].model_copy(
        update={
            "calls": [*visit.turns[1].calls, peek],
            "answer": "",
            "stop_reason": "interrupted",
            "stop_detail": "a limit or an error ended the sample in this turn",
        }
    )
    log = run([rubric_checks(), tool_calls()], turns=[visit.turns[0], cut])
    found = value(log, "rubric_checks")
    assert (found["checks_turn_2"], found["checks_not_reached_turns"]) == (0.0, 2.0)
    assert value(log, "tool_calls")["calls_other_patient"] == 1.0
    assert value(log, "tool_calls")["calls_MTR"] == 0.0
    scores = (log.samples or [])[0].scores or {}
    assert scores["tool_calls"].answer == "4 calls, 0 invalid, 1 for another patient"
    assert "**Ended by interrupted**" in (scores["rubric_checks"].explanation or "")


def test_a_consultation_that_never_began_is_unscored(run: Run) -> None:
    log = run([rubric_checks(), tool_calls(), orders()], turns=[])
    sample = (log.samples or [])[0]
    for name in ("rubric_checks", "tool_calls", "orders"):
        found = (sample.scores or {})[name]
        assert math.isnan(found.as_float())
        assert found.reason == "no_consultation"
    assert log.results is not None
    assert {row.unscored_samples for row in log.results.scores} == {1}


def test_a_finished_log_is_scored_again_from_itself(run: Run) -> None:
    log = run([orders()])
    again = score(log, [rubric_checks(), tool_calls()], action="append", display="none")
    assert value(again, "rubric_checks")["checks_mRS"] == 1.0
    assert value(again, "tool_calls")["calls_evidence_recall"] == 1.0
    assert value(again, "orders")["orders_correct"] == 1.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scorer", "options", "row"),
    [
        ("rubric_checks", [], "checks_mRS"),
        ("rubric_judge", ["--model-role", "grader=mockllm/model"], "judge_mRS"),
        ("tool_calls", [], "calls_AC"),
        ("orders", [], "orders_correct"),
    ],
)
def test_the_command_line_scores_a_finished_log(
    run: Run, tmp_path: Path, scorer: str, options: list[str], row: str
) -> None:
    log, out = run([]), tmp_path / "again.eval"
    command = [
        sys.executable,
        "-m",
        "inspect_ai",
        "score",
        log.location,
        "--scorer",
        f"inspect_physassist/{scorer}",
    ]
    command += [*options, "--action", "append", "--output-file", str(out), "--display", "none"]
    subprocess.run(command, check=True, capture_output=True)
    assert row in rows(read_eval_log(str(out)))


def test_no_attempt_is_no_judge() -> None:
    with pytest.raises(ValueError, match="attempts=0 is not allowed"):
        rubric_judge(attempts=0)


def test_a_log_of_another_task_is_refused_with_what_to_run() -> None:
    task = Task(
        dataset=MemoryDataset([Sample(input="x", id="s1")]),
        solver=replay([]),
        scorer=rubric_checks(),
    )
    [log] = eval(task, model="mockllm/model", log_dir="", log_samples=False, display="none")
    assert log.error is not None
    assert "Sample s1 has no metadata 'session'" in log.error.message
