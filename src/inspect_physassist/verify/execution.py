"""Runs a session's expected calls and orders at its clock, as the oracle would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from inspect_physassist.scoring.calls import full_arguments
from inspect_physassist.session.model import CallPattern, ExpectedOrder, Language, Session
from inspect_physassist.tools.desk import Desk
from inspect_physassist.tools.outcome import ToolOutcome
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.visit import CallRecord, TurnRecord


@dataclass(frozen=True)
class Replay:
    """What the expected calls of each turn returned, in one language."""

    language: Language
    turns: list[TurnRecord]
    outputs: list[list[str]] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)


def order_arguments(order: ExpectedOrder, language: Language) -> dict[str, Any]:
    """The reference order as arguments of its write tool."""
    return {name: spec.reference(language) for name, spec in order.fields.items()}


def replay(session: Session, desk: Desk, language: Language) -> Replay:
    """Run every required call, then the orders, turn by turn; complain of what fails.

    The records it leaves are those of a perfect assistant: the calls, the orders, the reference answers.
    """
    result = Replay(language, [])
    for index, turn in enumerate(session.turns):
        record = TurnRecord(
            index=index,
            physician=turn.physician.implicit.in_(language),
            answer=turn.reference.in_(language),
        )
        outputs: list[str] = []
        empty = 0
        for call in (call for call in turn.calls if call.need == "required"):
            outcome = desk.call(call.tool, full_arguments(call, session))
            record.calls.append(_record(call.tool, full_arguments(call, session), outcome))
            outputs.append(outcome.text)
            result.complaints.extend(_call_problems(session, index, call, outcome))
            if outcome.status == "empty":
                empty += 1
        if turn.absent and not empty:
            result.complaints.append(
                Complaint(
                    session.id,
                    index,
                    None,
                    "names what is absent, but every required call finds it",
                )
            )
        for order in turn.orders:
            arguments = order_arguments(order, language)
            outcome = desk.call(order.tool, arguments)
            record.calls.append(_record(order.tool, arguments, outcome))
            if outcome.status != "ok":
                result.complaints.append(
                    Complaint(
                        session.id,
                        index,
                        None,
                        f"order {order.id} is refused ({language}): {outcome.text}",
                    )
                )
        result.turns.append(record)
        result.outputs.append(outputs)
    return result


def alternatives(session: Session, desk: Desk) -> Iterator[Complaint]:
    """Complaints about optional calls and alternatives, run on a desk of their own."""
    for index, turn in enumerate(session.turns):
        for call in turn.calls:
            optional = (call,) if call.need == "optional" else ()
            for other in (*optional, *call.alternatives):
                outcome = desk.call(other.tool, full_arguments(other, session))
                yield from _call_problems(session, index, other, outcome)


def _call_problems(
    session: Session, index: int, call: CallPattern, outcome: ToolOutcome
) -> Iterator[Complaint]:
    shown = f"{call.tool} {call.arguments}"
    if outcome.status == "refused":
        yield Complaint(session.id, index, None, f"{shown} is refused: {outcome.text}")
    elif (outcome.status == "empty" and not session.turns[index].absent) or outcome.unanswered:
        yield Complaint(session.id, index, None, f"{shown} returns nothing at the clock")
    if outcome.beyond_clock:
        yield Complaint(session.id, index, None, f"{shown} asks for what lies after the clock")


def _record(tool: str, arguments: Mapping[str, Any], outcome: ToolOutcome) -> CallRecord:
    return CallRecord.model_validate(
        {"id": f"call-{tool}", "tool": tool, "arguments": dict(arguments), **outcome.model_dump()}
    )
