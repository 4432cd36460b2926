"""What each number of an answer is of, and when: the nearest term of its clause, or the last one named."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from inspect_physassist.scoring.dates import FoundDate
from inspect_physassist.scoring.numbers import DURATIONS, NumberReader, Quantity
from inspect_physassist.scoring.reading import Clause, Reading
from inspect_physassist.terms.model import Analyte, Concept
from inspect_physassist.terms.units import convert, parse_unit
from inspect_physassist.terms.vocabulary import Vocabulary

PAIRS: Mapping[str, tuple[str, str]] = {"blood_pressure": ("systolic_bp", "diastolic_bp")}
"""Terms whose value is written as two numbers with a slash, and what each of the two is of."""

_CONNECTS = re.compile(
    r"(?:[\s,、/&]|and|和|及|与|以及|respectively|were|was|are|is|of|分别|为|是|:|=|at|levels?|水平)*",
    re.IGNORECASE,
)
_LABEL_UNIT = re.compile(r"\s*[(\[,]\s*([^()\[\]|:]{1,24})[)\]]")
_DRUG_UNITS = frozenset(
    {
        "mg",
        "g",
        "ug",
        "ng",
        "mL",
        "L",
        "meq",
        "mmol",
        "[iU]",
        "mg/kg",
        "mg/d",
        "mg/h",
        "ug/h",
        "ug/kg/min",
    }
    | {
        "ug/min",
        "[iU]/h",
        "[iU]/kg",
        "{tablet}",
        "{capsule}",
        "{puff}",
        "{dose}",
        "mL/h",
        "mL/kg",
        "%",
        "U/kg",
    }
)


def _start_of(date: FoundDate) -> int:
    return date.start


class Quantities:
    """Every number of an answer with its meaning, in order."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._terms = [
            i
            for i, groups in enumerate(reading.groups)
            if groups & {"quantity", "drug"}
            or not PAIRS.keys().isdisjoint(reading.mentions[i].keys)
        ]
        found = NumberReader(reading).read()
        units = [(q.start, q.end) for q in found]
        # The K of "14.9 K/uL" is no potassium.
        self._terms = [i for i in self._terms if not self._within(units, i)]
        self._term_starts = [reading.mentions[i].start for i in self._terms]
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
                if not previous.own and quantity.unit == "mm[Hg]":
                    # "134/80 mmHg" can only be a blood pressure.
                    previous = previous._replace(of=("systolic_bp",), own=True)
                    result[-1] = previous
                of, own = self._second_of_pair(previous)
            else:
                of, own = self._nearest(quantity, found, number, used)
                if not of and last and not own:
                    of = tuple(key for key in last if self._fits(key, quantity.unit))
            if own:
                last = of
            if quantity.role == "change" and quantity.unit == "%":
                of = (*of, *self._percent_change(quantity))
            result.append(quantity._replace(of=of, own=own))
        return [q._replace(series=None) if q.series == -1 else q for q in result]

    def _percent_change(self, quantity: Quantity) -> tuple[str, ...]:
        near = self._reading.quantity_cues.between(max(0, quantity.start - 40), quantity.end + 14)
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
            elif reading.vocabulary[key].kind in (
                "analyte",
                "vital",
                "score",
                "drug",
                "drug_class",
            ):
                keys.append(key)
        clause = reading.clauses[reading.clause_at(mention.start)]
        if any(
            "urine" in cue.kinds and not any(m.start <= cue.start < m.end for m in reading.mentions)
            for cue in reading.quantity_cues.between(clause.start, mention.start)
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
        if before and quantity.unit not in DURATIONS:
            return self._keys(before[-1]), True
        after = self._after(quantity, clause.end)
        if after is not None:
            return self._keys(after), True
        if quantity.unit in DURATIONS:
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
                if (
                    other.unit
                    and other.of[:1] == quantity.of[:1]
                    and quantity.of
                    and len(gap) <= 10
                    and _CONNECTS.fullmatch(gap)
                ):
                    unit = other.unit
            if unit is None and not quantity.own and quantity.of:
                unit = next(
                    (q.unit for q in reversed(result) if q.unit and q.of[:1] == quantity.of[:1]),
                    None,
                )
            result.append(quantity._replace(unit=unit))
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
            first = bisect_right(reading.dates, quantity.start - 41, key=_start_of)
            for date in islice(reading.dates, first, None):
                if date.start > quantity.end + 12:
                    break
                near_before = when is not None and quantity.start - when.end <= 3
                heads = reading.text[date.end : date.end + 1] == ":"
                if quantity.end <= date.start <= min(after, quantity.end + 12, clause.end):
                    # "9 Mar: 1.3 | 12 Mar: 2.1": a date that heads what follows is not this one's.
                    if near_before or heads:
                        break
                    when = date
                    spent.add(date.start)
                    break
                if (
                    max(before, clause.start, quantity.start - 40) <= date.start
                    and date.end <= quantity.start
                ):
                    when = date if date.start not in spent else None
            cues = reading.quantity_cues.between(max(before, clause.start), quantity.start)
            latest = any("latest" in cue.kinds for cue in cues) and not any(
                "other_time" in cue.kinds for cue in cues[-2:]
            )
            yield quantity._replace(when=when, latest=latest)


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
