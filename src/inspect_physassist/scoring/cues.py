"""The small words of `data/language/`, found in a text: negations, hedges, comparisons, directions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import ahocorasick
import yaml

from inspect_physassist.resources import data_dir
from inspect_physassist.terms.vocabulary import fold

Family = Literal["polarity", "syntax", "quantities"]


class Cue(NamedTuple):
    """A cue in a text: `text[start:end]`, and every kind of its family that it is listed under."""

    kinds: frozenset[str]
    start: int
    end: int


class Cues:
    """The cues of a text in order, with those of any stretch of it."""

    def __init__(self, cues: Sequence[Cue]) -> None:
        self._cues = tuple(cues)
        self._starts = [cue.start for cue in self._cues]

    def __iter__(self) -> Iterator[Cue]:
        return iter(self._cues)

    def between(self, start: int, end: int) -> Sequence[Cue]:
        """The cues that begin in `text[start:end]`."""
        return self._cues[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def within(self, start: int, end: int) -> Iterator[Cue]:
        """The same, one at a time, for a search that stops at the first that fits."""
        index = bisect_left(self._starts, start)
        while index < len(self._cues) and self._starts[index] < end:
            yield self._cues[index]
            index += 1

    def any(self, kinds: frozenset[str], start: int, end: int) -> bool:
        """Whether a cue of one of the kinds begins in `text[start:end]`."""
        return any(not kinds.isdisjoint(cue.kinds) for cue in self.between(start, end))


class CueFinder:
    """Finds the cues of one family, longest leftmost, whole words in English. Immutable."""

    def __init__(self, kinds: Mapping[str, Iterable[str]]) -> None:
        words: dict[str, set[str]] = {}
        for kind, phrases in kinds.items():
            for phrase in phrases:
                words.setdefault(fold(phrase), set()).add(kind)
        self._automaton = ahocorasick.Automaton()
        for word, found in words.items():
            # A cue listed as `none` only keeps the shorter cues inside it from being found.
            shown = frozenset() if "none" in found else frozenset(found)
            self._automaton.add_word(word, (len(word), shown, _latin(word[0]), _latin(word[-1])))
        self._automaton.make_automaton()

    def find(self, folded: str) -> list[Cue]:
        """The cues of a folded text, in order; none overlap.

        >>> finder = CueFinder({"deny": ["not"], "none": ["not only"]})
        >>> [cue.start for cue in finder.find("not only a, not b, cannot, notable")]
        [12]
        """
        hits: list[tuple[int, int, frozenset[str]]] = []
        size = len(folded)
        for last, (length, kinds, latin_first, latin_last) in self._automaton.iter(folded):
            start, end = last + 1 - length, last + 1
            if latin_first and start and _latin(folded[start - 1]):
                continue
            if latin_last and end < size and _latin(folded[end]):
                continue
            hits.append((start, -end, kinds))
        hits.sort(key=lambda hit: hit[:2])
        found: list[Cue] = []
        edge = 0
        for start, negated_end, kinds in hits:
            if start >= edge:
                edge = -negated_end
                if kinds:
                    found.append(Cue(kinds, start, edge))
        return found


def _latin(char: str) -> bool:
    return char < "\u0250" and char.isalnum()


@lru_cache(maxsize=3)
def _document(family: Family) -> Mapping[str, Any]:
    path = data_dir() / "language" / f"{family}.yaml"
    document: Mapping[str, Any] = yaml.load(
        path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    return document


@lru_cache(maxsize=3)
def cue_finder(family: Family) -> CueFinder:
    """The finder of one file of `data/language/`, built once."""
    return CueFinder(
        {
            kind: [word for phrases in words.values() for word in phrases or ()]
            for kind, words in _document(family)["cues"].items()
        }
    )


@lru_cache(maxsize=1)
def entry_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words for an entry of the record: whole words in English, and Chinese ones."""
    words = _document("syntax")["entries"]
    return frozenset(map(fold, words["en"])), tuple(map(fold, words["zh"]))


@lru_cache(maxsize=8)
def action_list(name: str) -> frozenset[str]:
    """A list of `data/language/syntax.yaml`'s `actions`, folded."""
    return frozenset(fold(word) for word in _document("syntax")["actions"][name])
