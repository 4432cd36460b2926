"""physassist in a suite: an `eval_set` with another evaluation beside it.

    python examples/suite.py --model physassist/oracle

An eval set retries what failed and skips what is done, so the command can be run again after an
interruption. The other evaluation here is a two-question stand-in; in a real suite it is any other
Inspect task, by name or as an object.
"""

from __future__ import annotations

import argparse
from typing import Any

from inspect_ai import Task, eval_set, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from inspect_ai.solver import generate

from inspect_physassist import physassist


@task
def units() -> Task:
    """A small evaluation beside physassist: does the model know which unit a result is in?"""
    samples = [
        Sample(
            id="creatinine",
            input="In which unit do US laboratories report serum creatinine?",
            target="mg/dL",
        ),
        Sample(id="sodium", input="In which unit is serum sodium reported?", target="mmol/L"),
    ]
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=includes())


def _always(*_: Any) -> ModelOutput:
    output = ModelOutput.from_content("mockllm/model", "mg/dL")
    # Stated, so that Inspect does not fetch a tokenizer to count them.
    output.usage = ModelUsage(input_tokens=0, output_tokens=0, total_tokens=0)
    return output


def stand_in() -> Model:
    """A model that says the same to everything, for a run without a network."""
    return get_model("mockllm/model", custom_outputs=_always)


def main() -> None:
    """Run the suite and print one line for each evaluation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--model", default="physassist/oracle", help="for physassist; any Inspect model"
    )
    parser.add_argument(
        "--other-model", default=None, help="for the other evaluation; --model if absent"
    )
    parser.add_argument("--log-dir", default="logs/suite")
    chosen = parser.parse_args()
    # A probe answers only inside a physassist consultation, so the other evaluation gets a stand-in.
    probe = chosen.model.startswith("physassist/")
    other: str | Model = chosen.other_model or (stand_in() if probe else chosen.model)
    tasks = [physassist(tier="L1"), physassist(tier="L1", language="zh")]
    done, logs = eval_set(
        tasks, log_dir=f"{chosen.log_dir}/physassist", model=chosen.model, display="plain"
    )
    also, others = eval_set(
        [units()], log_dir=f"{chosen.log_dir}/units", model=other, display="plain"
    )
    for log in [*logs, *others]:
        rows = log.results.scores if log.results else []
        shown = ", ".join(
            f"{row.name} {metric.value:.3f}"
            for row in rows[:1]
            for metric in list(row.metrics.values())[:1]
        )
        print(f"{log.eval.task:12} {log.eval.task_args}  {log.status}  {shown}")
    raise SystemExit(0 if done and also else 1)


if __name__ == "__main__":
    main()
