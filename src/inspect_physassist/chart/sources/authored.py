"""Authored charts: from the YAML a clinician writes to versions of FHIR R4 resources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import yaml
from pydantic import ValidationError

from inspect_physassist.chart.record import Chart, ChartError, RecordError, Version
from inspect_physassist.chart.sources.authored_care import care_versions
from inspect_physassist.chart.sources.authored_check import check_authored
from inspect_physassist.chart.sources.authored_context import Context
from inspect_physassist.chart.sources.authored_model import AuthoredChart
from inspect_physassist.chart.sources.authored_orders import order_versions
from inspect_physassist.chart.sources.authored_results import result_versions
from inspect_physassist.terms.vocabulary import Vocabulary, default_vocabulary


def read_authored(path: Path) -> AuthoredChart:
    """The authored chart in a file, its shape checked and nothing more.

    Raises:
        ChartError: Not YAML, or not of the shape of `AuthoredChart`; every fault is named by place.
    """
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ChartError(f"{path.name} is not YAML: {' '.join(str(error).split())}") from error
    except OSError as error:
        raise ChartError(f"{path}: {error.strerror}") from error
    try:
        return AuthoredChart.model_validate(document)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(str(part) for part in fault['loc']) or 'the file'}: {fault['msg']}"
            for fault in error.errors(include_input=False, include_url=False)
        )
        raise ChartError(f"{path.name}: {faults}") from error


def compile_versions(
    chart: AuthoredChart, vocabulary: Vocabulary, name: str = "chart"
) -> tuple[Version, ...]:
    """The versions of every resource of an authored chart.

    Raises:
        ChartError: The chart contradicts itself or names what the vocabulary lacks.
    """
    try:
        zone = ZoneInfo(chart.timezone)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ChartError(f"{name}: timezone: {chart.timezone!r} is no IANA time zone") from error
    faults = check_authored(chart, vocabulary)
    if faults:
        raise ChartError(f"{name}: {'; '.join(faults)}")
    context = Context(chart, zone, vocabulary)
    versions = (*care_versions(context), *result_versions(context), *order_versions(context))
    _refuse_collisions(versions, name)
    return versions


def _refuse_collisions(versions: Iterable[Version], name: str) -> None:
    seen: Counter[tuple[str, str, datetime]] = Counter(
        (version.resource["resourceType"], version.resource["id"], version.known_from)
        for version in versions
    )
    twice = [
        f"{kind}/{one} at {at.isoformat()}" for (kind, one, at), count in seen.items() if count > 1
    ]
    if twice:
        raise ChartError(f"{name}: stated twice: {', '.join(twice)}")


def load_authored(path: Path, vocabulary: Vocabulary | None = None) -> Chart:
    """The chart in an authored YAML file.

    Raises:
        ChartError: The file cannot be read or contradicts itself; names file and place.
    """
    vocabulary = vocabulary or default_vocabulary()
    authored = read_authored(path)
    return Chart(
        authored.id,
        compile_versions(authored, vocabulary, path.name),
        timezone=authored.timezone,
        licence="open",
        source=f"authored:{path.name}",
        vocabulary=vocabulary,
    )


class AuthoredSource:
    """A folder of authored charts, `<subject_id>.yaml` each; a chart is loaded when first asked for."""

    def __init__(self, folder: Path, vocabulary: Vocabulary | None = None) -> None:
        self.folder = folder
        self._vocabulary = vocabulary
        self._paths = {path.stem: path for path in sorted(folder.glob("*.yaml"))}
        self._charts: dict[str, Chart] = {}

    def subject_ids(self) -> Sequence[str]:
        """The patients of the folder, by the names of its files."""
        return tuple(self._paths)

    def chart(self, subject_id: str) -> Chart:
        """One patient's chart.

        Raises:
            RecordError: No such patient in the folder.
            ChartError: The file cannot be read, or is named for another patient.
        """
        if subject_id not in self._charts:
            path = self._paths.get(subject_id)
            if path is None:
                raise RecordError(f"No chart of {subject_id!r} in {self.folder}")
            chart = load_authored(path, self._vocabulary)
            if chart.subject_id != subject_id:
                raise ChartError(
                    f"{path.name}: id: is {chart.subject_id!r}; the file must bear its name"
                )
            self._charts[subject_id] = chart
        return self._charts[subject_id]
