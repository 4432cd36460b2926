"""The `physassist` command: check sessions, run the probes, show the scores of a log."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from inspect_physassist._version import __version__


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="physassist")
def main() -> None:
    """Work with inspect_physassist; evaluations themselves run with `inspect eval inspect_physassist/physassist`."""


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
def check(paths: tuple[Path, ...]) -> None:
    """Verify sessions against their charts: the shipped ones, or those at PATHS.

    A PATH is a folder with sessions/ and charts/, or one session file below such a folder. Every problem
    is named with its session, turn and item; the exit code is 1 when there is any.
    """
    from inspect_physassist.verify.check import check_paths

    report = check_paths(paths)
    for line in report.problems:
        click.echo(line)
    click.echo(report.summary())
    sys.exit(1 if report.problems else 0)


@main.command()
@click.option("--probe", "names", multiple=True, help="Only this probe; may be repeated.")
@click.option(
    "--language", type=click.Choice(["en", "zh", "both"]), default="both", show_default=True
)
@click.option(
    "--sessions",
    type=click.Path(path_type=Path),
    default=None,
    help="Your own sessions and charts.",
)
@click.option(
    "--log-dir", type=click.Path(path_type=Path), default=None, help="Keep the logs here."
)
def probes(
    names: tuple[str, ...], language: str, sessions: Path | None, log_dir: Path | None
) -> None:
    """Run the models of known behaviour and compare what they score with what they must.

    Exits 1 where found and expected differ.
    """
    from inspect_physassist.probes.run import run_probes

    report = run_probes(names=names, language=language, sessions=sessions, log_dir=log_dir)
    Console(width=max(Console().width, 110)).print(report.table())
    for line in report.differences:
        click.echo(line)
    click.echo(report.summary())
    sys.exit(1 if report.differences else 0)


@main.command()
@click.argument("log", required=False, type=click.Path(path_type=Path))
@click.option("--log-dir", type=click.Path(path_type=Path), default=Path("logs"), show_default=True)
def scores(log: Path | None, log_dir: Path) -> None:
    """Print the score table of a LOG, or of the newest log in the log folder."""
    from inspect_physassist.scoretable import score_tables

    console = Console(width=max(Console().width, 110))
    tables, footer = score_tables(log, log_dir)
    for table in tables:
        console.print(table)
    click.echo(footer)


@main.command()
@click.option(
    "--check",
    "only_check",
    is_flag=True,
    help="Change nothing; exit 1 where the file is out of date.",
)
def schema(only_check: bool) -> None:
    """Write data/schema/session.schema.json from the session model (in a checkout)."""
    import json

    from inspect_physassist.resources import data_dir
    from inspect_physassist.session.load import SCHEMA_NAME, session_schema

    path = data_dir() / "schema" / SCHEMA_NAME
    text = json.dumps(session_schema(), indent=2, ensure_ascii=False) + "\n"
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        click.echo(f"{SCHEMA_NAME} is up to date")
        return
    if only_check:
        raise click.ClickException(f"{path} is out of date; run: physassist schema")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    click.echo(f"wrote {path}")
