"""A set of sessions with the records they are about: the shipped one, or the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from inspect_physassist.chart.record import Chart, RecordError
from inspect_physassist.chart.sources import RecordSource, open_source
from inspect_physassist.resources import data_dir
from inspect_physassist.session.load import LoadedSession, SessionError, load_sessions
from inspect_physassist.session.model import Session


@dataclass(frozen=True)
class Benchmark:
    """Sessions and the source of their charts."""

    loaded: Sequence[LoadedSession]
    records: RecordSource

    @property
    def sessions(self) -> list[Session]:
        """The sessions, in order of file name."""
        return [item.session for item in self.loaded]

    def chart(self, session: Session) -> Chart:
        """The chart a session is about.

        Raises:
            SessionError: The records hold no such patient; names the session.
        """
        try:
            return self.records.chart(session.patient)
        except RecordError as error:
            raise SessionError(f"session {session.id}: {error}") from error


def load_benchmark(
    path: Path | str | None = None, *, loaded: Sequence[LoadedSession] | None = None
) -> Benchmark:
    """The benchmark at a path, or the shipped one.

    Args:
        path: A folder with `sessions/` (YAML) and `charts/` (authored YAML, or a FHIR R4 NDJSON export);
            or one session file, whose charts are the nearest `charts/` folder above it.
        loaded: The sessions, where they have been read already.

    Raises:
        SessionError: No such path, no session in it, a broken session, or no charts; says which.
    """
    root = data_dir() if path is None else Path(path).expanduser()
    found = load_sessions(root) if loaded is None else loaded
    charts = _charts_for(root)
    try:
        return Benchmark(found, open_source(charts))
    except RecordError as error:
        raise SessionError(str(error)) from error


@lru_cache(maxsize=8)
def benchmark_at(path: str | None) -> Benchmark:
    """The benchmark at a path, read once in a process; it is immutable."""
    return load_benchmark(path)


def _charts_for(root: Path) -> Path:
    start = root.resolve()
    for folder in (start, *start.parents) if start.is_dir() else start.parents:
        if (folder / "charts").is_dir():
            return folder / "charts"
    raise SessionError(
        f"{root}: no charts/ folder in it or above it; put authored charts (*.yaml) or a FHIR R4 NDJSON export there"
    )
