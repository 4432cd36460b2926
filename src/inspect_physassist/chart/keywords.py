"""Searches the text of reports and notes: whole terms in any case, and the vocabulary's synonyms."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from inspect_physassist.chart.matching import Match, Remark, TypeIndex
from inspect_physassist.chart.snapshot import Row
from inspect_physassist.terms.vocabulary import fold

_LATIN = r"0-9a-z\u00c0-\u024f"


def whole_term(term: str) -> Callable[[str], bool]:
    r"""Whether a folded text holds a term as a whole, however its words are spaced.

    >>> holds = whole_term("pleural effusion")
    >>> holds("small pleural\neffusion."), holds("no pleural effusions")
    (True, False)
    >>> whole_term("积液")("少量胸腔积液")
    True
    """
    spaced = r"\s+".join(re.escape(part) for part in fold(term).split())
    before = rf"(?<![{_LATIN}])" if re.match(rf"[{_LATIN}]", fold(term)) else ""
    after = rf"(?![{_LATIN}])" if re.search(rf"[{_LATIN}]$", fold(term)) else ""
    pattern = re.compile(before + spaced + after)
    return lambda text: pattern.search(text) is not None


def find_keyword(index: TypeIndex, match: Match, keyword: str) -> Match:
    """The rows of a match whose text says the keyword or a synonym; else those with all its words."""
    labeller = index.labeller
    keys = frozenset(labeller.vocabulary.resolve(keyword))
    holds = whole_term(keyword)
    texts = [(row, *labeller.text(row)) for row in match.rows]
    rows: Sequence[Row] = [
        row for row, text, said in texts if holds(text) or not keys.isdisjoint(said)
    ]
    remarks = match.remarks
    parts = keyword.split()
    if not rows and len(parts) > 1:
        each = [whole_term(part) for part in parts]
        rows = [row for row, text, _ in texts if all(part(text) for part in each)]
        if rows:
            remarks = (*remarks, Remark("words", (keyword,)))
    if rows or not match.rows:
        return Match(rows, remarks, match.nearest)
    said_here = {key for _, _, said in texts for key in said}
    names = {
        name: labeller.vocabulary.name(key, "en")
        for key in said_here
        for name in _names(index, key)
    }
    close = labeller.vocabulary.nearest(keyword, names, n=6)
    return Match((), remarks, tuple(dict.fromkeys(names[name] for name in close))[:3])


def _names(index: TypeIndex, key: str) -> tuple[str, ...]:
    names = index.labeller.vocabulary[key].names
    return (*names.en, *names.zh)
