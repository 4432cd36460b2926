"""When each resource of an exported record became known, read from the record as a whole.

One resource's date is often another's business: a culture without an issue time was known when its
report was issued, a discharge diagnosis when the stay ended, a request was done when its results came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from inspect_physassist.chart.fhir import Resource
from inspect_physassist.chart.snapshot import encounter_of, normal_reference
from inspect_physassist.chart.sources.documents import is_of_a_whole_stay
from inspect_physassist.chart.times import ALWAYS, Span, happened, span_of

UNDATED = frozenset(
    {
        "Patient",
        "Practitioner",
        "PractitionerRole",
        "Organization",
        "Location",
        "HealthcareService",
        "Endpoint",
        "Device",
        "Medication",
        "RelatedPerson",
        "Substance",
    }
)
"""Types that say who, where and with what; they carry no event."""

# Any of these says that something about the resource was not settled before.
_TIMES = (
    "issued",
    "recorded",
    "recordedDate",
    "authoredOn",
    "created",
    "date",
    "dateTime",
    "effectiveDateTime",
    "effectiveInstant",
    "effectivePeriod",
    "performedDateTime",
    "performedPeriod",
    "occurrenceDateTime",
    "occurrencePeriod",
    "started",
    "timingDateTime",
    "timingPeriod",
    "period",
    "receivedTime",
    "statusDate",
    "startDate",
    "onsetDateTime",
)


@dataclass(frozen=True)
class Stay:
    """An encounter's start and end as moments by which they had certainly happened."""

    start: datetime
    end: datetime | None


def certain(span: Span | None) -> datetime | None:
    """The moment by which a date has certainly come: its end, where it names no time."""
    return None if span is None else (span.start if span.has_time else span.end).astimezone(UTC)


def reference_in(value: Any) -> str | None:
    """The `Type/id` of a Reference."""
    if isinstance(value, Mapping) and isinstance(value.get("reference"), str):
        return normal_reference(value["reference"])
    return None


def references_in(values: Any) -> Iterator[str]:
    """The `Type/id`s of a list of References, or of one."""
    for value in values if isinstance(values, list) else [values]:
        target = reference_in(value)
        if target is not None:
            yield target


def name_of(resource: Mapping[str, Any]) -> str:
    """`Type/id`."""
    return f"{resource['resourceType']}/{resource['id']}"


class Timeline:
    """The times of one patient's record."""

    def __init__(self, resources: Iterable[Resource], zone: tzinfo) -> None:
        self.zone = zone
        self.by_type: dict[str, list[Resource]] = {}
        for resource in resources:
            self.by_type.setdefault(resource["resourceType"], []).append(resource)
        self.stays = self._stays()
        self.reported = self._reported()
        self.known: dict[str, datetime | None] = {}
        self.discharge = self._discharge_diagnoses()
        for kind in ("Observation", "DiagnosticReport"):
            for resource in self.by_type.get(kind, ()):
                self.known[name_of(resource)] = self.known_from(resource)
        self.fulfilled = self._fulfilled()
        self.last_dose = self._last_dose()

    def moment(self, value: Any) -> datetime | None:
        """The moment by which a date, dateTime or the start of a Period had certainly come."""
        if isinstance(value, Mapping):
            value = value.get("start")
        return certain(span_of(value, self.zone))

    def end_of(self, value: Any) -> datetime | None:
        """The moment by which a date, or the end of a Period, had certainly come."""
        if isinstance(value, Mapping):
            value = value.get("end") or value.get("start")
        return certain(span_of(value, self.zone))

    def stay_of(self, resource: Mapping[str, Any]) -> Stay | None:
        """The stay a resource belongs to."""
        return self.stays.get(encounter_of(resource) or "")

    def _stays(self) -> dict[str, Stay]:
        stays: dict[str, Stay] = {}
        for encounter in self.by_type.get("Encounter", ()):
            period = encounter.get("period", {})
            span = span_of(period.get("start"), self.zone)
            if span is None:
                continue
            start = span.start if span.has_time else self._first_of(encounter["id"], span)
            end = certain(span_of(period.get("end"), self.zone))
            if end is None and encounter.get("status") == "finished":
                ended = [
                    self.moment(entry.get("period"))
                    for entry in encounter.get("statusHistory", ())
                    if entry.get("status") == "finished"
                ]
                end = next((moment for moment in ended if moment is not None), None)
                if end is None and encounter.get("class", {}).get("code") in (
                    "AMB",
                    "EMER",
                    "VR",
                    "HH",
                ):
                    midnight = start.astimezone(self.zone).replace(
                        hour=0, minute=0, second=0, microsecond=0
                    )
                    end = midnight + timedelta(days=1)
            stays[encounter["id"]] = Stay(start, end)
        return stays

    def _first_of(self, encounter: str, day: Span) -> datetime:
        """When a stay that is dated by day alone is first heard of that day; else the day's end."""
        times = [
            span.start
            for of_type in self.by_type.values()
            for resource in of_type
            if encounter_of(resource) == encounter
            and resource["resourceType"] != "Encounter"
            and (span := happened(resource, self.zone)) is not None
            and span.has_time
            and day.start <= span.start < day.end
        ]
        return min(times, default=day.end)

    def _reported(self) -> dict[str, datetime]:
        """Results by when a report that holds them was issued."""
        reported: dict[str, datetime] = {}
        for report in self.by_type.get("DiagnosticReport", ()):
            times = [self.end_of(report.get(name)) for name in ("issued", "effectiveDateTime")]
            issued = max((time for time in times if time is not None), default=None)
            if issued is not None:
                for target in references_in(report.get("result", [])):
                    reported[target] = min(issued, reported.get(target, issued))
        return reported

    def known_from(self, resource: Mapping[str, Any]) -> datetime | None:
        """When the resource became known; None when nothing says."""
        kind = resource["resourceType"]
        if kind in UNDATED:
            return ALWAYS
        found = self._own_known(kind, resource)
        if found is not None:
            return found
        stay = self.stay_of(resource)
        return (
            stay.start if stay is not None and kind in ("AllergyIntolerance", "CarePlan") else None
        )

    def _own_known(self, kind: str, resource: Mapping[str, Any]) -> datetime | None:
        stay = self.stay_of(resource)
        if kind == "Encounter":
            return self.stays[resource["id"]].start if resource["id"] in self.stays else None
        if kind == "Observation":
            return self._observation(resource)
        if kind == "DiagnosticReport":
            times = [
                self.end_of(resource.get(name))
                for name in ("issued", "effectiveDateTime", "effectivePeriod")
            ]
            times += [
                self.known.get(target) for target in references_in(resource.get("result", []))
            ]
            return _latest(times)
        if kind == "Condition":
            return self._condition(resource)
        if kind in ("MedicationRequest", "ServiceRequest"):
            return self.moment(resource.get("authoredOn")) or self.moment(
                resource.get("occurrenceDateTime")
            )
        if kind == "MedicationAdministration":
            return self.moment(resource.get("effectiveDateTime")) or self.moment(
                resource.get("effectivePeriod")
            )
        if kind == "DocumentReference":
            times = [
                self.end_of(resource.get("date")),
                self.end_of(resource.get("context", {}).get("period")),
            ]
            if is_of_a_whole_stay(resource) and stay is not None:
                if stay.end is None:
                    return None
                times.append(stay.end)
            return _latest(times)
        if kind in ("AllergyIntolerance", "Immunization"):
            return self._history(resource, stay)
        if kind in (
            "CareTeam",
            "CarePlan",
            "Coverage",
            "DeviceUseStatement",
            "Flag",
            "Goal",
            "EpisodeOfCare",
        ):
            starts = [
                self.moment(resource.get(name))
                for name in ("created", "period", "timingPeriod", "startDate")
            ]
            return _latest(starts)
        if kind == "Procedure":
            return self.moment(resource.get("performedPeriod")) or self.end_of(
                resource.get("performedDateTime")
            )
        if kind == "FamilyMemberHistory":
            return self.end_of(resource.get("date")) or ALWAYS
        times = [self.end_of(resource.get(name)) for name in _TIMES]
        times.append(self.end_of(resource.get("collection", {}).get("collectedDateTime")))
        return _latest(times)

    def _observation(self, resource: Mapping[str, Any]) -> datetime | None:
        times = [
            self.end_of(resource.get(name))
            for name in ("effectiveDateTime", "effectivePeriod", "effectiveInstant")
        ]
        issued = self.end_of(resource.get("issued"))
        # Without a time of issue of its own, a result was known with the report that holds it.
        times.append(issued if issued is not None else self.reported.get(name_of(resource)))
        return _latest(times)

    def _history(self, resource: Mapping[str, Any], stay: Stay | None) -> datetime | None:
        """History is taken at admission: dated by that day alone, it was known from the stay's start."""
        names = ("recordedDate", "recorded", "occurrenceDateTime")
        spans = [
            span for name in names if (span := span_of(resource.get(name), self.zone)) is not None
        ]
        times: list[datetime | None] = [
            stay.start
            if stay is not None and not span.has_time and span.start <= stay.start < span.end
            else certain(span)
            for span in spans
        ]
        return _latest(times)

    def _condition(self, resource: Mapping[str, Any]) -> datetime | None:
        recorded = self.end_of(resource.get("recordedDate"))
        if name_of(resource) in self.discharge:
            return self.discharge[name_of(resource)]
        stay = self.stay_of(resource)
        onset = self.end_of(resource.get("onsetDateTime"))
        return recorded or (stay.start if stay else None) or onset

    def _discharge_diagnoses(self) -> dict[str, datetime | None]:
        """When conditions that stays cite as their diagnoses became known.

        A discharge diagnosis was known when the stay ended, unless the same stay, or an earlier one,
        cites it as an admission diagnosis or comorbidity, or it stood on the problem list before.
        """
        starts: dict[str, list[datetime]] = {}
        ends: dict[str, list[datetime | None]] = {}
        for encounter in self.by_type.get("Encounter", ()):
            stay = self.stays.get(encounter["id"])
            if stay is None:
                continue
            for entry in encounter.get("diagnosis", ()):
                target = reference_in(entry.get("condition"))
                if target is None:
                    continue
                role = {one.get("code") for one in entry.get("use", {}).get("coding", ())}
                if role & {"AD", "CM", "CC", "pre-op"}:
                    starts.setdefault(target, []).append(stay.start)
                else:
                    ends.setdefault(target, []).append(stay.end)
        known: dict[str, datetime | None] = {}
        for condition in self.by_type.get("Condition", ()):
            name = name_of(condition)
            if name not in starts and name not in ends:
                continue
            recorded = self.end_of(condition.get("recordedDate"))
            onset = self.end_of(condition.get("onsetDateTime"))
            categories = {
                one.get("code")
                for held in condition.get("category", ())
                for one in held.get("coding", ())
            }
            # A comorbidity that began before the stay was there to be known from its start.
            times: list[datetime] = [
                start for start in starts.get(name, ()) if onset is not None and onset <= start
            ]
            times += [end for end in ends.get(name, ()) if end is not None]
            if recorded is not None and ("problem-list-item" in categories or name in starts):
                times.append(recorded)
            known[name] = min(times or starts.get(name, []), default=None)
        return known

    def _fulfilled(self) -> dict[str, datetime]:
        """Requests by when the last of what they asked for became known."""
        done: dict[str, datetime] = {}
        for kind in ("Observation", "DiagnosticReport", "ImagingStudy", "Procedure"):
            for resource in self.by_type.get(kind, ()):
                known = self.known.get(name_of(resource)) or self.known_from(resource)
                if known is not None:
                    for target in references_in(resource.get("basedOn", [])):
                        done[target] = max(known, done.get(target, known))
        return done

    def _last_dose(self) -> dict[str, datetime]:
        """Orders by their last administration."""
        last: dict[str, datetime] = {}
        for dose in self.by_type.get("MedicationAdministration", ()):
            target = reference_in(dose.get("request"))
            at = self.end_of(dose.get("effectivePeriod")) or self.end_of(
                dose.get("effectiveDateTime")
            )
            if target is not None and at is not None:
                last[target] = max(at, last.get(target, at))
        return last


def _latest(times: Iterable[datetime | None]) -> datetime | None:
    return max((time for time in times if time is not None), default=None)
