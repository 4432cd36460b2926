"""What is wrong with a session, and where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Complaint:
    """One problem: session, turn (0-based; None for the session as a whole), rubric item, and what is wrong."""

    session: str
    turn: int | None
    item: str | None
    message: str

    def __str__(self) -> str:
        """The complaint in one line, turns counted from 1.

        >>> str(Complaint("dw-l1-01", 1, "t2-value", "the record says 2.1, not 2.2"))
        'session dw-l1-01, turn 2, item t2-value: the record says 2.1, not 2.2'
        """
        place = f"session {self.session}"
        if self.turn is not None:
            place += f", turn {self.turn + 1}"
        if self.item is not None:
            place += f", item {self.item}"
        return f"{place}: {self.message}"
