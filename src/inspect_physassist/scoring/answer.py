"""An assistant's answer to one turn, read once however many checks look at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Literal, Protocol

from inspect_physassist.scoring.binding import Bindings
from inspect_physassist.scoring.claims import Claims
from inspect_physassist.scoring.polarity import Polarities
from inspect_physassist.scoring.reading import Reading
from inspect_physassist.scoring.statements import Statement, index_by_key, statements
from inspect_physassist.scoring.values import Quantities
from inspect_physassist.session.check import Scalar
from inspect_physassist.terms.vocabulary import Vocabulary, default_vocabulary


class OrdersVerdict(Protocol):
    """What the record holds after the turn; `scoring.orders.TurnOrders` is one."""

    def field(self, order_id: str, field: str) -> tuple[bool, str]:
        """Whether one field of an expected order is right, and why."""
        ...

    def absent(self, tool: str, field: str, values: Sequence[Scalar]) -> tuple[bool, str]:
        """Whether no order of the turn carries one of the values in that field, and why."""
        ...


@dataclass(frozen=True)
class Answer:
    """An assistant's answer to one turn, read once however many checks look at it.

    Attributes:
        text: As written, Markdown and all.
        language: Of the consultation. Both languages are read in either.
        orders: What was ordered in the turn, for `order` and `order_absent`.
        now: The session's clock, for "today" and "yesterday".
        vocabulary: The shipped one if absent.
    """

    text: str
    language: Literal["en", "zh"] = "en"
    orders: OrdersVerdict | None = None
    now: datetime | None = None
    vocabulary: Vocabulary | None = None

    @cached_property
    def terms(self) -> Vocabulary:
        """The vocabulary in use."""
        return self.vocabulary or default_vocabulary()

    @cached_property
    def reading(self) -> Reading:
        """Sentences, clauses, terms and cues."""
        return Reading(self.text, self.terms)

    @cached_property
    def polarities(self) -> Polarities:
        """The reach of negations, hedges and conditions."""
        return Polarities(self.reading)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Every term with its polarity."""
        return tuple(statements(self.reading, self.polarities))

    @cached_property
    def by_key(self) -> Mapping[str, Sequence[Statement]]:
        """Statements by every key they imply."""
        return index_by_key(self.terms, self.statements)

    @cached_property
    def bindings(self) -> Bindings:
        """What statements are about."""
        return Bindings(self.reading, self.statements)

    @cached_property
    def quantities(self) -> Quantities:
        """Numbers with units and what they are of."""
        return Quantities(self.reading)

    @cached_property
    def claims(self) -> Claims:
        """Directions and comparisons."""
        return Claims(self.reading, self.polarities, self.quantities)
