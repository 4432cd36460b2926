"""Directions and comparisons an answer states of a quantity: "creatinine is rising", "eGFR 24, below 30"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from inspect_physassist.scoring.binding import names_inside
from inspect_physassist.scoring.cues import Cue
from inspect_physassist.scoring.numbers import Quantity, states
from inspect_physassist.scoring.polarity import Polarities, Polarity
from inspect_physassist.scoring.reading import Clause, Reading
from inspect_physassist.scoring.values import Quantities
from inspect_physassist.session.check import ComparisonClaim
from inspect_physassist.terms.model import Analyte
from inspect_physassist.terms.units import convert

Direction = Literal["rising", "falling", "stable"]
Relation = Literal["above", "below", "equal"]

_DIRECTIONS: tuple[Direction, ...] = ("rising", "falling", "stable")
_RELATIONS: tuple[Relation, ...] = ("above", "below", "equal")
_SLIGHT = 0.05
_LISTING = frozenset({"and", "or", "list", "comma"})
_OBJECT_GAP = re.compile(
    r"\s*(?:in|of|的|in the|of the|in his|in her|trend in|level of|her|his|their|the)?\s*", re.I
)


class TrendWord(NamedTuple):
    """A direction said of a quantity."""

    direction: Direction
    polarity: Polarity
    weak: bool
    start: int
    end: int


class Comparison(NamedTuple):
    """A relation said of a quantity and a target that fits the claim."""

    relation: Relation
    polarity: Polarity
    start: int
    end: int


class Claims:
    """Reads directions and comparisons out of an answer."""

    def __init__(self, reading: Reading, polarities: Polarities, quantities: Quantities) -> None:
        self._reading = reading
        self._polarities = polarities
        self._quantities = quantities
        self._subject_keys: dict[int, frozenset[str]] = {}

    # --- directions ---

    def trends(self, key: str) -> list[TrendWord]:
        """Every direction stated of a quantity over its course, in words or as a sequence of numbers."""
        reading = self._reading
        words: list[tuple[int, bool, bool, TrendWord]] = []
        for cue in reading.quantity_cues:
            direction = self._direction(cue)
            if direction is None or key not in self._subjects(cue):
                continue
            clause = reading.clauses[reading.clause_at(cue.start)]
            part = clause.segments[clause.segment_at(cue.start)]
            before = reading.quantity_cues.between(part.start, cue.start)
            polarity = self._polarities.of_word(cue.start, cue.end)
            word = TrendWord(direction, polarity, "rising_weak" in cue.kinds, cue.start, cue.end)
            early = any("early" in found.kinds for found in before) or any(
                "early" in found.kinds
                for found in reading.quantity_cues.between(cue.end, cue.end + 16)
            )
            later = any("later" in found.kinds for found in before)
            words.append((clause.sentence, early, later, word))
        for sentence, word in self._sequences(key):
            words.append((sentence, False, False, word))
        turned = {
            sentence: max(w.start for s, _, is_later, w in words if is_later and s == sentence)
            for sentence, _, later, _ in words
            if later
        }
        return [
            word
            for sentence, early, later, word in words
            if later or not (early or word.start < turned.get(sentence, -1))
        ]

    def _direction(self, cue: Cue) -> Direction | None:
        if "rising_weak" in cue.kinds:
            return "rising"
        before_number = self._reading.text[cue.end : cue.end + 2].strip()[:1].isdigit()
        for name in _DIRECTIONS:
            if f"{name}_by_number" in cue.kinds and before_number:
                return name
        return next((name for name in _DIRECTIONS if name in cue.kinds), None)

    def _sequences(self, key: str) -> Iterator[tuple[int, TrendWord]]:
        """Arrow and from-to sequences that go one way."""
        groups: dict[int, list[Quantity]] = {}
        for quantity in self._quantities.all:
            if quantity.series is not None and key in quantity.of and not quantity.asked:
                groups.setdefault(quantity.series, []).append(quantity)
        for members in groups.values():
            values = [member.value for member in members]
            steps = [b - a for a, b in pairwise(values)]
            if not steps:
                continue
            direction: Direction
            if all(step > 0 for step in steps):
                direction = "rising"
            elif all(step < 0 for step in steps):
                direction = "falling"
            elif all(step == 0 for step in steps):
                direction = "stable"
            else:
                continue
            start, end = members[0].start, members[-1].end
            polarity = self._polarities.of(start, end, action=False)
            clause = self._reading.clauses[self._reading.clause_at(start)]
            # Values this close contradict neither "stable" nor a direction told in words.
            slight = 0 < abs(values[-1] - values[0]) <= _SLIGHT * abs(values[0])
            yield clause.sentence, TrendWord(direction, polarity, slight, start, end)

    def _subjects(self, cue: Cue) -> frozenset[str]:
        """`_find_subjects`, once per cue."""
        if cue.start not in self._subject_keys:
            self._subject_keys[cue.start] = self._find_subjects(cue)
        return self._subject_keys[cue.start]

    def _find_subjects(self, cue: Cue) -> frozenset[str]:
        """The quantities (or drugs) that a direction or relation word is said of.

        A direction may stand before its quantity ("rising creatinine"); what stands after a
        relation ("below the metformin threshold") is its target.
        """
        reading = self._reading
        clause = reading.clauses[reading.clause_at(cue.start)]
        home = clause.segment_at(cue.start)
        part = clause.segments[home]
        here = self._terms(part.start, part.end)
        before = [i for i in here if reading.mentions[i].end <= cue.start]
        after = [i for i in here if reading.mentions[i].start >= cue.end]
        if after and not cue.kinds & {"above", "below", "equal"}:
            gap = reading.text[cue.end : reading.mentions[after[0]].start]
            close = _OBJECT_GAP.fullmatch(gap) is not None
            distant = not before or cue.start - reading.mentions[before[-1]].end > 3
            if close and distant:
                return self._keys([after[0], *self._listed_after(clause, home, after[0])])
        if before:
            chosen = [before[-1]]
            for index in reversed(before[:-1]):
                gap = reading.text[reading.mentions[index].end : reading.mentions[chosen[-1]].start]
                if re.search(r"\w", gap):
                    break
                chosen.append(index)
            if chosen[-1] == here[0]:
                chosen += self._listed_before(clause, home)
            return self._keys(chosen)
        for aside in (False, True):
            for earlier in range(home - 1, -1, -1):
                found = [
                    i
                    for i in self._terms(*clause.segments[earlier][:2])
                    if aside or not reading.enclosed(reading.mentions[i].start, cue.start)
                ]
                if found:
                    return self._keys([found[-1], *self._listed_before(clause, earlier)])
        if after:
            return self._keys([after[0]])
        sentence = reading.sentences[clause.sentence]
        found = self._terms(sentence.start, clause.start)
        if found:
            return self._keys(found[-1:])
        low = clause.sentence - 1
        while low >= 0:
            above = reading.sentences[low]
            found = self._terms(above.start, above.end)
            if found:
                first = found[:1] if above.line == sentence.line else []
                return self._keys([*first, found[-1]])
            low -= 1
        return frozenset()

    def _terms(self, start: int, end: int) -> list[int]:
        groups = self._reading.groups
        return [
            i
            for i in self._reading.mentions_in(start, end)
            if groups[i] & {"quantity", "drug"}
            or "blood_pressure" in self._reading.mentions[i].keys
        ]

    def _listed_before(self, clause: Clause, index: int) -> list[int]:
        """The rest of a subject: the WBC of "WBC and CRP are falling"."""
        reading, parts = self._reading, clause.segments
        found: list[int] = []
        listed = False
        while index and parts[index].joint in _LISTING:
            listed = listed or parts[index].joint != "comma"
            before = parts[index - 1]
            terms = self._terms(before.start, before.end)
            busy = any(
                "verb" in cue.kinds for cue in reading.syntax_cues.between(before.start, before.end)
            ) or any(
                self._direction(cue) or cue.kinds & {"above", "below", "equal"}
                for cue in reading.quantity_cues.between(before.start, before.end)
            )
            if not listed or busy or not terms:
                break
            found += terms
            index -= 1
        return found

    def _listed_after(self, clause: Clause, index: int, first: int) -> list[int]:
        """The rest of an object: the potassium of "rising creatinine and potassium"."""
        reading, parts = self._reading, clause.segments
        if index + 1 >= len(parts) or parts[index + 1].joint not in ("and", "list", "or"):
            return []
        following = parts[index + 1]
        if any(
            self._direction(cue)
            for cue in reading.quantity_cues.between(following.start, following.end)
        ):
            return []
        rest = reading.text[reading.mentions[first].end : parts[index].end]
        return [] if re.search(r"[\w]", rest) else self._terms(following.start, following.end)[:1]

    def _keys(self, indices: list[int]) -> frozenset[str]:
        keys: set[str] = set()
        for index in indices:
            keys.update(self._reading.mentions[index].keys)
        if "blood_pressure" in keys:
            keys |= {"systolic_bp", "diastolic_bp", "mean_arterial_pressure"}
        return frozenset(keys)

    # --- comparisons ---

    def comparisons(self, claim: ComparisonClaim) -> list[Comparison]:
        """Every relation stated of the claim's quantity to the claim's target."""
        reading = self._reading
        found: list[Comparison] = []
        for cue in reading.quantity_cues:
            for relation in self._relations(cue, claim):
                if claim.of in self._subjects(cue) or self._number_before(cue, claim.of):
                    polarity = self._polarities.of_word(cue.start, cue.end)
                    found.append(Comparison(relation, polarity, cue.start, cue.end))
        if claim.than is not None:
            found += self._by_numbers(claim)
        return found

    def _relations(self, cue: Cue, claim: ComparisonClaim) -> Iterator[Relation]:
        for relation in _RELATIONS:
            if relation in cue.kinds and self._aims_at(cue, claim, relation):
                yield relation
            if f"{relation}_after" in cue.kinds and claim.value is not None:
                before = [q for q in self._quantities.all if q.end <= cue.start][-1:]
                adjacent = before and not self._reading.text[before[0].end : cue.start].strip()
                if adjacent and self._is_target(before[0], claim):
                    yield relation
            said_alone = claim.than == "reference_range" and f"range_{relation}" in cue.kinds
            if said_alone and not self._is_part_of_target(cue):
                yield relation

    def _is_part_of_target(self, cue: Cue) -> bool:
        """Whether a word such as "normal" only names what another relation aims at: "above normal"."""
        clause = self._reading.clauses[self._reading.clause_at(cue.start)]
        part = clause.segments[clause.segment_at(cue.start)]
        before = self._reading.quantity_cues.between(part.start, cue.start)
        return any(other.kinds & {"above", "below"} for other in before)

    def _aims_at(self, cue: Cue, claim: ComparisonClaim, relation: Relation) -> bool:
        """Whether the claim's target stands beside a relation word."""
        reading = self._reading
        clause = reading.clauses[reading.clause_at(cue.start)]
        if claim.value is not None:
            following = next((q for q in self._quantities.all if q.start >= cue.end), None)
            if following is None or following.start > clause.end:
                return False
            gap = reading.text[cue.end : following.start]
            for index in reading.mentions_in(cue.end, following.start):
                gap = gap.replace(reading.mentions[index].text, " ")
            verbs = reading.syntax_cues.between(cue.end, following.start)
            near = len(gap.strip()) <= (28 if gap.isascii() else 10) and not re.search("[,;)]", gap)
            busy = any("verb" in found.kinds for found in verbs)
            if relation == "equal" and following.role == "limit":
                return False
            return near and not busy and self._is_target(following, claim)
        assert claim.than is not None
        for index in reading.mentions_in(cue.start, min(clause.end, cue.end + 48)):
            mention = reading.mentions[index]
            if self._is_than(index, claim.than):
                between = reading.quantity_cues.between(cue.end, mention.start)
                return not any(other.kinds & set(_RELATIONS) for other in between)
        for index in reading.mentions_in(clause.start, cue.start):
            if not self._is_than(index, claim.than):
                continue
            mention = reading.mentions[index]
            gap = re.sub(r"\([^()]*\)", "", reading.text[mention.end : cue.start])
            near = len(gap) <= 12
            leads = any(
                "against" in other.kinds
                for other in reading.quantity_cues.between(clause.start, mention.start)
            )
            with_target = re.search(
                r"(?:与|和|同|to|with|than)\s*(?:her |his |the )?$",
                reading.folded[clause.start : mention.start],
            )
            if leads or (
                near and (relation == "equal" or with_target or "after_target" in cue.kinds)
            ):
                return True
        return False

    def _is_than(self, index: int, than: str) -> bool:
        """Whether a mention is the point of comparison, or names it ("back to baseline")."""
        mention, vocabulary = self._reading.mentions[index], self._reading.vocabulary
        return any(than in vocabulary.implies(key) for key in mention.keys) or names_inside(
            vocabulary, mention.text, than
        )

    def _is_target(self, quantity: Quantity, claim: ComparisonClaim) -> bool:
        assert claim.value is not None
        value = claim.value
        if quantity.unit and claim.unit and quantity.unit != claim.unit:
            term = self._reading.vocabulary.get(claim.of)
            converted = convert(
                value, claim.unit, quantity.unit, term if isinstance(term, Analyte) else None
            )
            if converted is None:
                return False
            value = converted
        return states(quantity.value, quantity.places, quantity.figures, value)

    def _number_before(self, cue: Cue, key: str) -> bool:
        """Whether the number just before a sign is the quantity's: "eGFR 24 (<30)"."""
        before = [q for q in self._quantities.all if q.end <= cue.start][-1:]
        return bool(
            before
            and key in before[0].of
            and not re.search(r"[\w]", self._reading.text[before[0].end : cue.start])
        )

    def _by_numbers(self, claim: ComparisonClaim) -> Iterator[Comparison]:
        """Two values set side by side: "creatinine 2.1 vs baseline 1.0"."""
        reading = self._reading
        assert claim.than is not None
        mine = [q for q in self._quantities.values_of(claim.of) if q.role in ("value", "reference")]
        for base in mine:
            named = [
                i
                for i in reading.mentions_in(max(0, base.start - 24), base.start)
                if self._is_than(i, claim.than)
            ]
            if not named or re.search(
                r"[;。]|\d", reading.text[reading.mentions[named[-1]].end : base.start]
            ):
                continue
            clause = reading.clauses[reading.clause_at(base.start)]
            for other in mine:
                if other is base or not clause.start <= other.start < clause.end:
                    continue
                left, right = sorted((base.start, other.start))
                set_side_by_side = any(
                    cue.kinds & {"against", "rising", "falling"}
                    for cue in reading.quantity_cues.between(clause.start, clause.end)
                )
                if not set_side_by_side or (base.unit != other.unit and base.unit and other.unit):
                    continue
                relation: Relation = (
                    "above"
                    if other.value > base.value
                    else "below"
                    if other.value < base.value
                    else "equal"
                )
                polarity = self._polarities.of(other.start, other.end, action=False)
                yield Comparison(relation, polarity, left, right)
                break
