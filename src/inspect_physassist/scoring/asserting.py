"""Whether a number or a date that stands in an answer is put forward: not denied, guessed, one of several, or taken back."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from inspect_physassist.scoring.reading import Reading

_WITHHOLDS = frozenset(
    {"deny_next", "deny_list", "deny_clause", "deny_action_next", "open_next", "open_either"}
) | {"ask_next"}
_DENIES = _WITHHOLDS - {"open_next", "open_either", "ask_next"}
_REFUSES = frozenset({"deny_action_next"})
_GIVING = frozenset({"start"})
_PLAIN = re.compile(
    r"(?:[\s\d.]|\b(?:m?g|mcg|ml|units?|tablets?|doses?|a|an|the|her|him|any|it)\b)*"
)
_WORD = re.compile(r"[a-z0-9.]+|[\u4e00-\u9fff]")
_OR = re.compile(
    r"[\s,)]*(?:\bor(?: else)?\b|或者?|还是)\s*(?:maybe |perhaps |on |of |是|在)?\s*(?:every|each|q|每|每隔)?\s*"
)
_RETRACTS = re.compile(
    r"\bcorrection\s*[:—-]|\b(?:that|this|which|the above) (?:is|was) (?:wrong|incorrect|a mistake|an error|not right)"
    r"|\bi (?:was wrong|misspoke|stand corrected|made (?:a mistake|an error))|\bscratch that"
    r"|更正|(?:以上|上述|刚才|前面|前述|之前)[^。;,]{0,8}(?:有误|错误|错了|不对)|(?:说|写|看)错了?"
)
_RESTATES_WITHIN = 160
"""Characters after a correction in which what replaces the earlier value must stand."""
Span = tuple[int, int]


def is_withheld(reading: Reading, start: int) -> bool:
    """Whether what begins here is asked, or is what a denial or a guess just before it is about."""
    sentence = reading.sentences[reading.clauses[reading.clause_at(start)].sentence]
    return sentence.asks or sentence.quotes or _governed(reading, start, _WITHHOLDS, frozenset())


def is_refused(reading: Reading, start: int) -> bool:
    """Whether a number is what a denial speaks of: "do not give 1 g", "不是伐昔洛韦1 g".

    The drug, or a verb of giving, may stand between. With "do not stop metformin 500 mg" the dose
    stays, and with "no fever, K 4.1" the denial has ended.
    """
    return _governed(reading, start, _DENIES, _GIVING)


def is_refused_term(reading: Reading, start: int) -> bool:
    """The same of a term: the interval of "do not give 1 g every 12 hours", not the AKI of "do not give in AKI"."""
    return _governed(reading, start, _REFUSES, _GIVING, plain=True)


def _governed(
    reading: Reading,
    start: int,
    kinds: frozenset[str],
    acts: frozenset[str],
    *,
    plain: bool = False,
) -> bool:
    clause = reading.clauses[reading.clause_at(start)]
    part = clause.segments[clause.segment_at(start)]
    first = max(part.start, start - 60)
    ends = [cue.end for cue in reading.polarity_cues.between(first, start) if cue.kinds & kinds]
    if acts:
        # "do not give" is a term of its own.
        found = (reading.mentions[index] for index in reading.mentions_in(first, start))
        ends += [mention.end for mention in found if "avoid_use" in mention.keys]
    for end in (end for end in ends if end <= start):
        gap, at = "", end
        foreign = False
        for index in reading.mentions_in(end, start):
            mention, groups = reading.mentions[index], reading.groups[index]
            gap += " " + reading.folded[at : mention.start]
            at = max(at, mention.end)
            named = acts and (groups == {"drug"} or not acts.isdisjoint(mention.keys))
            foreign = foreign or not named
        gap += " " + reading.folded[at:start]
        if plain and not _PLAIN.fullmatch(gap):
            continue
        if not foreign and len(_WORD.findall(gap)) <= 3:
            return True
    return False


def alternatives(reading: Reading, mine: Span, others: Sequence[Span]) -> bool:
    """Whether another value of the same thing stands beside this one, with only "or" between."""
    at = bisect_left(others, mine)
    gaps = [(one[1], mine[0]) for one in others[max(0, at - 1) : at]]
    gaps += [(mine[1], one[0]) for one in others[at : at + 1]]
    return any(
        right - left <= 24 and _OR.fullmatch(reading.folded, left, right) for left, right in gaps
    )


def retracted_before(reading: Reading, end: int, others: Sequence[Span]) -> bool:
    """Whether a correction after this place puts another value in its stead."""
    for found in _RETRACTS.finditer(reading.folded, end):
        at = bisect_left(others, (found.end(), 0))
        if at < len(others) and others[at][0] - found.end() <= _RESTATES_WITHIN:
            return True
    return False
