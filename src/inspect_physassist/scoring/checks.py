"""Executable checks: whether an answer meets what a rubric item demands, and why.

Deterministic and offline. What each leaf means is documented at its class in `session/check.py`;
one logic reads English and Chinese, their words are data (`data/terms/`, `data/language/`).

Limits to know: a check reads sentences, not arguments. An answer that pastes many values can still
meet `cites`; interpretations, recommendations and `avoids` are what separates it from a good one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspect_physassist.scoring.answer import Answer, OrdersVerdict
from inspect_physassist.scoring.asserting import alternatives, is_refused, retracted_before
from inspect_physassist.scoring.dating import dated
from inspect_physassist.scoring.numbers import Quantity, states
from inspect_physassist.scoring.reading import group_of
from inspect_physassist.scoring.recorded import NOT_IN_RECORD, denies_entry
from inspect_physassist.scoring.statements import Statement, opposites
from inspect_physassist.session.check import (
    Affirms,
    All,
    AnyOf,
    Avoids,
    Check,
    CitedValue,
    Cites,
    Compares,
    ComparisonClaim,
    ConceptMention,
    Dated,
    Denies,
    NoOrder,
    Not,
    NotRecorded,
    Order,
    Trend,
    TrendClaim,
)
from inspect_physassist.terms.model import Analyte
from inspect_physassist.terms.units import convert

__all__ = ["Answer", "OrdersVerdict", "Verdict", "evaluate"]


@dataclass(frozen=True)
class Verdict:
    """Whether a check is met, and why in one sentence that a clinician can read."""

    met: bool
    why: str


def evaluate(check: Check, answer: Answer) -> Verdict:
    """Whether the answer meets the check.

    >>> from inspect_physassist.session.check import CitedValue, Cites
    >>> hb = Cites(cites=CitedValue(of="hemoglobin", value=8.2, unit="g/dL"))
    >>> evaluate(hb, Answer("Hb 8.2 g/L")).met, evaluate(hb, Answer("Hb 82 g/L")).met
    (False, True)
    """
    match check:
        case Cites():
            return _cites(check.cites, answer)
        case Affirms():
            return _affirms(check.affirms, answer)
        case Denies():
            return _denies(check.denies, answer)
        case Avoids():
            return _avoids(check.avoids, answer)
        case Trend():
            return _trend(check.trend, answer)
        case Compares():
            return _compares(check.compares, answer)
        case Dated():
            return Verdict(*dated(check.dated, answer))
        case NotRecorded():
            return _not_recorded(check.not_recorded.of, answer)
        case Order():
            if answer.orders is None:
                return Verdict(False, "the turn's orders were not read")
            return Verdict(*answer.orders.field(check.order.id, check.order.field))
        case NoOrder():
            if answer.orders is None:
                return Verdict(False, "the turn's orders were not read")
            absent = check.order_absent
            return Verdict(*answer.orders.absent(absent.tool, absent.field, absent.values))
        case All():
            return _all(check.all, answer)
        case AnyOf():
            return _any(check.any, answer)
        case Not():
            inner = evaluate(check.not_, answer)
            return Verdict(not inner.met, inner.why)


def _all(parts: Iterable[Check], answer: Answer) -> Verdict:
    reasons: list[str] = []
    for part in parts:
        verdict = evaluate(part, answer)
        if not verdict.met:
            return verdict
        reasons.append(verdict.why)
    return Verdict(True, "; ".join(dict.fromkeys(reasons)))


def _any(parts: Iterable[Check], answer: Answer) -> Verdict:
    reasons: list[str] = []
    for part in parts:
        verdict = evaluate(part, answer)
        if verdict.met:
            return verdict
        reasons.append(verdict.why)
    return Verdict(False, "; ".join(dict.fromkeys(reasons)))


# --- numbers ---


def _cites(claim: CitedValue, answer: Answer) -> Verdict:
    wanted = f"{_name(answer, claim.of)} {claim.value:g} {claim.unit}".removesuffix(" 1")
    right: list[Quantity] = []
    other: list[Quantity] = []
    reasons: list[str] = []
    for quantity in answer.quantities.all:
        unnamed = not quantity.of and quantity.unit not in (None, "1")
        if not (claim.of in quantity.of or unnamed) or quantity.asked:
            continue
        equal = _equals(quantity, claim, answer)
        words = _words(answer, quantity)
        if quantity.denied:
            if equal:
                reasons.append(f"denies the value: “{words}”")
        elif quantity.role == "change" and group_of(answer.terms[claim.of]) == "quantity":
            if claim.of in quantity.of[1:] and equal:
                right.append(quantity)
        elif quantity.role != "value":
            continue
        elif equal and is_refused(answer.reading, quantity.start):
            reasons.append(f"denies the value: “{words}”")
        elif equal:
            right.append(quantity)
        elif equal is None:
            reasons.append(f"another unit: “{words}”")
        elif not unnamed:
            other.append(quantity)
            reasons.append(f"another value or too coarse: “{words}”")
    spans = [(q.start, q.end) for q in other]
    for one in list(right):
        offered = alternatives(answer.reading, (one.start, one.end), spans)
        if offered or retracted_before(answer.reading, one.end, spans):
            right.remove(one)
            how = "one of several alternatives" if offered else "stated and taken back"
            reasons.insert(0, f"it is only {how}: “{_words(answer, one)}”")
    if not right:
        if reasons:
            return Verdict(False, f"{wanted} is not stated; {reasons[0]}")
        return Verdict(False, f"{wanted} is not stated")
    for one in right:
        for two in other:
            if two.of[0] == claim.of and _same_occasion(answer, one, two):
                return Verdict(
                    False,
                    f"two values for one moment: “{_words(answer, one)}” and “{_words(answer, two)}”",
                )
    return Verdict(True, f"states {wanted}: “{_words(answer, right[0])}”")


def _equals(quantity: Quantity, claim: CitedValue, answer: Answer) -> bool | None:
    """Whether a number states the claimed value; None where its unit cannot be compared."""
    record, converted = claim.value, False
    if quantity.unit is not None and quantity.unit != claim.unit:
        term = answer.terms[claim.of]
        turned = convert(
            claim.value, claim.unit, quantity.unit, term if isinstance(term, Analyte) else None
        )
        if turned is None:
            return None
        converted = abs(turned - record) > 1e-9 * max(1.0, abs(record))
        record = turned if converted else record
    return states(quantity.value, quantity.places, quantity.figures, record, converted=converted)


def _same_occasion(answer: Answer, one: Quantity, two: Quantity) -> bool:
    """Whether two values are given for the same date, or both as the latest."""
    if two.unit is None:
        # A bare number only counts where it stands directly beside the quantity's name.
        before = answer.reading.text[max(0, two.start - 16) : two.start]
        if not any(
            m.end <= two.start and two.start - m.end <= 6 for m in answer.reading.mentions
        ) or any(char.isdigit() for char in before):
            return False
    if one.latest and two.latest:
        return True
    return one.when is not None and two.when is not None and one.when.same_moment(two.when)


def _words(answer: Answer, quantity: Quantity) -> str:
    return answer.reading.quote(quantity.start, quantity.end)


# --- concepts ---


def _said(mention: ConceptMention, answer: Answer, *, by_class: bool = False) -> list[Statement]:
    """Statements that imply the concept and are about what they must be about."""
    found = answer.by_key.get(mention.concept, ())
    about = mention.about
    if about is None:
        return list(found)
    return [s for s in found if answer.bindings.is_about(s, about, by_class=by_class)]


def _label(mention: ConceptMention, answer: Answer) -> str:
    about = f" ({_name(answer, mention.about)})" if mention.about else ""
    return f"{_name(answer, mention.concept)}{about}"


def _name(answer: Answer, key: str) -> str:
    return answer.terms.name(key, answer.language)


def _quote(answer: Answer, statement: Statement) -> str:
    return answer.reading.quote(statement.start, statement.end)


def _affirms(mention: ConceptMention, answer: Answer) -> Verdict:
    label = _label(mention, answer)
    found = _said(mention, answer)
    stated = [s for s in found if s.polarity in ("affirmed", "reported")]
    if not stated:
        if found:
            how = {"denied": "denied", "open": "left open", "past": "said to be over"}
            first = found[0]
            return Verdict(
                False, f"{label} is only {how[first.polarity]}: “{_quote(answer, first)}”"
            )
        if mention.about and answer.by_key.get(mention.concept):
            first = answer.by_key[mention.concept][0]
            return Verdict(False, f"{label} is said of something else: “{_quote(answer, first)}”")
        return Verdict(False, f"{label} is not stated")
    for statement in found:
        denied = statement.polarity == "denied" and mention.concept in statement.keys
        if denied and (
            mention.about or any(answer.bindings.shares_object(statement, s) for s in stated)
        ):
            return Verdict(
                False, f"{label} is both stated and denied: “{_quote(answer, statement)}”"
            )
    opposite = _contradiction(mention, stated, answer)
    if opposite is not None:
        return Verdict(
            False,
            f"{label} is stated, and so is what contradicts it: “{_quote(answer, opposite)}”",
        )
    return Verdict(True, f"states {label}: “{_quote(answer, stated[0])}”")


def _contradiction(
    mention: ConceptMention, stated: Sequence[Statement], answer: Answer
) -> Statement | None:
    """A statement of something the concept excludes, about the same thing."""
    for key in sorted(opposites(answer.terms).get(mention.concept, ())):
        for statement in answer.by_key.get(key, ()):
            if statement.polarity != "affirmed" or statement in stated:
                continue
            if mention.about is not None:
                if answer.bindings.is_about(statement, mention.about):
                    return statement
            elif any(answer.bindings.shares_object(statement, s) for s in stated):
                return statement
    return None


def _denies(mention: ConceptMention, answer: Answer) -> Verdict:
    label = _label(mention, answer)
    broader = answer.terms.implies(mention.concept)
    denied = [
        s
        for s in answer.statements
        if s.polarity == "denied"
        and not broader.isdisjoint(s.keys)
        and (mention.about is None or answer.bindings.is_about(s, mention.about))
    ]
    affirmed = [s for s in _said(mention, answer) if s.polarity == "affirmed"]
    if affirmed:
        return Verdict(False, f"{label} is stated: “{_quote(answer, affirmed[0])}”")
    if not denied:
        return Verdict(False, f"{label} is not denied")
    return Verdict(True, f"denies {label}: “{_quote(answer, denied[0])}”")


def _not_recorded(of: str, answer: Answer) -> Verdict:
    label = _name(answer, of)
    for quantity in answer.quantities.all:
        if of in quantity.of[:1] and quantity.role == "value" and not quantity.denied:
            return Verdict(False, f"a value of {label} is stated: “{_words(answer, quantity)}”")
    absent = _affirms(ConceptMention(concept=NOT_IN_RECORD, about=of), answer)
    if absent.met:
        return absent
    for statement in answer.statements:
        if of in statement.keys:
            denied = statement.polarity == "denied"
            if denies_entry(answer.reading, statement.start, statement.end, denied=denied):
                words = _quote(answer, statement)
                return Verdict(True, f"says that the record holds no {label}: “{words}”")
    return Verdict(False, f"the answer does not say that the record holds no {label}")


def _avoids(mention: ConceptMention, answer: Answer) -> Verdict:
    label = _label(mention, answer)
    for statement in _said(mention, answer, by_class=True):
        if statement.polarity == "affirmed":
            return Verdict(False, f"{label} is stated: “{_quote(answer, statement)}”")
    return Verdict(True, f"{label} is not stated")


# --- directions, comparisons, dates ---


def _trend(claim: TrendClaim, answer: Answer) -> Verdict:
    label = f"{_name(answer, claim.of)} {claim.direction}"
    words = answer.claims.trends(claim.of)
    affirmed = [word for word in words if word.polarity in ("affirmed", "reported")]
    strong = [word for word in affirmed if not word.weak]
    right = [word for word in strong or affirmed if word.direction == claim.direction]
    wrong = [word for word in strong if word.direction != claim.direction]
    denied = [
        word for word in words if word.polarity == "denied" and word.direction == claim.direction
    ]
    if not right:
        if wrong:
            word = wrong[0]
            return Verdict(
                False,
                f"another direction is stated: “{answer.reading.quote(word.start, word.end)}”",
            )
        return Verdict(False, f"{label} is not stated")
    for word in wrong or denied:
        return Verdict(
            False,
            f"{label} is stated, and also its opposite: “{answer.reading.quote(word.start, word.end)}”",
        )
    return Verdict(True, f"states {label}: “{answer.reading.quote(right[0].start, right[0].end)}”")


def _compares(claim: ComparisonClaim, answer: Answer) -> Verdict:
    target = (
        _name(answer, claim.than)
        if claim.than is not None
        else f"{claim.value:g} {claim.unit or ''}".strip()
    )
    label = f"{_name(answer, claim.of)} {claim.relation} {target}"
    found = answer.claims.comparisons(claim)
    right = [c for c in found if c.relation == claim.relation and c.polarity == "affirmed"]
    wrong = [
        c
        for c in found
        if (c.relation != claim.relation and c.polarity == "affirmed")
        or (c.relation == claim.relation and c.polarity == "denied")
    ]
    if not right:
        if wrong:
            words = answer.reading.quote(wrong[0].start, wrong[0].end)
            return Verdict(False, f"{label} is not stated; the answer says: “{words}”")
        return Verdict(False, f"{label} is not stated")
    if wrong:
        words = answer.reading.quote(wrong[0].start, wrong[0].end)
        return Verdict(False, f"{label} is stated, and also its opposite: “{words}”")
    return Verdict(True, f"states {label}: “{answer.reading.quote(right[0].start, right[0].end)}”")
