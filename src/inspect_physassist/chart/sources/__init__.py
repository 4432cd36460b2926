"""Where records come from. Each source gives charts by subject id, loaded once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

from inspect_physassist.chart.record import Chart, RecordError
from inspect_physassist.chart.sources.authored import AuthoredSource
from inspect_physassist.chart.sources.ndjson import NdjsonSource

__all__ = ["AuthoredSource", "NdjsonSource", "RecordSource", "open_source"]


class RecordSource(Protocol):
    """A collection of patients' records."""

    def subject_ids(self) -> Sequence[str]:
        """The patients it holds."""
        ...

    def chart(self, subject_id: str) -> Chart:
        """One patient's chart; RecordError when it holds no such patient."""
        ...


def open_source(
    path: Path,
    *,
    timezone: str = "UTC",
    licence: Literal["open", "credentialed"] = "credentialed",
) -> RecordSource:
    """The source a folder holds.

    Args:
        path: A folder of authored charts (`<subject_id>.yaml`), or of a FHIR R4 bulk export
            (`*.ndjson` or `*.ndjson.gz`, any number of resource types).
        timezone: Of an export: IANA name of what its dates are local to. Authored charts state theirs.
        licence: Of an export: `open` only where its records may be sent to any model. Authored charts
            are open.

    Raises:
        RecordError: The folder does not exist or holds neither; one line that says what is allowed.
    """
    allowed = (
        "give a folder of authored charts (*.yaml) or of a FHIR R4 export (*.ndjson, *.ndjson.gz)"
    )
    if not path.is_dir():
        raise RecordError(f"{path} is not a folder; {allowed}")
    if any(path.glob("*.yaml")):
        return AuthoredSource(path)
    if any(path.glob("*.ndjson")) or any(path.glob("*.ndjson.gz")):
        return NdjsonSource(path, timezone=timezone, licence=licence)
    raise RecordError(f"{path} holds no record; {allowed}")
