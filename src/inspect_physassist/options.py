"""The tasks' parameters, checked: a bad value is refused at once, naming what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast, get_args

import click

from inspect_physassist.session.model import Language, Level, Phrasing, Scenario, Tier
from inspect_physassist.tools.ehr import ObservationFormat

Word = TypeVar("Word", bound=str)

LANGUAGES: tuple[str, ...] = (*get_args(Language), "both")
PHRASINGS: tuple[Phrasing, ...] = get_args(Phrasing)
SCENARIOS: tuple[str, ...] = get_args(Scenario)
TIERS: tuple[str, ...] = get_args(Tier)
LITERACIES: tuple[Level | Literal["as_written"], ...] = ("as_written", *get_args(Level))
PATIENTS: tuple[Literal["scripted"], ...] = ("scripted",)
FORMATS: tuple[ObservationFormat, ...] = get_args(ObservationFormat)


class OptionError(click.ClickException, ValueError):
    """A task parameter that is not allowed. From the command line it is one line, not a traceback."""

    def __str__(self) -> str:
        return self.message


def one_of(name: str, value: Any, allowed: Sequence[Word], note: str = "") -> Word:
    """The value, if it is allowed.

    Raises:
        OptionError: It is not; names the parameter and what is allowed.

    >>> one_of("tier", "L1", TIERS)
    'L1'
    """
    if value not in allowed:
        raise OptionError(f"{name}={value!r} is not allowed; allowed: {', '.join(allowed)}{note}")
    return cast(Word, value)


def some_of(name: str, value: Any, allowed: Sequence[str]) -> tuple[str, ...]:
    """The chosen values: all for None or `all`, else one, a list, or a comma-separated text.

    Raises:
        OptionError: One of them is not allowed.

    >>> some_of("tier", "L1,L3", TIERS), some_of("tier", None, TIERS)
    (('L1', 'L3'), ('L1', 'L2', 'L3'))
    """
    if value is None or value == "all":
        return tuple(allowed)
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not parts:
        raise OptionError(f"{name}={value!r} is not allowed; allowed: all, {', '.join(allowed)}")
    chosen = {
        one_of(name, part.strip() if isinstance(part, str) else part, ("all", *allowed))
        for part in parts
    }
    return tuple(part for part in allowed if part in chosen or "all" in chosen)


def positive(name: str, value: Any) -> int:
    """The value as a whole number from 1 on.

    Raises:
        OptionError: It is not one.

    >>> positive("max_tool_calls", "16")
    16
    """
    text = str(value).strip()
    if isinstance(value, bool) or not text.isdecimal() or int(text) < 1:
        raise OptionError(f"{name}={value!r} is not allowed; allowed: a whole number from 1")
    return int(text)


def patient(value: Any) -> Literal["scripted"]:
    """Who answers the interview tools.

    Raises:
        OptionError: Not an available patient; says which are to come.
    """
    return one_of(
        "patient", value, PATIENTS, " (live and replay are planned and not in this version)"
    )


@dataclass(frozen=True)
class Chosen:
    """The checked parameters of a task."""

    language: str
    phrasing: Phrasing
    scenarios: tuple[str, ...]
    tiers: tuple[str, ...]
    literacy: Level | Literal["as_written"]
    patient: Literal["scripted"]
    observation_format: ObservationFormat
    max_tool_calls: int
    sessions: str | None

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages each session is run in."""
        return (
            ("en", "zh")
            if self.language == "both"
            else ("zh",)
            if self.language == "zh"
            else ("en",)
        )
