"""What each probe does: pure functions of where the consultation stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_physassist.consultation import Stage
from inspect_physassist.probes import distort
from inspect_physassist.scoring.calls import full_arguments
from inspect_physassist.session.model import Bilingual, Turn
from inspect_physassist.verify.execution import order_arguments

Call = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Move:
    """What a probe does next: calls, or an answer."""

    calls: Sequence[Call] = ()
    text: str = ""


@dataclass(frozen=True)
class Behaviour:
    """A probe: what it does, in one line, and how it acts.

    `act` takes the stage, how many messages the probe has sent in this turn, and what its calls of this
    turn returned.
    """

    about: str
    act: Callable[[Stage, int, Sequence[str]], Move]


FAR_FUTURE = "2199-12-31"
OTHER_PATIENT = "pt-someone-else-0000"

_BOILERPLATE = Bilingual(
    en=(
        "I have reviewed the chart carefully. The patient's condition should be interpreted in the overall clinical "
        "context. Please continue close monitoring, correlate clinically, follow local guidelines and involve the "
        "team as appropriate."
    ),
    zh="我已仔细查阅病历。应结合整体临床情况进行判断，请继续密切观察，遵循本院规范，必要时与上级医师讨论。",
)

_SAYS_IT_ORDERED = Bilingual(en="I have placed the order: {order}.", zh="已开立医嘱：{order}。")


def _turn(stage: Stage) -> Turn:
    return stage.session.turns[stage.index]


def expected_reads(stage: Stage) -> list[Call]:
    """The turn's required calls, with the patient's id."""
    return [
        (call.tool, full_arguments(call, stage.session))
        for call in _turn(stage).calls
        if call.need == "required"
    ]


def expected_orders(stage: Stage) -> list[Call]:
    """The turn's expected orders as calls."""
    return [(order.tool, order_arguments(order, stage.language)) for order in _turn(stage).orders]


def reference(stage: Stage) -> str:
    """The turn's reference answer."""
    return _turn(stage).reference.in_(stage.language)


def _calls_then(
    calls: Callable[[Stage], list[Call]], answer: Callable[[Stage, Sequence[str]], str]
) -> Any:
    """Make the calls (in one message), then answer."""

    def act(stage: Stage, step: int, results: Sequence[str]) -> Move:
        first = calls(stage)
        if step == 0 and first:
            return Move(calls=first)
        return Move(text=answer(stage, results))

    return act


def _everything(stage: Stage) -> list[Call]:
    return [*expected_reads(stage), *expected_orders(stage)]


def _peek(stage: Stage) -> list[Call]:
    """The expected calls, after the same calls with an end date past the clock where the tool takes one."""
    ahead = [
        (tool, {**arguments, "date_to": FAR_FUTURE})
        for tool, arguments in expected_reads(stage)
        if tool in distort.DATED_TOOLS
    ]
    return [*ahead, *_everything(stage)]


def _trespass(stage: Stage) -> list[Call]:
    """The expected calls, after the same reads of another patient."""
    others = [
        (tool, {**arguments, "subject_id": OTHER_PATIENT})
        for tool, arguments in expected_reads(stage)
        if "subject_id" in arguments
    ]
    return [*others, *_everything(stage)]


def _claims(stage: Stage, results: Sequence[str]) -> str:
    claims = [
        _SAYS_IT_ORDERED.in_(stage.language).format(
            order=", ".join(str(value) for value in arguments.values())
        )
        for _, arguments in expected_orders(stage)
    ]
    return "\n".join([reference(stage), *claims])


BEHAVIOURS: Mapping[str, Behaviour] = {
    "oracle": Behaviour(
        "makes the expected calls and orders, gives the reference answer",
        _calls_then(_everything, lambda stage, results: reference(stage)),
    ),
    "mute": Behaviour("never calls, never answers", lambda stage, step, results: Move()),
    "boilerplate": Behaviour(
        "answers every turn with the same empty phrases",
        lambda stage, step, results: Move(text=_BOILERPLATE.in_(stage.language)),
    ),
    "prose_writer": Behaviour(
        "looks up and answers rightly, but says it ordered and never calls",
        _calls_then(expected_reads, _claims),
    ),
    "stale": Behaviour(
        "cites the oldest value on record in place of the right one",
        _calls_then(_everything, lambda stage, results: distort.oldest_values(stage)),
    ),
    "wrong_unit": Behaviour(
        "cites every right value in a wrong unit",
        _calls_then(_everything, lambda stage, results: distort.wrong_units(stage)),
    ),
    "shotgun": Behaviour(
        "states every possible conclusion at once",
        _calls_then(expected_reads, lambda stage, results: distort.every_conclusion(stage)),
    ),
    "parrot": Behaviour(
        "pastes what the tools returned",
        _calls_then(expected_reads, lambda stage, results: "\n\n".join(results)),
    ),
    "peeker": Behaviour(
        "asks past the clock first, then does as the oracle",
        _calls_then(_peek, lambda stage, results: reference(stage)),
    ),
    "stranger": Behaviour(
        "asks for another patient first, then does as the oracle",
        _calls_then(_trespass, lambda stage, results: reference(stage)),
    ),
}
