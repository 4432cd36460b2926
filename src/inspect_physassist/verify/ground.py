"""What is known by a turn, for holding expectations against it."""

from __future__ import annotations

from datetime import date

from inspect_physassist.terms.model import Drug
from inspect_physassist.terms.vocabulary import Vocabulary
from inspect_physassist.verify.figures import Figure, days_in, figures_in, same_day


class Ground:
    """What is known by a turn: the figures, days and drugs of everything it may rest on."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._figures: list[float] = []
        self._days: set[date] = set()
        self._drugs: set[str] = set()

    def add(self, text: str) -> None:
        """Let what a text holds be known."""
        self._figures += [figure.value for figure in figures_in(text, self._vocabulary)]
        self._days.update(days_in(text))
        self._drugs |= drugs_in(text, self._vocabulary)

    def add_value(self, value: float) -> None:
        """Let a number be known."""
        self._figures.append(value)

    def has_figure(self, figure: Figure) -> bool:
        """Whether a known number, rounded as this one is written, is this one."""
        return any(round(known, figure.decimals) == figure.value for known in self._figures)

    def has_value(self, value: float) -> bool:
        """Whether the number is known as it stands."""
        return any(abs(known - value) < 1e-9 for known in self._figures)

    def has_day(self, day: date) -> bool:
        """Whether the day is known; its year counts where both sides write one."""
        return any(same_day(known, day) for known in self._days)

    def has_drug(self, key: str) -> bool:
        """Whether the drug is known."""
        return key in self._drugs


def drugs_in(text: str, vocabulary: Vocabulary) -> set[str]:
    """The ingredients a text names."""
    return {
        key
        for mention in vocabulary.mentions(text)
        for key in mention.keys
        if isinstance(vocabulary[key], Drug)
    }
