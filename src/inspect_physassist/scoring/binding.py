"""What an action or a finding is said of: "stop metformin and ibuprofen; continue metoprolol"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from inspect_physassist.scoring.cues import action_list
from inspect_physassist.scoring.polarity import Statement
from inspect_physassist.scoring.reading import Clause, Group, Reading, group_of
from inspect_physassist.terms.vocabulary import Vocabulary, fold

_LISTING = frozenset({"and", "or", "list", "comma"})
_ASIDE = frozenset({"colon", "paren", "dash", "cell"})
_WORDS = re.compile(r"[a-z0-9']+|[\u4e00-\u9fff]", re.I)


class _Run(NamedTuple):
    """Objects of one segment that stand together."""

    segment: int
    start: int
    end: int
    items: tuple[int, ...]


class Bindings:
    """Which drugs, analytes and findings each statement of an answer is about."""

    def __init__(self, reading: Reading, statements: Sequence[Statement]) -> None:
        self._reading = reading
        self._kept = {(s.start, s.end) for s in statements}
        self._found: dict[tuple[int, int, Group], frozenset[int]] = {}

    def is_about(self, statement: Statement, about: str, *, by_class: bool = False) -> bool:
        """Whether a statement is made of this term, a kind of it, or (for "stop all NSAIDs") its class.

        Args:
            statement: What is said.
            about: The key it should be said of.
            by_class: Let any statement of the term's class count, not only those said of every member.
        """
        vocabulary = self._reading.vocabulary
        wanted = self._wanted(about)
        universal = by_class or not action_list("for_every_member").isdisjoint(
            key for own in statement.keys for key in vocabulary.implies(own)
        )
        classes = vocabulary.implies(about) if universal else frozenset({about})
        if names_inside(vocabulary, statement.text, about):
            return True
        for index in self.objects(statement, wanted):
            for key in self._reading.mentions[index].keys:
                if key in classes or about in vocabulary.implies(key):
                    return True
        return False

    def _wanted(self, about: str) -> Group:
        return group_of(self._reading.vocabulary[about])

    def objects(self, statement: Statement, wanted: Group) -> frozenset[int]:
        """Indices of the mentions of one sort that a statement is about."""
        place = (statement.start, statement.end, wanted)
        if place not in self._found:
            mine = self._index_at(statement.start)
            if mine is None:
                found: set[int] = set()
            elif "action" in self._reading.groups[mine]:
                found = self._of_action(mine, wanted)
            else:
                found = self._of_finding(mine, wanted)
            self._found[place] = frozenset(
                i for i in found if wanted in self._reading.groups[i] and i != mine
            )
        return self._found[place]

    def shares_object(self, one: Statement, other: Statement) -> bool:
        """Whether two statements can be of the same thing: some object in common, or one has none."""
        for wanted in ("drug", "quantity"):
            mine, theirs = self.objects(one, wanted), self.objects(other, wanted)
            if mine and theirs:
                keys = {key for i in mine for key in self._reading.mentions[i].keys}
                return any(
                    key in keys for i in theirs for key in self._reading.mentions[i].keys
                )
        return True

    def _index_at(self, position: int) -> int | None:
        for index in self._reading.mentions_in(position - 60, position + 1):
            mention = self._reading.mentions[index]
            if mention.start <= position < mention.end:
                return index
        return None

    # --- actions ---

    @cached_property
    def _actions(self) -> list[list[int]]:
        """Indices of the action mentions of every clause; a drug that is an action too is its object."""
        reading = self._reading
        return [
            [
                i
                for i in reading.mentions_in(clause.start, clause.end)
                if "action" in reading.groups[i]
                and "drug" not in reading.groups[i]
                and (reading.mentions[i].start, reading.mentions[i].end) in self._kept
            ]
            for clause in reading.clauses
        ]

    def _runs(self, clause: Clause, wanted: Group) -> list[_Run]:
        reading = self._reading
        sorts = {"drug", "quantity", wanted}
        runs: list[_Run] = []
        for number, part in enumerate(clause.segments):
            for index in reading.mentions_in(part.start, part.end):
                groups = reading.groups[index]
                if not groups & sorts or ("action" in groups and wanted != "action" and "drug" not in groups):
                    continue
                mention = reading.mentions[index]
                last = runs[-1] if runs and runs[-1].segment == number else None
                if last and not _WORDS.search(reading.text[last.end : mention.start]):
                    runs[-1] = last._replace(end=mention.end, items=(*last.items, index))
                else:
                    runs.append(_Run(number, mention.start, mention.end, (index,)))
        return runs

    def _of_action(self, mine: int, wanted: Group) -> set[int]:
        reading = self._reading
        mention = reading.mentions[mine]
        number = reading.clause_at(mention.start)
        clause = reading.clauses[number]
        runs = [run for run in self._runs(clause, wanted) if mine not in run.items]
        actions = self._actions[number]
        ended = max(
            (reading.mentions[i].end for i in actions if reading.mentions[i].end <= mention.start),
            default=clause.start,
        )
        following = min(
            (reading.mentions[i].start for i in actions if reading.mentions[i].start >= mention.end),
            default=clause.end,
        )
        keys = set(mention.keys)
        home = clause.segment_at(mention.start)
        postposed = action_list("after_object")
        if fold(mention.text) in postposed:
            ended = clause.segments[home].start
        after = self._object_after(clause, mention.end, following, runs)
        before = self._object_before(clause, mention.start, ended, runs)
        follows_action = before and clause.segments[before.segment].start < ended <= before.start
        if follows_action and not after and keys & action_list("denies_actions"):
            # "Stopping metoprolol is not advised" is said of stopping, not of metoprolol.
            return set()
        if after and following < clause.end:
            heir = next(i for i in actions if reading.mentions[i].start == following)
            if fold(reading.mentions[heir].text) in postposed and after.end < following:
                # "keep lisinopril on hold"
                return set()
        found: set[int] = set()
        if keys & action_list("two_sided"):
            found |= self._with_list_before(clause, before, runs) if before else set()
            found |= {i for run in runs if run.segment == home and run.start > mention.start for i in run.items}
            if after:
                found |= self._with_list_after(clause, after, runs, mention.end, keys)
        elif before and self._is_passive(before, mention.start):
            found = self._with_list_before(clause, before, runs)
        elif after:
            found = self._with_list_after(clause, after, runs, mention.end, keys)
        elif before:
            found = self._with_list_before(clause, before, runs)
        if found:
            return found
        listed = self._listed_below(number, mention.end, wanted)
        if listed:
            return listed
        gap = reading.text[mention.end : following]
        if following < clause.end and len(_WORDS.findall(gap)) <= 2 and "," not in gap:
            heir = next(i for i in actions if reading.mentions[i].start == following)
            tests = action_list("tests")
            theirs = set(reading.mentions[heir].keys)
            carried = {f"{mine_} {other}" for mine_ in keys for other in theirs}
            if (keys & tests and theirs & tests) or carried & action_list("carries_over"):
                return self._of_action(heir, wanted)
            return set()
        return self._inherited(number, mention.start, wanted)

    def _object_after(
        self, clause: Clause, start: int, limit: int, runs: Sequence[_Run]
    ) -> _Run | None:
        home = clause.segment_at(start - 1)
        for run in runs:
            if start <= run.start < limit:
                gap = self._reading.text[start : run.start]
                near = run.segment == home or (
                    run.segment == home + 1
                    and clause.segments[run.segment].joint == "colon"
                    and not _WORDS.search(gap)
                )
                return run if near and not self._reasons(start, run.start) else None
        return None

    def _object_before(
        self, clause: Clause, end: int, limit: int, runs: Sequence[_Run]
    ) -> _Run | None:
        reading = self._reading
        home = clause.segment_at(end)
        for run in reversed(runs):
            if limit <= run.start and run.end <= end:
                if run.segment == home:
                    return run
                gap_parts = clause.segments[run.segment + 1 : home + 1]
                own = reading.text[clause.segments[home].start : end]
                aside = all(part.joint in _ASIDE for part in gap_parts)
                label = gap_parts and gap_parts[-1].joint in _ASIDE and run.segment == 0
                return run if (aside or label) and len(_WORDS.findall(own)) <= 3 else None
        return None

    def _is_passive(self, run: _Run, end: int) -> bool:
        """Whether the words between an object and an action make the object its subject."""
        between = self._reading.cues_in(self._reading.syntax_cues, run.end, end)
        gap = self._reading.text[run.end : end]
        if any("passive" in cue.kinds for cue in between):
            return True
        return not _WORDS.search(gap) and not gap.strip(" )]")

    def _with_list_before(self, clause: Clause, run: _Run, runs: Sequence[_Run]) -> set[int]:
        """A subject and the list it ends: "metformin, ibuprofen and lisinopril should be held"."""
        found = set(run.items)
        reading, parts = self._reading, clause.segments
        index, listed = run.segment, False
        while index and parts[index].joint in _LISTING:
            listed = listed or parts[index].joint != "comma"
            part = parts[index - 1]
            busy = any(
                "verb" in cue.kinds
                for cue in reading.cues_in(reading.syntax_cues, part.start, part.end)
            ) or any(
                (reading.mentions[i].start, reading.mentions[i].end) in self._kept
                for i in reading.mentions_in(part.start, part.end)
                if "action" in reading.groups[i]
            )
            items = [i for one in runs if one.segment == index - 1 for i in one.items]
            if not listed or busy or not items:
                break
            found.update(items)
            index -= 1
        return found

    def _with_list_after(
        self, clause: Clause, run: _Run, runs: Sequence[_Run], start: int, keys: set[str]
    ) -> set[int]:
        """An object and the list it begins; the verb carries over commas and conjunctions."""
        reading, parts = self._reading, clause.segments
        found = set(run.items)
        adds = keys & action_list("adds_with")
        for other in runs:
            if other.segment == run.segment and other.start > run.start and adds:
                between = reading.cues_in(reading.syntax_cues, run.end, other.start)
                if any("with" in cue.kinds for cue in between):
                    found.update(other.items)
        if self._reasons(run.end, parts[run.segment].end):
            return found
        for index in range(run.segment + 1, len(parts)):
            part = parts[index]
            if part.joint not in _LISTING:
                if part.joint == "paren":
                    continue
                break
            has_action = any(
                "action" in reading.groups[i]
                and (reading.mentions[i].start, reading.mentions[i].end) in self._kept
                and "drug" not in reading.groups[i]
                for i in reading.mentions_in(part.start, part.end)
            )
            has_verb = any(
                "verb" in cue.kinds
                for cue in reading.cues_in(reading.syntax_cues, part.start, part.end)
            )
            items = [i for one in runs if one.segment == index for i in one.items]
            if has_action or has_verb:
                break
            if items:
                found.update(items)
            if self._reasons(part.start, part.end):
                break
        return found

    def _reasons(self, start: int, end: int) -> bool:
        """Whether a reason or purpose begins in the span: "hold metformin given the lactate"."""
        return any(
            "reason" in cue.kinds
            for cue in self._reading.cues_in(self._reading.polarity_cues, start, end)
        )

    def _listed_below(self, number: int, start: int, wanted: Group) -> set[int]:
        """Items of the list under "Stop:", where the line of the action names none itself."""
        reading = self._reading
        sentence = reading.sentences[reading.clauses[number].sentence]
        line = reading.lines[sentence.line]
        text = reading.text[line.start : line.end].rstrip()
        if not (text.endswith(":") or line.kind == "heading" or (line.kind == "text" and start >= line.end - 2)):
            return set()
        found: set[int] = set()
        for below in reading.lines[sentence.line + 1 :]:
            if below.kind not in ("bullet", "row") or reading.text[below.start : below.end].endswith(":"):
                break
            indices = list(reading.mentions_in(below.start, below.end))
            if any(
                "action" in reading.groups[i]
                and (reading.mentions[i].start, reading.mentions[i].end) in self._kept
                for i in indices
            ):
                continue
            found.update(i for i in indices if wanted in reading.groups[i])
        return found

    def _inherited(self, number: int, position: int, wanted: Group) -> set[int]:
        """The last thing named before, for an action or a finding that names none: "..., so hold it"."""
        reading = self._reading
        clause = reading.clauses[number]
        sentence = reading.sentences[clause.sentence]
        part = clause.segments[clause.segment_at(position)]
        for start, end in self._spans_before(part.start, sentence.start, number):
            found = self._last_of(start, end, wanted)
            if found:
                return found
        own = reading.text[sentence.start : sentence.end]
        refers = any(
            "pronoun" in cue.kinds
            for cue in reading.cues_in(reading.syntax_cues, sentence.start, sentence.end)
        )
        short = len(_WORDS.findall(own)) <= (6 if own.isascii() else 12)
        index = clause.sentence - 1
        while index >= 0 and (refers or short):
            before = reading.sentences[index]
            if before.line != sentence.line and not (refers or before.line == sentence.line - 1):
                break
            found = self._last_of(before.start, before.end, wanted)
            if found:
                return found
            if before.line != sentence.line:
                break
            index -= 1
        return self._label_of(sentence.line, wanted)

    def _spans_before(
        self, position: int, sentence_start: int, number: int
    ) -> Iterator[tuple[int, int]]:
        clause = self._reading.clauses[number]
        for part in reversed(clause.segments):
            if part.start < position:
                yield part.start, part.end
        if clause.start > sentence_start:
            yield sentence_start, clause.start

    def _last_of(self, start: int, end: int, wanted: Group) -> set[int]:
        """The last mention of a sort in a span, with the list it ends."""
        reading = self._reading
        indices = [i for i in reading.mentions_in(start, end) if wanted in reading.groups[i]]
        if not indices:
            return set()
        found = {indices[-1]}
        last = indices[-1]
        for index in reversed(indices[:-1]):
            gap = reading.folded[reading.mentions[index].end : reading.mentions[last].start]
            if re.fullmatch(r"\s*(?:,|、|/|and|or|,\s*and|和|及|与|或)\s*", gap):
                found.add(index)
                last = index
            else:
                break
        return found

    def _label_of(self, line_number: int, wanted: Group) -> set[int]:
        """What the heading over a list's lines names: "Metformin:" above "- hold"."""
        reading = self._reading
        line = reading.lines[line_number]
        if line.kind not in ("bullet", "row", "text"):
            return set()
        for number in range(line_number - 1, -1, -1):
            above = reading.lines[number]
            text = reading.text[above.start : above.end].rstrip()
            labels = above.kind == "heading" or text.endswith(":") or (
                above.indent < line.indent and line.kind == "bullet"
            )
            if labels:
                found = self._last_of(above.start, above.end, wanted)
                if found or above.kind == "heading":
                    return found
            elif line.kind != "bullet" or above.kind != "bullet":
                return set()
        return set()

    # --- findings ---

    def _of_finding(self, mine: int, wanted: Group) -> set[int]:
        """What a finding is said of: what its segment names, or the nearest before, or after."""
        reading = self._reading
        mention = reading.mentions[mine]
        number = reading.clause_at(mention.start)
        clause = reading.clauses[number]
        home = clause.segment_at(mention.start)
        runs = [
            run
            for run in self._runs(clause, wanted)
            if mine not in run.items and any(wanted in reading.groups[i] for i in run.items)
        ]
        here = [run for run in runs if run.segment == home]
        if wanted == "finding":
            # Findings stand close together: anything named in the clause may be meant.
            found = {i for run in runs for i in run.items}
            if found:
                return found
        if here:
            found = {i for run in here for i in run.items}
            if here[0].start < mention.start:
                found |= self._with_list_before(clause, here[0], runs)
            if here[-1].start > mention.start:
                found |= self._with_list_after(clause, here[-1], runs, mention.end, set())
            return found
        earlier = [run for run in runs if run.segment < home]
        if earlier:
            return self._with_list_before(clause, earlier[-1], runs)
        later = [run for run in runs if run.segment > home]
        if later:
            return self._with_list_after(clause, later[0], runs, mention.end, set())
        listed = self._listed_below(number, mention.end, wanted)
        return listed or self._inherited(number, mention.start, wanted)


@lru_cache(maxsize=4096)
def names_inside(vocabulary: Vocabulary, text: str, about: str) -> bool:
    """Whether a term's own name says what it is about, as "MRCP is not suitable" does."""
    names = vocabulary[about].names
    return any(
        re.search(rf"(?<![a-z0-9]){re.escape(fold(name))}(?![a-z0-9])", fold(text))
        for name in (*names.en, *names.zh)
        if len(name) < len(text)
    )
