"""Numbers in an answer: what each is of, in which unit, and when; and whether it states a record's value."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from inspect_physassist.scoring.dates import FoundDate
from inspect_physassist.scoring.reading import Clause, Reading
from inspect_physassist.terms.model import Analyte, Concept
from inspect_physassist.terms.units import convert, parse_unit, unit_writings
from inspect_physassist.terms.vocabulary import Vocabulary, fold

Role = Literal["value", "limit", "range", "reference", "change"]

PAIRS: Mapping[str, tuple[str, str]] = {"blood_pressure": ("systolic_bp", "diastolic_bp")}
"""Terms whose value is written as two numbers with a slash, and what each of the two is of."""

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?: ?万)?")
_AFTER_CJK = re.compile(r"(?<=[\u4e00-\u9fff])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?: ?万)?")
_RANGE = re.compile(r"\s*(?:-|~|to|至|到)\s*")
_ARROW = re.compile(r"\s*(?:→|->|>)\s*")
_REFERENCE_GAP = re.compile(
    r"(?:[\s:=(<>≤≥~\[|]|of|is|for|was|为|是|约|在|about|approximately|around|inr|trough|the|between|level|value|以)*",
    re.IGNORECASE,
)
_CONNECTS = re.compile(
    r"(?:[\s,、/&]|and|和|及|与|以及|respectively|were|was|are|is|of|分别|为|是|:|=|at|levels?|水平)*", re.IGNORECASE
)
_LABEL_UNIT = re.compile(r"\s*[(\[,]\s*([^()\[\]|:]{1,24})[)\]]")
_NOT_A_UNIT = re.compile("升[至到高为了]|分别|剂量|吸入|度[的过]|日[起后前]|年[前后]")
_AMBIGUOUS_UNITS = frozenset({"in", "a", "m", "d", "c", "f", "s", "h", "min", "l", "u"})
_DURATIONS = frozenset({"h", "d", "wk", "mo", "a", "min"})
_CONVERTED_SLACK = 0.002
"""Relative: factors in use differ in their third figure (18 or 18.02 for glucose)."""


@dataclass(frozen=True)
class Quantity:
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


def states(written: float, places: int, figures: int, record: float, *, converted: bool = False) -> bool:
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
        bounded = not (char.isascii() and char.isalnum() and following.isascii() and following.isalnum())
        if seen in whole and bounded and not _NOT_A_UNIT.match(text, at - 1):
            code = parse_unit(text[begin:at]) or parse_unit(seen)
            if code:
                best, end = code, at
    if best and seen and text[begin:end].strip().lower() in _AMBIGUOUS_UNITS and begin > start:
        tail = text[end : end + 2]
        if text[begin:end].strip() in ("in", "a", "m", "d", "c", "f", "u", "l") and tail[:1] == " " and tail[1:].isalpha():
            return None, start
    return best, end


class Quantities:
    """Every number of an answer with its meaning, in order."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._terms = [
            i
            for i, groups in enumerate(reading.groups)
            if groups & {"quantity", "drug"} or not PAIRS.keys().isdisjoint(reading.mentions[i].keys)
        ]
        raw = list(self._raw())
        units = [(q.start, q.end) for q in raw]
        # The K of "14.9 K/uL" is no potassium.
        self._terms = [i for i in self._terms if not self._within(units, i)]
        self._term_starts = [reading.mentions[i].start for i in self._terms]
        found = self._roles(raw)
        found = self._attributed(found)
        found = self._units_shared(found)
        self.all: tuple[Quantity, ...] = tuple(self._timed(found))

    def values_of(self, key: str) -> list[Quantity]:
        """The numbers that can be values of a term, whatever their role."""
        return [quantity for quantity in self.all if key in quantity.of]

    def _within(self, spans: Sequence[tuple[int, int]], index: int) -> bool:
        mention = self._reading.mentions[index]
        position = bisect_right(spans, mention.start, key=lambda span: span[0]) - 1
        return position >= 0 and mention.end <= spans[position][1]

    # --- what is a number ---

    def _raw(self) -> Iterator[Quantity]:
        reading = self._reading
        taken = sorted(
            [(d.start, d.end) for d in reading.dates]
            + [
                (m.start, m.end)
                for m in reading.mentions
                if any(char.isdigit() for char in m.text)
            ]
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
            if end < len(reading.text) and reading.text[end].isascii() and reading.text[end].isalpha():
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
            if before and joined and _ARROW.fullmatch(gap):
                series = before.series if before.series is not None else series + 1
                roles[-1] = replace(before, series=series)
                roles.append(replace(quantity, series=series))
                continue
            if before and joined and gap == "/" and before.unit is None:
                roles.append(replace(quantity, series=-1))
                continue
            timed = before is not None and before.unit in _DURATIONS and quantity.unit not in _DURATIONS
            if before and joined and not timed and _RANGE.fullmatch(gap):
                if self._from_before(before.start, gap):
                    series = max((q.series or 0 for q in roles), default=0) + 1
                    roles[-1] = replace(before, series=series)
                    roles.append(replace(quantity, series=series))
                else:
                    roles[-1] = replace(before, role="range", unit=before.unit or quantity.unit)
                    roles.append(replace(quantity, role="range"))
                continue
            roles.append(replace(quantity, role=self._role(quantity, found[:number])))
        return [
            replace(quantity, denied=self._is_denied(quantity.start), asked=self._asked(quantity.start))
            for quantity in self._long_from_to(roles)
        ]

    def _from_before(self, start: int, gap: str) -> bool:
        """Whether "1.2 to 2.1" tells a course: after "from", or after a word of direction."""
        reading = self._reading
        if gap.strip() in ("-", "~"):
            return False
        clause = reading.clauses[reading.clause_at(start)]
        part = clause.segments[clause.segment_at(start)]
        cues = reading.cues_in(reading.quantity_cues, part.start, start)
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
            if one.series is not None or one.role != "value" or other.role not in ("value", "limit"):
                continue
            cues = reading.cues_in(reading.quantity_cues, max(0, one.start - 18), one.start)
            starts = [cue for cue in cues if "from" in cue.kinds and one.start - cue.end <= 2]
            gap = reading.folded[one.end : other.start]
            if starts and len(gap) <= 40 and re.search(r"(?:\bto|至|到|→)\s*(?:约|about )?$", gap):
                series += 1
                result[number] = replace(one, series=series)
                result[number + 1] = replace(other, series=series, role="value")
        return result

    def _role(self, quantity: Quantity, earlier: Sequence[Quantity]) -> Role:
        reading = self._reading
        text = reading.text
        start = quantity.start
        near = reading.cues_in(reading.quantity_cues, max(0, start - 28), start)
        for cue in reversed(near):
            gap = text[cue.end : start].strip().lower()
            if cue.kinds & {"above", "below"} and gap in ("", "the", "a", "an", "than", "=", "of"):
                if not cue.kinds & {"rising", "falling"}:
                    return "limit"
            break
        following = reading.cues_in(reading.quantity_cues, quantity.end, quantity.end + 4)
        if any(
            cue.kinds & {"above_after", "below_after"} and not text[quantity.end : cue.start].strip()
            for cue in following
        ):
            return "limit"
        if re.search(r"(?:\bby|下降了?|上升了?|升高了?|增加了?|减少了?|降低了?)\s*(?:about |约)?$", reading.folded[max(0, start - 14) : start]):
            return "change"
        if quantity.unit == "%" and re.match(
            r"\s*(?:decrease|reduction|fall|drop|decline|increase|rise)\b", reading.folded[quantity.end : quantity.end + 14]
        ):
            return "change"
        for index in reversed(list(reading.mentions_in(max(0, start - 60), start))):
            mention = reading.mentions[index]
            cued = "cue" in reading.groups[index] and not PAIRS.keys() & set(mention.keys)
            if cued and set(mention.keys) & _REFERENCE_KEYS:
                if any(mention.end <= q.start for q in earlier):
                    break
                gap = text[mention.end : start]
                for inner in reading.mentions_in(mention.end, start):
                    gap = gap.replace(reading.mentions[inner].text, " ")
                if _REFERENCE_GAP.fullmatch(gap):
                    return "reference"
        if re.search(r"(?:\bref\.?|reference|normal|nl|参考)\s*[:=]?\s*[<>≤≥]?\s*$", reading.folded[max(0, start - 14) : start]):
            return "reference"
        after = next(iter(reading.mentions_in(quantity.end, quantity.end + 6)), None)
        if after is not None and set(reading.mentions[after].keys) & {"threshold"}:
            if not text[quantity.end : reading.mentions[after].start].strip(" 的-"):
                return "reference"
        return "value"

    def _is_denied(self, start: int) -> bool:
        near = self._reading.cues_in(self._reading.quantity_cues, max(0, start - 14), start)
        return any(
            "not" in cue.kinds and len(self._reading.text[cue.end : start].split()) == 0 for cue in near
        )

    def _asked(self, start: int) -> bool:
        sentences = self._reading.sentences
        index = bisect_right(sentences, start, key=lambda sentence: sentence.start) - 1
        return index >= 0 and (sentences[index].asks or sentences[index].quotes)

    # --- what it is of ---

    def _attributed(self, found: list[Quantity]) -> list[Quantity]:
        result: list[Quantity] = []
        used: dict[int, int] = {}
        paired = self._respectively(found)
        last: tuple[str, ...] = ()
        for number, quantity in enumerate(found):
            previous = result[-1] if result else None
            if number in paired:
                of, own = paired[number], True
            elif previous and previous.series is not None and previous.series == quantity.series:
                of, own = previous.of, previous.own
            elif quantity.series == -1 and previous:
                of, own = self._second_of_pair(previous)
            else:
                of, own = self._nearest(quantity, found, number, used)
                if not of and last and not own:
                    of = tuple(key for key in last if self._fits(key, quantity.unit))
            if own:
                last = of
            if quantity.role == "change" and quantity.unit == "%":
                of = (*of, *self._percent_change(quantity))
            result.append(replace(quantity, of=of, own=own))
        return [
            replace(q, series=None) if q.series == -1 else q for q in result
        ]

    def _percent_change(self, quantity: Quantity) -> tuple[str, ...]:
        near = self._reading.cues_in(
            self._reading.quantity_cues, max(0, quantity.start - 40), quantity.end + 14
        )
        kinds = {kind for cue in near for kind in cue.kinds}
        named = (("falling", "percent_decrease"), ("rising", "percent_increase"))
        return tuple(
            key for kind, key in named if kind in kinds and key in self._reading.vocabulary
        )

    def _second_of_pair(self, first: Quantity) -> tuple[tuple[str, ...], bool]:
        for one, other in PAIRS.values():
            if first.of and first.of[0] == one:
                return (other,), first.own
        return (), first.own

    def _respectively(self, found: Sequence[Quantity]) -> dict[int, tuple[str, ...]]:
        """Terms in a row, then as many numbers in a row: "sodium and potassium were 128 and 6.1"."""
        reading = self._reading
        paired: dict[int, tuple[str, ...]] = {}
        number = 0
        while number < len(found):
            run = [number]
            while (
                run[-1] + 1 < len(found)
                and found[run[-1] + 1].start - found[run[-1]].end <= 8
                and found[run[-1] + 1].series is None
                and _CONNECTS.fullmatch(reading.text[found[run[-1]].end : found[run[-1] + 1].start])
            ):
                run.append(run[-1] + 1)
            number = run[-1] + 1
            if len(run) < 2:
                continue
            position = bisect_right(self._term_starts, found[run[0]].start) - 1
            terms: list[int] = []
            edge = found[run[0]].start
            while position >= 0 and len(terms) < len(run):
                mention = reading.mentions[self._terms[position]]
                if not _CONNECTS.fullmatch(reading.text[mention.end : edge]):
                    break
                terms.insert(0, self._terms[position])
                edge = mention.start
                position -= 1
            if len(terms) == len(run):
                for item, term in zip(run, terms, strict=True):
                    paired[item] = self._keys(term)
        return paired

    def _keys(self, index: int) -> tuple[str, ...]:
        """What a number beside this mention can be of; urine first where the clause speaks of urine."""
        reading = self._reading
        mention = reading.mentions[index]
        keys: list[str] = []
        for key in mention.keys:
            if key in PAIRS:
                keys.append(PAIRS[key][0])
            elif reading.vocabulary[key].kind in ("analyte", "vital", "score", "drug", "drug_class"):
                keys.append(key)
        clause = reading.clauses[reading.clause_at(mention.start)]
        if any(
            "urine" in cue.kinds
            and not any(m.start <= cue.start < m.end for m in reading.mentions)
            for cue in reading.cues_in(reading.quantity_cues, clause.start, mention.start)
        ):
            urine = [f"{key}_urine" for key in keys if f"{key}_urine" in reading.vocabulary]
            keys = urine + keys
        return tuple(keys)

    def _nearest(
        self, quantity: Quantity, found: Sequence[Quantity], number: int, used: dict[int, int]
    ) -> tuple[tuple[str, ...], bool]:
        """The term before the number in its clause, else after it, else the last one named."""
        reading = self._reading
        index = reading.clause_at(quantity.start)
        clause = reading.clauses[index]
        following = self._adjacent_after(quantity, clause, found, number)
        if following is not None:
            return self._keys(following), True
        before = self._before(quantity, clause.start)
        chosen: list[int] = []
        for position in reversed(before):
            if self._any_fits(position, quantity, clause):
                chosen.append(position)
                if used.get(position, number) == number or len(chosen) > 1:
                    break
                # The nearest term has its number already; an earlier one without may be meant too.
        chosen = [c for n, c in enumerate(chosen) if n == 0 or c not in used]
        if chosen:
            used.setdefault(chosen[0], number)
            return tuple(dict.fromkeys(k for c in chosen for k in self._keys(c))), True
        if before and quantity.unit not in _DURATIONS:
            return self._keys(before[-1]), True
        after = self._after(quantity, clause.end)
        if after is not None:
            return self._keys(after), True
        if quantity.unit in _DURATIONS:
            return (), False
        return self._inherited(quantity, clause)

    def _adjacent_after(
        self, quantity: Quantity, clause: Clause, found: Sequence[Quantity], number: int
    ) -> int | None:
        """A term directly after the number, as in "6.1 mmol/L potassium", with no number of its own."""
        reading = self._reading
        position = bisect_right(self._term_starts, quantity.start)
        if position >= len(self._terms):
            return None
        index = self._terms[position]
        mention = reading.mentions[index]
        if mention.start < quantity.end:
            # "5 days of therapy": the unit begins the term.
            return index
        gap = reading.text[quantity.end : mention.start]
        if mention.start >= clause.end or gap not in (" ", "", "的", " 的", " of "):
            return None
        if number + 1 < len(found):
            own = reading.text[mention.end : found[number + 1].start]
            if len(own) <= 12 and re.fullmatch(r"[\s:=(]*(?:of|is|was|为|是|至|到)?\s*", own):
                return None
        if quantity.unit is None and "drug" in reading.groups[index]:
            return None
        return index if self._any_fits(index, quantity, clause) else None

    def _before(self, quantity: Quantity, start: int) -> list[int]:
        low = bisect_right(self._term_starts, start - 1)
        high = bisect_right(self._term_starts, quantity.start - 1)
        return self._terms[low:high]

    def _after(self, quantity: Quantity, end: int) -> int | None:
        position = bisect_right(self._term_starts, quantity.start)
        if position < len(self._terms):
            index = self._terms[position]
            if self._reading.mentions[index].start < end:
                clause = self._reading.clauses[self._reading.clause_at(quantity.start)]
                if self._any_fits(index, quantity, clause):
                    return index
        return None

    def _inherited(self, quantity: Quantity, clause: Clause) -> tuple[tuple[str, ...], bool]:
        """What the sentence or the sentence before last named, for "It was 1.3 on 9 March"."""
        reading = self._reading
        sentence = reading.sentences[clause.sentence]
        high = bisect_right(self._term_starts, quantity.start)
        keys: list[str] = []
        seen_sentence: int | None = None
        for index in reversed(self._terms[:high]):
            mention = reading.mentions[index]
            if mention.start < sentence.start:
                where = bisect_right(reading.sentences, mention.start, key=lambda s: s.start) - 1
                if seen_sentence is not None and where != seen_sentence:
                    break
                seen_sentence = where
            fitting = [key for key in self._keys(index) if self._fits(key, quantity.unit)]
            if quantity.unit is None and "drug" in reading.groups[index]:
                continue
            keys.extend(fitting)
        return tuple(dict.fromkeys(keys)), False

    def _any_fits(self, index: int, quantity: Quantity, clause: Clause) -> bool:
        reading = self._reading
        if quantity.unit is None and "drug" in reading.groups[index]:
            # Doses carry units, unless written directly after the drug.
            mention = reading.mentions[index]
            if mention.end > quantity.start or reading.text[mention.end : quantity.start].strip():
                return False
        return any(self._fits(key, quantity.unit) for key in self._keys(index))

    def _fits(self, key: str, unit: str | None) -> bool:
        return unit_fits(self._reading.vocabulary, key, unit)

    # --- units and times shared ---

    def _units_shared(self, found: list[Quantity]) -> list[Quantity]:
        """A sequence has one unit ("1.2→1.6→2.1 mg/dL"); a label may give it ("Potassium (mmol/L): 6.1")."""
        reading = self._reading
        units: dict[int, str] = {}
        for quantity in found:
            if quantity.series is not None and quantity.unit:
                units[quantity.series] = quantity.unit
        result: list[Quantity] = []
        for number, quantity in enumerate(found):
            unit = quantity.unit
            if unit is None and quantity.series is not None:
                unit = units.get(quantity.series)
            if unit is None and quantity.own:
                unit = self._label_unit(quantity)
            if unit is None and number + 1 < len(found):
                other = found[number + 1]
                gap = reading.text[quantity.end : other.start]
                if other.unit and other.of[:1] == quantity.of[:1] and quantity.of and len(gap) <= 10 and _CONNECTS.fullmatch(gap):
                    unit = other.unit
            if unit is None and not quantity.own and quantity.of:
                unit = next(
                    (q.unit for q in reversed(result) if q.unit and q.of[:1] == quantity.of[:1]), None
                )
            result.append(replace(quantity, unit=unit))
        return result

    def _label_unit(self, quantity: Quantity) -> str | None:
        reading = self._reading
        position = bisect_right(self._term_starts, quantity.start - 1) - 1
        if position < 0:
            return None
        mention = reading.mentions[self._terms[position]]
        label = _LABEL_UNIT.match(reading.text, mention.end, quantity.start)
        return parse_unit(label[1].strip()) if label else None

    def _timed(self, found: list[Quantity]) -> Iterator[Quantity]:
        reading = self._reading
        spent: set[int] = set()
        for number, quantity in enumerate(found):
            clause = reading.clauses[reading.clause_at(quantity.start)]
            after = found[number + 1].start if number + 1 < len(found) else len(reading.text)
            before = found[number - 1].end if number else 0
            when: FoundDate | None = None
            for date in reading.dates:
                if quantity.end <= date.start <= min(after, quantity.end + 12, clause.end):
                    when = date
                    spent.add(date.start)
                    break
                if max(before, clause.start, quantity.start - 40) <= date.start and date.end <= quantity.start:
                    when = date if date.start not in spent else None
            cues = reading.cues_in(
                reading.quantity_cues, max(before, clause.start), quantity.start
            )
            latest = any("latest" in cue.kinds for cue in cues) and not any(
                "other_time" in cue.kinds for cue in cues[-2:]
            )
            yield replace(quantity, when=when, latest=latest)


_REFERENCE_KEYS = frozenset(
    {"reference_range", "therapeutic_range", "threshold", "critical_limit"}
)
_DRUG_UNITS = frozenset(
    {"mg", "g", "ug", "ng", "mL", "L", "meq", "mmol", "[iU]", "mg/kg", "mg/d", "mg/h", "ug/h", "ug/kg/min"}
    | {"ug/min", "[iU]/h", "[iU]/kg", "{tablet}", "{capsule}", "{puff}", "{dose}", "mL/h", "mL/kg", "%", "U/kg"}
)


@lru_cache(maxsize=8192)
def unit_fits(vocabulary: Vocabulary, key: str, unit: str | None) -> bool:
    """Whether a number with this unit can be a value of the term; a missing unit fits anything."""
    if unit is None:
        return True
    term = vocabulary[key]
    if isinstance(term, Analyte | Concept) and term.kind != "drug_class":
        own = term.unit
        if own is None:
            return False
        return convert(1.0, unit, own, term if isinstance(term, Analyte) else None) is not None
    return unit in _DRUG_UNITS
