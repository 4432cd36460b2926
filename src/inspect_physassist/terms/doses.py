"""Amounts per dose and rates as orders write them, in English and Chinese, and when two are the same.

What cannot be read is None, never a guess.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from inspect_physassist.terms.vocabulary import fold
from inspect_physassist.terms.writings import RANGE, choice, number, number_pattern, written

_VOLUME = r"\d+(?:\.\d+)? ?(?:ml|毫升)"
"""What an amount is dissolved in (`30 mg/0.3 mL`, `40 mg in 100 mL`): no part of the dose."""


@dataclass(frozen=True)
class DoseQuantity:
    """An amount per dose, or a rate: one value, or a range where `low` and `high` differ."""

    low: float
    high: float
    unit: str
    """UCUM code: `mg`, `mL`, `[IU]`, `{tablet}`, `ug/kg/min`."""

    @property
    def value(self) -> float | None:
        """The amount; None of a range."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class _Unit:
    code: str
    base: str
    times: float


@lru_cache(maxsize=1)
def _dose_units() -> tuple[Mapping[str, _Unit], Mapping[str, _Unit]]:
    """Amount units and `per` units by writing."""
    amounts = {
        fold(str(writing)): _Unit(code, spec["as"], float(spec["times"]))
        for code, spec in written("doses")["units"].items()
        for writing in spec["written"]
    }
    per = {
        fold(str(writing)): _Unit(code, spec["of"], float(spec["times"]))
        for code, spec in written("doses")["per"].items()
        for writing in spec["written"]
    }
    return amounts, per


@lru_cache(maxsize=1)
def _dose_pattern() -> re.Pattern[str]:
    amounts, per = _dose_units()
    data = written("doses")
    amount, unit = number_pattern(), choice(amounts)
    multiplier = choice(data["multipliers"])
    counted = choice(w for w, found in amounts.items() if found.code.startswith("{"))
    return re.compile(
        rf"(?:{choice(data['before'])})?\s*(?:(?P<count>one|two|three|four|[1-9](?= ?[x×])) ?[x×]?\s*(?=[\d.]))?"
        rf"(?P<low>{amount})\s*(?P<low_times>{multiplier})?\s*(?P<low_unit>{unit})?\s*"
        rf"(?:{RANGE}\s*(?P<high>{amount})\s*(?P<high_times>{multiplier})?\s*(?P<unit>{unit})?)?"
        rf"(?![a-z])"
        rf"(?P<per>(?:\s*(?:/|per|每)\s*(?:{choice(per)})(?![a-z]))*)"
        rf"(?:\s*/\s*{_VOLUME}|\s*in {_VOLUME}\b.*)?"
        rf"(?:\s*(?:{choice(data['after'])}))?"
        rf"(?:\s*(?:{counted}))?(?:\s*\((?P<aside>[^()]*)\))?"
    )


def _is_count(unit: str) -> bool:
    return _dose_units()[0][unit].code.startswith("{")


def parse_dose(text: str) -> DoseQuantity | None:
    """An amount with its unit, or None where the whole text is not one.

    >>> parse_dose("0.04 g") == DoseQuantity(0.04, 0.04, "g"), parse_dose("1,000 U").unit
    (True, '[IU]')
    >>> parse_dose("1-2 片"), parse_dose("15 mg/kg").unit, parse_dose("40"), parse_dose("a lot")
    (DoseQuantity(low=1.0, high=2.0, unit='{tablet}'), 'mg/kg', None, None)
    >>> parse_dose("1 tablet (5 mg)").unit, parse_dose("30 mg/0.3 mL") == parse_dose("30 mg")
    ('mg', True)
    """
    folded = re.sub(
        r"(?<=\d),(?=\d{3}(?!\d))", "", re.sub(r"\s+", " ", fold(text)).strip().rstrip(".")
    )
    found = _dose_pattern().fullmatch(folded)
    if found is None or not (found["low_unit"] or found["unit"]):
        return None
    if found["aside"] and found["high"] is None and found["low"] in ("1", "one", "一"):
        strength = parse_dose(found["aside"])  # `1 tablet (5 mg)`; of two tablets it is ambiguous.
        if strength and "{" not in strength.unit and _is_count(found["low_unit"]):
            return strength
    amounts, per = _dose_units()
    multipliers = written("doses")["multipliers"]
    last = amounts[found["unit"] or found["low_unit"]]
    first = amounts[found["low_unit"] or found["unit"]]
    low_times = found["low_times"] or (found["high_times"] if not found["low_unit"] else None)
    count = number(found["count"]) if found["count"] else 1.0
    if count > 1 and "{" in ((found["low_unit"] and amounts[found["low_unit"]].code) or ""):
        return None
    low = count * number(found["low"]) * multipliers.get(low_times, 1)
    if found["high"] is None:
        high, last = low, first
    else:
        high = count * number(found["high"]) * multipliers.get(found["high_times"], 1)
        if first != last:
            if first.base != last.base:
                return None
            low *= first.times / last.times
    bottoms = sorted(
        (per[word] for word in _words(found["per"], per)), key=lambda unit: unit.base == "time"
    )
    if high < low or len({bottom.base for bottom in bottoms}) < len(bottoms):
        return None
    return DoseQuantity(low, high, "/".join((last.code, *(bottom.code for bottom in bottoms))))


def _words(text: str, known: Mapping[str, _Unit]) -> Iterator[str]:
    """The units of `/kg/min` or ` per kg per hour`."""
    pattern = rf"(?:/|per|每)\s*({choice(known)})(?![a-z])"
    return (match[1] for match in re.finditer(pattern, text))


def _base(quantity: DoseQuantity) -> tuple[float, float, tuple[str, ...]]:
    """Low and high in base units, and what the unit is of."""
    top, *bottoms = quantity.unit.split("/")
    amounts = {unit.code: unit for unit in _dose_units()[0].values()}
    per = {unit.code: unit for unit in _dose_units()[1].values()}
    factor = amounts[top].times
    kind = [amounts[top].base]
    for bottom in bottoms:
        factor /= per[bottom].times
        kind.append(per[bottom].base)
    return quantity.low * factor, quantity.high * factor, tuple(kind)


def same_dose(one: DoseQuantity | None, other: DoseQuantity | None) -> bool:
    """Whether two amounts are equal after conversion; a range is equal only to the same range.

    Units that need the drug to convert (mEq and mmol, tablets and mg) are not equal.

    >>> same_dose(parse_dose("40 mg"), parse_dose("0.04 g")), same_dose(None, None)
    (True, False)
    """
    if one is None or other is None:
        return False
    low, high, kind = _base(one)
    other_low, other_high, other_kind = _base(other)
    return (
        kind == other_kind
        and math.isclose(low, other_low, rel_tol=1e-6)
        and math.isclose(high, other_high, rel_tol=1e-6)
    )


def dose_between(quantity: DoseQuantity | None, low: float, high: float, unit: str) -> bool:
    """Whether the whole amount lies within inclusive bounds given in a unit of `parse_dose`.

    >>> dose_between(parse_dose("0.5 g"), 250, 500, "mg"), dose_between(parse_dose("1 mL"), 0, 9, "mg")
    (True, False)
    """
    if quantity is None:
        return False
    least, most, kind = _base(quantity)
    bound_low, bound_high, bound_kind = _base(DoseQuantity(low, high, unit))
    slack = 1e-6 * max(abs(bound_low), abs(bound_high))
    return kind == bound_kind and bound_low - slack <= least and most <= bound_high + slack
