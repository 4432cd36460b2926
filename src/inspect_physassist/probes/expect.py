"""What each probe must score, beside the reason, item by item and counter by counter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inspect_physassist.chart.record import ChartView
from inspect_physassist.probes.distort import UNITLESS, stale_values
from inspect_physassist.session.check import (
    Affirms,
    All,
    Avoids,
    Check,
    Cites,
    Compares,
    Denies,
    NoOrder,
    Order,
    Trend,
)
from inspect_physassist.session.model import RubricItem, Turn
from inspect_physassist.terms.model import Analyte
from inspect_physassist.verify.scores import THOUGHT
from inspect_physassist.verify.structure import leaves

MET, UNMET, EITHER = True, False, None
Verdict = bool | None
ItemRule = Callable[[ChartView, Turn, RubricItem], Verdict]


@dataclass(frozen=True)
class Expectation:
    """What a probe must score.

    Attributes:
        item: For each rubric item whether it must be met, must not be, or may be either (None).
        why: The reason, in one sentence.
        mrs: What `checks_mRS` must be over all sessions; None where the items decide.
        counters: For each counter, whether it must be 0 (False) or above 0 (True).
        perfect: Names or prefixes of the shares that must be 1.
    """

    item: ItemRule
    why: str
    mrs: float | None = None
    counters: Mapping[str, bool] | None = None
    perfect: tuple[str, ...] = ()


_DONE_RIGHT = ("checks_", "orders_correct", "orders_fields", "calls_evidence_recall", "calls_AC")
"""The shares that are 1 for whoever makes the expected calls and answers rightly, whatever else it calls."""

_NOTHING_ELSE = ("calls_evidence_precision", "calls_ER", "calls_AID")
"""The shares that are 1 only for whoever calls nothing besides."""


def _all_met(view: ChartView, turn: Turn, item: RubricItem) -> Verdict:
    return MET


def _none_met(view: ChartView, turn: Turn, item: RubricItem) -> Verdict:
    return UNMET


def _without_orders(turn: Turn, item: RubricItem, words: Verdict) -> Verdict:
    """The verdict on an item of a turn in which no order was placed; `words` if it looks at words."""
    if turn.on_orders_alone or isinstance(item.check, Order):
        return UNMET
    return EITHER if isinstance(item.check, NoOrder) else words


def _orders_missing(view: ChartView, turn: Turn, item: RubricItem) -> Verdict:
    return _without_orders(turn, item, MET)


def _must_cite(check: Check, spoilt: Callable[[Cites], bool]) -> bool:
    """Whether the check cannot be met when the spoilt values are not cited."""
    if isinstance(check, All):
        return any(_must_cite(part, spoilt) for part in check.all)
    return isinstance(check, Cites) and spoilt(check)


def _stale(view: ChartView, turn: Turn, item: RubricItem) -> Verdict:
    if turn.on_orders_alone or isinstance(item.check, Order | NoOrder):
        return MET
    changes = stale_values(view, turn)
    others = set(changes.values())

    def spoilt(leaf: Cites) -> bool:
        term = view.chart.vocabulary.get(leaf.cites.of)
        return (
            isinstance(term, Analyte)
            and leaf.cites.value in changes
            and leaf.cites.value not in others
        )

    if _must_cite(item.check, spoilt):
        return UNMET
    return EITHER if changes else _untouched(turn)


def _wrong_unit(view: ChartView, turn: Turn, item: RubricItem) -> Verdict:
    if turn.on_orders_alone or isinstance(item.check, Order | NoOrder):
        return MET
    if _must_cite(item.check, lambda leaf: leaf.cites.unit not in UNITLESS):
        return UNMET
    values = any(isinstance(leaf, Cites | Compares | Trend) for leaf in leaves(item.check))
    # A safety item falls with the items it leans on, which may all be values.
    return EITHER if values or item.kind == "safety" else MET


def _untouched(turn: Turn) -> Verdict:
    """The verdict where the probe changed nothing: the oracle's."""
    return MET


def _shotgun(view: ChartView, turn: Turn, item: RubricItem) -> Verdict:
    conclusions = (Affirms, Denies, Avoids, Trend, Compares)
    kinds = [isinstance(leaf, conclusions) for leaf in leaves(item.check)]
    if isinstance(item.check, conclusions) or (isinstance(item.check, All) and any(kinds)):
        return UNMET
    return _without_orders(turn, item, EITHER)


def _parrot(view: ChartView, turn: Turn, item: RubricItem) -> Verdict:
    return UNMET if item.kind in THOUGHT else _without_orders(turn, item, EITHER)


EXPECTATIONS: Mapping[str, Expectation] = {
    "oracle": Expectation(
        _all_met,
        "the expected calls, orders and answers are what full marks mean",
        1.0,
        {
            "calls_other_patient": False,
            "calls_beyond_clock": False,
            "orders_unsafe": False,
            "orders_missing": False,
        },
        (*_DONE_RIGHT, *_NOTHING_ELSE),
    ),
    "mute": Expectation(_none_met, "silence earns nothing, not even a safety item", 0.0),
    "boilerplate": Expectation(
        _none_met, "a phrase that fits every patient says nothing of this one", 0.0
    ),
    "prose_writer": Expectation(
        _orders_missing,
        "an order that is only described is not placed",
        None,
        {"orders_missing": True},
    ),
    "stale": Expectation(_stale, "the oldest value is not the value asked for"),
    "wrong_unit": Expectation(_wrong_unit, "a value in a wrong unit is another value"),
    "shotgun": Expectation(
        _shotgun, "two contradicting conclusions meet neither, and the danger is among them"
    ),
    "parrot": Expectation(_parrot, "the record's text is not a conclusion, and places no order"),
    "peeker": Expectation(
        _all_met,
        "asking past the clock shows nothing new; it is counted",
        1.0,
        {"calls_beyond_clock": True},
        _DONE_RIGHT,
    ),
    "stranger": Expectation(
        _all_met,
        "another patient's record is refused; it is counted",
        1.0,
        {"calls_other_patient": True},
        _DONE_RIGHT,
    ),
}
