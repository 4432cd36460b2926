"""Every term an answer states, with its polarity."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from inspect_physassist.scoring.asserting import is_refused_term
from inspect_physassist.scoring.cues import action_list
from inspect_physassist.scoring.polarity import Polarities, Polarity
from inspect_physassist.scoring.reach import opens_with_denial
from inspect_physassist.scoring.reading import Reading
from inspect_physassist.terms.model import Concept
from inspect_physassist.terms.vocabulary import Mention, Vocabulary, fold


class Statement(NamedTuple):
    """A term as the answer states it."""

    keys: tuple[str, ...]
    start: int
    end: int
    polarity: Polarity
    text: str


def statements(reading: Reading, polarities: Polarities) -> Iterator[Statement]:
    """Every term of the answer with its polarity; a name like "not safe" also denies what is in it."""
    alternatives = set(_alternatives(reading))
    for index, mention in enumerate(reading.mentions):
        action = "action" in reading.groups[index]
        if action and not _instructs(reading, mention):
            continue
        polarity = polarities.of(mention.start, mention.end, action=action)
        if polarity == "affirmed" and is_refused_term(reading, mention.start):
            polarity = "denied"
        if index in alternatives and polarity == "affirmed":
            polarity = "open"
        yield Statement(mention.keys, mention.start, mention.end, polarity, mention.text)
        for inner in _denied_inside(reading.vocabulary, mention.text):
            if set(inner.keys) & set(mention.keys):
                continue
            turned: Polarity = "denied" if polarity in ("affirmed", "reported") else "open"
            yield Statement(
                inner.keys,
                mention.start + inner.start,
                mention.start + inner.end,
                turned,
                mention.text,
            )


def _alternatives(reading: Reading) -> Iterator[int]:
    """Terms offered as alternatives of which only one can be true: "hold or continue metformin"."""
    excludes = opposites(reading.vocabulary)
    for index in range(len(reading.mentions) - 1):
        one, other = reading.mentions[index], reading.mentions[index + 1]
        between = reading.syntax_cues.between(one.end, other.start)
        if len(between) == 1 and "or" in between[0].kinds:
            gap = (
                reading.text[one.end : between[0].start]
                + reading.text[between[0].end : other.start]
            )
            exclusive = any(
                excludes.get(key, frozenset()).intersection(other.keys) for key in one.keys
            )
            if not gap.strip() and (exclusive or _differ_in_number(one, other)):
                yield from (index, index + 1)


def _differ_in_number(one: Mention, other: Mention) -> bool:
    """Whether two terms are the same but for a number: "every 8 hours" and "every 12 hours"."""
    if set(one.keys) & set(other.keys):
        return False
    return (
        re.sub(r"\d+", "#", fold(one.text))
        == re.sub(r"\d+", "#", fold(other.text))
        != fold(one.text)
    )


@lru_cache(maxsize=8)
def opposites(vocabulary: Vocabulary) -> Mapping[str, frozenset[str]]:
    """`contradicts` of every concept, read both ways."""
    table: dict[str, set[str]] = {}
    for key in vocabulary:
        term = vocabulary[key]
        if isinstance(term, Concept):
            for other in term.contradicts:
                table.setdefault(key, set()).add(other)
                table.setdefault(other, set()).add(key)
    return {key: frozenset(others) for key, others in table.items()}


@lru_cache(maxsize=4096)
def _denied_inside(vocabulary: Vocabulary, name: str) -> tuple[Mention, ...]:
    """The terms that a name of several words denies: `safe` in "not safe"."""
    after = opens_with_denial(name)
    if not after:
        return ()
    return tuple(
        found._replace(start=found.start + after, end=found.end + after)
        for found in vocabulary.mentions(name[after:])
    )


def _instructs(reading: Reading, mention: Mention) -> bool:
    """Whether an everyday word ("use", "order", "given") stands as an instruction."""
    if fold(mention.text) in action_list("needs_object"):
        following = next(iter(reading.mentions_in(mention.end, mention.end + 3)), None)
        return following is not None and "drug" in reading.groups[following]
    if fold(mention.text) not in action_list("instruction_only"):
        return True
    clause = reading.clauses[reading.clause_at(mention.start)]
    part = clause.segments[clause.segment_at(mention.start)]
    before = reading.text[part.start : mention.start].strip(" :\"'*-")
    if fold(mention.text) == "given":
        return bool(re.search(r"\b(?:be|been|is|are|was|were)(?: not)?$", before))
    if not before:
        return not re.match(r"\s+of\b", reading.text[mention.end :])
    near = reading.syntax_cues.between(max(part.start, mention.start - 26), mention.start)
    return any("modal" in cue.kinds for cue in near)


def index_by_key(vocabulary: Vocabulary, found: Iterable[Statement]) -> dict[str, list[Statement]]:
    """Statements by every key they imply, narrower terms under their broader ones."""
    table: dict[str, list[Statement]] = {}
    for statement in found:
        implied: set[str] = set()
        for key in statement.keys:
            implied |= vocabulary.implies(key)
        for key in implied:
            table.setdefault(key, []).append(statement)
    return table
