"""Which facts a question brings out, by the rules of `Fact.disclosure` and `Persona.information`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspect_physassist.patient.questions import (
    ADHERENCE,
    Reach,
    asked_keys,
    has_keyword,
    is_askable,
    is_general,
    is_wordless,
    key_reaches,
    reach,
)
from inspect_physassist.session.model import Fact, InterviewTool, Persona
from inspect_physassist.terms.vocabulary import Vocabulary

PARTIAL_LIMIT = 2


@dataclass(frozen=True)
class Selection:
    """What the patient may say now."""

    fresh: tuple[Fact, ...] = ()
    repeated: tuple[Fact, ...] = ()
    unanswered: bool = False
    partly: bool = False
    """Some of what was asked by name is covered, some is not."""
    elsewhere: InterviewTool | None = None
    """What was asked by name is known, and belongs to this other interview tool."""

    @property
    def fact_ids(self) -> tuple[str, ...]:
        """The facts in the order they are said."""
        return tuple(fact.id for fact in (*self.fresh, *self.repeated))


class Disclosure:
    """The facts one patient holds, and which of them have been given so far."""

    def __init__(
        self,
        facts: Sequence[Fact],
        persona: Persona,
        vocabulary: Vocabulary,
        given: Iterable[str] = (),
    ) -> None:
        self._facts = tuple(facts)
        self._persona = persona
        self._vocabulary = vocabulary
        self._given = dict.fromkeys(given)

    @property
    def given(self) -> tuple[str, ...]:
        """Ids of the facts given so far, in order."""
        return tuple(self._given)

    def commit(self, fact_ids: Iterable[str]) -> None:
        """Remember that these facts have been said."""
        self._given.update(dict.fromkeys(fact_ids))

    def select(self, tool: InterviewTool, question: str | None) -> Selection:
        """What this question to this tool brings out; changes nothing."""
        text = question or ""
        keys = asked_keys(text, self._vocabulary)
        reached = {fact.id: reach(fact, text, keys, self._vocabulary) for fact in self._facts}
        general = is_general(tool, question)
        mine = [fact for fact in self._facts if tool in fact.tools]
        open_facts = [
            fact for fact in mine if self._open(fact, tool, reached[fact.id], general, question)
        ]
        asked = [fact for fact in open_facts if reached[fact.id]]
        unasked = [fact for fact in open_facts if not reached[fact.id]]

        fresh = self._limited(
            [fact for fact in (*asked, *unasked) if fact.id not in self._given], reached
        )
        repeated = [fact for fact in asked if fact.id in self._given]
        if general and not asked and not fresh:
            repeated = [fact for fact in unasked if fact.id in self._given]

        said = {fact.id for fact in (*fresh, *repeated)}
        answered = bool(said) and (general or any(fact.id in said for fact in asked))
        elsewhere = None if answered else self._elsewhere(tool, reached)
        return Selection(
            fresh=tuple(fresh),
            repeated=tuple(repeated),
            unanswered=not answered and elsewhere is None,
            partly=answered and self._leaves_open(tool, text, keys, asked),
            elsewhere=elsewhere,
        )

    def _open(
        self,
        fact: Fact,
        tool: InterviewTool,
        how: Reach | None,
        general: bool,
        question: str | None,
    ) -> bool:
        """Whether the rules let the fact out on this question."""
        if fact.id in self._given:
            return how is not None or general
        if how == "named":
            return True
        if fact.critical and self._persona.information == "critical_withheld":
            return False
        if fact.disclosure == "volunteered":
            return True
        if fact.disclosure == "on_request":
            asks_for_all = general and (
                question is None or (tool == ADHERENCE and not is_wordless(question))
            )
            return how == "broad" or asks_for_all
        return False

    def _limited(self, facts: Sequence[Fact], reached: dict[str, Reach | None]) -> list[Fact]:
        """A partly informing patient gives two facts a reply beyond what it volunteers or is asked by name."""
        if self._persona.information != "partial":
            return list(facts)
        kept: list[Fact] = []
        counted = 0
        for fact in facts:
            if fact.disclosure == "on_request" and reached[fact.id] != "named":
                counted += 1
                if counted > PARTIAL_LIMIT:
                    continue
            kept.append(fact)
        return kept

    def _leaves_open(
        self, tool: InterviewTool, question: str, keys: frozenset[str], told: Sequence[Fact]
    ) -> bool:
        """Whether something was asked by name that none of the facts told is about."""
        if any(has_keyword(fact, question) for fact in told):
            return False  # What a keyword names, the vocabulary may know as something else.
        return any(
            is_askable(tool, key, self._vocabulary)
            and not any(key_reaches(fact, key, self._vocabulary) for fact in told)
            for key in keys
        )

    def _elsewhere(
        self, tool: InterviewTool, reached: dict[str, Reach | None]
    ) -> InterviewTool | None:
        for fact in self._facts:
            if reached[fact.id] == "named" and tool not in fact.tools:
                return fact.tools[0]
        return None
