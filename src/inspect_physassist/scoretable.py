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
    ("unscored", "unscored_turns"),
)


def newest_log(log_dir: Path) -> str:
    """The newest log of a folder.

    Raises:
        click.ClickException: There is none; says what to run.
    """
    logs = list_eval_logs(str(log_dir)) if log_dir.is_dir() else []
    if not logs:
        raise click.ClickException(
            f"no log in {log_dir}; make one with: inspect eval inspect_physassist/physassist --model ..."
        )
    return logs[0].name


def numbers(log: EvalLog) -> dict[str, float]:
    """Every metric of a log by the name of its row; a row with one `mean` is that mean."""
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
    return f"{value:.0f}" if key.endswith("_turns") else f"{value:.3f}"


def score_table(log: Path | None, log_dir: Path) -> tuple[Table, str]:
    """The table of a log (the newest of the folder if None), and a line on how to open it.

    Raises:
        click.ClickException: No log, or one that is not of this evaluation.
    """
    name = str(log) if log else newest_log(log_dir)
    try:
        read = read_eval_log(name, header_only=True)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{name} cannot be read as an Inspect log: {error}") from error
    found = numbers(read)
    table = Table(
        title=f"{read.eval.task} {read.eval.task_version} | {read.eval.model} | {read.status}",
        title_justify="left",
    )
    table.add_column("judged\nby")
    for title, _ in _MAIN:
        table.add_column(title, justify="right")
    for prefix in ("checks", "judge"):
        if f"{prefix}_mRS" in found:
            table.add_row(prefix, *(shown(key, found.get(f"{prefix}_{key}")) for _, key in _MAIN))
    if not table.row_count:
        raise click.ClickException(f"{name} holds no physassist scores (status {read.status})")
    folder = Path(name.removeprefix("file://")).parent
    return table, f"Every session, call and rubric item: inspect view --log-dir {folder}"
