"""Doses, frequencies and routes as orders write them, in English and Chinese, and when two are the same.

The writings are data (`data/schedule/`): frequencies after HL7 v3 GTSAbbreviation (the FHIR R4 value
set timing-abbreviation), routes after HL7 v3 RouteOfAdministration. Abbreviations that ISMP calls
error-prone (`U`, `QD`, `SC`) are read all the same. What cannot be read is None, never a guess.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import yaml

from inspect_physassist.resources import data_dir
from inspect_physassist.terms.vocabulary import fold

Meals = Literal["with", "before", "after"]
DayTime = Literal["morning", "noon", "evening", "bedtime"]

_RANGE = r"(?:-|~|to|至|到|or|或)"
_HOURS: Mapping[str, float] = {"hours": 1.0, "days": 24.0, "weeks": 168.0}
_DAYS: Mapping[str, float] = {"per_day": 1.0, "per_week": 7.0, "per_month": 30.0}
_DURATION = re.compile(
    r"[,，;；]?\s*(?:(?:for|x|×|共|连用|连续)\s*\d+\s*(?:days?|weeks?|d|wks?|doses?|天|日|周|剂|次)"
    r"|(?:max|maximum|not to exceed|up to|starting|beginning|until|最多|不超过)\b.*)$"
)


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
class Frequency:
    """How often an order is given."""

    kind: Literal["repeating", "once", "continuous"] = "repeating"
    per_day: tuple[float, float] | None = None
    """Doses a day, fewest and most; None where not stated (PRN without an interval) or not repeating."""
    as_needed: bool = False
    day_times: frozenset[DayTime] = frozenset()
    meals: Meals | None = None


@dataclass(frozen=True)
class _Unit:
    code: str
    base: str
    times: float


@lru_cache(maxsize=3)
def _data(name: Literal["doses", "frequencies", "routes"]) -> Any:
    text = (data_dir() / "schedule" / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.CSafeLoader)


def _writings(words: Iterable[Any]) -> tuple[str, ...]:
    """Folded, longest first, so that `mcg` is not read as `m`."""
    return tuple(sorted((fold(str(word)) for word in words), key=len, reverse=True))


def _choice(words: Iterable[Any]) -> str:
    return "|".join(re.escape(word) for word in _writings(words))


def _tidy(text: str) -> str:
    """Folded, with single blanks, and abbreviations without their dots (`b.i.d.` is `bid`)."""
    text = re.sub(r"(?<![a-z0-9])([a-z])\.(?=[a-z](?:\.|\b))", r"\1", fold(text))
    text = re.sub(r"(?<=[a-z])\.(?=\s|$)", "", text)
    text = re.sub(r"\s+", " ", text).strip(" ,;，；。")
    return re.sub(r"(?<=[\u4e00-\u9fff]) (?=\S)|(?<=\S) (?=[\u4e00-\u9fff])", "", text)


def _number_words() -> Mapping[str, float]:
    return {str(word): float(value) for word, value in _data("frequencies")["numbers"].items()}


_FRACTIONS: Mapping[str, float] = {"½": 0.5, "¼": 0.25, "¾": 0.75}


def _number(text: str) -> float:
    """A number of a matched text: `1.5`, `1/2`, `½`, `two`, `两`, `1 1/2`."""
    if text in _FRACTIONS:
        return _FRACTIONS[text]
    words = _number_words()
    if text in words:
        return words[text]
    return sum(
        float(part.split("/")[0]) / float(part.split("/")[1]) if "/" in part else float(part)
        for part in text.split()
    )


@lru_cache(maxsize=1)
def _number_pattern() -> str:
    words = _choice(word for word in _number_words())
    return rf"(?:\d+ \d+/[1-9]\d*|\d+/[1-9]\d*|\d+(?:\.\d+)?|\.\d+|[½¼¾]|{words})"


@lru_cache(maxsize=1)
def _dose_units() -> tuple[Mapping[str, _Unit], Mapping[str, _Unit]]:
    """Amount units and `per` units by writing."""
    amounts = {
        fold(str(writing)): _Unit(code, spec["as"], float(spec["times"]))
        for code, spec in _data("doses")["units"].items()
        for writing in spec["written"]
    }
    per = {
        fold(str(writing)): _Unit(code, spec["of"], float(spec["times"]))
        for code, spec in _data("doses")["per"].items()
        for writing in spec["written"]
    }
    return amounts, per


@lru_cache(maxsize=1)
def _dose_pattern() -> re.Pattern[str]:
    amounts, per = _dose_units()
    data = _data("doses")
    number, unit = _number_pattern(), _choice(amounts)
    multiplier = _choice(data["multipliers"])
    counted = _choice(w for w, found in amounts.items() if found.code.startswith("{"))
    return re.compile(
        rf"(?:{_choice(data['before'])})?\s*"
        rf"(?P<low>{number})\s*(?P<low_times>{multiplier})?\s*(?P<low_unit>{unit})?\s*"
        rf"(?:{_RANGE}\s*(?P<high>{number})\s*(?P<high_times>{multiplier})?\s*(?P<unit>{unit})?)?"
        rf"(?![a-z])"
        rf"(?P<per>(?:\s*(?:/|per|每)\s*(?:{_choice(per)})(?![a-z]))*)"
        rf"(?:\s*(?:{_choice(data['after'])}))?"
        rf"(?:\s*(?:{counted}))?(?:\s*\([^()]*\))?"
    )


def parse_dose(text: str) -> DoseQuantity | None:
    """An amount with its unit, or None where the whole text is not one.

    >>> parse_dose("0.04 g") == DoseQuantity(0.04, 0.04, "g"), parse_dose("1,000 U").unit
    (True, '[IU]')
    >>> parse_dose("1-2 片"), parse_dose("15 mg/kg").unit, parse_dose("40"), parse_dose("a lot")
    (DoseQuantity(low=1.0, high=2.0, unit='{tablet}'), 'mg/kg', None, None)
    """
    folded = re.sub(
        r"(?<=\d),(?=\d{3}(?!\d))", "", re.sub(r"\s+", " ", fold(text)).strip().rstrip(".")
    )
    found = _dose_pattern().fullmatch(folded)
    if found is None or not (found["low_unit"] or found["unit"]):
        return None
    amounts, per = _dose_units()
    multipliers = _data("doses")["multipliers"]
    last = amounts[found["unit"] or found["low_unit"]]
    first = amounts[found["low_unit"] or found["unit"]]
    low_times = found["low_times"] or (found["high_times"] if not found["low_unit"] else None)
    low = _number(found["low"]) * multipliers.get(low_times, 1)
    if found["high"] is None:
        high, last = low, first
    else:
        high = _number(found["high"]) * multipliers.get(found["high_times"], 1)
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
    pattern = rf"(?:/|per|每)\s*({_choice(known)})(?![a-z])"
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


@lru_cache(maxsize=1)
def _fixed_frequencies() -> Mapping[str, Frequency]:
    data = _data("frequencies")
    table: dict[str, Frequency] = {}
    for section, days in _DAYS.items():
        for count, written in data[section].items():
            rate = float(count) / days
            for writing in written:
                tidy = _tidy(str(writing))
                table[tidy] = Frequency(
                    per_day=(rate, rate),
                    day_times=frozenset(_taken(tidy, data["day_times"])[1]),
                    meals=next(iter(_taken(tidy, data["meals"])[1]), None),
                )
    for kind in ("once", "continuous"):
        table.update({_tidy(str(writing)): Frequency(kind=kind) for writing in data[kind]})
    return table


@lru_cache(maxsize=1)
def _templates() -> tuple[tuple[re.Pattern[str], Literal["every", "times"], float], ...]:
    data = _data("frequencies")
    number = _number_pattern()
    span = rf"(?P<low>{number})(?:\s*{_RANGE}\s*(?P<high>{number}))?"

    def patterns(kind: Literal["every", "times"], scale: Mapping[str, float]) -> Iterator[Any]:
        for unit, written in data[kind].items():
            for writing in written:
                parts = [re.escape(part) for part in _tidy(writing).split("{n}")]
                yield re.compile(span.join(parts)), kind, scale[unit]

    return (
        *patterns("every", _HOURS),
        *patterns("times", {"day": 1.0, "week": 7.0}),
    )


def _taken(text: str, groups: Mapping[str, Iterable[str]]) -> tuple[str, list[Any]]:
    """The text without the first writing of each group that stands in it, and those groups."""
    found: list[Any] = []
    for name, written in groups.items():
        for writing in _writings(written):
            edge = "(?![a-z0-9])" if writing[-1] < "\u0250" else ""
            start = "(?<![a-z0-9])" if writing[0] < "\u0250" else ""
            shorter, count = re.subn(start + re.escape(writing) + edge, " ", text, count=1)
            if count:
                text = shorter
                found.append(name)
                break
    return _tidy(text), found


def _core(text: str) -> Frequency | None:
    """A frequency without modifiers."""
    fixed = _fixed_frequencies().get(text)
    if fixed is not None:
        return fixed
    for pattern, kind, scale in _templates():
        match = pattern.fullmatch(text)
        if match:
            numbers = [_number(match["low"]), _number(match["high"] or match["low"])]
            if min(numbers) <= 0:
                return None
            rates = [24 / (n * scale) if kind == "every" else n / scale for n in numbers]
            return Frequency(per_day=(min(rates), max(rates)))
    return None


def _regular(text: str) -> Frequency | None:
    """A frequency that may carry times of day and meals."""
    data = _data("frequencies")
    whole = _core(text)
    if whole is not None:
        return whole
    rest, day_times = _taken(text, data["day_times"])
    rest, meals = _taken(rest, data["meals"])
    rest = _tidy(rest.strip(" ,，、()（）"))
    core = _core(rest)
    if day_times and (not rest or rest in data["one_dose"]):
        core = Frequency(per_day=(float(len(day_times)),) * 2)
    if core is None or core.kind != "repeating" or not (day_times or meals):
        return None
    return Frequency(
        per_day=core.per_day,
        day_times=frozenset(day_times) or core.day_times,
        meals=meals[0] if meals else core.meals,
    )


@lru_cache(maxsize=1)
def _as_needed_pattern() -> re.Pattern[str]:
    words = _writings(_data("frequencies")["as_needed"])
    latin = "|".join(re.escape(word) for word in words if word[0] < "\u0250")
    chinese = "|".join(re.escape(word) for word in words if word[0] >= "\u0250")
    return re.compile(rf"\b(?:{latin})\b|{chinese}")


@lru_cache(maxsize=4096)
def parse_frequency(text: str) -> Frequency | None:
    """How often, or None where the text does not say.

    A duration or a ceiling after it (`for 7 days`, `max 4 doses`) is not part of the frequency.

    >>> parse_frequency("b.i.d.") == parse_frequency("每日两次") == parse_frequency("q12h")
    True
    >>> parse_frequency("q4-6h PRN pain")
    Frequency(kind='repeating', per_day=(4.0, 6.0), as_needed=True, day_times=frozenset(), meals=None)
    >>> parse_frequency("STAT").kind, parse_frequency("when convenient")
    ('once', None)
    """
    tidy = _DURATION.sub("", _tidy(text)).strip(" ,;，；()（）")
    needed = _as_needed_pattern().search(tidy)
    if needed is None:
        return _regular(tidy)
    before, after = tidy[: needed.start()].strip(" ,，("), tidy[needed.end() :].strip(" ,，)")
    interval = re.sub(r"\s*\b(?:for|if)\b.*$", "", after)
    parts = (before, interval, _tidy(f"{before} {interval}"))
    found = next((parsed for part in parts if part and (parsed := _regular(part))), None)
    if found is None:
        if before or any(char.isdigit() for char in after):
            return None
        return Frequency(as_needed=True)
    return Frequency(found.kind, found.per_day, True, found.day_times, found.meals)


def same_frequency(one: Frequency | None, other: Frequency | None) -> bool:
    """Whether two frequencies are the same order: as many doses a day, and as needed or not alike.

    `BID` and `q12h` are the same: an order set schedules both as two doses a day. A time of day or a
    relation to meals counts only where both say one: `daily` is the same as `nightly`, `every
    morning` is not.

    >>> same = lambda a, b: same_frequency(parse_frequency(a), parse_frequency(b))
    >>> same("BID", "q12h"), same("TID", "TID with meals"), same("q6h", "q6h PRN")
    (True, True, False)
    >>> same("daily", "nightly"), same("every morning", "nightly"), same("gibberish", "gibberish")
    (True, False, False)
    """
    if one is None or other is None:
        return False
    if (one.kind, one.as_needed) != (other.kind, other.as_needed):
        return False
    if one.day_times and other.day_times and one.day_times != other.day_times:
        return False
    if one.meals and other.meals and one.meals != other.meals:
        return False
    if one.per_day is None or other.per_day is None:
        return one.per_day == other.per_day
    return all(
        math.isclose(a, b, rel_tol=1e-6) for a, b in zip(one.per_day, other.per_day, strict=True)
    )


@lru_cache(maxsize=1)
def _routes() -> Mapping[str, str]:
    return {
        _tidy(str(writing)): code
        for code, written in _data("routes")["routes"].items()
        for writing in (code, *written)
    }


def parse_route(text: str) -> str | None:
    """The route's short code, or None.

    >>> parse_route("intravenous"), parse_route("静脉滴注"), parse_route("p.o."), parse_route("PO/IV")
    ('IV', 'IV', 'PO', None)
    """
    tidy = re.sub(r"\s*\([^()]*\)$", "", _tidy(text))
    table = _routes()
    return table.get(tidy) or table.get(re.sub(r"\s*(?:route|use|途径|给药)$", "", tidy))


def same_route(one: str, other: str) -> bool:
    """Whether two writings are the same known route.

    >>> same_route("subcut", "皮下注射"), same_route("PO", "NG"), same_route("?", "?")
    (True, False, False)
    """
    code = parse_route(one)
    return code is not None and code == parse_route(other)
