"""What an action or a finding is said of: "stop metformin and ibuprofen; continue metoprolol"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

from inspect_physassist.scoring.cues import action_list
from inspect_physassist.scoring.lists import WORDS, ObjectLists, Run, Surroundings, only_joins
from inspect_physassist.scoring.reading import Clause, Group, Reading, group_of
from inspect_physassist.scoring.statements import Statement
from inspect_physassist.terms.vocabulary import Vocabulary, fold


class Bindings:
    """Which drugs, analytes and findings each statement of an answer is about."""

    def __init__(self, reading: Reading, statements: Sequence[Statement]) -> None:
        self._reading = reading
        self._stated = {(s.start, s.end) for s in statements}
        self._surroundings = Surroundings(reading, self._acts)
        self._found: dict[tuple[int, Group], frozenset[int]] = {}

    def is_about(self, statement: Statement, about: str, *, by_class: bool = False) -> bool:
        """Whether a statement is made of this term, a kind of it, or (for "stop all NSAIDs") its class.

        Args:
            statement: What is said.
            about: The key it should be said of.
            by_class: Let any statement of the term's class count, not only those said of every member.
        """
        vocabulary = self._reading.vocabulary
        universal = by_class or not action_list("for_every_member").isdisjoint(
            key for own in statement.keys for key in vocabulary.implies(own)
        )
        classes = vocabulary.implies(about) if universal else frozenset({about})
        if names_inside(vocabulary, statement.text, about):
            return True
        return any(
            key in classes or about in vocabulary.implies(key)
            for index in self.objects(statement, group_of(vocabulary[about]))
            for key in self._reading.mentions[index].keys
        )

    def objects(self, statement: Statement, wanted: Group) -> frozenset[int]:
        """Indices of the mentions of one sort that a statement is about."""
        place = (statement.start, wanted)
        if place not in self._found:
            mine = self._index_at(statement.start)
            find = self._of_action if "action" in self._reading.groups[mine] else self._of_finding
            self._found[place] = frozenset(
                i for i in find(mine, wanted) if wanted in self._reading.groups[i] and i != mine
            )
        return self._found[place]

    def shares_object(self, one: Statement, other: Statement) -> bool:
        """Whether two statements can be of the same thing: some object in common, or one has none."""
        mentions = self._reading.mentions
        groups: tuple[Group, ...] = ("drug", "quantity")
        for wanted in groups:
            mine, theirs = self.objects(one, wanted), self.objects(other, wanted)
            if mine and theirs:
                keys = {key for index in mine for key in mentions[index].keys}
                return any(not keys.isdisjoint(mentions[index].keys) for index in theirs)
        return True

    def _index_at(self, position: int) -> int:
        """The mention a statement comes from; that of "not safe" for the `safe` in it."""
        mentions = self._reading.mentions
        return next(
            index
            for index in self._reading.mentions_in(position - 120, position + 1)
            if mentions[index].start <= position < mentions[index].end
        )

    def _acts(self, index: int) -> bool:
        """Whether a mention is an action; a drug that is one too ("IV fluids") is its object."""
        groups, mention = self._reading.groups[index], self._reading.mentions[index]
        stated = (mention.start, mention.end) in self._stated
        return stated and "action" in groups and "drug" not in groups

    @cached_property
    def _actions(self) -> list[list[int]]:
        """The actions of every clause."""
        reading = self._reading
        return [
            [i for i in reading.mentions_in(clause.start, clause.end) if self._acts(i)]
            for clause in reading.clauses
        ]

    def _lists(self, clause: Clause, wanted: Group, mine: int) -> ObjectLists:
        return ObjectLists(self._reading, clause, wanted, mine, self._acts)

    def _of_action(self, mine: int, wanted: Group) -> set[int]:
        """An action's objects: those it takes itself, those listed under it, or those named before."""
        reading = self._reading
        mention = reading.mentions[mine]
        number = reading.clause_at(mention.start)
        clause = reading.clauses[number]
        actions = self._actions[number]
        earlier = [i for i in actions if reading.mentions[i].end <= mention.start]
        heir = next((i for i in actions if reading.mentions[i].start >= mention.end), None)
        limit = clause.end if heir is None else reading.mentions[heir].start
        lists = self._lists(clause, wanted, mine)
        found = self._taken(mine, clause, earlier, heir, lists)
        if found is not None:
            return found
        if listed := self._surroundings.listed_below(clause, mention.end, wanted):
            return listed
        if heir is not None and self._leads_to(mention.end, limit):
            # "continue to hold": an auxiliary. "check a repeat potassium": one object for both.
            return self._of_action(heir, wanted) if self._shares_with(mine, heir) else set()
        joint = reading.text[mention.end : limit]
        if heir is not None and "," not in joint and only_joins(reading, mention.end, limit):
            # "hold or stop metformin"
            return self._of_action(heir, wanted)
        return self._surroundings.named_before(clause, mention.start, wanted)

    def _taken(
        self,
        mine: int,
        clause: Clause,
        earlier: Sequence[int],
        heir: int | None,
        lists: ObjectLists,
    ) -> set[int] | None:
        """The objects an action takes in its clause; empty if it takes none; None if it names none."""
        reading = self._reading
        mention, keys = reading.mentions[mine], set(reading.mentions[mine].keys)
        home = clause.segment_at(mention.start)
        postposed = self._is_postposed(mine)
        last = reading.mentions[earlier[-1]].end if earlier else clause.start
        after = lists.after(
            mention.end, clause.end if heir is None else reading.mentions[heir].start
        )
        before = lists.before(mention.start, clause.segments[home].start if postposed else last)
        if after is None and before is not None and earlier:
            same_segment = clause.segments[before.segment].start < last <= before.start
            if same_segment and keys & action_list("denies_actions"):
                # "Stopping metoprolol is not advised" is said of stopping, not of metoprolol.
                return set()
        if after is not None and heir is not None and self._is_postposed(heir):
            # "keep lisinopril on hold"
            return set()
        found: set[int] = set()
        if keys & action_list("two_sided"):
            beside: list[Run] = [run for run in lists.in_segment(home) if run.start > mention.start]
            found = {index for run in beside for index in run.items}
            found |= lists.ending_in(before) if before else set()
            found |= lists.beginning_with(after, keys) if after else set()
        elif before is not None and (after is None or lists.is_subject(before, mention.start)):
            found = lists.ending_in(before)
        elif after is not None:
            found = lists.beginning_with(after, keys)
        return found or None

    def _leads_to(self, start: int, end: int) -> bool:
        """Whether one action follows another at once, as part of one verb."""
        gap = self._reading.text[start:end]
        joins = any(
            cue.kinds & {"and", "or", "pronoun"}
            for cue in self._reading.syntax_cues.between(start, end)
        )
        return not joins and "," not in gap and len(WORDS.findall(gap)) <= 2

    def _is_postposed(self, index: int) -> bool:
        return fold(self._reading.mentions[index].text) in action_list("after_object")

    def _shares_with(self, mine: int, heir: int) -> bool:
        keys, theirs = (
            set(self._reading.mentions[mine].keys),
            set(self._reading.mentions[heir].keys),
        )
        tests = action_list("tests")
        carried = {f"{key} {other}" for key in keys for other in theirs}
        return bool((keys & tests and theirs & tests) or carried & action_list("carries_over"))

    def _of_finding(self, mine: int, wanted: Group) -> set[int]:
        """What a finding is said of: what its segment names, or the nearest before, or after."""
        reading = self._reading
        mention = reading.mentions[mine]
        clause = reading.clauses[reading.clause_at(mention.start)]
        home = clause.segment_at(mention.start)
        lists = self._lists(clause, wanted, mine)
        runs = [
            run for run in lists.runs if any(wanted in reading.groups[index] for index in run.items)
        ]
        if wanted == "finding" and runs:
            # Findings stand close together: any named in the clause may be meant.
            return {index for run in runs for index in run.items}
        here = [run for run in runs if run.segment == home]
        if here:
            found = {index for run in here for index in run.items}
            if here[0].start < mention.start:
                found |= lists.ending_in(here[0])
            if here[-1].start > mention.start:
                found |= lists.beginning_with(here[-1], set())
            return found
        if earlier := [run for run in runs if run.segment < home]:
            return lists.ending_in(earlier[-1])
        if runs:
            return lists.beginning_with(runs[0], set())
        return self._surroundings.listed_below(
            clause, mention.end, wanted
        ) or self._surroundings.named_before(clause, mention.start, wanted)


@lru_cache(maxsize=4096)
def names_inside(vocabulary: Vocabulary, text: str, about: str) -> bool:
    """Whether a term's own name says what it is about, as "MRCP is not suitable" does."""
    names = vocabulary[about].names
    return any(
        re.search(rf"(?<![a-z0-9]){re.escape(fold(name))}(?![a-z0-9])", fold(text))
        for name in (*names.en, *names.zh)
        if len(name) < len(text)
    )
