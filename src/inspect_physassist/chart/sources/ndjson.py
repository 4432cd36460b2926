"""FHIR R4 bulk exports: folders of `*.ndjson` or `*.ndjson.gz`, one resource a line."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from inspect_physassist.chart.fhir import Resource
from inspect_physassist.chart.record import Chart, ChartError, LoadReport, RecordError, Version
from inspect_physassist.chart.snapshot import references
from inspect_physassist.chart.sources.documents import as_document, withhold_stay_length
from inspect_physassist.chart.sources.repair import Repairer, microbiology, valid_id
from inspect_physassist.chart.sources.shape import misshapen
from inspect_physassist.chart.sources.tally import Tally
from inspect_physassist.chart.sources.timeline import UNDATED, Timeline, name_of, reference_in
from inspect_physassist.chart.sources.unfolding import Unfolder, subject_of
from inspect_physassist.terms.vocabulary import Vocabulary

_TYPE = re.compile(r"[A-Z][A-Za-z]+")
_BOM = "\ufeff"
_DEPTH = 64
"""Of objects and lists within one another; what walks a resource does so by recursion."""
_NOTES = ("DocumentReference", "ClinicalImpression")


class NdjsonSource:
    """A folder of a FHIR R4 export.

    The files are read once, when first asked for anything, and kept as text by patient; a patient's
    chart is repaired and compiled when it is first asked for, and kept.
    """

    def __init__(
        self,
        folder: Path,
        *,
        timezone: str = "UTC",
        licence: Literal["open", "credentialed"] = "credentialed",
        vocabulary: Vocabulary | None = None,
    ) -> None:
        """A source; reads nothing yet.

        Args:
            folder: Holds the files, any number of resource types in each.
            timezone: IANA name; what dates without a time or offset are local to.
            licence: `open` only where the records may be sent to any model.
            vocabulary: What names are resolved with; the shipped one when absent.
        """
        self.folder = folder
        self.timezone = timezone
        self.licence: Literal["open", "credentialed"] = licence
        self._vocabulary = vocabulary
        self._lines: dict[str, list[str]] | None = None
        self._shared: dict[str, str] = {}
        self._tally = Tally()
        self._charts: dict[str, Chart] = {}

    def subject_ids(self) -> Sequence[str]:
        """The patients that have a Patient resource."""
        return tuple(sorted(self._patients()))

    @property
    def report(self) -> LoadReport:
        """What reading the files came to, before any patient's record was compiled."""
        self._patients()
        return self._tally.report()

    def chart(self, subject_id: str) -> Chart:
        """One patient's chart, loaded once.

        Raises:
            RecordError: No such patient in the export.
            ChartError: A file of the export cannot be read.
        """
        if subject_id not in self._charts:
            lines = self._patients().get(subject_id)
            if lines is None:
                raise RecordError(f"No patient {subject_id!r} in {self.folder}")
            self._charts[subject_id] = self._compile(subject_id, lines)
        return self._charts[subject_id]

    def _patients(self) -> Mapping[str, list[str]]:
        if self._lines is None:
            self._lines = self._read()
        return self._lines

    def _read(self) -> dict[str, list[str]]:
        paths = sorted([*self.folder.glob("*.ndjson"), *self.folder.glob("*.ndjson.gz")])
        if not paths:
            raise RecordError(f"{self.folder} holds no *.ndjson or *.ndjson.gz")
        by_patient: dict[str, list[str]] = {}
        patients: set[str] = set()
        for path in paths:
            for number, line in _read_lines(path):
                if line.startswith(_BOM):
                    self._tally.repaired["byte order mark dropped"] += 1
                    line = line.removeprefix(_BOM)
                place = f"{path.name}:{number}"
                resource = self._parsed(place, line)
                if resource is None:
                    continue
                subject = valid_id(subject_of(resource))
                if subject is not None:
                    by_patient.setdefault(subject, []).append(line)
                    if resource["resourceType"] == "Patient":
                        patients.add(subject)
                elif resource["resourceType"] in UNDATED:
                    self._shared[name_of(resource)] = line
                else:
                    self._tally.set_aside["no patient named"] += 1
        for subject in by_patient.keys() - patients:
            self._tally.set_aside["no Patient resource"] += len(by_patient.pop(subject))
        return by_patient

    def _parsed(self, place: str, line: str) -> Resource | None:
        """The resource of a line; None, and a named problem, when it is none."""
        try:
            resource: Any = json.loads(line)
        except ValueError:
            self._problem(place, "not JSON")
            return None
        except RecursionError:
            self._problem(place, "nested too deep")
            return None
        if _deeper(resource, _DEPTH):
            self._problem(place, "nested too deep")
            return None
        kind = resource.get("resourceType") if isinstance(resource, dict) else None
        if not isinstance(kind, str) or not _TYPE.fullmatch(kind):
            self._problem(place, "not a FHIR resource")
            return None
        wrong = misshapen(resource)
        if wrong is not None:
            self._problem(
                place,
                f"{kind}.{wrong} is not of its R4 shape",
                "not of R4 shape",
            )
            return None
        if not isinstance(resource.get("id"), str) or not resource["id"]:
            self._problem(place, "resource without an id")
            return None
        sound: Resource = resource
        return sound

    def _problem(self, place: str, what: str, reason: str | None = None) -> None:
        reason = reason or what
        self._tally.set_aside[f"line: {reason}"] += 1
        self._tally.problems.append(f"{place}: {what}")

    def _compile(self, subject_id: str, lines: Sequence[str]) -> Chart:
        tally = Tally()
        zone = ZoneInfo(self.timezone)
        repairer = Repairer(zone, f"urn:inspect-physassist:ndjson:{self.folder.name}", tally)
        resources = self._resources(lines, repairer, tally)
        others, cited = self._referred(resources, repairer)
        resources += others
        _resolve_medications(resources, tally)
        _mark_microbiology(resources, tally)
        for resource in resources:
            if resource["resourceType"] in _NOTES:
                withhold_stay_length(resource, tally)
        timeline = Timeline(resources, zone)
        unfolder = Unfolder(timeline, tally)
        versions: list[Version] = []
        for resource in resources:
            of_one = unfolder.versions(resource)
            versions += of_one
            if of_one:
                tally.loaded[resource["resourceType"]] += 1
        known = {name_of(version.resource) for version in versions}
        tally.noted["reference to what the export does not hold"] += sum(
            count for target, count in cited.items() if target not in known
        )
        return Chart(
            subject_id,
            versions,
            timezone=self.timezone,
            licence=self.licence,
            source=f"ndjson:{self.folder.name}",
            report=tally.report() + LoadReport(problems=tuple(self._tally.problems)),
            vocabulary=self._vocabulary,
        )

    def _resources(self, lines: Sequence[str], repairer: Repairer, tally: Tally) -> list[Resource]:
        """The repaired resources of one patient, the last of each id, Compositions as documents."""
        latest: dict[str, Resource] = {}
        for line in lines:
            resource = repairer.repair(json.loads(line))
            if resource["resourceType"] == "Composition":
                if not {"type", "subject"} <= resource.keys():
                    tally.set_aside["Composition without type or subject"] += 1
                    continue
                tally.repaired["Composition shown as a document"] += 1
                resource = repairer.as_instant(as_document(resource, repairer.zone), "date")
            if name_of(resource) in latest:
                tally.set_aside["older line with the same id"] += 1
            latest[name_of(resource)] = resource
        return list(latest.values())

    def _referred(
        self, resources: Sequence[Resource], repairer: Repairer
    ) -> tuple[list[Resource], Counter[str]]:
        """The people, places and devices a patient's resources refer to, and how often each is."""
        found: dict[str, Resource] = {}
        cited: Counter[str] = Counter()
        todo: list[Resource] = list(resources)
        while todo:
            for target in set(references(todo.pop())):
                cited[target] += 1
                if target in self._shared and target not in found:
                    found[target] = repairer.repair(json.loads(self._shared[target]))
                    todo.append(found[target])
        return list(found.values()), cited


def _deeper(value: Any, limit: int) -> bool:
    """Whether objects and lists are nested past a limit, told without recursion."""
    level = [value]
    for _ in range(limit):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True


def _read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers.

    Raises:
        ChartError: The file cannot be read to its end; names how far it went.
    """
    number = 0
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            for number, raw in enumerate(stream, start=1):
                if raw.strip():
                    yield number, raw.decode("utf-8", errors="replace")
    except (EOFError, zlib.error, OSError) as error:
        raise ChartError(
            f"{path.name} cannot be read past line {number}: {error}; export or copy it again"
        ) from error


def _resolve_medications(resources: Iterable[Resource], tally: Tally) -> None:
    """State the drug where a request or dose only refers to a Medication."""
    held = list(resources)
    codes: dict[str, Any] = {
        name_of(one): one["code"]
        for one in held
        if one["resourceType"] == "Medication" and "code" in one
    }
    for resource in held:
        reference = resource.get("medicationReference")
        if reference is None:
            continue
        inside = {
            f"#{one.get('id')}": one["code"]
            for one in resource.get("contained", ())
            if "code" in one
        }
        code = inside.get(str(reference.get("reference"))) or codes.get(
            reference_in(reference) or ""
        )
        if code is None and reference.get("display"):
            code = {"text": reference["display"]}
        if code is not None:
            tally.repaired["medication reference resolved"] += 1
            del resource["medicationReference"]
            resource["medicationCodeableConcept"] = code


def _mark_microbiology(resources: Iterable[Resource], tally: Tally) -> None:
    """Give the results of microbiology reports the category by which cultures are found."""
    held = list(resources)
    results = {
        target
        for report in held
        if report["resourceType"] == "DiagnosticReport" and _has_category(report, "MB")
        for one in report.get("result", ())
        if (target := reference_in(one)) is not None
    }
    for resource in held:
        if name_of(resource) in results and not _has_category(resource, "MB"):
            tally.repaired["microbiology category added"] += 1
            resource.setdefault("category", []).append(microbiology())


def _has_category(resource: Mapping[str, Any], code: str) -> bool:
    return any(
        one.get("code") == code
        for held in resource.get("category", ())
        for one in held.get("coding", ())
    )
