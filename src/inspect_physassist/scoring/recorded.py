"""Whether words deny that the record holds a thing, rather than deny something of the thing."""

from __future__ import annotations

import re
from typing import Final

from inspect_physassist.scoring.cues import entry_words
from inspect_physassist.scoring.reading import Reading
from inspect_physassist.terms.vocabulary import fold

NOT_IN_RECORD: Final = "not_in_record"
"""The vocabulary's concept of what was looked for and not found."""

_BARE_DENIAL = re.compile(r"(?:\bno|\bwithout|没有|未见|查无|无)(?: any| such|相关|其他)?[ 的]?$")
_WORD = re.compile(r"[a-z]+")


def denies_entry(reading: Reading, start: int, end: int, *, denied: bool) -> bool:
    """Whether a term is denied as an entry: "no ammonia", "the chart does not hold an ammonia level".

    "No rise in ammonia" and "do not send ammonia" deny something else.

    Args:
        reading: The answer.
        start: Of the term.
        end: Of the term.
        denied: Whether the term stands in the reach of a denial.
    """
    clause = reading.clauses[reading.clause_at(start)]
    before = fold(reading.text[clause.start : start])
    after = fold(reading.text[end : clause.end])
    if _BARE_DENIAL.search(before):
        return True
    if not denied:
        return False
    for index in reading.mentions_in(clause.start, clause.end):
        if reading.mentions[index].start < start and "action" in reading.groups[index]:
            return False  # "Do not order an ammonia level."
    latin, chinese = entry_words()
    text = f"{before} {after}"
    return not latin.isdisjoint(_WORD.findall(text)) or any(word in text for word in chinese)
