"""Every tool call against the expected ones: by name, by arguments, and by what it brought to light."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Protocol, get_args

from inspect_physassist.scoring.fields import day
from inspect_physassist.scoring.orders import WRITE_TOOLS
from inspect_physassist.scoring.pairing import best_pairing
from inspect_physassist.session.model import CallPattern, ExpectedCall, Session, Turn
from inspect_physassist.terms.vocabulary import Vocabulary, default_vocabulary, fold
from inspect_physassist.tools.outcome import RefusalReason, ToolOutcome
from inspect_physassist.visit import CallRecord, TurnRecord, Visit

CONTROL = "prepare_to_answer"
Evidence = Sequence[Sequence[Sequence[str]]]
"""By turn, by required call: the resource and fact ids that the call returns at the clock."""

_NAN = float("nan")
_IDS: frozenset[str] = frozenset({"subject_id", "hadm_id"})
_DATES: frozenset[str] = frozenset({"date_from", "date_to"})
_TERMS: frozenset[str] = frozenset({"code", "medication", "type_code"})
_QUESTIONS: frozenset[str] = frozenset({"query", "drug", "keyword"})


class AnyDesk(Protocol):
    """What answers calls: `tools.desk.Desk`."""

    def call(self, name: str, arguments: Any) -> ToolOutcome:
        """The outcome of one call."""
        ...


def expected_evidence(
    session: Session, desk_factory: Callable[[], AnyDesk]
) -> list[list[list[str]]]:
    """What a session's required calls return at its clock, made in order on one desk.

    Kept as `sample.metadata["evidence"]`, so that a log can be scored without the chart.

    Args:
        session: With its expected calls.
        desk_factory: Makes a fresh desk for this session: its chart, clock and patient.

    Raises:
        ValueError: A required call is refused; names the session, the turn and the call.
    """
    desk = desk_factory()
    evidence: list[list[list[str]]] = []
    for index, turn in enumerate(session.turns):
        of_turn: list[list[str]] = []
        for expected in _required(turn):
            outcome = desk.call(expected.tool, full_arguments(expected, session))
            if outcome.status == "refused":
                raise ValueError(
                    f"session {session.id}, turn {index + 1}: the expected call {expected.tool} is "
                    f"refused ({outcome.reason}): {outcome.text}"
                )
            of_turn.append([*outcome.resource_ids, *outcome.fact_ids])
        evidence.append(of_turn)
    return evidence


def full_arguments(pattern: CallPattern, session: Session) -> dict[str, Any]:
    """The pattern's arguments with the patient's id, which read tools need."""
    if pattern.tool.startswith("patient."):
        return dict(pattern.arguments)
    return {"subject_id": session.patient, **pattern.arguments}


def _required(turn: Turn) -> list[ExpectedCall]:
    return [call for call in turn.calls if call.need == "required"]


def same_argument(name: str, given: Any, wanted: Any, vocabulary: Vocabulary) -> bool:
    """Whether a call's argument asks for what the expected call's does.

    Codes and drugs are compared by what they mean, dates by day, ids as text, questions by the terms
    they name. `_count` may be absent or larger: it shows at least as much.

    >>> same_argument("code", "2160-0", "creatinine", default_vocabulary())
    True
    >>> same_argument("date_from", "2031-03-12T00:00", "2031-03-12", default_vocabulary())
    True
    """
    if name == "_count":
        return given is None or (str(given).isdigit() and int(given) >= int(wanted))
    if given is None:
        return False
    if name in _IDS:
        return str(given).strip() == str(wanted).strip()
    if name in _DATES and day(given) is not None:
        return day(given) == day(wanted)
    if name in _QUESTIONS:
        asked = _mentioned(str(wanted), vocabulary)
        if asked:
            return bool(asked & _mentioned(str(given), vocabulary))
        return name == "query" or _plain(given) == _plain(wanted)
    if name in _TERMS:
        meant = set(vocabulary.resolve(str(wanted)))
        if meant & set(vocabulary.resolve(str(given))):
            return True
        return _plain(given).split("|")[-1] == _plain(wanted).split("|")[-1]
    return _plain(given) == _plain(wanted)


def _plain(value: Any) -> str:
    return " ".join(fold(str(value)).split())


def _mentioned(text: str, vocabulary: Vocabulary) -> set[str]:
    named = {key for found in vocabulary.mentions(text) for key in found.keys}
    return named | set(vocabulary.resolve(text))


@dataclass(frozen=True)
class CallMatch:
    """One required call and the call that was made for it."""

    tool: str
    arguments: Mapping[str, Any]
    made: CallRecord | None
    wrong: tuple[str, ...] = ()
    """The arguments that do not ask for what was expected."""
    alternative: bool = False
    """Satisfied by a call that the session names as serving as well."""

    @property
    def right(self) -> bool:
        """Made, with every expected argument right."""
        return self.made is not None and not self.wrong


@dataclass(frozen=True)
class TurnCalls:
    """One turn's calls against the expected ones; NaN where a number does not apply."""

    matches: tuple[CallMatch, ...]
    orders_expected: int
    orders_made: int
    """Of the expected orders, how many had a call of their tool."""
    unmatched: tuple[CallRecord, ...]
    """Accepted calls that answer no expectation, optional ones included."""
    unexpected: tuple[CallRecord, ...]
    """Those of them whose tool was not expected at all."""
    evidence_recall: float
    evidence_precision: float
    antecedent_identified: float

    @property
    def _expected(self) -> int:
        return len(self.matches) + self.orders_expected

    @property
    def _hits(self) -> int:
        return sum(match.made is not None for match in self.matches) + self.orders_made

    @property
    def argument_completion(self) -> float:
        """AC: of the expected calls that were made, the share with right arguments."""
        made = [match.right for match in self.matches if match.made is not None]
        return fmean(made) if made else _NAN

    @property
    def ellipsis_recovery(self) -> float:
        """ER: F1 of the tools called against the tools expected, as multisets."""
        if not self._expected:
            return _NAN
        called = self._hits + len(self.unmatched)
        return 2 * self._hits / (called + self._expected)

    @property
    def false_positive_tools(self) -> float:
        """FPTR: the share of calls whose tool was not expected."""
        called = self._hits + len(self.unmatched)
        return len(self.unexpected) / called if called else _NAN

    @property
    def missed_tools(self) -> float:
        """MTR: the share of expected calls that were not made."""
        return 1 - self._hits / self._expected if self._expected else _NAN


def match_calls(
    turn: Turn,
    record: TurnRecord,
    *,
    evidence: Sequence[Sequence[str]] | None,
    seen: frozenset[str] = frozenset(),
    implicit: bool = True,
    vocabulary: Vocabulary | None = None,
) -> TurnCalls:
    """Sets a turn's calls against its expected ones.

    Refused calls answer nothing and are counted apart; `prepare_to_answer` counts nowhere. A call
    that answers an optional expectation is set aside: it neither helps nor hurts.

    Args:
        turn: With its expected calls and orders.
        record: What was called and answered.
        evidence: Ids by required call, as `expected_evidence` gives them; None if not stored.
        seen: Ids that earlier turns brought to light; what was found once need not be asked again.
        implicit: Whether the physician left the antecedent out; if not, naming it shows nothing.
        vocabulary: The shipped one if absent.
    """
    vocabulary = vocabulary or default_vocabulary()
    accepted = [c for c in record.calls if c.status != "refused" and c.tool != CONTROL]
    reads = [call for call in accepted if call.tool not in WRITE_TOOLS]
    writes = [call for call in accepted if call.tool in WRITE_TOOLS]

    matches, rest = _pair(_required(turn), reads, vocabulary)
    optional = [call for call in turn.calls if call.need == "optional"]
    set_aside, rest = _pair(optional, rest, vocabulary)

    due = Counter[str](order.tool for order in turn.orders)
    surplus: list[CallRecord] = []
    for call in writes:
        if due[call.tool] > 0:
            due[call.tool] -= 1
        else:
            surplus.append(call)

    known = {order.tool for order in turn.orders} | {
        pattern.tool for call in turn.calls for pattern in (call, *call.alternatives)
    }
    unmatched = (*rest, *surplus)
    recall, precision = _evidence(
        matches, reads, [match.made for match in set_aside if match.made], evidence, seen
    )
    return TurnCalls(
        matches=tuple(matches),
        orders_expected=len(turn.orders),
        orders_made=len(writes) - len(surplus),
        unmatched=unmatched,
        unexpected=tuple(call for call in unmatched if call.tool not in known),
        evidence_recall=recall,
        evidence_precision=precision,
        antecedent_identified=_antecedent(turn, record, matches, vocabulary) if implicit else _NAN,
    )


def _pair(
    expected: Sequence[ExpectedCall], made: Sequence[CallRecord], vocabulary: Vocabulary
) -> tuple[list[CallMatch], list[CallRecord]]:
    """Pairs expectations with calls, and gives the calls left over."""

    def match(row: int, column: int) -> CallMatch | None:
        """The pattern of the expectation that the call fits best."""
        call, found = made[column], None
        for pattern in (expected[row], *expected[row].alternatives):
            if pattern.tool == call.tool:
                wrong = tuple(
                    name
                    for name, wanted in pattern.arguments.items()
                    if not same_argument(name, call.arguments.get(name), wanted, vocabulary)
                )
                if found is None or len(wrong) < len(found.wrong):
                    alternative = pattern is not expected[row]
                    found = CallMatch(call.tool, pattern.arguments, call, wrong, alternative)
        return found

    def worth(row: int, column: int) -> int | None:
        found = match(row, column)
        return None if found is None else 1000 + 100 * found.right - len(found.wrong)

    pairs = best_pairing(len(expected), len(made), worth)
    matches = [
        CallMatch(expected[row].tool, expected[row].arguments, None)
        if column is None or (found := match(row, column)) is None
        else found
        for row, column in enumerate(pairs)
    ]
    used = set(pairs)
    return matches, [call for index, call in enumerate(made) if index not in used]


def _ids(calls: Sequence[CallRecord]) -> set[str]:
    return {found for call in calls for found in (*call.resource_ids, *call.fact_ids)}


def _evidence(
    matches: Sequence[CallMatch],
    reads: Sequence[CallRecord],
    set_aside: Sequence[CallRecord],
    evidence: Sequence[Sequence[str]] | None,
    seen: frozenset[str],
) -> tuple[float, float]:
    """Recall and precision over ids.

    A required call that an alternative satisfies counts as found whole, and what the alternative
    returned is left out of precision: it brought other resources that serve as well.
    """
    if evidence is None:
        return _NAN, _NAN
    needed = {found for ids in evidence for found in ids}
    if not needed:
        return _NAN, _NAN
    elsewhere = [
        (match.made, ids)
        for match, ids in zip(matches, evidence, strict=True)
        if match.made is not None and match.alternative and match.right
    ]
    found = seen | _ids(reads) | {one for _, ids in elsewhere for one in ids}
    aside = {call.id for call in (*set_aside, *(call for call, _ in elsewhere))}
    returned = _ids([call for call in reads if call.id not in aside])
    precision = len(returned & needed) / len(returned) if returned else _NAN
    return len(found & needed) / len(needed), precision


def _antecedent(
    turn: Turn, record: TurnRecord, matches: Sequence[CallMatch], vocabulary: Vocabulary
) -> float:
    """AID: whether it shows that the assistant knew what the physician left out.

    It shows where a call, an order or the answer names it, or where every required call was made with
    right arguments ("the count we watch for it" is found only by who knows what it is). NaN where
    nothing was left out.
    """
    if turn.implicitness is None or not turn.antecedent_terms:
        return _NAN
    if matches and all(match.right for match in matches):
        return 1.0
    texts = [
        str(value)
        for call in record.calls
        for name, value in call.arguments.items()
        if name not in _IDS
    ]
    named = set[str]()
    for text in (*texts, record.answer):
        named |= _mentioned(text, vocabulary)
    implied = {broader for key in named for broader in vocabulary.implies(key)}
    return float(bool((named | implied) & set(turn.antecedent_terms)))


CALL_SHARES: Mapping[str, Callable[[TurnCalls], float]] = {
    "calls_evidence_recall": lambda turn: turn.evidence_recall,
    "calls_evidence_precision": lambda turn: turn.evidence_precision,
    "calls_AC": lambda turn: turn.argument_completion,
    "calls_ER": lambda turn: turn.ellipsis_recovery,
    "calls_FPTR": lambda turn: turn.false_positive_tools,
    "calls_MTR": lambda turn: turn.missed_tools,
    "calls_AID": lambda turn: turn.antecedent_identified,
}
"""Shares; a session's is the mean over its turns to which the share applies."""

_INVALID: tuple[str, ...] = tuple(
    reason for reason in get_args(RefusalReason) if reason != "other_patient"
)
CALL_COUNTS: tuple[str, ...] = (
    "calls_made",
    "calls_invalid",
    *(f"calls_invalid_{reason}" for reason in _INVALID),
    "calls_other_patient",
    "calls_beyond_clock",
    "calls_duplicate",
)


def session_calls(
    session: Session, visit: Visit, evidence: Evidence | None, vocabulary: Vocabulary | None = None
) -> dict[int, TurnCalls]:
    """Every turn that took place against its expected calls."""
    found: dict[int, TurnCalls] = {}
    seen: frozenset[str] = frozenset()
    for record in visit.turns:
        found[record.index] = match_calls(
            session.turns[record.index],
            record,
            evidence=None if evidence is None else evidence[record.index],
            seen=seen,
            implicit=visit.phrasing == "implicit",
            vocabulary=vocabulary,
        )
        seen |= _ids(record.calls)
    return found


def call_values(turns: Mapping[int, TurnCalls], visit: Visit) -> dict[str, float]:
    """One session's score value: shares as means over turns, and counts over all calls."""
    values: dict[str, float] = {}
    for key, share in CALL_SHARES.items():
        applicable = [value for turn in turns.values() if not math.isnan(value := share(turn))]
        values[key] = fmean(applicable) if applicable else _NAN
    calls = [call for record in visit.turns for call in record.calls if call.tool != CONTROL]
    refused = Counter(call.reason for call in calls if call.status == "refused")
    counts = {
        "calls_made": len(calls),
        "calls_invalid": sum(refused.values()) - refused["other_patient"],
        **{f"calls_invalid_{reason}": refused[reason] for reason in get_args(RefusalReason)},
        "calls_other_patient": refused["other_patient"],
        "calls_beyond_clock": sum(call.beyond_clock for call in calls),
        "calls_duplicate": sum(_repeats(record.calls) for record in visit.turns),
    }
    return values | {key: float(counts[key]) for key in CALL_COUNTS}


def _repeats(calls: Sequence[CallRecord]) -> int:
    """How many accepted reads or questions of a turn repeat an identical one."""
    made = [
        json.dumps([call.tool, call.arguments], sort_keys=True, default=str)
        for call in calls
        if call.status != "refused" and call.tool != CONTROL and call.tool not in WRITE_TOOLS
    ]
    return len(made) - len(set(made))
