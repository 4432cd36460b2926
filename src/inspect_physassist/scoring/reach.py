"""How far the cues of a clause reach: which words a negation, a hedge or a condition covers.

The cues are data (`data/language/polarity.yaml`); English and Chinese differ in them alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from inspect_physassist.scoring.cues import Cue, Cues, cue_finder
from inspect_physassist.scoring.reading import Clause, Reading, Segment
from inspect_physassist.terms.vocabulary import fold

Effect = Literal["deny", "open", "future", "if", "ask", "past", "avoid", "unwise"]

_FORWARD: dict[str, Effect] = {
    "deny_next": "deny",
    "deny_list": "deny",
    "open_next": "open",
    "future_next": "future",
    "ask_next": "ask",
    "deny_action_next": "unwise",
}
_BACKWARD: dict[str, Effect] = {
    "deny_previous": "deny",
    "open_previous": "open",
    "past_previous": "past",
    "deny_action_previous": "unwise",
}
_EITHER: dict[str, Effect] = {"deny_either": "deny", "open_either": "open"}
_LABELS = frozenset({*_EITHER, *_BACKWARD, "deny_list", "open_next"})
ENDS_REACH = frozenset(
    {*_FORWARD, *_BACKWARD, *_EITHER, "assert", "open_both", "if_either", "if_next"}
)
_BY = re.compile(r"\s*(?:by|on|with|via|based|at|in|given|because|per|after|经|通过|于)\b")


class Scope(NamedTuple):
    """Where a cue reaches: `text[start:end]`, not counting the cue itself."""

    effect: Effect
    start: int
    end: int
    cue: Cue


class Reach:
    """Finds the scopes of a text's cues."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        cues = list(reading.polarity_cues)
        self._reasons = Cues([cue for cue in cues if "reason" in cue.kinds])
        self._enders = Cues([cue for cue in cues if cue.kinds & ENDS_REACH])

    def scopes(self, clause: Clause) -> list[Scope]:
        """The scopes of every cue of a clause, in the order of the cues."""
        return list(self._scopes_of(clause))

    def states(self, start: int, end: int) -> bool:
        """Whether a finding or an action is named in the span."""
        return any(
            self._reading.groups[index] & {"finding", "action"}
            for index in self._reading.mentions_in(start, end)
        )

    def _scopes_of(self, clause: Clause) -> Iterator[Scope]:
        cues = self._reading.polarity_cues.between(clause.start, clause.end)
        favored = False
        for cue in cues:
            favored = favored or "favor" in cue.kinds
            kinds = cue.kinds
            forward = next((_FORWARD[kind] for kind in _FORWARD if kind in kinds), None)
            backward = next((_BACKWARD[kind] for kind in _BACKWARD if kind in kinds), None)
            either = next((_EITHER[kind] for kind in _EITHER if kind in kinds), None)
            if forward and backward == forward:
                forward, backward, either = None, None, forward
            if forward:
                yield self._next(forward, cue, clause)
            if backward == "unwise":
                yield self._said_of_action(cue, clause)
            elif backward:
                yield self._previous(backward, cue, clause)
            if either:
                scope = self._next(either, cue, clause)
                gap = self._reading.folded[scope.start : scope.end]
                if self.states(scope.start, scope.end) and not _BY.match(gap):
                    yield scope
                else:
                    yield self._previous(either, cue, clause)
            if "open_both" in kinds:
                part = clause.segments[clause.segment_at(cue.start)]
                if self.states(part.start, cue.start) and self.states(cue.end, part.end):
                    yield Scope("open", part.start, part.end, cue)
            if "deny_clause" in kinds:
                yield Scope("deny", cue.end, clause.end, cue)
            if "over" in kinds and favored:
                yield self._next("deny", cue, clause)
            if "if_next" in kinds or "if_either" in kinds:
                yield Scope("if", cue.end, clause.end, cue)
            if "if_either" in kinds:
                yield from self._condition_behind(cue, clause)
            if "deny_rest" in kinds:
                yield from self._rest_of_list(cue, clause)
            if "deny_action" in kinds:
                yield from self._at_once("avoid", cue, clause)
            if "future_previous" in kinds:
                yield from self._just_before("future", cue)

    def _next(self, effect: Effect, cue: Cue, clause: Clause) -> Scope:
        """The reach of a cue over what follows it: its segment, and the list that goes on there."""
        reading, parts = self._reading, clause.segments
        index = clause.segment_at(cue.start)
        start = self._start_after(cue)
        if start is None:
            return Scope(effect, cue.end, cue.end, cue)
        end = self._cut(start, parts[index].end, cue)
        if end < parts[index].end:
            return Scope(effect, start, end, cue)
        if not any(True for _ in reading.mentions_in(start, end)):
            following = parts[index + 1] if index + 1 < len(parts) else None
            bare = not reading.text[cue.end : end].strip(" .。!")
            if bare and following and following.joint == "colon" and cue.kinds & _LABELS:
                # "Ruled out: PE, DVT". A bare "No:" answers a question and labels nothing.
                index += 1
                end = self._cut(following.start, following.end, cue)
            elif bare and not (following and following.joint == "colon"):
                # "Fever: none", "| PE | no |": nothing follows that it could deny.
                return self._previous(effect, cue, clause)
        while index + 1 < len(parts) and end == parts[index].end:
            if not self._goes_on(parts, index + 1, cue):
                break
            index += 1
            end = self._cut(parts[index].start, parts[index].end, cue)
        return Scope(effect, start, end, cue)

    def _start_after(self, cue: Cue) -> int | None:
        """Where a reach begins: after the cue, or at a term the cue runs into ("未见" and "见结石").

        None where the denial is the term's own: "is not" and "not recorded" share one "not".
        """
        for index in self._reading.mentions_in(cue.start + 1, cue.end):
            mention = self._reading.mentions[index]
            if mention.end > cue.end:
                return None if opens_with_denial(mention.text) else mention.start
        return cue.end

    def _cut(self, start: int, end: int, cue: Cue) -> int:
        """Where a reach ends within a segment: at a reason, or at a new cue after a first term."""
        reading = self._reading
        first = next(iter(reading.mentions_in(start, end)), None)
        named = reading.mentions[first].end if first is not None else None
        for other in self._reasons.within(max(start, cue.end), end):
            if reading.text[cue.end : other.start].strip():
                end = other.start
                break
        if named is None:
            return end
        for other in self._enders.within(max(named, start, cue.end), end):
            # "no casts to suggest ATN": what is not there suggests nothing.
            purpose = "assert" in other.kinds and reading.folded.endswith("to ", 0, other.start)
            if not purpose and "reason" not in other.kinds:
                return other.start
        return end

    def _goes_on(self, parts: Sequence[Segment], index: int, cue: Cue) -> bool:
        """Whether a list begun before goes on in this segment: "no fever, cough or dyspnea"."""
        part = parts[index]
        if part.joint in ("colon", "paren", "dash", "cell", "start"):
            return False
        if part.joint == "or":
            return not self._new_statement(part, allow_action=True)
        if self._new_statement(part, allow_action=False):
            return False
        if part.joint in ("and", "list") or "deny_list" in cue.kinds:
            return True
        if not self._reading.text[cue.start].isascii():
            # A Chinese list has its own comma; the other one parts statements.
            return False
        if self._bare(part):
            return True
        for later in parts[index + 1 :]:
            if later.joint in ("or", "list", "and"):
                return True
            if later.joint != "comma" or self._new_statement(later, allow_action=False):
                return False
        return False

    def _new_statement(self, part: Segment, *, allow_action: bool) -> bool:
        """Whether a segment says something of its own: it has a verb, a cue, a number or an action."""
        reading = self._reading
        indices = list(reading.mentions_in(part.start, part.end))
        if not indices:
            return True
        if not allow_action and any("action" in reading.groups[i] for i in indices):
            return True
        if any(cue.kinds & ENDS_REACH for cue in reading.polarity_cues.between(*part[:2])):
            return True
        if any("verb" in cue.kinds for cue in reading.syntax_cues.between(*part[:2])):
            return True
        if any(_is_sentence(reading.mentions[i].text) for i in indices):
            return True
        rest = self._without_terms(part, indices)
        return any(char.isdigit() for char in rest)

    def _without_terms(self, part: Segment, indices: Iterable[int]) -> str:
        text, at, pieces = self._reading.text, part.start, []
        for index in indices:
            mention = self._reading.mentions[index]
            pieces.append(text[at : mention.start])
            at = max(at, mention.end)
        pieces.append(text[at : part.end])
        return " ".join(pieces)

    def _bare(self, part: Segment) -> bool:
        """Whether a segment is a term and hardly anything else."""
        rest = self._without_terms(part, self._reading.mentions_in(part.start, part.end))
        latin = re.findall(r"[a-z]+", rest.lower())
        return len(latin) <= 1 and sum("\u4e00" <= char <= "\u9fff" for char in rest) <= 2

    def _previous(self, effect: Effect, cue: Cue, clause: Clause) -> Scope:
        """The reach of a cue over what stands before it: "PE and DVT are unlikely", "PE: negative"."""
        reading, parts = self._reading, clause.segments
        index = clause.segment_at(cue.start)
        start = parts[index].start
        if not any(True for _ in reading.mentions_in(start, cue.start)):
            rest = reading.text[cue.end : parts[index].end].strip(" .。!?)")
            if index + 1 < len(parts) and not rest and parts[index + 1].joint == "colon":
                following = parts[index + 1]
                return Scope(effect, following.start, following.end, cue)
            aside = parts[index].joint in ("colon", "paren", "dash", "cell")
            if index == 0 or not (aside or (parts[index].joint == "comma" and not rest)):
                return Scope(effect, start, cue.start, cue)
            index -= 1
            start = parts[index].start
        listed = False
        while index and parts[index].joint in ("and", "or", "list", "comma"):
            listed = listed or parts[index].joint != "comma"
            before = parts[index - 1]
            has_verb = any(
                "verb" in found.kinds
                for found in reading.syntax_cues.between(before.start, before.end)
            )
            if not listed or has_verb or self._new_statement(before, allow_action=True):
                break
            index -= 1
            start = before.start
        return Scope(effect, start, cue.start, cue)

    def _said_of_action(self, cue: Cue, clause: Clause) -> Scope:
        """The action a warning is said of: "continuing it would worsen ...", not "stop it, as it would ..."."""
        start = clause.segments[clause.segment_at(cue.start)].start
        for other in self._reading.polarity_cues.between(start, cue.start):
            if "reason" in other.kinds and self._reading.text[start : other.start].strip():
                start = other.end
        return Scope("unwise", start, cue.start, cue)

    def _condition_behind(self, cue: Cue, clause: Clause) -> Iterator[Scope]:
        """The recommendation that a trailing condition belongs to: "restart it once the AKI resolves"."""
        reading, parts = self._reading, clause.segments
        index = clause.segment_at(cue.start)
        start = parts[index].start
        if not reading.text[start : cue.start].strip():
            leads = any(
                "action" in reading.groups[i] for i in reading.mentions_in(cue.end, clause.end)
            )
            if leads or index == 0 or parts[index].joint in ("and", "or"):
                return
            start = parts[index - 1].start
        yield Scope("if", start, cue.start, cue)

    def _rest_of_list(self, cue: Cue, clause: Clause) -> Iterator[Scope]:
        """What a denied name's list goes on with: the cough of "无发热、咳嗽"."""
        parts = clause.segments
        index = clause.segment_at(cue.start)
        if self._reading.text[cue.end : parts[index].end].strip():
            return
        listed = False
        while index + 1 < len(parts):
            joint = parts[index + 1].joint
            if joint not in ("or", "list") and not (joint == "and" and listed):
                return
            index += 1
            listed = listed or joint == "list"
            if self._new_statement(parts[index], allow_action=False):
                return
            yield Scope("deny", parts[index].start, parts[index].end, cue)

    def _at_once(self, effect: Effect, cue: Cue, clause: Clause) -> Iterator[Scope]:
        first = next(iter(self._reading.mentions_in(cue.end, clause.end)), None)
        if first is None:
            return
        mention = self._reading.mentions[first]
        gap = self._reading.text[cue.end : mention.start].strip()
        if len(re.findall(r"[a-z]+|[\u4e00-\u9fff]", gap.lower())) <= 2:
            yield Scope(effect, cue.end, mention.end, cue)

    def _just_before(self, effect: Effect, cue: Cue) -> Iterator[Scope]:
        for index in self._reading.mentions_in(max(0, cue.start - 60), cue.start):
            mention = self._reading.mentions[index]
            if self._reading.text[mention.end : cue.start].strip(" 的之-") == "":
                yield Scope(effect, mention.start, mention.end, cue)


@lru_cache(maxsize=2048)
def _is_sentence(name: str) -> bool:
    """Whether a term is a statement of its own, such as "both kidneys are normal"."""
    return any("verb" in cue.kinds for cue in cue_finder("syntax").find(fold(name)) if cue.start)


@lru_cache(maxsize=4096)
def opens_with_denial(name: str) -> int:
    """The length of the denial that opens a term of several words; 0 if none does."""
    cues = cue_finder("polarity").find(fold(name))
    if not cues or cues[0].start or "deny_next" not in cues[0].kinds or cues[0].end >= len(name):
        return 0
    return cues[0].end
