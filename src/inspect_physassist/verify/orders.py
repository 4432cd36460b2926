"""Whether expected orders say what the turn's own texts say, and rest on what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inspect_physassist.session.model import ExpectedOrder, Language, Session, Turn
from inspect_physassist.terms.schedule import (
    parse_dose,
    parse_frequency,
    parse_route,
    same_dose,
    same_frequency,
    same_route,
)
from inspect_physassist.terms.vocabulary import Vocabulary, fold
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.figures import day_shown, days_in, figures_in, same_day
from inspect_physassist.verify.ground import Ground, drugs_in

_LONGEST = 28
"""Characters of the longest dose, frequency or route looked for in a text."""

_PROSE = ("indication", "note", "code", "detail", "service_type")
"""Fields in free text: what they hold must be known, but the answer need not repeat it."""


def orders_grounded(
    session: Session,
    index: int,
    turn: Turn,
    ground: Ground,
    vocabulary: Vocabulary,
    language: Language,
) -> Iterator[Complaint]:
    """Complaints about reference orders that contradict the turn's texts or rest on nothing."""
    texts = [turn.reference.in_(language), *(item.text.in_(language) for item in turn.rubric)]
    for order in turn.orders:
        for why in (
            *_drug(order, texts, ground, vocabulary, language),
            *_schedule(order, texts, language),
            *_numbers(order, texts, vocabulary, language),
            *_prose(order, ground, vocabulary, language),
        ):
            yield Complaint(session.id, index, None, f"order {order.id} ({language}): {why}")


def _value(order: ExpectedOrder, field: str, language: Language) -> str | None:
    spec = order.fields.get(field)
    return None if spec is None else str(spec.reference(language))


def _drug(
    order: ExpectedOrder,
    texts: list[str],
    ground: Ground,
    vocabulary: Vocabulary,
    language: Language,
) -> Iterator[str]:
    name = _value(order, "medication", language)
    if name is None:
        return
    keys = drugs_in(name, vocabulary)
    said = set().union(*(drugs_in(text, vocabulary) for text in texts))
    named = keys <= said if keys else any(fold(name) in fold(text) for text in texts)
    if not named:
        yield f"neither the reference answer nor a rubric item names {name}"
    for key in sorted(keys):
        if not ground.has_drug(key):
            yield f"medication {name} is not in what the calls return, the physician says or knowledge gives"


def _schedule(order: ExpectedOrder, texts: list[str], language: Language) -> Iterator[str]:
    """What the order and the texts both say by meaning, and say differently."""
    dose = _value(order, "dose", language)
    if dose is not None:
        said = _said(texts, parse_dose, digits=True)
        if not any(same_dose(parse_dose(dose), parse_dose(phrase)) for phrase in said):
            yield f"dose {dose} is in neither the reference answer nor a rubric item{_but(said)}"
    frequency = _value(order, "frequency", language)
    if frequency is not None:
        meant = parse_frequency(frequency)
        said = _said(texts, parse_frequency)
        if said and not any(same_frequency(meant, parse_frequency(phrase)) for phrase in said):
            yield f"frequency {frequency} contradicts the reference answer or rubric{_but(said)}"
    route = _value(order, "route", language)
    if route is not None:
        said = _said(texts, _route_as_written)
        if said and not any(same_route(route, phrase) for phrase in said):
            yield f"route {route} contradicts the reference answer or rubric{_but(said)}"


def _said(
    texts: list[str], parse: Callable[[str], object | None], digits: bool = False
) -> list[str]:
    """What the reference answer says, or where it is silent the rubric, which also names what is wrong."""
    for part in (texts[:1], texts[1:]):
        if said := [phrase for text in part for phrase in _phrases(text, parse, digits)]:
            return list(dict.fromkeys(said))
    return []


def _but(said: list[str]) -> str:
    return f", which say {', '.join(map(repr, said))}" if said else ""


def _route_as_written(phrase: str) -> str | None:
    """The route; codes in capitals only, for "it" and "in" are words, IT and IN are routes."""
    letters = [char for char in phrase if char.isascii() and char.isalpha()]
    if len(letters) <= 3 and any(char.islower() for char in letters):
        return None
    return parse_route(phrase)


def _numbers(
    order: ExpectedOrder, texts: list[str], vocabulary: Vocabulary, language: Language
) -> Iterator[str]:
    figures = {figure.plain for text in texts for figure in figures_in(text, vocabulary)}
    days = {day for text in texts for day in days_in(text)}
    for name, spec in order.fields.items():
        if name in (*_PROSE, "dose", "frequency"):
            continue  # Prose is held against what is known; doses and frequencies by meaning.
        value = str(spec.reference(language))
        for figure in figures_in(value, vocabulary):
            if figure.plain not in figures:
                yield f"{name} {value}: {figure.plain} is in neither the reference answer nor a rubric item"
        for day in days_in(value):
            if not any(same_day(day, said) for said in days):
                yield f"{name} {value} is in neither the reference answer nor a rubric item"


def _prose(
    order: ExpectedOrder, ground: Ground, vocabulary: Vocabulary, language: Language
) -> Iterator[str]:
    for name in _PROSE:
        value = _value(order, name, language)
        if value is None:
            continue
        for figure in figures_in(value, vocabulary):
            if not ground.has_figure(figure):
                yield f"{name} cites {figure.plain}, which is neither in what the calls return nor derived"
        for day in days_in(value):
            if not ground.has_day(day):
                yield f"{name} cites {day_shown(day)}, which is not in what the calls return"
        for drug in sorted(drugs_in(value, vocabulary)):
            if not ground.has_drug(drug):
                yield f"{name} names {drug}, which is not in what the calls return"


def _spans(text: str, digits: bool = False) -> Iterator[tuple[int, int]]:
    """Stretches of whole words (or of Chinese characters), the longest from each place first."""
    for start in range(len(text)):
        if text[start].isspace() or (digits and not text[start].isdigit()):
            continue
        if start and _same_word(text[start - 1], text[start]):
            continue
        for end in range(min(len(text), start + _LONGEST), start, -1):
            if text[end - 1].isspace():
                continue
            if end < len(text) and _same_word(text[end - 1], text[end]):
                continue
            yield start, end


def _same_word(one: str, other: str) -> bool:
    return all(char.isascii() and (char.isalnum() or char == ".") for char in (one, other))


def _phrases(
    text: str, parse: Callable[[str], object | None], digits: bool = False
) -> Iterator[str]:
    """The longest stretches of a text that can be read, left to right, none inside another."""
    until = 0
    for start, end in _spans(text, digits):
        if start >= until and parse(text[start:end]) is not None:
            yield text[start:end]
            until = end
