"""The vocabulary: finds clinical terms in English and Chinese text, and resolves names and codes."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import ahocorasick
import yaml
from pydantic import TypeAdapter, ValidationError

from inspect_physassist.resources import data_dir
from inspect_physassist.terms.model import Analyte, Concept, Drug, Names, Term

LOINC = "http://loinc.org"
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"

_SECTIONS: Mapping[str, TypeAdapter[Any]] = {
    "analytes": TypeAdapter(tuple[Analyte, ...]),
    "vitals": TypeAdapter(tuple[Analyte, ...]),
    "drugs": TypeAdapter(tuple[Drug, ...]),
    "concepts": TypeAdapter(tuple[Concept, ...]),
}


class VocabularyError(ValueError):
    """A vocabulary file that cannot be used; the message names file, key and what is wrong."""


class Mention(NamedTuple):
    """A term found in a text: `text[start:end]` names every key of `keys` (blood specimen first)."""

    keys: tuple[str, ...]
    start: int
    end: int
    text: str


class _Fold(dict[int, str]):
    """One character to its comparable form (full width to half, capitals to small), one to one."""

    def __missing__(self, codepoint: int) -> str:
        char = chr(codepoint)
        wide = unicodedata.normalize("NFKC", char)
        char = wide if len(wide) == 1 else char
        low = char.lower()
        self[codepoint] = low if len(low) == 1 else char
        return self[codepoint]


_FOLD = _Fold({ord("‐"): "-", ord("‑"): "-", ord("–"): "-", ord("’"): "'"})


def fold(text: str) -> str:
    """The text in the form names are compared in; offsets stay.

    >>> fold("ＨｂＡ１ｃ 8.2％"), len(fold("İx")) == len("İx")
    ('hba1c 8.2%', True)
    """
    return text.translate(_FOLD)


def _is_latin(char: str) -> bool:
    """Whether the character belongs to a Latin word or number, so that a term may not end beside it."""
    return char.isalnum() and char < "\u0250"


def _exact_case(name: str) -> bool:
    """Whether a name is matched in its own case only: `K`, `Na`, `INR`, but not `Plt count`."""
    letters = [c for c in name if c.isalpha()]
    if not letters or not all(_is_latin(c) for c in letters):
        return False
    return len(name) <= 3 or all(c.isupper() for c in letters)


class Vocabulary:
    """Every term the package knows, by key, name and code. Immutable once built."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._terms: dict[str, Term] = {}
        by_name: dict[str, list[tuple[str, str]]] = {}
        codes: dict[str, list[str]] = {}
        for term in terms:
            if term.key in self._terms:
                raise VocabularyError(f"vocabulary key {term.key!r} is defined twice")
            self._terms[term.key] = term
            for name in (*term.names.en, *term.names.zh):
                by_name.setdefault(fold(name), []).append((name, term.key))
            for code in _codes(term):
                codes.setdefault(code, []).append(term.key)
        for key, term in self._terms.items():
            for other in (*getattr(term, "contradicts", ()), *_broader(term)):
                if other not in self._terms:
                    raise VocabularyError(
                        f"vocabulary key {key!r} refers to {other!r}, which is not defined"
                    )
        self._names = {
            folded: tuple(sorted(found, key=lambda pair: self._rank(pair[1])))
            for folded, found in by_name.items()
        }
        self._codes = {code: tuple(keys) for code, keys in codes.items()}
        self._exact = frozenset(
            name for found in by_name.values() for name, _ in found if _exact_case(name)
        )
        self._automaton = ahocorasick.Automaton()
        for folded in self._names:
            self._automaton.add_word(folded, folded)
        self._automaton.make_automaton()
        self._implied: dict[str, frozenset[str]] = {}

    def _rank(self, key: str) -> int:
        """Blood before urine and other fluids, where they share a name."""
        term = self._terms[key]
        return 1 if isinstance(term, Analyte) and term.specimen not in ("blood", "none") else 0

    def __getitem__(self, key: str) -> Term:
        """The term of a key; KeyError if there is none."""
        return self._terms[key]

    def __contains__(self, key: object) -> bool:
        return key in self._terms

    def __iter__(self) -> Iterator[str]:
        return iter(self._terms)

    def __len__(self) -> int:
        return len(self._terms)

    def get(self, key: str) -> Term | None:
        """The term of a key, or None."""
        return self._terms.get(key)

    def name(self, key: str, language: Literal["en", "zh"]) -> str:
        """The display name of a key."""
        names: Names = self._terms[key].names
        return (names.en if language == "en" else names.zh)[0]

    def implies(self, key: str) -> frozenset[str]:
        """The key itself, its classes and its broader concepts, transitively.

        A mention of metoprolol is a mention of a beta blocker; the reverse does not hold.
        """
        found = self._implied.get(key)
        if found is None:
            seen, todo = set[str](), [key]
            while todo:
                current = todo.pop()
                if current not in seen and current in self._terms:
                    seen.add(current)
                    todo.extend(_broader(self._terms[current]))
            found = self._implied[key] = frozenset(seen)
        return found

    def narrower(self, key: str) -> frozenset[str]:
        """The keys that imply this one, itself included: every insulin for `insulin`."""
        return frozenset(other for other in self._terms if key in self.implies(other))

    def resolve(self, name: str) -> tuple[str, ...]:
        """The keys a search term means: a whole name in any case, a key, a code, or `system|code`.

        Returns:
            Keys, blood first; empty for an unknown name. Substrings are never matched.
        """
        text = fold(name.strip())
        if text in self._terms:
            return (text,)
        if text in self._names:
            return tuple(dict.fromkeys(key for _, key in self._names[text]))
        return self._codes.get(text, ())

    def nearest(self, name: str, candidates: Iterable[str], n: int = 3) -> list[str]:
        """The candidates written most like the name, best first, at most `n`."""
        by_fold = {fold(candidate): candidate for candidate in candidates}
        return [
            by_fold[match]
            for match in difflib.get_close_matches(fold(name), by_fold, n=n, cutoff=0.5)
        ]

    def mentions(self, text: str) -> list[Mention]:
        """Every term in the text, longest leftmost, whole terms only, in text order."""
        folded = fold(text)
        hits: list[tuple[int, int, bool, tuple[str, ...]]] = []
        for last, name in self._automaton.iter(folded):
            end = last + 1
            start = end - len(name)
            if _is_latin(folded[start]) and start and _is_latin(folded[start - 1]):
                continue
            plural = False
            if _is_latin(folded[end - 1]) and end < len(folded) and _is_latin(folded[end]):
                plural = folded[end] == "s" and len(name) >= 5
                if not plural or (end + 1 < len(folded) and _is_latin(folded[end + 1])):
                    continue
            keys = self._keys_as_written(name, text[start:end])
            if keys:
                hits.append((start, end + plural, plural, keys))
        # A name that is itself written with an "s" comes before the plural of a shorter one.
        hits.sort(key=lambda hit: (hit[0], -hit[1], hit[2]))
        found: list[Mention] = []
        edge = 0
        for start, end, _, keys in hits:
            if start >= edge:
                found.append(Mention(keys, start, end, text[start:end]))
                edge = end
        return found

    def _keys_as_written(self, folded: str, written: str) -> tuple[str, ...]:
        keys = (
            key for name, key in self._names[folded] if name not in self._exact or name == written
        )
        return tuple(dict.fromkeys(keys))


def _broader(term: Term) -> tuple[str, ...]:
    if isinstance(term, Drug):
        return term.classes
    return term.parents if isinstance(term, Concept) else ()


def _codes(term: Term) -> Sequence[str]:
    if isinstance(term, Analyte):
        return (term.loinc, f"{LOINC}|{term.loinc}")
    if isinstance(term, Drug) and term.rxnorm:
        return (term.rxnorm, f"{RXNORM}|{term.rxnorm}")
    return ()


def load_terms(path: Path) -> list[Term]:
    """The terms of one vocabulary file.

    Raises:
        VocabularyError: Not YAML, an unknown section, or an entry that does not fit; names the place.
    """
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        raise VocabularyError(f"{path.name} is not YAML: {error}") from error
    if not isinstance(document, dict) or not document.keys() <= _SECTIONS.keys():
        raise VocabularyError(f"{path.name} must be a mapping with any of: {', '.join(_SECTIONS)}")
    terms: list[Term] = []
    for section, entries in document.items():
        try:
            terms.extend(_SECTIONS[section].validate_python(tuple(entries or ())))
        except ValidationError as error:
            first = error.errors()[0]
            where = f"{section}[{first['loc'][0]}]"
            entry = entries[first["loc"][0]] if isinstance(first["loc"][0], int) else {}
            key = entry.get("key", "?") if isinstance(entry, dict) else "?"
            place = ".".join(str(part) for part in first["loc"][1:])
            raise VocabularyError(
                f"{path.name}: {where} ({key}) {place}: {first['msg']}"
            ) from error
    return terms


def load_vocabulary(*folders: Path) -> Vocabulary:
    """The vocabulary of every `*.yaml` in the folders, in order of file name."""
    terms: list[Term] = []
    for folder in folders:
        for path in sorted(folder.glob("*.yaml")):
            terms.extend(load_terms(path))
    return Vocabulary(terms)


@lru_cache(maxsize=1)
def default_vocabulary() -> Vocabulary:
    """The shipped vocabulary, read once."""
    return load_vocabulary(data_dir() / "terms")
