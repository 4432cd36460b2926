"""One argument of an order against what it should be: by quantity, by meaning, by concept."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from inspect_physassist.scoring.checks import Answer, evaluate
from inspect_physassist.session.check import ConceptMention, Denies, Scalar
from inspect_physassist.session.model import FieldSpec, Language
from inspect_physassist.terms.model import Concept, Drug
from inspect_physassist.terms.schedule import (
    DoseQuantity,
    dose_between,
    parse_dose,
    parse_frequency,
    parse_route,
    same_dose,
    same_frequency,
    same_route,
)
from inspect_physassist.terms.vocabulary import Vocabulary, fold

FREE_TEXT: frozenset[str] = frozenset({"indication", "note", "detail"})

_ORDERING: frozenset[str] = frozenset({"order_test", "repeat_test", "monitor"})
"""Actions that a service request is by being one; said or not, the service is the same."""

_TO_RULE_OUT = re.compile(r"(?<![已可能够未])(?:排除|除外)(?!了)")
"""The purpose of a test in a Chinese order ("排除酮症酸中毒"), not a finding that it is absent."""

_TOKEN = re.compile(r"[a-z0-9.%/+]+|[\u4e00-\u9fff]+")
_DAYS = re.compile(r"(\d+(?:\.\d+)?)\s*(?:d|days?|天|日)?")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:$|[T ])")


@dataclass(frozen=True)
class FieldVerdict:
    """Whether one field of an order is right, and why."""

    field: str
    met: bool
    why: str


def check_field(
    name: str, spec: FieldSpec, value: Any, language: Language, vocabulary: Vocabulary
) -> FieldVerdict:
    """Sets one argument against its specification.

    Right is any accepted value, or text that names every concept, or a number within the bounds;
    never a value called unsafe.
    """
    if value is None or not str(value).strip():
        return FieldVerdict(name, False, f"{name} is missing")
    for unsafe in spec.unsafe:
        if same_value(name, value, unsafe, vocabulary, harmful=True):
            return FieldVerdict(name, False, f"{name} {value!r} is unsafe")
    if any(same_value(name, value, accepted, vocabulary) for accepted in spec.accept):
        return FieldVerdict(name, True, f"{name} {value!r} is right")
    if spec.between is not None and _within(name, value, spec):
        return FieldVerdict(name, True, f"{name} {value!r} is right")
    if not spec.concepts:
        return FieldVerdict(name, False, f"{name} is {value!r}, not {_wanted(spec, language)}")
    for concept in spec.concepts:
        if not says(str(value), concept, language, vocabulary):
            term = vocabulary.name(concept, language)
            return FieldVerdict(name, False, f"{name} {value!r} does not say {term}")
    return FieldVerdict(name, True, f"{name} {value!r} is right")


def says(text: str, concept: str, language: Language, vocabulary: Vocabulary) -> bool:
    """Whether a field's free text names a concept and does not deny it.

    A field is a note, not an answer: "stroke prevention in atrial fibrillation" and "suspected
    ketoacidosis" give the indication, though neither sentence would assert it. A name counts within a
    longer one too (`E. coli` in `E. coli bacteremia`).

    >>> from inspect_physassist.terms.vocabulary import default_vocabulary
    >>> v = default_vocabulary()
    >>> says("suspected hyperkalemia", "hyperkalemia", "en", v), says("no hyperkalemia", "hyperkalemia", "en", v)
    (True, False)
    """
    mentioned = {key for found in vocabulary.mentions(text) for key in found.keys}
    implied = {broader for key in mentioned for broader in vocabulary.implies(key)}
    if concept not in mentioned | implied:
        names = vocabulary[concept].names
        written = fold(text)
        if not any(re.search(_whole(fold(name)), written) for name in (*names.en, *names.zh)):
            return False
    term = vocabulary[concept]
    if isinstance(term, Drug) or (isinstance(term, Concept) and term.kind == "drug_class"):
        return True  # "Nobody gives clozapine again" names clozapine as well as any text.
    denied = Denies(denies=ConceptMention(concept=concept))
    answer = Answer(text=_TO_RULE_OUT.sub("疑", text), language=language, vocabulary=vocabulary)
    return not evaluate(denied, answer).met


def _wanted(spec: FieldSpec, language: Language) -> str:
    if spec.between is not None and not spec.accept:
        return f"between {spec.between[0]:g} and {spec.between[1]:g}"
    return repr(spec.reference(language))


def _within(name: str, value: Any, spec: FieldSpec) -> bool:
    assert spec.between is not None
    low, high = spec.between
    if name == "dose":
        reference = parse_dose(str(spec.reference("en")))
        return reference is not None and dose_between(_dose(value), low, high, reference.unit)
    number = _number(value)
    return number is not None and low <= number <= high


def same_value(
    name: str, one: Any, other: Scalar, vocabulary: Vocabulary, *, harmful: bool = False
) -> bool:
    """Whether two writings of a field mean the same.

    Args:
        name: The field; decides how it is compared.
        one: The value in the order.
        other: The value in the session.
        vocabulary: For drugs and services.
        harmful: The session's value is one that does harm. Free text is then compared word for word
            only, since "avoid NSAIDs" names NSAIDs.
    """
    compare = _COMPARED.get(name)
    if compare is not None:
        return compare(one, other) or _normal(one) == _normal(other)
    if name == "medication":
        return same_drug(str(one), str(other), vocabulary)
    if harmful and name in FREE_TEXT:
        return _tokens(str(one)) == _tokens(str(other))
    return same_text(str(one), str(other), vocabulary)


def _normal(value: Any) -> str:
    return " ".join(_TOKEN.findall(fold(str(value)))) or fold(str(value)).strip()


def _tokens(text: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(fold(text)))


def _number(value: Any) -> float | None:
    """`7`, `7.0`, `"7"`, `"7 days"`, `"7天"`; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    found = _DAYS.fullmatch(fold(str(value)).strip())
    return float(found[1]) if found else None


def same_number(one: Any, other: Any) -> bool:
    """Whether two numbers, of days where a unit is written, are equal.

    >>> same_number("7 days", 7), same_number("7", 7.0), same_number("a week", 7)
    (True, True, False)
    """
    a, b = _number(one), _number(other)
    return a is not None and b is not None and math.isclose(a, b)


def day(value: Any) -> date | None:
    """The calendar day of an ISO date or date-time; None where it is not one.

    >>> day("2031-03-12T06:10"), day("2031-13-40"), day("soon")
    (datetime.date(2031, 3, 12), None, None)
    """
    found = _DATE.match(str(value).strip())
    if not found:
        return None
    try:
        return date(*(int(part) for part in found.groups()))
    except ValueError:
        return None


def _same_day(one: Any, other: Any) -> bool:
    return day(one) is not None and day(one) == day(other)


def _dose(value: Any) -> DoseQuantity | None:
    """The amount, also where route and frequency are written behind it (`500 mg PO BID`)."""
    text = re.sub(
        r"(?<=[^\u4e00-\u9fff\s])(?=[\u4e00-\u9fff])|(?<=[克升位])(?=[\u4e00-\u9fff])",
        " ",
        str(value),
    )
    words = text.split()
    whole = parse_dose(str(value))
    if whole is not None:
        return whole
    for cut in range(len(words) - 1, 0, -1):
        amount = parse_dose(" ".join(words[:cut]).rstrip(",，;；"))
        if amount is not None:
            return amount if _is_route_and_frequency(words[cut:]) else None
    return None


def _is_route_and_frequency(words: Sequence[str]) -> bool:
    return any(
        (cut == 0 or parse_route(" ".join(words[:cut])) is not None)
        and (cut == len(words) or parse_frequency(" ".join(words[cut:])) is not None)
        for cut in range(len(words) + 1)
    )


_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "dose": lambda one, other: same_dose(_dose(one), _dose(other)),
    "frequency": lambda one, other: same_frequency(
        parse_frequency(str(one)), parse_frequency(str(other))
    ),
    "route": lambda one, other: same_route(str(one), str(other)),
    "duration_days": same_number,
    "target_date": _same_day,
    "priority": lambda one, other: False,
    "category": lambda one, other: False,
}
"""Fields with a comparison of their own; equal text is equal besides."""


def _drugs(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The ingredients a text names; classes where it names no ingredient."""
    named = [vocabulary.resolve(text), *(found.keys for found in vocabulary.mentions(text))]
    drugs: set[str] = set()
    classes: set[str] = set()
    for keys in named:
        for key in keys:
            term = vocabulary.get(key)
            if isinstance(term, Drug):
                drugs.add(key)
                break
            if isinstance(term, Concept) and term.kind == "drug_class":
                classes.add(key)
                break
    return frozenset(drugs or classes)


def same_drug(one: str, other: str, vocabulary: Vocabulary) -> bool:
    """Whether `one` names exactly the ingredients of `other`, or members of the class it names.

    A product's strength and form do not matter (`metoprolol succinate ER 50 mg tablet`).
    """
    given, wanted = _drugs(one, vocabulary), _drugs(other, vocabulary)
    if not given or not wanted:
        return _normal(one) == _normal(other)
    return all(wanted & vocabulary.implies(drug) for drug in given) and all(
        any(want in vocabulary.implies(drug) for drug in given) for want in wanted
    )


_SMALL_WORDS: frozenset[str] = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "level", "levels", "of", "on", "the", "to"}
    | {"with", "和", "与", "的", "及", "检查"}
)


@dataclass(frozen=True)
class _Content:
    """The things and the actions a text names; of a shared name, the default meaning."""

    things: frozenset[str]
    actions: frozenset[str]
    whole: bool
    """Whether the vocabulary knows every word of it but small ones."""


def _content(text: str, vocabulary: Vocabulary) -> _Content:
    things: set[str] = set()
    actions: set[str] = set()
    rest = fold(text)
    for found in vocabulary.mentions(text):
        key = found.keys[0]
        term = vocabulary[key]
        rest = rest[: found.start] + " " * (found.end - found.start) + rest[found.end :]
        if not isinstance(term, Concept) or term.kind not in ("action", "cue"):
            things.add(key)
        elif term.kind == "action" and key not in _ORDERING:
            actions.add(key)
    return _Content(frozenset(things), frozenset(actions), _tokens(rest) <= _SMALL_WORDS)


def same_text(one: str, other: str, vocabulary: Vocabulary) -> bool:
    """Whether a short text in an order says what the session's does.

    The same words in any order, the session's whole phrase within it, or the same terms of the
    vocabulary where those are all the session's text says; never where both name an action and the
    actions differ.
    """
    given, wanted = _content(one, vocabulary), _content(other, vocabulary)
    if given.actions and wanted.actions and given.actions != wanted.actions:
        return False
    if wanted.things and wanted.whole and given.things == wanted.things:
        return True
    phrase = re.search(_whole(_normal(other)), _normal(one))
    return _tokens(one) == _tokens(other) or phrase is not None


def _whole(phrase: str) -> str:
    """A pattern for the phrase that does not begin or end within a Latin word."""
    start = r"(?<![a-z0-9])" if phrase[:1] < "\u0250" else ""
    end = r"(?![a-z0-9])" if phrase[-1:] < "\u0250" else ""
    return start + re.escape(phrase) + end
