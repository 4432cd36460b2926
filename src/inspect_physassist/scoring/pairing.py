"""The best one-to-one pairing of what was expected with what was done."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


def best_pairing(
    rows: int, columns: int, worth: Callable[[int, int], int | None]
) -> tuple[int | None, ...]:
    """For each row the column it is paired with, or None, so that the total worth is greatest.

    Exact, by dynamic programming over the columns still free: a turn expects a handful of calls and
    makes at most some twenty.

    Args:
        rows: How many are expected.
        columns: How many were done.
        worth: Of a row and a column; None where the two cannot be paired. The earlier column wins a
            tie.

    >>> table = [[1, 5], [None, 4]]
    >>> best_pairing(2, 2, lambda row, column: table[row][column])
    (0, 1)
    >>> best_pairing(1, 2, lambda row, column: 3), best_pairing(1, 0, lambda row, column: 3)
    ((0,), (None,))
    """

    @cache
    def best(row: int, free: frozenset[int]) -> tuple[int, tuple[int | None, ...]]:
        if row == rows:
            return 0, ()
        total, rest = best(row + 1, free)
        choice: tuple[int, tuple[int | None, ...]] = (total, (None, *rest))
        for column in sorted(free):
            value = worth(row, column)
            if value is not None:
                total, rest = best(row + 1, free - {column})
                if total + value > choice[0]:
                    choice = (total + value, (column, *rest))
        return choice

    return best(0, frozenset(range(columns)))[1]
