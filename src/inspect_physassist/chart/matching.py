"""Finds what a name or code means in this record: whole terms, blood before other specimens."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from inspect_physassist.chart.labels import Label, Labeller, base_name, names_specimen, words
from inspect_physassist.chart.names import SYSTEMS
from inspect_physassist.chart.snapshot import Row
from inspect_physassist.terms.model import Analyte
from inspect_physassist.terms.vocabulary import fold

_SPECIMEN_ORDER = ("blood", "none", "arterial", "venous")
_NEAREST = 3
_ALIKE = 0.65
_LOINC_CODE = re.compile(r"\d{1,5}-\d")
_ICD_CATEGORY = re.compile(r"[a-z]\d[0-9a-z]")
# A panel is asked for by one name and recorded as its parts.
_TOGETHER: Mapping[str, tuple[str, ...]] = {"blood_pressure": ("systolic_bp", "diastolic_bp")}
_TOGETHER_CODES: Mapping[str, str] = {
    "85354-9": "blood_pressure",
    "http://loinc.org|85354-9": "blood_pressure",
    "55284-4": "blood_pressure",
    "http://loinc.org|55284-4": "blood_pressure",
}


@dataclass(frozen=True)
class Remark:
    """Something a search decided or left out, for whoever words it; `text` is the English."""

    kind: Literal["also", "instead", "outside", "words", "no_encounter"]
    """also: the record has the same in `others`; instead: only in `shown`; outside: `count` lie
    outside the dates and encounter; words: each word of `shown`, not the phrase; no_encounter: `shown`."""
    shown: tuple[str, ...] = ()
    others: tuple[tuple[str, int], ...] = ()
    count: int = 0

    @property
    def text(self) -> str:
        """One English sentence."""
        shown = ", ".join(self.shown)
        if self.kind == "also":
            others = ", ".join(f"{name} ({count})" for name, count in self.others)
            return f"Shown: {shown}. The record also has: {others}."
        if self.kind == "instead":
            return f"None in the usual specimen on record; there is: {shown}."
        if self.kind == "outside":
            return f"None within the dates and encounter given; {self.count} outside them."
        if self.kind == "words":
            return f"No text has the phrase {shown!r}; shown are those with each of its words."
        return f"This record has no encounter {shown}."


@dataclass(frozen=True)
class Match:
    """The rows a query means, newest first."""

    rows: Sequence[Row] = ()
    remarks: tuple[Remark, ...] = ()
    nearest: tuple[str, ...] = ()


@dataclass
class TypeIndex:
    """The visible rows of one type by what they are called."""

    rows: Sequence[Row]
    labeller: Labeller
    of_label: dict[Label, list[int]] = field(default_factory=lambda: defaultdict(list))
    of_code: dict[str, list[Label]] = field(default_factory=lambda: defaultdict(list))
    of_key: dict[str, list[Label]] = field(default_factory=lambda: defaultdict(list))
    memo: dict[Any, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for position, row in enumerate(self.rows):
            for label in self.labeller.labels(row):
                self.of_label[label].append(position)
        for label in self.of_label:
            for code in label.codes:
                self.of_code[code].append(label)
            for key in label.implied:
                self.of_key[key].append(label)

    def gather(self, labels: Iterable[Label]) -> list[Row]:
        """The rows with any of the labels, in order."""
        found = list(labels)
        if len(found) == 1:
            return [self.rows[position] for position in self.of_label[found[0]]]
        positions = {position for label in found for position in self.of_label[label]}
        return [self.rows[position] for position in sorted(positions)]

    def by_group(
        self, name: str, groups: Callable[[Row], Iterable[str]]
    ) -> Mapping[str, list[Row]]:
        """The rows by some property, worked out once."""
        if name not in self.memo:
            grouped: dict[str, list[Row]] = defaultdict(list)
            for row in self.rows:
                for group in groups(row):
                    grouped[group].append(row)
            self.memo[name] = grouped
        grouped_rows: Mapping[str, list[Row]] = self.memo[name]
        return grouped_rows

    def nearest(self, query: str) -> tuple[str, ...]:
        """The names this record has that are most like the query: of its class, or written like it."""
        vocabulary = self.labeller.vocabulary
        known = vocabulary.resolve(query)
        if known:
            wider = {broader for key in known for broader in vocabulary.implies(key)}
            related = [label for label in self.of_label if not wider.isdisjoint(label.implied)]
            return tuple(dict.fromkeys(label.display for label in related))[:_NEAREST]
        shown: dict[str, str] = {}
        for label in self.of_label:
            shown.setdefault(label.display, label.display)
            for key in label.keys:
                names = vocabulary[key].names
                for name in (*names.en, *names.zh):
                    shown.setdefault(name, label.display)
        begun = [name for name in shown if len(query) >= 3 and fold(name).startswith(fold(query))]
        close = [
            *begun,
            *(name for name in vocabulary.nearest(query, shown, n=6) if _alike(query, name)),
        ]
        return tuple(dict.fromkeys(shown[name] for name in close))[:_NEAREST]


def _alike(query: str, name: str) -> bool:
    """Whether a name is near enough to be worth naming: `culture` is not `pulse rate`."""
    return difflib.SequenceMatcher(None, fold(query), fold(name)).ratio() >= _ALIKE


def find(index: TypeIndex, query: str) -> Match:
    """The rows that a code, `system|code` or name means.

    A code is looked for as it is. A name is what the vocabulary says, then what the record itself
    calls its entries: the whole name, then a name that starts with it, holds it, or holds its words.
    """
    known: Match | None = index.memo.get(("find", query))
    if known is None:
        known = index.memo["find", query] = _find(index, query)
    return known


def _find(index: TypeIndex, query: str) -> Match:
    exact = _by_code(index, query)
    if exact:
        return Match(index.gather(exact))
    keys = _keys(index, query)
    by_key = [label for label in index.of_label if any(key in label.implied for key in keys)]
    if by_key:
        return _choose(index, query, by_key)
    if "|" in query:
        return Match()
    variants = _variants(index, query, keys)
    if variants:
        match = _choose(index, query, variants)
        return Match(match.rows, (Remark("instead", _all_described(variants)),))
    labels = _by_text(index, query, keys) or _by_panel(index, query)
    if labels:
        return _choose(index, query, labels)
    return Match(nearest=index.nearest(query))


def _by_code(index: TypeIndex, query: str) -> list[Label]:
    """The labels with exactly this code; an ICD-10 category stands for all of its codes."""
    text = fold(query)
    system, bar, code = text.rpartition("|")
    if bar:
        system = system.strip().rstrip("/")
        text = f"{SYSTEMS.get(system, system)}|{code.strip()}" if system else code.strip()
    if not any(char.isdigit() for char in code):
        # `K` and `Na` are names; a code without digits is one only where nothing goes by that name.
        return (
            index.of_code.get(text, [])
            if bar or not index.labeller.vocabulary.resolve(query)
            else []
        )
    if text in index.of_code:
        return index.of_code[text]
    if _ICD_CATEGORY.fullmatch(code):
        return [
            label
            for known, labels in index.of_code.items()
            if known.startswith(f"{text}.")
            for label in labels
        ]
    if "|" not in text and re.fullmatch(r"[a-z]\d[0-9a-z]{2,5}", text):  # E119 for E11.9
        return index.of_code.get(f"{text[:3]}.{text[3:]}", [])
    return []


def _keys(index: TypeIndex, query: str) -> tuple[str, ...]:
    vocabulary = index.labeller.vocabulary
    text = fold(query)
    system, bar, code = text.rpartition("|")
    if bar:
        text = f"{SYSTEMS.get(system.rstrip('/'), system.rstrip('/'))}|{code}"
        query = text
    keys = vocabulary.resolve(query)
    if text in _TOGETHER_CODES:
        keys = (_TOGETHER_CODES[text],)
    kind = _kind(index)
    if not keys and kind.startswith("Medication"):
        # "metoprolol 50 mg": the drug is in the query, with more than its name.
        keys = tuple(key for mention in vocabulary.mentions(query) for key in mention.keys)
    return tuple(part for key in keys for part in _TOGETHER.get(key, (key,)))


def _kind(index: TypeIndex) -> str:
    return index.rows[0].reference.partition("/")[0] if index.rows else ""


def _variants(index: TypeIndex, query: str, keys: Sequence[str]) -> list[Label]:
    """The same analyte in another specimen, when the query left the specimen open."""
    vocabulary = index.labeller.vocabulary
    asked = {
        base_name(term.names.en[0])
        for key in keys
        if isinstance(term := vocabulary.get(key), Analyte)
    }
    if not asked or names_specimen(query) or _LOINC_CODE.fullmatch(query):
        return []
    return [label for label in index.of_label if label.keys and asked & label.bases]


def _by_text(index: TypeIndex, query: str, keys: Sequence[str]) -> list[Label]:
    """The labels whose own name the query is, starts, or is a whole part of; the closest such only."""
    asked = words(query)
    if not asked:
        return []
    vocabulary = index.labeller.vocabulary
    measured = _kind(index) == "Observation"
    candidates = list(index.of_label)
    if measured and any(isinstance(vocabulary.get(key), Analyte) for key in keys):
        # Hemoglobin is known and not here: hemoglobin A1c, known as something else, is not it.
        candidates = [label for label in candidates if not label.keys]
    levels: list[Callable[[tuple[str, ...]], bool]] = [
        lambda name: name == asked,
        lambda name: any(
            name[at : at + len(asked)] == asked for at in range(len(name) - len(asked) + 1)
        ),
        lambda name: set(asked) <= set(name),
    ]
    if measured:
        levels.insert(1, lambda name: name[: len(asked)] == asked)
    for level in levels:
        found = [label for label in candidates if any(level(name) for name in label.name_words)]
        if found:
            return found
    return []


def _by_panel(index: TypeIndex, query: str) -> list[Label]:
    """The analytes of a panel asked for by its name or initials (`BMP`, `CBC`)."""
    asked = fold(query)
    return [
        label
        for label in index.of_label
        if label.panel is not None
        and asked in (fold(label.panel), "".join(word[0] for word in words(label.panel)))
    ]


def _choose(index: TypeIndex, query: str, labels: list[Label]) -> Match:
    """One specimen where the query leaves it open, and a note of what else the record has."""
    if _kind(index) != "Observation":
        return Match(index.gather(labels))
    chosen = labels
    if not names_specimen(query):
        chosen = [label for label in labels if not _better_specimen(label, labels)]
    others = [
        label
        for label in index.of_label
        if label not in chosen and any(label.bases & one.bases for one in chosen)
    ]
    if not others:
        return Match(index.gather(chosen))
    also = tuple((_described(label), len(index.of_label[label])) for label in others)
    return Match(index.gather(chosen), (Remark("also", _all_described(chosen), also),))


def _rank(specimen: str) -> int:
    return _SPECIMEN_ORDER.index(specimen) if specimen in _SPECIMEN_ORDER else len(_SPECIMEN_ORDER)


def _better_specimen(label: Label, labels: Iterable[Label]) -> bool:
    return any(
        _rank(other.specimen) < _rank(label.specimen) and other.bases & label.bases
        for other in labels
    )


def _described(label: Label) -> str:
    return (
        label.display
        if label.specimen in ("none", *words(label.display))
        else f"{label.display} ({label.specimen})"
    )


def _all_described(labels: Iterable[Label]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_described(label) for label in labels))
