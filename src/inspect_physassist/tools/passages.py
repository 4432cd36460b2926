"""The text of notes and reports, cut to what fits, never silently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from inspect_physassist.chart.fhir import attachment_text
from inspect_physassist.terms.vocabulary import Vocabulary, fold
from inspect_physassist.tools.elements import one_line


class Passage(NamedTuple):
    """What is shown of a text: all of it, its beginning, or what stands around a keyword."""

    text: str
    total: int
    around: str | None = None

    @property
    def is_cut(self) -> bool:
        """Whether anything is left out."""
        return len(self.text) < self.total


def document_text(resource: Mapping[str, Any]) -> str:
    """The text of a report or note; a report's conclusion is added where the text lacks it."""
    text = (attachment_text(resource) or "").strip()
    conclusion = str(resource.get("conclusion") or "").strip()
    if not conclusion or one_line(conclusion) in one_line(text):
        return text
    return f"{text}\n\nCONCLUSION: {conclusion}" if text else conclusion


def passage(text: str, limit: int, keyword: str | None, vocabulary: Vocabulary) -> Passage:
    """At most `limit` characters of a text, around the keyword where it has one.

    >>> from inspect_physassist.terms.vocabulary import Vocabulary
    >>> passage("Findings: clear lungs. Impression: no effusion.", 13, "effusion", Vocabulary(()))
    Passage(text='no effusion.', total=47, around='effusion')
    >>> passage("Findings: clear.", 8, None, Vocabulary(()))
    Passage(text='Findings', total=16, around=None)
    """
    if len(text) <= limit:
        return Passage(text, len(text))
    at = _find(text, keyword, vocabulary) if keyword else -1
    if at < 0:
        return Passage(text[:limit], len(text))
    start = max(0, min(at - limit // 3, len(text) - limit))
    return Passage(text[start : start + limit].strip(), len(text), keyword)


def _find(text: str, keyword: str, vocabulary: Vocabulary) -> int:
    """Where the keyword, or another name of the same thing, first stands; -1 if nowhere."""
    at = fold(text).find(fold(keyword))
    if at >= 0:
        return at
    wanted = set(vocabulary.resolve(keyword))
    return next(
        (
            mention.start
            for mention in vocabulary.mentions(text)
            if wanted.intersection(mention.keys)
        ),
        -1,
    )
