"""Whether a value that an expectation dates has that date in the record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from inspect_physassist.scoring.answer import Answer
from inspect_physassist.scoring.numbers import Quantity
from inspect_physassist.session.model import Session
from inspect_physassist.terms.model import Analyte
from inspect_physassist.terms.vocabulary import Vocabulary
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.execution import Replay
from inspect_physassist.verify.figures import day_shown, days_in, figures_in, same_day

_SENTENCE_ENDS = ("。", "；", "\n", ". ", "; ")
_Line = tuple[frozenset[float], frozenset[date]]


def dated_values(session: Session, result: Replay, vocabulary: Vocabulary) -> Iterator[Complaint]:
    """Complaints about a value and a date that no line of a tool output holds together."""
    lines: list[_Line] = []
    language = result.language
    for index, turn in enumerate(session.turns):
        for output in result.outputs[index]:
            lines += _lines(output, vocabulary)
        derived = {entry.value for entry in turn.derivations}
        texts = [(None, turn.reference), *((item.id, item.text) for item in turn.rubric)]
        for item, text in texts:
            answer = Answer(text.in_(language), language, now=session.now, vocabulary=vocabulary)
            for quantity in answer.quantities.all:
                days = _days(quantity, text.in_(language))
                if not days or quantity.value in derived or not _measured(quantity, vocabulary):
                    continue
                if not any(_holds(line, quantity, day) for line in lines for day in days):
                    shown = " or ".join(day_shown(day) for day in days)
                    yield Complaint(
                        session.id,
                        index,
                        item,
                        f"the {'reference answer' if item is None else 'text'} ({language}) dates {quantity.of[0]} {quantity.value:g} to {shown}, which no line of what the calls return does",
                    )


def _lines(output: str, vocabulary: Vocabulary) -> Iterator[_Line]:
    """The figures and days of each line; prose without a date goes by every date above it."""
    above: set[date] = set()
    for line in output.splitlines():
        days = days_in(line)
        above.update(days)
        figures = frozenset(figure.value for figure in figures_in(line, vocabulary))
        if figures:
            yield figures, frozenset(days or above)


def _days(quantity: Quantity, text: str) -> list[date]:
    """The day the scorer reads with a value, and its neighbours in the sentence, which may be meant as well."""
    if quantity.when is None:
        return []
    start = max(text.rfind(end, 0, quantity.start) for end in _SENTENCE_ENDS)
    stops = [at for end in _SENTENCE_ENDS if (at := text.find(end, quantity.end)) >= 0]
    sentence_end = min(stops, default=len(text))
    before = days_in(text[max(start, 0) : quantity.start])[-1:]
    after = days_in(text[quantity.end : sentence_end])[:1]
    return list(dict.fromkeys(before + after))


def _measured(quantity: Quantity, vocabulary: Vocabulary) -> bool:
    """Whether it is a result: a dose or a score has no line of its own."""
    return (
        quantity.role == "value"
        and not quantity.denied
        and bool(quantity.of)
        and isinstance(vocabulary[quantity.of[0]], Analyte)
    )


def _holds(line: _Line, quantity: Quantity, day: date) -> bool:
    values, days = line
    return any(round(value, max(quantity.places, 0)) == quantity.value for value in values) and any(
        same_day(known, day) for known in days
    )
