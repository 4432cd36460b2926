"""What a perfect, an empty and a pasted answer score: 1, 0, and nothing that asks for thought."""

from __future__ import annotations

from collections.abc import Iterator

from inspect_physassist.scoring.checks import Answer, evaluate
from inspect_physassist.scoring.orders import match_orders
from inspect_physassist.scoring.rubric import score_turn
from inspect_physassist.session.model import ItemKind, Language, Session
from inspect_physassist.terms.vocabulary import Vocabulary
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.execution import Replay
from inspect_physassist.visit import TurnRecord

THOUGHT: frozenset[ItemKind] = frozenset({"interpretation", "reasoning", "recommendation"})
"""Kinds of item that pasting the record must not meet."""

_ASKED_FOR: frozenset[ItemKind] = THOUGHT | {"value"}
"""Kinds of item that the physician's words must leave to the assistant."""


def scores(session: Session, result: Replay, vocabulary: Vocabulary) -> list[Complaint]:
    """Complaints about the scores of the perfect, the empty and the pasted answer."""
    complaints: list[Complaint] = []
    for index, turn in enumerate(session.turns):
        record = result.turns[index]
        perfect = _item_verdicts(session, index, result, record, vocabulary)
        complaints += [
            Complaint(
                session.id,
                index,
                item,
                f"the reference answer ({result.language}) does not meet it: {why}",
            )
            for item, (met, why) in perfect.items()
            if not met
        ]
        empty = record.model_copy(update={"answer": "", "calls": []})
        complaints += [
            Complaint(
                session.id, index, item, f"an empty answer ({result.language}) meets it: {why}"
            )
            for item, (met, why) in _item_verdicts(
                session, index, result, empty, vocabulary
            ).items()
            if met
        ]
        if turn.on_orders_alone:
            continue
        pasted = record.model_copy(update={"answer": "\n\n".join(result.outputs[index])})
        kinds = {item.id: item.kind for item in turn.rubric}
        complaints += [
            Complaint(
                session.id,
                index,
                item,
                f"pasting the tool output ({result.language}) meets it: {why}",
            )
            for item, (met, why) in _item_verdicts(
                session, index, result, pasted, vocabulary
            ).items()
            if met and kinds[item] in THOUGHT
        ]
    return complaints


def _item_verdicts(
    session: Session, index: int, result: Replay, record: TurnRecord, vocabulary: Vocabulary
) -> dict[str, tuple[bool, str]]:
    turn = session.turns[index]
    orders = match_orders(turn, record.calls, language=result.language, vocabulary=vocabulary)
    verdict = score_turn(turn, record, result.language, session.now, vocabulary, orders)
    return {item.id: (bool(item.met), item.why) for item in verdict.items}


def given_away(session: Session, vocabulary: Vocabulary, language: Language) -> Iterator[Complaint]:
    """Complaints about items that the physician's own words already meet."""
    for index, turn in enumerate(session.turns):
        if turn.on_orders_alone:
            continue  # Scored on the orders alone, which no text meets.
        said = {
            "implicit": turn.physician.implicit.in_(language),
            "explicit": turn.physician.explicit.in_(language),
        }
        for kind, text in said.items():
            answer = Answer(text=text, language=language, now=session.now, vocabulary=vocabulary)
            for item in turn.rubric:
                if item.kind not in _ASKED_FOR:
                    continue
                verdict = evaluate(item.check, answer)
                if verdict.met:
                    yield Complaint(
                        session.id,
                        index,
                        item.id,
                        f"the {kind} text ({language}) meets it already: {verdict.why}",
                    )
