"""The scripted patient: no model, always the same answer to the same conversation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from inspect_physassist.patient.disclosure import Disclosure, Selection
from inspect_physassist.patient.phrases import FRAMES
from inspect_physassist.patient.questions import ADHERENCE
from inspect_physassist.patient.reply import Reply
from inspect_physassist.session.model import (
    Bilingual,
    Fact,
    InterviewTool,
    Language,
    Level,
    Persona,
    Sayings,
)
from inspect_physassist.terms.vocabulary import Vocabulary


def saying(fact: Fact, literacy: Level, language: Language) -> str:
    """The fact in the patient's words."""
    by_level: Mapping[Level, Bilingual] = _by_level(fact.says)
    return by_level[literacy].in_(language).strip()


def _by_level(says: Sayings) -> Mapping[Level, Bilingual]:
    return {"low": says.low, "medium": says.medium, "high": says.high}


class ScriptedPatient:
    """Picks the facts a question reaches and says them in persona; remembers what it said."""

    def __init__(
        self,
        facts: Sequence[Fact],
        persona: Persona,
        literacy: Level,
        language: Language,
        vocabulary: Vocabulary,
        disclosed: Iterable[str] = (),
    ) -> None:
        self._disclosure = Disclosure(facts, persona, vocabulary, disclosed)
        self._persona = persona
        self._literacy: Level = literacy
        self._language: Language = language
        self._replies = 0

    @property
    def disclosed(self) -> tuple[str, ...]:
        """Ids of the facts given so far, in order."""
        return self._disclosure.given

    def ask(self, tool: InterviewTool, question: str | None) -> Reply:
        """Answer one interview call.

        Args:
            tool: The interview tool that was called.
            question: Its argument, in either language; None for the tools that take none.

        Returns:
            The answer, in this patient's language, with the ids of the facts in it.
        """
        selection = self._disclosure.select(tool, question)
        text = self._phrase(tool, selection)
        self._disclosure.commit(selection.fact_ids)
        self._replies += 1
        return Reply(text=text, fact_ids=selection.fact_ids, unanswered=selection.unanswered)

    def _phrase(self, tool: InterviewTool, selection: Selection) -> str:
        frames = FRAMES[self._language]
        parts: list[str] = []
        if self._replies == 0 and not self._disclosure.given:
            parts.append(self._turn(frames.openers[self._persona.anxiety]))
        if selection.elsewhere:
            parts.append(frames.elsewhere[selection.elsewhere])
        elif selection.unanswered:
            unknown = frames.unknown_drug if tool == ADHERENCE else frames.unknown
            parts.append(self._turn(unknown[self._literacy]))
        elif tool == ADHERENCE and self._persona.adherence == "uncertain":
            parts.append(self._turn(frames.uncertain))
        if selection.fact_ids and (selection.elsewhere or selection.unanswered):
            parts.append(self._turn(frames.instead))
        parts.extend(self._say(fact) for fact in selection.fresh)
        if selection.repeated:
            parts.append(self._turn(frames.again))
            parts.extend(self._say(fact) for fact in selection.repeated)
        if selection.partly:
            parts.append(self._turn(frames.rest))
        if selection.fact_ids:
            parts.append(self._turn(frames.closers[self._persona.anxiety]))
        return ("" if self._language == "zh" else " ").join(part for part in parts if part)

    def _say(self, fact: Fact) -> str:
        text = saying(fact, self._literacy, self._language)
        ended = text.endswith((".", "!", "?", "。", "！", "？", "…", '"', "”"))
        return text if ended else text + ("。" if self._language == "zh" else ".")

    def _turn(self, choices: Sequence[str]) -> str:
        """The next of the choices, so that the same words do not come every time."""
        return choices[self._replies % len(choices)]
