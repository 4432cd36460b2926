"""Counts what loading a record changes, leaves out, or finds odd."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from inspect_physassist.chart.record import LoadReport


@dataclass
class Tally:
    """A load report in the making."""

    loaded: Counter[str] = field(default_factory=Counter)
    repaired: Counter[str] = field(default_factory=Counter)
    set_aside: Counter[str] = field(default_factory=Counter)
    noted: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def report(self) -> LoadReport:
        """The report as counted so far."""
        return LoadReport.of(
            self.loaded, self.repaired, self.set_aside, self.noted, tuple(self.problems)
        )
