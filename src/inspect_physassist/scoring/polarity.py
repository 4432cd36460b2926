"""What an answer says of each term it names: affirmed, denied, left open, or reported as done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from inspect_physassist.scoring.cues import cue_finder
from inspect_physassist.scoring.reach import ENDS_REACH, Reach, Scope, opens_with_denial
from inspect_physassist.scoring.reading import Clause, Reading

Polarity = Literal["affirmed", "reported", "denied", "open", "past"]
"""`reported`: an action told as done ("was stopped"); `past`: a finding said to be over."""

_PAST_FORMS = re.compile(
    r"(?:(?<!recommend)(?<!advis)(?<!need)(?<!indicat)ed|held|given|begun|withheld|withdrawn|taken off|sent)\b"
)


class Polarities:
    """The polarity of any span of an answer."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._reach = Reach(reading)
        self._scopes = [self._reach.scopes(clause) for clause in reading.clauses]
        self._headed = dict(self._headed_lines())
        self._answered = dict(self._answered_questions())

    def of(self, start: int, end: int, *, action: bool) -> Polarity:
        """The polarity of what stands at `text[start:end]`.

        Args:
            start: Where it begins.
            end: Where it ends.
            action: A recommendation: "could be held" recommends, "could be sepsis" does not state.
        """
        reading = self._reading
        if not reading.clauses:
            return "affirmed"
        index = reading.clause_at(start)
        clause = reading.clauses[index]
        sentence = reading.sentences[clause.sentence]
        over = [scope for scope in self._scopes[index] if scope.start <= start < scope.end]
        effects = {scope.effect for scope in over}
        denials = [
            scope
            for scope in over
            if scope.effect == "deny" and (action or not self._is_setting(start, end, scope))
        ]
        done = action and self._is_done(start, end, clause)
        if sentence.quotes:
            return "open"
        if sentence.asks:
            answered = self._answered.get(clause.sentence)
            return answered if answered and not denials else "open"
        if "ask" in effects or ("if" in effects and not done):
            return "open"
        if not action and effects & {"open", "future", "avoid"}:
            return "open"
        if denials:
            return "open" if _undone(denials) else "denied"
        if "avoid" in effects or (action and "unwise" in effects):
            return "denied"
        if "past" in effects and not action:
            return "past"
        headed = self._headed.get(sentence.line)
        if headed and not over:
            return headed
        return "reported" if done else "affirmed"

    def _is_setting(self, start: int, end: int, scope: Scope) -> bool:
        """Whether a term is only where a denied thing happens: the AKI of "not recommended in AKI"."""
        reading = self._reading
        others = any(
            not start <= reading.mentions[index].start < end
            and (reading.mentions[index].start < start or scope.end <= scope.cue.start)
            for index in reading.mentions_in(scope.start, scope.end)
        )
        if not others:
            return False
        for cue in reading.syntax_cues.between(max(scope.start, start - 24), start):
            if "setting_before" in cue.kinds and not reading.text[cue.end : start].strip():
                before = reading.folded[scope.start : cue.start].rstrip()
                return not before.endswith(("or", "and", "nor", ",", "或", "及", "和", "、"))
        return any(
            "setting_after" in cue.kinds for cue in reading.syntax_cues.between(end, end + 1)
        )

    def of_word(self, start: int, end: int) -> Polarity:
        """The polarity of a word that may stand inside a denied term, as in "not stable"."""
        for index in self._reading.mentions_in(max(0, start - 40), start):
            mention = self._reading.mentions[index]
            if start < mention.end and 0 < opens_with_denial(mention.text) <= start - mention.start:
                return "denied"
        return self.of(start, end, action=False)

    def _is_done(self, start: int, end: int, clause: Clause) -> bool:
        """Whether an action is told as past: "was stopped on 11 March", "已停用"."""
        reading = self._reading
        part = clause.segments[clause.segment_at(start)]
        word = reading.folded[start:end]
        if word.isascii():
            if not _PAST_FORMS.search(word):
                return False
            before = reading.syntax_cues.between(max(part.start, start - 28), start)
            modal = [cue for cue in before if "modal" in cue.kinds]
            past = [cue for cue in before if "past" in cue.kinds]
            return not modal or bool(past and past[-1].start > modal[-1].end)
        before = reading.syntax_cues.between(max(part.start, start - 4), start)
        return any("past" in cue.kinds for cue in before)

    # --- across sentences ---

    def _headed_lines(self) -> Iterator[tuple[int, Polarity]]:
        """Lines of a list whose heading decides: "Ruled out:" above the items."""
        reading = self._reading
        heading: Polarity | None = None
        for number, line in enumerate(reading.lines):
            if line.kind == "bullet" and not reading.text[line.start : line.end].endswith(":"):
                own = reading.polarity_cues.between(line.start, line.end)
                if heading and not any(cue.kinds & ENDS_REACH for cue in own):
                    yield number, heading
                continue
            heading = None
            if not self._reach.states(line.start, line.end):
                for cue in reading.polarity_cues.between(line.start, line.end):
                    if cue.kinds & {"deny_next", "deny_previous", "deny_either"}:
                        heading = "denied"
                    elif cue.kinds & {"open_next", "open_either", "open_previous"}:
                        heading = "open"

    def _answered_questions(self) -> Iterator[tuple[int, Polarity]]:
        """Questions that the next sentence answers with yes or no."""
        reading = self._reading
        for number, sentence in enumerate(reading.sentences[:-1]):
            following = reading.sentences[number + 1]
            if not sentence.asks or following.asks:
                continue
            for cue in cue_finder("syntax").find(reading.folded[following.start : following.end])[
                :1
            ]:
                if cue.start <= 1 and cue.kinds & {"yes", "no"}:
                    after = reading.folded[following.start + cue.end : following.end].lstrip()
                    if not after or not after[0].isalnum():
                        yield number, "affirmed" if "yes" in cue.kinds else "denied"


def _undone(denials: Sequence[Scope]) -> bool:
    """Whether one denial denies another: "does not argue against sepsis"."""
    return any(
        one.start <= other.cue.start < one.end and other.cue.start - one.cue.end <= 12
        for one in denials
        for other in denials
        if one is not other and one.cue.end <= other.cue.start and other.cue.end <= other.start
    )
