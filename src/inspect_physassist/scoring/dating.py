"""Whether an answer states a day: not denied, guessed, asked, left as an alternative or taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from inspect_physassist.scoring.answer import Answer
from inspect_physassist.scoring.asserting import alternatives, is_withheld, retracted_before
from inspect_physassist.scoring.reading import group_of
from inspect_physassist.session.check import DateClaim

_RELATIVE_DAYS = {
    "today": 0,
    "this morning": 0,
    "今日": 0,
    "今天": 0,
    "今晨": 0,
    "the day before yesterday": 2,
    "yesterday": 1,
    "昨日": 1,
    "昨天": 1,
    "前天": 2,
}
# Longest first: the day before yesterday is not yesterday, and 大前天 is not 前天.
_RELATIVE = re.compile(
    r"\b(?:the day before yesterday|this morning|yesterday|today)\b|今日|今天|今晨|昨日|昨天|(?<!大)前天"
)


def dated(claim: DateClaim, answer: Answer) -> tuple[bool, str]:
    """Whether the answer states the day, of the term if one is named; and why."""
    reading = answer.reading
    day = claim.date.isoformat()
    spans = [(d.start, d.end) for d in reading.dates if d.is_on(claim.date)]
    if answer.now is not None:
        spans += _relative(answer, claim.date, answer.now)
    if not spans:
        others = [d for d in reading.dates if d.day is not None]
        said = (
            f"; the answer says {reading.text[others[0].start : others[0].end]}" if others else ""
        )
        return False, f"{day} is not stated{said}"
    others = [d for d in reading.dates if d.day is not None and not d.is_on(claim.date)]
    elsewhere = [(d.start, d.end) for d in others]
    reason = f"{day} is stated, but not of {_name(answer, claim)}"
    known: dict[int, bool] = {}
    for start, end in spans:
        if claim.about is not None and not _dated_of(answer, start, claim.about, known):
            continue
        words = reading.quote(start, end)
        if is_withheld(reading, start):
            reason = f"{day} is denied, asked or only guessed: “{words}”"
        elif alternatives(reading, (start, end), elsewhere):
            reason = f"{day} is one of several alternatives: “{words}”"
        elif retracted_before(reading, end, elsewhere):
            reason = f"{day} is stated and taken back: “{words}”"
        else:
            return True, f"states {day}: “{words}”"
    return False, reason


def _name(answer: Answer, claim: DateClaim) -> str:
    return answer.terms.name(claim.about, answer.language) if claim.about else ""


def _relative(answer: Answer, day: date, now: datetime) -> Iterator[tuple[int, int]]:
    for word in _RELATIVE.finditer(answer.reading.folded):
        if now.date() - timedelta(days=_RELATIVE_DAYS[word[0]]) == day:
            yield word.span()


def _dated_of(answer: Answer, position: int, about: str, known: dict[int, bool]) -> bool:
    """Whether the date's sentence names the term, or names nothing of its sort while the one before does."""
    reading = answer.reading
    wanted = group_of(answer.terms[about])
    first = number = reading.clauses[reading.clause_at(position)].sentence
    result = False
    while number >= 0:
        if number in known:
            result = known[number]
            break
        sentence = reading.sentences[number]
        indices = list(reading.mentions_in(sentence.start, sentence.end))
        if any(
            about in answer.terms.implies(key)
            for index in indices
            for key in reading.mentions[index].keys
        ):
            result = True
            break
        if any(wanted in reading.groups[index] for index in indices):
            break
        number -= 1
    known.update(dict.fromkeys(range(max(number, 0), first + 1), result))
    return result
