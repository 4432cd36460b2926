"""The scorers, as thin skins: each reads the consultation from the log and calls plain functions.

Each works on a finished log, with nothing but what the log holds:
`inspect score LOG --scorer inspect_physassist/rubric_checks --action append --output-file OUT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspect_ai.model import GenerateConfig, Model, get_model
from inspect_ai.scorer import Metric, Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState
from inspect_ai.util import collect

from inspect_physassist.scoring.calls import (
    CALL_COUNTS,
    CALL_SHARES,
    Evidence,
    call_values,
    session_calls,
)
from inspect_physassist.scoring.explain import (
    NOT_REACHED,
    call_details,
    explain_calls,
    explain_orders,
    explain_rubric,
    order_details,
    rubric_answer,
    rubric_details,
)
from inspect_physassist.scoring.grader import Grader
from inspect_physassist.scoring.judge import ATTEMPTS, judge_turn
from inspect_physassist.scoring.metrics import (
    CLUSTER,
    THRESHOLDS,
    JudgedBy,
    session_table,
    session_values,
    totals,
    turn_table,
)
from inspect_physassist.scoring.orders import (
    ORDER_COUNTS,
    ORDER_SHARES,
    order_values,
    session_orders,
)
from inspect_physassist.scoring.rubric import ItemVerdict, TurnVerdict, score_turn
from inspect_physassist.session.model import Session, Turn
from inspect_physassist.session.portable import from_metadata
from inspect_physassist.visit import Visit

NO_CONSULTATION = "no_consultation"
"""Why a sample is unscored whose consultation never began."""


def _means(*keys: str) -> dict[str, list[Metric]]:
    """A row for each key: its mean over samples, with an error clustered by patient."""
    return {key: [mean(), stderr(cluster=CLUSTER)] for key in keys}


def _rubric_metrics(judged_by: JudgedBy) -> list[Metric | dict[str, list[Metric]]]:
    sessions = (f"{judged_by}_pass_session_{name}" for name in THRESHOLDS)
    return [
        _means(f"{judged_by}_mRS", *sessions),
        session_table(judged_by),
        turn_table(judged_by),
    ]


def _consultation(state: TaskState) -> tuple[Session, Visit] | None:
    """The session and what happened; None where no turn took place."""
    if "session" not in state.metadata:
        raise ValueError(
            f"Sample {state.sample_id} has no metadata 'session'; physassist scorers read logs of "
            "the physassist tasks: inspect eval inspect_physassist/physassist"
        )
    visit = state.store_as(Visit)
    return (from_metadata(state.metadata), visit) if visit.turns else None


def _no_consultation() -> Score:
    return Score.unscored(
        reason=NO_CONSULTATION, explanation="The sample ended before the physician's first turn."
    )


def _rubric_score(
    judged_by: JudgedBy,
    session: Session,
    visit: Visit,
    reached: Mapping[int, TurnVerdict],
    metadata: Mapping[str, Any],
) -> Score:
    """One session's score. A turn that a limit kept from taking place meets nothing, and is counted.

    Limits on messages, tokens or time are the budget the model was given; were such turns left out, a
    model that spends it on the first, easier turns would score higher than one that finishes.
    """
    verdicts = {
        index: reached.get(index) or _not_reached(turn) for index, turn in enumerate(session.turns)
    }
    return Score(
        value=session_values(
            judged_by,
            [verdicts[index].score for index in sorted(verdicts)],
            not_reached=len(verdicts) - len(reached),
        ),
        answer=rubric_answer(verdicts),
        explanation=explain_rubric(session, visit, verdicts),
        metadata={"turns": rubric_details(visit, verdicts), **metadata},
    )


def _not_reached(turn: Turn) -> TurnVerdict:
    items = (ItemVerdict(item.id, item.kind, False, NOT_REACHED) for item in turn.rubric)
    return TurnVerdict(items=tuple(items), score=0.0, reason=NOT_REACHED)


@scorer(metrics=_rubric_metrics("checks"))
def rubric_checks() -> Scorer:
    """The rubric items' executable checks: deterministic, offline, always on."""

    async def score(state: TaskState, target: Target) -> Score:
        found = _consultation(state)
        if found is None:
            return _no_consultation()
        session, visit = found
        ordered = session_orders(session, visit).turns
        reached = {
            record.index: score_turn(
                session.turns[record.index],
                record,
                visit.language,
                now=session.now,
                orders=ordered[record.index],
            )
            for record in visit.turns
        }
        return _rubric_score("checks", session, visit, reached, {})

    return score


@scorer(metrics=_rubric_metrics("judge"))
def rubric_judge(*, attempts: int = ATTEMPTS, structured: bool = True) -> Scorer:
    """The rubric items put to the model in role `grader`, which must be bound.

    Args:
        attempts: How often at most a turn is put to the grader before it is left unscored.
        structured: Ask for structured output; off for a grader that refuses the request.

    Raises:
        ValueError: No attempt is allowed.
    """
    if attempts < 1:
        raise ValueError(f"attempts={attempts} is not allowed; allowed: 1 or more")

    async def score(state: TaskState, target: Target) -> Score:
        found = _consultation(state)
        if found is None:
            return _no_consultation()
        session, visit = found
        grader = Grader(_grader_model(), structured=structured)
        judged = await collect(
            *(
                judge_turn(session, visit, record, grader.ask, attempts=attempts)
                for record in visit.turns
            )
        )
        reached = {
            record.index: turn.verdict for record, turn in zip(visit.turns, judged, strict=True)
        }
        result = _rubric_score(
            "judge",
            session,
            visit,
            reached,
            {
                "judge": {
                    **grader.used(),
                    "attempts": [turn.attempts for turn in judged],
                    "is_model_under_test": grader.name == str(state.model),
                }
            },
        )
        asked = [turn.verdict for turn in judged if turn.attempts]
        if asked and all(verdict.score is None for verdict in asked):
            result.reason = "grader_failed"
        return result

    return score


def _grader_model() -> Model:
    """The model bound to the role; its own configuration wins over ours."""
    config = GenerateConfig(temperature=0.0, max_retries=5)
    return get_model(role="grader", required=True, config=config)


@scorer(metrics=[_means(*CALL_SHARES), totals(list(CALL_COUNTS))])
def tool_calls() -> Scorer:
    """Every tool call against the expected ones, by name, by arguments and by effect."""

    async def score(state: TaskState, target: Target) -> Score:
        found = _consultation(state)
        if found is None:
            return _no_consultation()
        session, visit = found
        evidence: Evidence | None = state.metadata.get("evidence")
        turns = session_calls(session, visit, evidence)
        values = call_values(turns, visit)
        answer = f"{values['calls_made']:.0f} calls, {values['calls_invalid']:.0f} invalid"
        if values["calls_other_patient"] > 0:
            answer += f", {values['calls_other_patient']:.0f} for another patient"
        return Score(
            value=values,
            answer=answer,
            explanation=explain_calls(session, visit, turns),
            metadata={"turns": call_details(turns), "evidence_stored": evidence is not None},
        )

    return score


@scorer(metrics=[_means(*ORDER_SHARES), totals(list(ORDER_COUNTS))])
def orders() -> Scorer:
    """What the record holds at the end against what it should: per order and field, and harm."""

    async def score(state: TaskState, target: Target) -> Score:
        found = _consultation(state)
        if found is None:
            return _no_consultation()
        session, visit = found
        matched = session_orders(session, visit)
        expected = [order for turn in matched.turns.values() for order in turn.expected]
        return Score(
            value=order_values(matched),
            answer=f"{sum(order.correct for order in expected)}/{len(expected)} orders right",
            explanation=explain_orders(session, visit, matched),
            metadata={"turns": order_details(matched)},
        )

    return score
