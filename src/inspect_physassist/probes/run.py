"""Runs the probes and sets what they scored against what they must."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from inspect_ai import eval
from inspect_ai.log import EvalLog, EvalSample
from rich.table import Table

from inspect_physassist import options
from inspect_physassist.benchmark import Benchmark, benchmark_at
from inspect_physassist.probes.behaviour import BEHAVIOURS
from inspect_physassist.probes.expect import EXPECTATIONS, Expectation
from inspect_physassist.scoretable import numbers
from inspect_physassist.session.model import Session
from inspect_physassist.tasks import physassist

_SHOWN_DIFFERENCES = 40


@dataclass
class ProbeResult:
    """One probe in one language: its score, and where it departs from what it must score."""

    probe: str
    language: str
    expected: str
    found: str
    why: str
    differences: list[str] = field(default_factory=list)


@dataclass
class ProbeReport:
    """All probes."""

    results: list[ProbeResult] = field(default_factory=list)

    @property
    def differences(self) -> list[str]:
        """Every departure, at most some forty shown."""
        lines = [line for result in self.results for line in result.differences]
        more = len(lines) - _SHOWN_DIFFERENCES
        return [*lines[:_SHOWN_DIFFERENCES], f"and {more} more"] if more > 0 else lines

    def table(self) -> Table:
        """Expected beside found, with the reason."""
        table = Table(title="Probes: models of known behaviour", title_justify="left")
        for heading in ("probe", "language", "expected", "found", "verdict", "because"):
            table.add_column(heading)
        for result in self.results:
            mark = "differs" if result.differences else "same"
            table.add_row(
                result.probe, result.language, result.expected, result.found, mark, result.why
            )
        return table

    def summary(self) -> str:
        """The closing line."""
        wrong = sum(bool(result.differences) for result in self.results)
        runs = len(self.results)
        return (
            f"{runs} probe run{'' if runs == 1 else 's'}, {wrong} differ{'s' if wrong == 1 else ''}"
        )


def run_probes(
    *,
    names: Sequence[str] = (),
    language: str = "both",
    sessions: Path | None = None,
    log_dir: Path | None = None,
) -> ProbeReport:
    """Run probes over all sessions.

    Args:
        names: Which probes; all if empty.
        language: `en`, `zh` or `both`.
        sessions: The user's own sessions and charts; the shipped ones if None.
        log_dir: Where logs are kept; nowhere if None.

    Raises:
        OptionError: An unknown probe.
        click.ClickException: An evaluation did not finish.
    """
    chosen = [options.one_of("probe", name, tuple(BEHAVIOURS)) for name in names] or list(
        BEHAVIOURS
    )
    path = None if sessions is None else str(sessions)
    report = ProbeReport()
    with tempfile.TemporaryDirectory() as scratch:
        for probe in chosen:
            for spoken in ("en", "zh") if language == "both" else (language,):
                log = eval(
                    physassist(language=spoken, sessions=path),
                    model=f"physassist/{probe}",
                    log_dir=str(log_dir or scratch),
                    display="none",
                )[0]
                if log.status != "success":
                    raise click.ClickException(
                        f"physassist/{probe} ({spoken}) ended with {log.status}: {log.error}"
                    )
                report.results.append(judge(probe, spoken, log, benchmark_at(path)))
    return report


def judge(probe: str, language: str, log: EvalLog, benchmark: Benchmark) -> ProbeResult:
    """One probe's log against its expectation."""
    expectation = EXPECTATIONS[probe]
    found = numbers(log)
    result = ProbeResult(
        probe,
        language,
        _expected_text(expectation),
        _found_text(found, expectation),
        expectation.why,
    )
    place = f"{probe} ({language})"
    if expectation.mrs is not None and not _equal(found.get("checks_mRS"), expectation.mrs):
        result.differences.append(
            f"{place}: checks_mRS is {found.get('checks_mRS')}, not {expectation.mrs}"
        )
    result.differences += _not_perfect(place, found, expectation.perfect)
    for key, positive in (expectation.counters or {}).items():
        if (found.get(key, math.nan) > 0) != positive:
            result.differences.append(
                f"{place}: {key} is {found.get(key)}, and must be {'above 0' if positive else '0'}"
            )
    sessions = {session.id: session for session in benchmark.sessions}
    for sample in log.samples or []:
        session = sessions[sample.metadata["session_id"]]
        result.differences += _items(place, sample, session, benchmark, expectation)
    return result


def _equal(found: float | None, wanted: float) -> bool:
    return found is not None and math.isclose(found, wanted, abs_tol=1e-9)


_NOT_SHARES = ("_turns", "_sessions", "_stderr")


def _not_perfect(place: str, found: dict[str, float], keys: tuple[str, ...]) -> list[str]:
    """The shares under these names or prefixes that are below 1."""
    return [
        f"{place}: {key} is {value}, not 1"
        for key, value in found.items()
        if key.startswith(keys)
        and not key.endswith(_NOT_SHARES)
        and not math.isnan(value)
        and not _equal(value, 1.0)
    ]


def _items(
    place: str, sample: EvalSample, session: Session, benchmark: Benchmark, expectation: Expectation
) -> list[str]:
    view = benchmark.chart(session).as_of(session.now)
    score = (sample.scores or {})["rubric_checks"]
    differences: list[str] = []
    for index, (turn, detail) in enumerate(
        zip(session.turns, (score.metadata or {})["turns"], strict=True)
    ):
        verdicts = {item["id"]: item for item in detail["items"]}
        for item in turn.rubric:
            wanted = expectation.item(view, turn, item)
            met = verdicts[item.id]["met"]
            if wanted is not None and met != wanted:
                differences.append(
                    f"{place}: session {session.id}, turn {index + 1}, item {item.id} is "
                    f"{'met' if met else 'not met'}, and must {'' if wanted else 'not '}be: {verdicts[item.id]['why']}"
                )
    return differences


def _expected_text(expectation: Expectation) -> str:
    parts = ["by item" if expectation.mrs is None else f"mRS {expectation.mrs:.1f}"]
    parts += [
        f"{key} {'> 0' if positive else '= 0'}"
        for key, positive in (expectation.counters or {}).items()
    ]
    return ", ".join(parts)


def _found_text(found: dict[str, float], expectation: Expectation) -> str:
    parts = [f"mRS {found.get('checks_mRS', math.nan):.3f}"]
    parts += [f"{key} {found.get(key, math.nan):.0f}" for key in expectation.counters or {}]
    return ", ".join(parts)
