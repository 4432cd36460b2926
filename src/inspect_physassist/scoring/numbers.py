"""Numbers in an answer: their value, unit and role, and whether one states a record's value."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple

from inspect_physassist.scoring.dates import FoundDate
from inspect_physassist.scoring.reading import Reading
from inspect_physassist.terms.units import parse_unit, unit_writings
from inspect_physassist.terms.vocabulary import fold

Role = Literal["value", "limit", "range", "reference", "change"]

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?: ?万)?")
_AFTER_CJK = re.compile(r"(?<=[\u4e00-\u9fff])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?: ?万)?")
_RANGE = re.compile(r"\s*(?:-|~|to|至|到)\s*")
_ARROW = re.compile(r"\s*(?:→|->|>)\s*")
_REFERENCE_GAP = re.compile(
    r"(?:[\s:=(<>≤≥~\[|]|of|is|for|was|为|是|约|在|about|approximately|around|inr|trough|the|between|level|value|以)*",
    re.IGNORECASE,
)
_ARTICLES = frozenset({"", "the", "a", "an", "than", "of"})
_APPROXIMATELY = frozenset(
    {"", "about", "approximately", "around", "more than", "约", "近", "超过"}
)
_NOT_A_UNIT = re.compile("升[至到高为了]|分别|剂量|吸入|度[的过]|日[起后前]|年[前后]")
_AMBIGUOUS_UNITS = frozenset({"in", "a", "m", "d", "c", "f", "s", "h", "min", "l", "u"})
_REFERENCE_KEYS = frozenset({"reference_range", "therapeutic_range", "threshold", "critical_limit"})
DURATIONS = frozenset({"h", "d", "wk", "mo", "a", "min"})
_CONVERTED_SLACK = 0.002
"""Relative: factors in use differ in their third figure (18 or 18.02 for glucose)."""


class Quantity(NamedTuple):
    """A number of the answer.

    Attributes:
        start: Where the number begins.
        end: Where the number, or its unit, ends.
        value: As written.
        places: Decimal places written; negative for "1.2万".
        figures: Significant figures written.
        unit: UCUM, its own or shared with its sequence; None where none is written.
        of: Vocabulary keys it can be a value of, the likeliest first; empty if nothing is named.
        own: Whether what it is of is named in its own clause.
        role: `value`; or a `limit` it is compared with, a `range`, a `reference`, a `change` ("by 0.8").
        series: Numbers of one arrow or from-to sequence share it.
        when: The date written with it.
        latest: Whether it is called the current one.
        denied: "not 6.1".
        asked: It stands in a question.
    """

    start: int
    end: int
    value: float
    places: int
    figures: int
    unit: str | None = None
    of: tuple[str, ...] = ()
    own: bool = False
    role: Role = "value"
    series: int | None = None
    when: FoundDate | None = None
    latest: bool = False
    denied: bool = False
    asked: bool = False


def figures_of(written: str) -> int:
    """Significant figures of a number as written; trailing zeros count only after a point.

    >>> [figures_of(text) for text in ("2.10", "0.04", "140", "14,886", "100")]
    [3, 1, 3, 5, 3]
    """
    digits = written.replace(",", "").lstrip("+-")
    return len(digits.replace(".", "").lstrip("0")) or 1


def states(
    written: float, places: int, figures: int, record: float, *, converted: bool = False
) -> bool:
    """Whether a written number states the record's value, rounded no more coarsely than is safe.

    It must be the record's value rounded to the decimals written, with at least two significant
    figures, or all of the record's where it has fewer. Either neighbour of a tie is right.

    Args:
        written: The number in the answer.
        places: Its decimals.
        figures: Its significant figures.
        record: The record's value in the unit of the answer.
        converted: The record has it in another unit, so that factors may differ slightly.

    >>> states(2.1, 1, 2, 2.14), states(2, 0, 1, 2.14), states(2.0, 1, 2, 2)
    (True, False, True)
    >>> states(15, 0, 2, 14.6), states(0.04, 2, 1, 0.038), states(138, 0, 3, 140)
    (True, False, False)
    """
    slack = 1e-9 + (abs(record) * _CONVERTED_SLACK if converted else 0.0)
    if abs(written - record) > 0.5 * 10.0**-places + slack:
        return False
    if math.isclose(written, record, rel_tol=1e-9, abs_tol=1e-12):
        return True
    if places < 0 or (not converted and float(record).is_integer()):
        return False
    needed = 2 if converted else min(2, figures_of(format(Decimal(repr(record)).normalize(), "f")))
    return figures >= needed


@lru_cache(maxsize=1)
def _unit_prefixes() -> tuple[frozenset[str], frozenset[str]]:
    """Every beginning of a unit's writing, and every whole writing, squeezed."""
    writings = [writing for writing in unit_writings() if writing and not writing[0].isdigit()]
    writings += [writing for writing in unit_writings() if writing.startswith("10")]
    prefixes = {writing[:size] for writing in writings for size in range(1, len(writing) + 1)}
    return frozenset(prefixes), frozenset(writings)


def read_unit(text: str, start: int) -> tuple[str | None, int]:
    """The UCUM unit that begins at a place, and where its writing ends.

    >>> read_unit("6.1 mmol/L potassium", 3), read_unit("8.2 in the morning", 3)
    (('mmol/L', 10), (None, 3))
    """
    prefixes, whole = _unit_prefixes()
    at, size = start, len(text)
    while at < size and text[at] in " |" and at - start < 3:
        at += 1
    # A multiplication sign before the power of ten belongs to the unit.
    begin = at
    seen, best, end = "", None, start
    while at < size:
        char = text[at]
        if char in " ·⋅^":
            at += 1
            if char == " " and not seen:
                break
            continue
        char = {"×": "x", "*": "x"}.get(char, fold(char))
        if seen + char not in prefixes:
            if not seen and char == "x":
                at += 1
                continue
            break
        seen += char
        at += 1
        following = text[at] if at < size else " "
        bounded = not (
            char.isascii() and char.isalnum() and following.isascii() and following.isalnum()
        )
        if seen in whole and bounded and not _NOT_A_UNIT.match(text, at - 1):
            code = parse_unit(text[begin:at]) or parse_unit(seen)
            if code:
                best, end = code, at
    if best and seen and text[begin:end].strip().lower() in _AMBIGUOUS_UNITS and begin > start:
        tail = text[end : end + 2]
        if (
            text[begin:end].strip() in ("in", "a", "m", "d", "c", "f", "u", "l")
            and tail[:1] == " "
            and tail[1:].isalpha()
        ):
            return None, start
    return best, end


class NumberReader:
    """Finds the numbers of a text and tells values from limits, ranges and reference intervals."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def read(self) -> list[Quantity]:
        """Every number that is not part of a date or a term, in order, not yet said of what it is."""
        return self._roles(list(self._raw()))

    def _raw(self) -> Iterator[Quantity]:
        reading = self._reading
        taken = sorted(
            [(d.start, d.end) for d in reading.dates]
            + [(m.start, m.end) for m in reading.mentions if any(char.isdigit() for char in m.text)]
        )
        starts = [start for start, _ in taken]
        matches = sorted(
            {
                (m.start(), m.end())
                for pattern in (_NUMBER, _AFTER_CJK)
                for m in pattern.finditer(reading.text)
            }
        )
        edge = 0
        for start, end in matches:
            if start < edge:
                continue
            index = bisect_right(starts, start) - 1
            if index >= 0 and start < taken[index][1]:
                continue
            written = reading.text[start:end]
            if written[0] in "+-" and start and reading.text[start - 1] not in " (=:|<>≤≥→":
                start, written = start + 1, written[1:]
            if (
                end < len(reading.text)
                and reading.text[end].isascii()
                and reading.text[end].isalpha()
            ):
                unit, stop = read_unit(reading.text, end)
                if unit is None:
                    # "4th", "2x", "q8h"
                    continue
            else:
                unit, stop = read_unit(reading.text, end)
            factor = 10_000 if written.endswith("万") else 1
            digits = written.rstrip("万").strip()
            places = len(digits.partition(".")[2]) - (4 if factor > 1 else 0)
            edge = max(end, stop)
            yield Quantity(
                start=start,
                end=stop if unit else end,
                value=float(digits.replace(",", "")) * factor,
                places=places,
                figures=figures_of(digits),
                unit=unit,
            )

    # --- ranges, limits, sequences ---

    def _roles(self, found: list[Quantity]) -> list[Quantity]:
        reading = self._reading
        text = reading.text
        series = 0
        roles: list[Quantity] = []
        for number, quantity in enumerate(found):
            before = roles[-1] if roles else None
            gap = text[before.end : quantity.start] if before else ""
            joined = before is not None and len(gap) <= 8
            if (
                before
                and len(gap) <= 32
                and _ARROW.fullmatch(self._undated(before.end, quantity.start))
            ):
                series = before.series if before.series is not None else series + 1
                roles[-1] = before._replace(series=series)
                roles.append(quantity._replace(series=series))
                continue
            if before and joined and gap == "/" and before.unit is None:
                roles.append(quantity._replace(series=-1))
                continue
            timed = (
                before is not None and before.unit in DURATIONS and quantity.unit not in DURATIONS
            )
            if before and joined and not timed and _RANGE.fullmatch(gap):
                if self._from_before(before.start, gap):
                    series = max((q.series or 0 for q in roles), default=0) + 1
                    roles[-1] = before._replace(series=series)
                    roles.append(quantity._replace(series=series))
                else:
                    roles[-1] = before._replace(role="range", unit=before.unit or quantity.unit)
                    roles.append(quantity._replace(role="range"))
                continue
            roles.append(quantity._replace(role=self._role(quantity, found[:number])))
        return [
            quantity._replace(
                denied=self._is_denied(quantity.start), asked=self._asked(quantity.start)
            )
            for quantity in self._long_from_to(roles)
        ]

    def _undated(self, start: int, end: int) -> str:
        """The text between two numbers without dates and brackets: the arrow of "1.0 (8 Mar) → 1.3"."""
        pieces, at = [], start
        for date in self._reading.dates:
            if start <= date.start < end:
                pieces.append(self._reading.text[at : date.start])
                at = max(at, date.end)
        pieces.append(self._reading.text[at:end])
        return re.sub(r"[()\[\]]|\bon\b|\bat\b", " ", "".join(pieces))

    def _from_before(self, start: int, gap: str) -> bool:
        """Whether "1.2 to 2.1" tells a course: after "from", or after a word of direction."""
        reading = self._reading
        if gap.strip() in ("-", "~"):
            return False
        clause = reading.clauses[reading.clause_at(start)]
        part = clause.segments[clause.segment_at(start)]
        cues = reading.quantity_cues.between(part.start, start)
        if any(cue.kinds & {"rising", "falling"} for cue in cues):
            return True
        near = [cue for cue in cues if "from" in cue.kinds and start - cue.end <= 3]
        names = reading.folded[max(0, start - 10) : start]
        return bool(near) and "range" not in names and "ranging" not in names

    def _long_from_to(self, found: list[Quantity]) -> list[Quantity]:
        """Courses with words between their ends: "from 1.3 on 9 March to 2.1", "由1.3升至2.1"."""
        reading = self._reading
        result = list(found)
        series = max((q.series or 0 for q in found), default=0)
        for number in range(len(result) - 1):
            one, other = result[number], result[number + 1]
            if (
                one.series is not None
                or one.role != "value"
                or other.role not in ("value", "limit")
            ):
                continue
            cues = reading.quantity_cues.between(max(0, one.start - 18), one.start)
            starts = [cue for cue in cues if "from" in cue.kinds and one.start - cue.end <= 2]
            gap = reading.folded[one.end : other.start]
            if starts and len(gap) <= 40 and re.search(r"(?:\bto|至|到|→)\s*(?:约|about )?$", gap):
                series += 1
                result[number] = one._replace(series=series)
                result[number + 1] = other._replace(series=series, role="value")
        return result

    def _role(self, quantity: Quantity, earlier: Sequence[Quantity]) -> Role:
        if self._is_limit(quantity):
            return "limit"
        if self._is_change(quantity):
            return "change"
        return "reference" if self._is_reference(quantity, earlier) else "value"

    def _cue_before(self, kind: str, start: int, gap: frozenset[str]) -> bool:
        """Whether a cue of a kind stands before a place, with nothing but these words between."""
        for cue in self._reading.quantity_cues.between(max(0, start - 28), start):
            if kind in cue.kinds and self._reading.folded[cue.end : start].strip(" :=(<>≤≥") in gap:
                return True
        return False

    def _is_limit(self, quantity: Quantity) -> bool:
        """Whether it is compared with rather than found: "<30", "above 30", "30以下"."""
        reading, start = self._reading, quantity.start
        near = reading.quantity_cues.between(max(0, start - 28), start)
        if near:
            cue = near[-1]
            compares = cue.kinds & {"above", "below"} and not cue.kinds & {"rising", "falling"}
            if compares and reading.folded[cue.end : start].strip(" =") in _ARTICLES:
                return True
        return any(
            cue.kinds & {"above_after", "below_after"}
            and not reading.text[quantity.end : cue.start].strip()
            for cue in reading.quantity_cues.between(quantity.end, quantity.end + 4)
        )

    def _is_change(self, quantity: Quantity) -> bool:
        """Whether it is by how much something changed: "rose by 0.8", "下降48%", "a 48% fall"."""
        if self._cue_before("change_before", quantity.start, _APPROXIMATELY):
            return True
        return quantity.unit == "%" and any(
            "change_after" in cue.kinds
            for cue in self._reading.quantity_cues.between(quantity.end, quantity.end + 2)
        )

    def _is_reference(self, quantity: Quantity, earlier: Sequence[Quantity]) -> bool:
        """Whether it is a limit of normal, of a target or of a rule: "(ref 1.2)", "the 30 threshold"."""
        reading, start = self._reading, quantity.start
        for index in reversed(list(reading.mentions_in(max(0, start - 60), start))):
            mention = reading.mentions[index]
            if not _REFERENCE_KEYS.isdisjoint(mention.keys):
                if any(mention.end <= other.start for other in earlier):
                    break
                gap = reading.text[mention.end : start]
                for inner in reading.mentions_in(mention.end, start):
                    gap = gap.replace(reading.mentions[inner].text, " ")
                if _REFERENCE_GAP.fullmatch(gap):
                    return True
        if self._cue_before("reference_before", start, frozenset({""})):
            return True
        after = next(iter(reading.mentions_in(quantity.end, quantity.end + 6)), None)
        return (
            after is not None
            and "threshold" in reading.mentions[after].keys
            and not reading.text[quantity.end : reading.mentions[after].start].strip(" 的-")
        )

    def _is_denied(self, start: int) -> bool:
        near = self._reading.quantity_cues.between(max(0, start - 14), start)
        return any(
            "not" in cue.kinds and len(self._reading.text[cue.end : start].split()) == 0
            for cue in near
        )

    def _asked(self, start: int) -> bool:
        sentences = self._reading.sentences
        index = bisect_right(sentences, start, key=lambda sentence: sentence.start) - 1
        return index >= 0 and (sentences[index].asks or sentences[index].quotes)
