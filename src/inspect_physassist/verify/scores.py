"""What a perfect, an empty and a pasted answer score: 1, 0, and nothing that asks for thought."""

from __future__ import annotations

from collections.abc import Iterator

from inspect_physassist.scoring.orders import match_orders
from inspect_physassist.scoring.rubric import score_turn
from inspect_physassist.session.model import ItemKind, Session
from inspect_physassist.terms.vocabulary import Vocabulary, fold
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.execution import Replay
from inspect_physassist.visit import TurnRecord

THOUGHT: frozenset[ItemKind] = frozenset({"interpretation", "reasoning", "recommendation"})
"""Kinds of item that pasting the record must not meet."""

_GIVEAWAYS = ("expected answer", "reference answer", "rubric", "标准答案", "参考答案", "评分标准")
_SENTENCE_LENGTH = {"en": 30, "zh": 12}


def scores(session: Session, result: Replay, vocabulary: Vocabulary) -> list[Complaint]:
    """Complaints about the scores of the perfect, the empty and the pasted answer."""
    complaints: list[Complaint] = []
    for index, turn in enumerate(session.turns):
        record = result.turns[index]
        perfect = _judge(session, index, result, record, vocabulary)
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
            for item, (met, why) in _judge(session, index, result, empty, vocabulary).items()
            if met
        ]
        if turn.source == "write":
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
            for item, (met, why) in _judge(session, index, result, pasted, vocabulary).items()
            if met and kinds[item] in THOUGHT
        ]
    return complaints


def _judge(
    session: Session, index: int, result: Replay, record: TurnRecord, vocabulary: Vocabulary
) -> dict[str, tuple[bool, str]]:
    turn = session.turns[index]
    orders = match_orders(turn, record.calls, language=result.language, vocabulary=vocabulary)
    verdict = score_turn(turn, record, result.language, session.now, vocabulary, orders)
    return {item.id: (bool(item.met), item.why) for item in verdict.items}


def leaks(session: Session, result: Replay) -> Iterator[Complaint]:
    """Complaints about tool output that holds rubric or reference text, in the replay's language."""
    for index, outputs in enumerate(result.outputs):
        shown = _squeeze("\n".join(outputs))
        for giveaway in _GIVEAWAYS:
            if _squeeze(giveaway) in shown:
                yield Complaint(
                    session.id,
                    index,
                    None,
                    f"a tool output ({result.language}) contains {giveaway!r}",
                )
        turn = session.turns[index]
        texts = [(item.id, item.text.in_(result.language)) for item in turn.rubric]
        texts += [
            ("reference", sentence) for sentence in _sentences(turn.reference.in_(result.language))
        ]
        for name, text in texts:
            if len(text) >= _SENTENCE_LENGTH[result.language] and _squeeze(text) in shown:
                item = None if name == "reference" else name
                what = "a sentence of the reference answer" if item is None else "this item's text"
                yield Complaint(
                    session.id, index, item, f"a tool output ({result.language}) contains {what}"
                )


def _sentences(text: str) -> list[str]:
    for mark in (". ", "。", "！", "!", "；", "; ", "\n"):
        text = text.replace(mark, "\n")
    return [part.strip() for part in text.splitlines() if part.strip()]


def _squeeze(text: str) -> str:
    return "".join(char for char in fold(text) if char.isalnum())
