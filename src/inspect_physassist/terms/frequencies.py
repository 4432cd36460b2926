"""How often orders are given, as orders write it, in English and Chinese, and when two are the same.

The writings are data (`data/schedule/frequencies.yaml`), after HL7 v3 GTSAbbreviation (the FHIR R4 value
set timing-abbreviation). A frequency is read in layers: what is not part of it (a duration, a first
dose, a verb, a route) is set aside, then meals and times of day, and all the rest must be a rate, or
the same rate twice (`q12h (twice daily)`). What cannot be read is None, never a guess.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from inspect_physassist.terms.writings import (
    RANGE,
    choice,
    longest_first,
    number,
    number_pattern,
    tidy,
    whole_words,
    written,
)

Meals = Literal["with", "before", "after"]
DayTime = Literal["morning", "noon", "evening", "bedtime"]

_HOURS: Mapping[str, float] = {"minutes": 1 / 60, "hours": 1.0, "days": 24.0, "weeks": 168.0}
_DAYS: Mapping[str, float] = {"per_day": 1.0, "per_week": 7.0, "per_month": 30.0}
_MARKS = " ,;，；、。()（）"


@dataclass(frozen=True)
class Frequency:
    """How often an order is given."""

    kind: Literal["repeating", "once", "continuous"] = "repeating"
    per_day: tuple[float, float] | None = None
    """Doses a day, fewest and most; None where not stated (PRN without an interval) or not repeating."""
    as_needed: bool = False
    day_times: frozenset[DayTime] = frozenset()
    meals: Meals | None = None


def _data() -> Any:
    return written("frequencies")


# --- rates ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _fixed() -> Mapping[str, Frequency]:
    """Every writing that is in the data word for word."""
    table: dict[str, Frequency] = {}
    for section, days in _DAYS.items():
        for count, writings in _data()[section].items():
            rate = float(count) / days
            for writing in writings:
                plain = tidy(str(writing))
                parted = _parted(plain)
                table[plain] = Frequency(
                    per_day=(rate, rate),
                    day_times=parted.day_times,
                    meals=next(iter(parted.meals), None),
                )
    for kind in ("once", "continuous"):
        table.update({tidy(str(writing)): Frequency(kind=kind) for writing in _data()[kind]})
    return table


@lru_cache(maxsize=1)
def _templates() -> tuple[tuple[re.Pattern[str], Literal["every", "times"], float], ...]:
    amount = number_pattern()
    span = rf"(?P<low>{amount})(?:\s*{RANGE}\s*(?P<high>{amount}))?"

    def patterns(kind: Literal["every", "times"], scale: Mapping[str, float]) -> Iterator[Any]:
        for unit, writings in _data()[kind].items():
            for writing in writings:
                parts = [re.escape(part) for part in tidy(writing).split("{n}")]
                yield re.compile(span.join(parts)), kind, scale[unit]

    return (
        *patterns("every", _HOURS),
        *patterns("times", {"day": 1.0, "week": 7.0}),
    )


def _rate(text: str) -> Frequency | None:
    """A frequency without meals, times of day and whatever else may stand around it."""
    fixed = _fixed().get(text)
    if fixed is not None:
        return fixed
    for pattern, kind, scale in _templates():
        match = pattern.fullmatch(text)
        if match:
            numbers = [number(match["low"]), number(match["high"] or match["low"])]
            if min(numbers) <= 0:
                return None
            rates = [24 / (n * scale) if kind == "every" else n / scale for n in numbers]
            return Frequency(per_day=(min(rates), max(rates)))
    return None


def _agreed(text: str) -> Frequency | None:
    """The one rate that every part of the text between marks states; None where they differ."""
    parts = [part for mark in re.split(r"[,;，；、()（）]", text) if (part := mark.strip())]
    rates = [_rate(part) for part in parts]
    first = rates[0] if rates else None
    if first is None or any(
        rate is None or (rate.kind, rate.per_day) != (first.kind, first.per_day) for rate in rates
    ):
        return None
    return first


# --- meals and times of day -----------------------------------------------------------------------


@lru_cache(maxsize=1)
def _meal_patterns() -> tuple[tuple[re.Pattern[str], Meals], ...]:
    """Patterns of a relation to a meal; the group `meal` holds which meals."""
    data = _data()["meals"]
    nouns = longest_first(noun for named in data["nouns"].values() for noun in named)
    latin = choice(noun for noun in nouns if noun[0] < "\u0250")
    chinese = choice(noun for noun in nouns if noun[0] >= "\u0250")
    which = rf"(?:(?:{choice(data['determiners'])}) )*(?P<meal>(?:{latin})(?: (?:and|&|or) (?:{latin}))*)"
    found: list[tuple[re.Pattern[str], Meals]] = []
    lead = r"(?:(?:within )?\d+(?: ?- ?\d+)? ?(?:minutes?|mins?|hours?|hrs?|h) (?:of |the )?)?"
    for relation, words in data["relations"].items():
        before, after = words["before_noun"], words["after_noun"]
        found.append(
            (re.compile(rf"(?<![a-z0-9]){lead}(?:{choice(before)}) {which}(?![a-z0-9])"), relation)
        )
        ahead = choice(words["chinese_before_noun"])
        many = rf"(?P<meal>(?:{chinese})(?:[和及、](?:{chinese}))*)"
        behind = rf"(?:{choice(after)})"
        gap = r"(?:(?:\d+|半|一|两)个?(?:小时|分钟))?"
        if ahead:
            found.append((re.compile(rf"(?:{ahead}){many}(?:{gap}{behind}{gap})?"), relation))
        found.append((re.compile(rf"{many}{gap}{behind}{gap}"), relation))
        if words["whole"]:
            found.append((re.compile(rf"(?P<meal>{whole_words(words['whole'])})"), relation))
    return tuple(found)


@dataclass(frozen=True)
class _Parted:
    """A text parted into meals, times of day, and what is left."""

    text: str
    meals: frozenset[Meals]
    day_times: frozenset[DayTime]


def _parted(text: str) -> _Parted:
    """Takes meals and times of day out of tidied text."""
    nouns: Mapping[DayTime, tuple[str, ...]] = {
        time: tuple(named) for time, named in _data()["meals"]["nouns"].items() if time != "any"
    }
    meals: set[Meals] = set()
    of_meals: set[DayTime] = set()
    for pattern, relation in _meal_patterns():
        for found in pattern.finditer(text):
            meals.add(relation)
            of_meals |= {t for t, named in nouns.items() if re.search(choice(named), found["meal"])}
        text = pattern.sub(" ", text)
    spoken: set[DayTime] = set()
    for time, writings in _data()["day_times"].items():
        text, count = re.subn(whole_words(writings), " ", text)
        if count:
            spoken.add(time)
    if "evening" in of_meals:
        spoken.discard("bedtime")  # `每晚，随晚餐`: the meal says when in the evening.
    return _Parted(tidy(text.strip(_MARKS)), frozenset(meals), frozenset(of_meals | spoken))


def _without_asides(text: str) -> str:
    return tidy(re.sub(whole_words(_data()["aside"]), " ", text)).strip(_MARKS)


def _regular(text: str) -> Frequency | None:
    """A frequency that may carry times of day and meals."""
    whole = _rate(text)
    if whole is not None:
        return whole
    parted = _parted(text)
    if len(parted.meals) > 1:
        return None
    alone = _without_asides(parted.text)
    often = _rate(_without_asides(text)) or _agreed(alone)
    if parted.day_times and (not alone or alone in _data()["one_dose"]):
        often = Frequency(per_day=(float(len(parted.day_times)),) * 2)
    if often is None:
        return None
    if often.kind != "repeating":
        return None if parted.day_times or parted.meals else often
    if often.per_day == (1.0, 1.0) and len(parted.day_times) > 1:
        return None
    return Frequency(
        per_day=often.per_day,
        day_times=parted.day_times or often.day_times,
        meals=next(iter(parted.meals), often.meals),
    )


# --- what stands around it ------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _duration_pattern() -> re.Pattern[str]:
    """How long, when the first dose, at most how many: behind the frequency, and not part of it."""
    data, amount = _data()["durations"], number_pattern()
    unit = rf"(?:{choice(data['units'])})(?![a-z])"
    count = rf"(?:{choice(data['quantifiers'])})?\s*{amount}\s*-?\s*(?:(?:{choice(data['more'])})\s*)?{unit}"
    more = rf"(?:\s*(?:{choice(data['closing'])}))?"
    lead = choice(data["leads"])
    return re.compile(
        rf"[,，;；(（]?\s*(?:(?<![a-z0-9])(?:{lead})\s*{count}{more}|[,，;；(（]\s*{count}{more}(?=\s*[)）]?$))"
        rf"|[,，;；(（]?\s*(?<![a-z])(?:{choice(data['until_the_end'])})(?![a-z]).*$"
    )


@lru_cache(maxsize=1)
def _as_needed_pattern() -> re.Pattern[str]:
    return re.compile(whole_words(_data()["as_needed"]))


@lru_cache(maxsize=4096)
def parse_frequency(text: str) -> Frequency | None:
    """How often, or None where the text does not say.

    A duration, a first dose, a ceiling or a clock time beside it (`for 7 days`, `first dose now`, `max 4
    doses`, `at 18:00`) is not part of the frequency.

    >>> parse_frequency("b.i.d.") == parse_frequency("每日两次") == parse_frequency("q12h (twice daily)")
    True
    >>> parse_frequency("q4-6h PRN pain")
    Frequency(kind='repeating', per_day=(4.0, 6.0), as_needed=True, day_times=frozenset(), meals=None)
    >>> parse_frequency("QD with supper") == parse_frequency("每日一次，晚餐时服用")
    True
    >>> parse_frequency("STAT").kind, parse_frequency("when convenient"), parse_frequency("daily or BID")
    ('once', None, None)
    """
    plain = tidy(text)
    if _rate(plain) is None:
        plain = _duration_pattern().sub(" ", plain)
        plain = re.sub(_CLOCK, " ", plain)
    plain = tidy(plain).strip(_MARKS)
    needed = _as_needed_pattern().search(plain)
    if needed is None:
        return _regular(plain)
    before, after = plain[: needed.start()].strip(_MARKS), plain[needed.end() :].strip(_MARKS)
    interval = re.sub(r"\s*\b(?:for|if)\b.*$", "", after)
    parts = (before, interval, tidy(f"{before} {interval}"))
    found = next((parsed for part in parts if part and (parsed := _regular(part))), None)
    if found is None:
        if before or any(char.isdigit() for char in after):
            return None
        return Frequency(as_needed=True)
    return Frequency(found.kind, found.per_day, True, found.day_times, found.meals)


_CLOCK = (
    r"(?<![a-z])(?:at|@)\s*\d{1,2}(?::?\d{2})?\s*(?:am|pm|h|hrs|hours)?(?![a-z0-9])"
    r"|\d{1,2}(?:[:：]\d{2}|点)(?:钟|整|半)?"
)


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
