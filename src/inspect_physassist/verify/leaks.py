"""Whether anything an assistant could be shown gives the answers away: the record, and the patient's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from inspect_physassist.chart.fhir import attachment_text
from inspect_physassist.chart.record import ChartView
from inspect_physassist.session.model import Language, ReadTool, Session
from inspect_physassist.terms.vocabulary import fold
from inspect_physassist.tools.descriptions import MAX_COUNT
from inspect_physassist.tools.desk import Desk
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.execution import Replay

_GIVEAWAYS = ("expected answer", "reference answer", "rubric", "标准答案", "参考答案", "评分标准")
_SENTENCE_LENGTH = {"en": 30, "zh": 12}
"""Shorter sentences ("Lactate is falling.") may stand in a note by chance."""


def leaks(session: Session, result: Replay) -> Iterator[Complaint]:
    """Complaints about what the expected calls returned, in the replay's language."""
    for index, outputs in enumerate(result.outputs):
        shown = _squeeze("\n".join(outputs))
        what = f"a tool output ({result.language})"
        yield from _giveaways(session, index, shown, what)
        yield from _quoted(session, shown, what, result.language, index)


def hidden_leaks(session: Session, desk: Desk, language: Language) -> Iterator[Complaint]:
    """Complaints about everything else that could be shown at the clock.

    That is every text of every resource known by then, attachments decoded, whether or not an
    expected call reaches it; what the read tools make of it; and what the patient can say.
    """
    sources = [*_record(desk.view), *_pages(session, desk), *_sayings(session, language)]
    for what, text in sources:
        shown = _squeeze(text)
        yield from _giveaways(session, None, shown, what)
        for index in range(len(session.turns)):
            yield from _quoted(session, shown, what, language, index)


def _record(view: ChartView) -> Iterator[tuple[str, str]]:
    for reference, row in view.snapshot.by_reference.items():
        texts = list(_strings(row.resource))
        attached = attachment_text(row.resource)
        if attached:
            texts.append(attached)
        yield f"{reference} of the chart", "\n".join(texts)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name != "data":  # Base64, which the decoded attachment stands for.
                yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


def _pages(session: Session, desk: Desk) -> Iterator[tuple[str, str]]:
    for tool in get_args(ReadTool):
        arguments: dict[str, Any] = {"subject_id": session.patient}
        if tool != "Patient.read":
            arguments["_count"] = MAX_COUNT
        yield f"{tool} ({desk.language})", desk.call(tool, arguments).text


def _sayings(session: Session, language: Language) -> Iterator[tuple[str, str]]:
    for fact in session.facts:
        for level in ("low", "medium", "high"):
            yield (
                f"fact {fact.id} at {level} literacy ({language})",
                getattr(fact.says, level).in_(language),
            )


def _giveaways(session: Session, index: int | None, shown: str, what: str) -> Iterator[Complaint]:
    for giveaway in _GIVEAWAYS:
        if _squeeze(giveaway) in shown:
            yield Complaint(session.id, index, None, f"{what} contains {giveaway!r}")


def _quoted(
    session: Session, shown: str, what: str, language: Language, index: int
) -> Iterator[Complaint]:
    turn = session.turns[index]
    texts: list[tuple[str | None, str]] = [
        (item.id, item.text.in_(language)) for item in turn.rubric
    ]
    texts += [(None, sentence) for sentence in _sentences(turn.reference.in_(language))]
    for item, text in texts:
        if len(text) >= _SENTENCE_LENGTH[language] and _squeeze(text) in shown:
            whose = "a sentence of the reference answer" if item is None else "this item's text"
            yield Complaint(session.id, index, item, f"{what} contains {whose}")


def _sentences(text: str) -> list[str]:
    for mark in (". ", "。", "！", "!", "；", "; ", "\n"):
        text = text.replace(mark, "\n")
    return [part.strip() for part in text.splitlines() if part.strip()]


def _squeeze(text: str) -> str:
    return "".join(char for char in fold(text) if char.isalnum())
