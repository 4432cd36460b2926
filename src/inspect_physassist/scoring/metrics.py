"""The paper's metrics over sessions and turns, exact when turns are unscored or epochs repeat.

How Inspect reduces a dict score fixes the layout. It takes each key's mean over a sample's epochs,
leaving NaN out, and then applies the key's metrics to one value a sample. That is right for what is
one number a session (`mRS`, `pass_session_*`), so those keys have rows of their own, and `pass_k` and
the other reducers work on them; `session_table` groups them. It is wrong for a share over turns: a
mean of shares is not the share of the pool once sessions differ in their number of scored turns.
`turn_table` therefore asks for the scores as they were before reduction, one a session and epoch, and
counts turns itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Literal, cast, get_args

from inspect_ai.scorer import (
    Metric,
    MetricProtocol,
    SampleScore,
    Score,
    Value,
    metric,
    stderr,
)

from inspect_physassist.session.model import Implicitness, Scenario, Source, TaskType, Tier

JudgedBy = Literal["checks", "judge"]

TURNS = 4
THRESHOLDS: Mapping[str, float] = {"60": 0.60, "75": 0.75}
CLUSTER = "patient"
_NAN = float("nan")

TURN_GROUPS: Mapping[str, tuple[str, ...]] = {
    "type": get_args(TaskType),
    "implicitness": ("explicit", *get_args(Implicitness)),
    "source": get_args(Source),
}
"""What turns are grouped by, and every group there is."""

SESSION_GROUPS: Mapping[str, tuple[str, ...]] = {
    "tier": get_args(Tier),
    "scenario": get_args(Scenario),
}
"""What sessions are grouped by, and every group there is."""


def passes(score: float, threshold: float) -> bool:
    """Whether a share of items reaches a threshold, whatever binary fractions make of it.

    >>> passes(3 / 5, 0.60), passes(0.1 + 0.2 + 0.3, 0.6), passes(2 / 3, 0.75)
    (True, True, False)
    """
    return score >= threshold - 1e-9


def session_values(
    prefix: JudgedBy, scores: Sequence[float | None], *, not_reached: int = 0
) -> dict[str, float]:
    """One session's score value: every key always present, NaN where it does not apply.

    Args:
        prefix: Who judged.
        scores: The four turns' scores in order; None where a turn is unscored.
        not_reached: How many of the turns scored 0 because a limit kept them from taking place.

    A session with an unscored turn has no mRS: the mean of the turns that happen to be scored is not
    the session's. It is left out of the mean over sessions and counted in `unscored_sessions`.

    >>> values = session_values("checks", [1.0, 0.5, 0.75, None])
    >>> values["checks_mRS"], values["checks_pass_session_60"], values["checks_unscored_turns"]
    (nan, nan, 1.0)
    >>> session_values("checks", [1.0, 0.6, 0.8, 1.0])["checks_pass_session_60"]
    1.0
    """
    if len(scores) != TURNS:
        raise ValueError(f"a session has {TURNS} turns, not {len(scores)}")
    scored = [score for score in scores if score is not None]
    whole = len(scored) == TURNS
    values = {"mRS": fmean(scored) if whole else _NAN}
    for turn, score in enumerate(scores, start=1):
        values[f"turn_{turn}"] = _NAN if score is None else score
    for name, threshold in THRESHOLDS.items():
        passed = [passes(score, threshold) for score in scored]
        values[f"pass_session_{name}"] = float(all(passed)) if whole else _NAN
    values["unscored_turns"] = float(TURNS - len(scored))
    values["not_reached_turns"] = float(not_reached)
    values["unscored_sessions"] = float(not whole)
    return {f"{prefix}_{name}": value for name, value in values.items()}


class _Turn:
    """One scored turn of one session and epoch, with what it is grouped by."""

    def __init__(self, sample: SampleScore, turn: Mapping[str, Any], score: float) -> None:
        self.sample = sample
        self.score = score
        self.groups = {
            "type": turn["task_type"],
            "implicitness": turn["implicitness"] or "explicit",
            "source": turn["source"],
        }


def _metadata(sample: SampleScore) -> Mapping[str, Any]:
    metadata = sample.sample_metadata or {}
    missing = {"turns", *SESSION_GROUPS, CLUSTER} - metadata.keys()
    if missing:
        raise ValueError(
            f"Sample {sample.sample_id} has no metadata {', '.join(sorted(missing))}; "
            "physassist metrics need the metadata of the physassist tasks."
        )
    return metadata


def _turns(prefix: str, scores: Sequence[SampleScore]) -> Iterator[_Turn]:
    for sample in scores:
        values = sample.score.as_dict()
        for index, turn in enumerate(_metadata(sample)["turns"], start=1):
            score = cast(float, values[f"{prefix}_turn_{index}"])
            if not math.isnan(score):
                yield _Turn(sample, turn, score)


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else _NAN


def _error(values: Sequence[float], samples: Sequence[SampleScore]) -> float:
    """The standard error of a mean, clustered by patient; NaN where one patient cannot show a spread."""
    if len({_metadata(sample)[CLUSTER] for sample in samples}) < 2:
        return _NAN
    scores = [
        SampleScore(
            score=Score(value=value),
            sample_id=sample.sample_id,
            sample_metadata=sample.sample_metadata,
        )
        for value, sample in zip(values, samples, strict=True)
    ]
    compute = cast(MetricProtocol, stderr(cluster=CLUSTER))
    return float(cast(float, compute(scores)))


def _counts(scores: Sequence[SampleScore], key: str) -> list[float]:
    """The numbers under one key, NaN left out."""
    values = [cast(float, sample.score.as_dict()[key]) for sample in scores]
    return [value for value in values if not math.isnan(value)]


def tabulate_turns(prefix: JudgedBy, scores: Sequence[SampleScore]) -> dict[str, float]:
    """Every number pooled over turns.

    Args:
        prefix: Who judged.
        scores: One a session and epoch, each with the value of `session_values` and the sample's
            metadata.

    Returns:
        Pass@Turn with standard errors clustered by patient; the mean turn score by task type,
        implicitness and source; and what was counted. Always the same keys, NaN for a group without
        a scored turn.
    """
    turns = list(_turns(prefix, scores))
    samples = [turn.sample for turn in turns]
    table: dict[str, float] = {}
    for name, threshold in THRESHOLDS.items():
        passed = [float(passes(turn.score, threshold)) for turn in turns]
        table[f"pass_turn_{name}"] = _mean(passed)
        table[f"pass_turn_{name}_stderr"] = _error(passed, samples)
    for kind, groups in TURN_GROUPS.items():
        for group in groups:
            table[f"{kind}_{group}"] = _mean(
                [turn.score for turn in turns if turn.groups[kind] == group]
            )
    unscored = _counts(scores, f"{prefix}_unscored_turns")
    table["scored_turns"] = float(len(turns))
    table["unscored_turns"] = sum(unscored)
    table["not_reached_turns"] = sum(_counts(scores, f"{prefix}_not_reached_turns"))
    table["scored_sessions"] = float(sum(count == 0 for count in unscored))
    table["unscored_sessions"] = float(sum(count > 0 for count in unscored))
    return {f"{prefix}_{name}": value for name, value in table.items()}


def tabulate_sessions(prefix: JudgedBy, scores: Sequence[SampleScore]) -> dict[str, float]:
    """The mRS by tier, with standard errors clustered by patient, and by scenario.

    Args:
        prefix: Who judged.
        scores: One a session, reduced over epochs, with the sample's metadata.
    """
    table: dict[str, float] = {}
    for kind, groups in SESSION_GROUPS.items():
        for group in groups:
            members = [
                (value, sample)
                for sample in scores
                if _metadata(sample)[kind] == group
                and not math.isnan(value := cast(float, sample.score.as_dict()[f"{prefix}_mRS"]))
            ]
            values = [value for value, _ in members]
            table[f"{kind}_{group}"] = _mean(values)
            if kind == "tier":
                table[f"{kind}_{group}_stderr"] = _error(values, [sample for _, sample in members])
    return {f"{prefix}_{name}": value for name, value in table.items()}


@metric(scores="unreduced")
def turn_table(prefix: JudgedBy) -> Metric:
    """The numbers pooled over turns of a rubric scorer, under names that begin with the prefix.

    Args:
        prefix: `checks` or `judge`: who judged.
    """

    def compute(scores: list[SampleScore]) -> Value:
        return cast(Value, tabulate_turns(prefix, scores))

    return compute


@metric
def session_table(prefix: JudgedBy) -> Metric:
    """The mRS of a rubric scorer by tier and scenario, under names that begin with the prefix.

    Args:
        prefix: `checks` or `judge`: who judged.
    """

    def compute(scores: list[SampleScore]) -> Value:
        return cast(Value, tabulate_sessions(prefix, scores))

    return compute


@metric
def totals(keys: list[str]) -> Metric:
    """Counts summed over sessions, under the keys' own names; NaN where one applies to no session.

    With several epochs a session's count is its mean over them, so that totals of runs with
    different numbers of epochs compare. This holds under the reducer `mean` only: the counts come
    reduced, since Inspect leaves an empty row where a scorer has nothing but unreduced tables beside
    its keys' rows.

    Args:
        keys: Keys of the score's value that hold counts.
    """

    def compute(scores: list[SampleScore]) -> Value:
        counts = {key: _counts(scores, key) for key in keys}
        return {key: sum(values) if values else _NAN for key, values in counts.items()}

    return compute
