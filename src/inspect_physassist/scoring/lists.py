"""The things a clause names in a row: the objects of "stop metformin, ibuprofen and lisinopril"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from inspect_physassist.scoring.cues import action_list
from inspect_physassist.scoring.reading import Clause, Group, Reading, Segment

WORDS = re.compile(r"[a-z0-9']+|[\u4e00-\u9fff]", re.IGNORECASE)

_LOOKS_BACK = 12
"""Sentences of its line in which a pronoun's noun is looked for."""
_LONGEST_LIST = 30
_LISTING = frozenset({"and", "or", "list", "comma"})
_ASIDE = frozenset({"colon", "paren", "dash", "cell"})
_JOINING = frozenset({"and", "or"})
_DENIALS = frozenset({"deny_next", "deny_clause", "deny_either"})


class Run(NamedTuple):
    """Things that stand together in one segment."""

    segment: int
    start: int
    end: int
    items: tuple[int, ...]


class ObjectLists:
    """The runs of one clause, and how an action or a finding reaches them."""

    def __init__(
        self,
        reading: Reading,
        clause: Clause,
        wanted: Group,
        mine: int,
        acts: Callable[[int], bool],
    ) -> None:
        """Finds the runs.

        Args:
            reading: The text.
            clause: The clause of the action or finding.
            wanted: The sort of thing it should be said of. Drugs and quantities are always among the
                runs, since a verb takes the nearest object of either sort.
            mine: Its mention, which is no object of its own.
            acts: Whether a mention is an action.
        """
        self._reading = reading
        self._clause = clause
        self._acts = acts
        self.runs = tuple(self._find({"drug", "quantity", wanted}, wanted, mine))

    def _find(self, sorts: set[Group], wanted: Group, mine: int) -> Iterator[Run]:
        reading = self._reading
        for number, part in enumerate(self._clause.segments):
            last: Run | None = None
            for index in reading.mentions_in(part.start, part.end):
                groups = reading.groups[index]
                is_verb = "action" in groups and wanted != "action" and "drug" not in groups
                if index == mine or is_verb or not groups & sorts:
                    continue
                mention = reading.mentions[index]
                if last and not WORDS.search(reading.text[last.end : mention.start]):
                    last = last._replace(end=mention.end, items=(*last.items, index))
                    continue
                if last:
                    yield last
                last = Run(number, mention.start, mention.end, (index,))
            if last:
                yield last

    def in_segment(self, number: int) -> list[Run]:
        """The runs of one segment."""
        return [run for run in self.runs if run.segment == number]

    def after(self, start: int, limit: int) -> Run | None:
        """The object that directly follows a verb ending at `start`, before the next at `limit`."""
        home = self._clause.segment_at(start - 1)
        run = next((run for run in self.runs if start <= run.start < limit), None)
        if run is None or self._gives_reason(start, run.start):
            return None
        part = self._clause.segments[run.segment]
        if run.segment == home:
            return run
        colon = part.joint == "colon" and not WORDS.search(self._reading.text[start : run.start])
        if run.segment == home + 1 and (colon or self._exemplifies(part.start, run.start)):
            return run
        return None

    def before(self, end: int, limit: int) -> Run | None:
        """The object or label that stands before a verb beginning at `end`, after the last at `limit`."""
        parts = self._clause.segments
        home = self._clause.segment_at(end)
        run = next(
            (run for run in reversed(self.runs) if limit <= run.start and run.end <= end), None
        )
        if run is None or run.segment == home:
            return run
        between = parts[run.segment + 1 : home + 1]
        aside = all(part.joint in _ASIDE for part in between)
        label = run.segment == 0 and between[-1].joint in _ASIDE
        lead = WORDS.findall(self._reading.text[parts[home].start : end])
        return run if (aside or label) and len(lead) <= 3 else None

    def is_subject(self, run: Run, end: int) -> bool:
        """Whether the words between an object and a verb make it the subject: "should be held"."""
        gap = self._reading.text[run.end : end]
        passive = any(
            "passive" in cue.kinds for cue in self._reading.syntax_cues.between(run.end, end)
        )
        return passive or not gap.strip(" )]")

    def ending_in(self, run: Run) -> set[int]:
        """A run with the list it ends: "metformin, ibuprofen and lisinopril should be held"."""
        found, parts = set(run.items), self._clause.segments
        index, listed = run.segment, False
        while index and parts[index].joint in _LISTING:
            listed = listed or parts[index].joint != "comma"
            items = [i for one in self.in_segment(index - 1) for i in one.items]
            if not listed or not items or self._says_more(parts[index - 1]):
                break
            found.update(items)
            index -= 1
        return found

    def beginning_with(self, run: Run, keys: set[str]) -> set[int]:
        """A run with the list it begins; the verb carries over commas and conjunctions.

        Args:
            run: The first object.
            keys: Of the action; empty for a finding.
        """
        parts = self._clause.segments
        found = set(run.items)
        if keys & action_list("adds_with"):
            for other in self.in_segment(run.segment):
                between = self._reading.syntax_cues.between(run.end, other.start)
                if any("with" in cue.kinds for cue in between):
                    found.update(other.items)
        if self._gives_reason(run.end, parts[run.segment].end):
            return found
        for index in range(run.segment + 1, len(parts)):
            part = parts[index]
            if part.joint not in _LISTING and not self._exemplifies(part.start, part.end):
                if part.joint == "paren":
                    continue
                break
            items = [i for one in self.in_segment(index) for i in one.items]
            if self._says_more(part) or self._is_denied(part):
                # "hold apixaban, not clopidogrel"
                break
            if not keys and items and self._names_finding(part.start, items[0]):
                break
            found.update(items)
            if self._gives_reason(part.start, part.end):
                break
        return found

    def _says_more(self, part: Segment) -> bool:
        """Whether a segment has a verb of its own."""
        reading = self._reading
        return any(
            "verb" in cue.kinds for cue in reading.syntax_cues.between(part.start, part.end)
        ) or any(self._acts(index) for index in reading.mentions_in(part.start, part.end))

    def _is_denied(self, part: Segment) -> bool:
        cues = self._reading.polarity_cues.between(part.start, part.end)
        return any(cue.kinds & _DENIALS for cue in cues)

    def _names_finding(self, start: int, index: int) -> bool:
        reading = self._reading
        end = reading.mentions[index].start
        return any("finding" in reading.groups[i] for i in reading.mentions_in(start, end))

    def _gives_reason(self, start: int, end: int) -> bool:
        """Whether a reason or purpose begins in the span: "hold metformin given the lactate"."""
        return any("reason" in cue.kinds for cue in self._reading.polarity_cues.between(start, end))

    def _exemplifies(self, start: int, end: int) -> bool:
        """Whether "such as", "particularly" and the like stand in the span."""
        return any("such_as" in cue.kinds for cue in self._reading.syntax_cues.between(start, end))


class Surroundings:
    """What the sentences and lines round a statement name, for one that names nothing itself."""

    def __init__(self, reading: Reading, acts: Callable[[int], bool]) -> None:
        self._reading = reading
        self._acts = acts

    def listed_below(self, clause: Clause, end: int, wanted: Group) -> set[int]:
        """The items of the list under "Stop:", those with an action of their own left out."""
        reading = self._reading
        number = reading.sentences[clause.sentence].line
        line = reading.lines[number]
        heads = line.kind == "heading" or self._is_label(number)
        if not heads and not (line.kind == "text" and end >= line.end - 2):
            return set()
        found: set[int] = set()
        for below in range(number + 1, min(len(reading.lines), number + _LONGEST_LIST)):
            item = reading.lines[below]
            if item.kind not in ("bullet", "row") or self._is_label(below):
                break
            indices = list(reading.mentions_in(item.start, item.end))
            if not any(self._acts(index) for index in indices):
                found.update(i for i in indices if wanted in reading.groups[i])
        return found

    def named_before(self, clause: Clause, position: int, wanted: Group) -> set[int]:
        """The last thing named: earlier in the sentence, in the one before, or in the list's heading."""
        reading = self._reading
        sentence = reading.sentences[clause.sentence]
        part = clause.segments[clause.segment_at(position)]
        earlier = [
            (one.start, one.end) for one in reversed(clause.segments) if one.start < part.start
        ]
        if clause.start > sentence.start:
            earlier.append((sentence.start, clause.start))
        for start, end in earlier:
            if found := self._last_of(start, end, wanted):
                return found
        return self._in_sentences_before(clause.sentence, wanted) or self._heading(
            sentence.line, wanted
        )

    def _in_sentences_before(self, number: int, wanted: Group) -> set[int]:
        """What "stop it" or a bare "Hold." takes up from the sentence before."""
        reading = self._reading
        sentence = reading.sentences[number]
        own = reading.text[sentence.start : sentence.end]
        refers = any(
            "pronoun" in cue.kinds
            for cue in reading.syntax_cues.between(sentence.start, sentence.end)
        )
        if not refers and len(WORDS.findall(own)) > (6 if own.isascii() else 12):
            return set()
        for before in reversed(reading.sentences[max(0, number - _LOOKS_BACK) : number]):
            if before.line != sentence.line and not (refers or before.line == sentence.line - 1):
                break
            if found := self._last_of(before.start, before.end, wanted):
                return found
            if before.line != sentence.line:
                break
        return set()

    def _last_of(self, start: int, end: int, wanted: Group) -> set[int]:
        """The last mention of a sort in a span, with the list it ends."""
        reading = self._reading
        indices = [i for i in reading.mentions_in(start, end) if wanted in reading.groups[i]]
        found: list[int] = []
        for index in reversed(indices):
            if found:
                between = reading.mentions[index].end, reading.mentions[found[-1]].start
                if not only_joins(reading, *between):
                    break
            found.append(index)
        return set(found)

    def _is_label(self, number: int) -> bool:
        line = self._reading.lines[number]
        return self._reading.text[line.start : line.end].rstrip().endswith(":")

    def _heading(self, number: int, wanted: Group) -> set[int]:
        """What the heading over a list's lines names: "Metformin:" above "- hold"."""
        reading = self._reading
        line = reading.lines[number]
        for above_number in range(number - 1, -1, -1):
            above = reading.lines[above_number]
            indented = line.kind == "bullet" and above.indent < line.indent
            if above.kind == "heading" or self._is_label(above_number) or indented:
                found = self._last_of(above.start, above.end, wanted)
                if found or above.kind == "heading":
                    return found
            elif line.kind != "bullet" or above.kind != "bullet":
                break
        return set()


def only_joins(reading: Reading, start: int, end: int, kinds: frozenset[str] = _JOINING) -> bool:
    """Whether conjunctions and commas, and nothing else, stand in the span.

    Args:
        reading: The text.
        start: Where the span begins.
        end: Where it ends.
        kinds: The conjunctions allowed; commas alone will do only where both are.
    """
    rest = reading.text[start:end]
    joined = "," in rest or "、" in rest or "/" in rest
    for cue in reading.syntax_cues.between(start, end):
        if cue.kinds & kinds:
            rest = rest.replace(reading.text[cue.start : cue.end], "")
            joined = True
    return joined and not rest.strip(" ,、/")
