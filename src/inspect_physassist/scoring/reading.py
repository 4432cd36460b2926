"""An answer read once: its sentences, clauses and segments, and the terms and cues found in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from inspect_physassist.scoring.cues import Cue, Cues, cue_finder
from inspect_physassist.scoring.dates import FoundDate, find_dates
from inspect_physassist.scoring.text import Sentence, lay_out
from inspect_physassist.terms.model import Term
from inspect_physassist.terms.vocabulary import Mention, Vocabulary, fold

Joint = Literal["start", "comma", "and", "or", "list", "colon", "paren", "dash", "cell"]
Group = Literal["drug", "quantity", "finding", "action", "cue"]

_PUNCTUATION = re.compile(r"(?<!\d),|,(?!\d{3}(?!\d))|[;:、()\[\]|—]| - ")
_JOINTS: dict[str, Joint] = {
    ",": "comma",
    "、": "list",
    ":": "colon",
    "(": "paren",
    ")": "paren",
    "[": "paren",
    "]": "paren",
    "|": "cell",
    "—": "dash",
    "-": "dash",
}
_GROUPS: dict[str, Group] = {
    "analyte": "quantity",
    "vital": "quantity",
    "score": "quantity",
    "drug": "drug",
    "drug_class": "drug",
    "finding": "finding",
    "action": "action",
    "cue": "cue",
}


class Segment(NamedTuple):
    """A part of a clause between commas, conjunctions and the like; `joint` stands before it."""

    start: int
    end: int
    joint: Joint


def _start_of(part: Segment) -> int:
    return part.start


class Clause(NamedTuple):
    """A part of a sentence between semicolons and contrasting conjunctions."""

    start: int
    end: int
    sentence: int
    segments: tuple[Segment, ...]

    def segment_at(self, position: int) -> int:
        """The index of the segment that a position stands in."""
        return max(0, bisect_right(self.segments, position, key=_start_of) - 1)


def group_of(term: Term) -> Group:
    """What sort of thing a term names."""
    return _GROUPS[term.kind]


class Reading:
    """A text with what was found in it. Everything is found once, when first asked for."""

    def __init__(self, text: str, vocabulary: Vocabulary, year: int | None = None) -> None:
        self.vocabulary = vocabulary
        self._year = year
        layout = lay_out(text, self._names_column)
        self.text = layout.text
        self.folded = fold(layout.text)
        self.lines = layout.lines
        self.sentences: Sequence[Sentence] = layout.sentences

    def _names_column(self, head: str) -> bool:
        return bool(self.vocabulary.mentions(head)) or bool(find_dates(head))

    @cached_property
    def dates(self) -> list[FoundDate]:
        """Calendar dates and times, in order."""
        return find_dates(self.text)

    @cached_property
    def _whole(self) -> list[Mention]:
        return self.vocabulary.mentions(self.text)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Vocabulary terms, in order, with the quantities and drugs inside a finding's name.

        "Potassium is elevated" is hyperkalemia, and speaks of potassium.
        """
        found: list[Mention] = []
        for mention in self._whole:
            found.append(mention)
            found.extend(
                inner._replace(start=mention.start + inner.start, end=mention.start + inner.end)
                for inner in _named_inside(self.vocabulary, mention)
            )
        return sorted(found, key=lambda mention: (mention.start, -mention.end))

    @cached_property
    def groups(self) -> list[frozenset[Group]]:
        """What sort of thing each mention names; several where its keys differ."""
        return [
            frozenset(group_of(self.vocabulary[key]) for key in mention.keys)
            for mention in self.mentions
        ]

    @cached_property
    def _mention_starts(self) -> list[int]:
        return [mention.start for mention in self.mentions]

    def mentions_in(self, start: int, end: int) -> Iterator[int]:
        """Indices of the mentions that begin in `text[start:end]`."""
        index = bisect_right(self._mention_starts, start - 1)
        while index < len(self.mentions) and self._mention_starts[index] < end:
            yield index
            index += 1

    def _outside_terms(self, cues: list[Cue]) -> Cues:
        """Without cues that are part of a longer term or of a date: the `no` of `no growth`.

        A denial that opens a term may go on in the list after it ("无发热、咳嗽"): it is kept as
        `deny_rest`, over the whole term.
        """
        kept: list[Cue] = []
        covers = sorted(
            [(m.start, m.end) for m in self._whole] + [(d.start, d.end) for d in self.dates]
        )
        starts = [start for start, _ in covers]
        for cue in cues:
            index = bisect_right(starts, cue.start) - 1
            if index >= 0:
                start, end = covers[index]
                if cue.start < end and (cue.end - cue.start) < (end - start):
                    if cue.start == start and "deny_next" in cue.kinds:
                        kept.append(Cue(frozenset({"deny_rest"}), start, end))
                    continue
            kept.append(cue)
        return Cues(kept)

    @cached_property
    def polarity_cues(self) -> Cues:
        """Negations, hedges, conditions, contrasts."""
        return self._outside_terms(cue_finder("polarity").find(self.folded))

    @cached_property
    def syntax_cues(self) -> Cues:
        """Verbs, conjunctions, modals, pronouns."""
        return self._outside_terms(cue_finder("syntax").find(self.folded))

    @cached_property
    def quantity_cues(self) -> Cues:
        """Directions, comparisons, and words that say which value is meant."""
        return Cues(cue_finder("quantities").find(self.folded))

    @cached_property
    def clauses(self) -> list[Clause]:
        """Every clause of the text, in order."""
        borders: list[tuple[int, int, Joint | None]] = [
            (cue.start, cue.end, None)
            for cue in self.polarity_cues
            if "contrast" in cue.kinds and not self._concludes(cue)
        ]
        borders += [
            (cue.start, cue.end, "and" if "and" in cue.kinds else "or")
            for cue in self.syntax_cues
            if "and" in cue.kinds or "or" in cue.kinds
        ]
        inside = [(m.start, m.end) for m in self._whole]
        starts = [start for start, _ in inside]
        for mark in _PUNCTUATION.finditer(self.text):
            sign = mark[0].strip()
            index = bisect_right(starts, mark.start()) - 1
            if index >= 0 and mark.start() < inside[index][1]:
                continue
            borders.append((mark.start(), mark.end(), _JOINTS.get(sign)))
        borders.sort(key=lambda border: border[0])
        found: list[Clause] = []
        at = 0
        for number, sentence in enumerate(self.sentences):
            segments: list[Segment] = []
            start = clause_start = sentence.start
            joint: Joint = "start"
            while at < len(borders) and borders[at][0] < sentence.end:
                left, right, kind = borders[at]
                at += 1
                if left < start:
                    continue
                if self.text[start:left].strip():
                    segments.append(Segment(start, left, joint))
                    joint = kind or "start"
                elif kind in ("and", "or") and segments and self.text[left].isascii():
                    # ", and": the conjunction decides. ", 与" begins a new statement.
                    joint = kind
                elif kind and joint == "start" and segments:
                    joint = kind
                if kind is None:
                    if segments:
                        found.append(Clause(clause_start, left, number, tuple(segments)))
                    segments, clause_start, joint = [], left, "start"
                start = right
            if self.text[start : sentence.end].strip(" .。!?"):
                segments.append(Segment(start, sentence.end, joint))
            if segments:
                found.append(Clause(clause_start, sentence.end, number, tuple(segments)))
        return found

    def _concludes(self, cue: Cue) -> bool:
        """Whether "而" follows from a reason ("因...而...") instead of setting two things against each other."""
        return self.text[cue.start : cue.end] == "而" and bool(
            re.search("因|由于|为了|为", self.text[max(0, cue.start - 16) : cue.start])
        )

    def enclosed(self, position: int, before: int) -> bool:
        """Whether a place is inside a parenthesis that closes before another place."""
        depth = 0
        for char in self.text[position:before]:
            if char == "(":
                depth += 1
            elif char == ")":
                depth -= 1
                if depth < 0:
                    return True
        return False

    @cached_property
    def _clause_starts(self) -> list[int]:
        return [clause.start for clause in self.clauses]

    def clause_at(self, position: int) -> int:
        """The index of the clause that a position stands in."""
        return max(0, bisect_right(self._clause_starts, position) - 1)

    def quote(self, start: int, end: int) -> str:
        """The words of the sentence round a span, for a verdict's reason; at most 120 characters."""
        clause = self.clauses[self.clause_at(start)] if self.clauses else None
        left, right = (clause.start, clause.end) if clause else (start, end)
        words = self.text[left:right]
        if right - left > 120:
            words = f"…{self.text[max(left, start - 50) : min(right, end + 60)]}…"
            words = re.sub(r"^…[a-z]+|[a-z]+…$", "…", words, flags=re.IGNORECASE)
        return " ".join(words.split()).strip(" ,;:-—|")


@lru_cache(maxsize=4096)
def _inside(vocabulary: Vocabulary, text: str) -> tuple[Mention, ...]:
    """Quantities and drugs named in part of a term's text."""
    found: dict[tuple[int, int], Mention] = {}
    for cut, part in ((0, text[:-1]), (1, text[1:])):
        for inner in vocabulary.mentions(part):
            groups = {group_of(vocabulary[key]) for key in inner.keys}
            if groups <= {"quantity", "drug"}:
                moved = inner._replace(start=inner.start + cut, end=inner.end + cut)
                found[moved.start, moved.end] = moved
    return tuple(found[place] for place in sorted(found))


def _named_inside(vocabulary: Vocabulary, mention: Mention) -> tuple[Mention, ...]:
    if any(group_of(vocabulary[key]) != "finding" for key in mention.keys):
        return ()
    return _inside(vocabulary, mention.text)
