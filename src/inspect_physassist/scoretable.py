"""The score table of a log, as the paper prints it, and where to look next."""

from __future__ import annotations

import math
from pathlib import Path

import click
from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log
from rich.table import Table

_MAIN = (
    ("mRS", "mRS"),
    ("L1", "tier_L1"),
    ("L2", "tier_L2"),
    ("L3", "tier_L3"),
    ("Pass@\nTurn\n0.60", "pass_turn_60"),
    ("Pass@\nSession\n0.60", "pass_session_60"),
    ("Pass@\nTurn\n0.75", "pass_turn_75"),
    ("Pass@\nSession\n0.75", "pass_session_75"),
    ("turns\nscored", "scored_turns"),
    ("turns\nunscored", "unscored_turns"),
)

_CALLS = (
    ("evidence\nrecall", "calls_evidence_recall"),
    ("evidence\nprecision", "calls_evidence_precision"),
    ("calls\nmade", "calls_made"),
    ("calls\ninvalid", "calls_invalid"),
    ("for another\npatient", "calls_other_patient"),
    ("past the\nclock", "calls_beyond_clock"),
    ("orders\ncorrect", "orders_correct"),
    ("orders\nmissing", "orders_missing"),
    ("orders\nunsafe", "orders_unsafe"),
)
_COUNTS = frozenset(
    {
        "calls_made",
        "calls_invalid",
        "calls_other_patient",
        "calls_beyond_clock",
        "orders_missing",
        "orders_unsafe",
    }
)


def newest_log(log_dir: Path) -> str:
    """The newest log of a folder, subfolders left out, that holds physassist scores.

    Raises:
        click.ClickException: There is none; says what to run.
    """
    logs = list_eval_logs(str(log_dir), recursive=False) if log_dir.is_dir() else []
    for info in logs:
        if "checks_mRS" in numbers(read_eval_log(info.name, header_only=True)):
            return info.name
    raise click.ClickException(
        f"no log with physassist scores in {log_dir}; make one with: inspect eval inspect_physassist/physassist "
        "--model ... (an interrupted run goes on with: inspect eval-retry LOG)"
    )


def numbers(log: EvalLog) -> dict[str, float]:
    """Every metric of a log by the name of its row; a row with one `mean` is that mean.

    Where a log was scored again and a name stands twice, the later scoring counts.
    """
    found: dict[str, float] = {}
    for score in log.results.scores if log.results else []:
        for name, metric in score.metrics.items():
            found[score.name if name == "mean" else name] = float(metric.value)
    return found


def shown(key: str, value: float | None) -> str:
    """A number as the table shows it; a dash where it does not apply.

    >>> shown("mRS", 0.91666), shown("mRS", float("nan")), shown("scored_turns", 48.0)
    ('0.917', '-', '48')
    """
    if value is None or math.isnan(value):
        return "-"
    return f"{value:g}" if key.endswith("_turns") or key in _COUNTS else f"{value:.3f}"


def score_tables(log: Path | None, log_dir: Path) -> tuple[list[Table], str]:
    """The tables of a log (the newest of the folder if None), and what to say below them.

    Raises:
        click.ClickException: No log, or one that is not of this evaluation.
    """
    if log is not None and not log.exists():
        raise click.ClickException(f"{log} does not exist")
    name = str(log) if log else newest_log(log_dir)
    try:
        read = read_eval_log(name, header_only=True)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{name} cannot be read as an Inspect log: {error}") from error
    found = numbers(read)
    title = f"{read.eval.task} {read.eval.task_version} | {read.eval.model} | {read.status}"
    table = Table(title=title, title_justify="left")
    table.add_column("judged\nby")
    for heading, _ in _MAIN:
        table.add_column(heading, justify="right")
    for prefix in ("checks", "judge"):
        if f"{prefix}_mRS" in found:
            table.add_row(prefix, *(shown(key, found.get(f"{prefix}_{key}")) for _, key in _MAIN))
    if not table.row_count:
        raise click.ClickException(f"{name} holds no physassist scores (status {read.status})")
    calls = Table()
    for heading, _ in _CALLS:
        calls.add_column(heading, justify="right")
    calls.add_row(*(shown(key, found.get(key)) for _, key in _CALLS))
    return [table, calls], _footer(read, Path(name.removeprefix("file://")).resolve())


def _footer(log: EvalLog, path: Path) -> str:
    lines = []
    if log.results and log.results.completed_samples < log.results.total_samples:
        done, total = log.results.completed_samples, log.results.total_samples
        lines.append(f"{done} of {total} samples completed; the others are in no number above.")
    lines.append(f"Log: {path}")
    lines.append(f"Every session, call and rubric item: inspect view --log-dir {path.parent}")
    return "\n".join(lines)
