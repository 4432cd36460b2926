"""What the evaluation adds to Inspect: 1,000 sessions beside a bare loop of as many model and tool calls.

    python benchmarks/overhead.py [--sessions 1000]

Both sides run in one invocation, each in a process of its own, with a scripted model that answers at
once. The bare side makes the same number of model calls and calls a tool that returns a constant as
often. It runs twice: offering that one tool, and offering the schemas of all 18 tools as well, which any
evaluation with 18 tools pays for. Printed: wall time and peak memory of each side, and the ratios.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from typing import Any

from inspect_ai import Epochs, Task, eval, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessageUser,
    Model,
    ModelOutput,
    ModelUsage,
    execute_tools,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolCall, ToolDef, tool

from inspect_physassist.tools.catalogue import TOOLS
from inspect_physassist.tools.inspect_tools import tool_params

TURNS = 4
SIDES = ("bare", "bare-18", "physassist")


def _plan() -> list[list[int]]:
    """For each shipped session, how many calls the oracle makes in each of its turns."""
    from inspect_physassist.benchmark import load_benchmark

    return [
        [
            sum(call.need == "required" for call in turn.calls) + len(turn.orders)
            for turn in session.turns
        ]
        for session in load_benchmark().sessions
    ]


@tool
def constant() -> Tool:
    """A tool that returns a constant."""

    async def execute(query: str) -> str:
        """Return a constant.

        Args:
            query: Ignored.
        """
        return "Creatinine 1.0 mg/dL"

    return execute


def constant_tools() -> list[Tool]:
    """The constant tool, and beside it the 18 tools' names and schemas with nothing behind them."""

    async def execute(**kwargs: Any) -> str:
        return "Creatinine 1.0 mg/dL"

    return [
        constant(),
        *(
            ToolDef(
                execute,
                name=spec.wire,
                description=spec.description.en,
                parameters=tool_params(spec, "en"),
            ).as_tool()
            for spec in TOOLS.values()
        ),
    ]


@solver
def bare_loop(model: Model) -> Solver:
    """Four user messages, each answered after one round of tool calls."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        for _ in range(TURNS):
            state.messages.append(ChatMessageUser(content="Next question."))
            for _ in range(2):
                state.output = await model.generate(state.messages, tools=state.tools)
                state.messages.append(state.output.message)
                if state.output.message.tool_calls:
                    state.messages.extend(
                        (await execute_tools(state.messages, state.tools)).messages
                    )
        return state

    return solve


@scorer(metrics=[mean()])
def constant_score() -> Scorer:
    """Every sample scores 1."""

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=1.0)

    return score


def _bare_outputs(plan: list[list[int]]) -> Any:
    """The bare model: calls the constant tool as often as the oracle calls its own, then answers."""
    usage = ModelUsage(input_tokens=0, output_tokens=0, total_tokens=0)

    def output(messages: list[Any], tools: Any, choice: Any, config: Any) -> ModelOutput:
        turn = sum(message.role == "user" for message in messages) - 2
        session = int(messages[0].text)
        result = ModelOutput.from_content("bare", "Creatinine is 1.0 mg/dL.")
        if messages[-1].role == "user":
            result.choices[0].message.tool_calls = [
                ToolCall(
                    id=f"{turn}-{number}", function="constant", arguments={"query": "creatinine"}
                )
                for number in range(plan[session][turn])
            ]
        result.usage = usage
        return result

    return output


@task
def bare(plan: list[list[int]], offer: bool = False) -> Task:
    """The bare loop over as many samples as there are sessions; `offer` the 18 tools' schemas as well."""
    model = get_model("mockllm/model", custom_outputs=_bare_outputs(plan))
    samples = [Sample(input=str(index), id=f"bare-{index}") for index in range(len(plan))]
    return Task(
        dataset=MemoryDataset(samples),
        solver=[_with_tools(offer), bare_loop(model)],
        scorer=constant_score(),
    )


@solver
def _with_tools(offer: bool) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.tools = constant_tools() if offer else [constant()]
        return state

    return solve


def run_side(side: str, sessions: int) -> None:
    """Run one side in this process and print its wall time (s) and peak memory (MB) as JSON."""
    plan = _plan()
    epochs = Epochs(max(1, round(sessions / len(plan))), "mean")
    with tempfile.TemporaryDirectory() as logs:
        begin = time.perf_counter()
        if side == "bare":
            result = eval(
                bare(plan), model="mockllm/model", epochs=epochs, log_dir=logs, display="none"
            )
        else:
            result = eval(
                "inspect_physassist/physassist",
                model="physassist/oracle",
                epochs=epochs,
                log_dir=logs,
                display="none",
            )
        wall = time.perf_counter() - begin
    if result[0].status != "success":
        raise SystemExit(f"{side} ended with {result[0].status}: {result[0].error}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    count = result[0].results.completed_samples if result[0].results else 0
    print(json.dumps({"side": side, "samples": count, "seconds": wall, "peak_mb": peak}))


def main() -> None:
    """Run both sides and print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.side:
        run_side(chosen.side, chosen.sessions)
        return
    found = {}
    for side in SIDES:
        command = [sys.executable, __file__, "--side", side, "--sessions", str(chosen.sessions)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found[side] = json.loads(done.stdout.strip().splitlines()[-1])
        print(
            f"{side:11} {found[side]['samples']} samples  {found[side]['seconds']:7.1f} s  {found[side]['peak_mb']:6.0f} MB peak"
        )
    for side, text in (("bare", "one constant tool"), ("bare-18", "18 tool schemas offered")):
        ratio = found["physassist"]["seconds"] / found[side]["seconds"]
        print(f"ratio of wall times to the bare loop with {text}: {ratio:.2f}")


if __name__ == "__main__":
    main()
