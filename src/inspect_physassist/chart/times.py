"""FHIR dates and times: partial dates as spans, and the time by which each resource is ordered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, NamedTuple

# Known before anything else in the record: demographics, and whatever carries no date at all.
ALWAYS = datetime(1, 1, 1, tzinfo=UTC)

# The first and last year there are stand for "unknown" and "without end" where they are written at all,
# and a moment within them may not exist in another time zone.
_PLACEHOLDERS = (1, 9999)

_DATE_TIME = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d{2})(?:-(?P<day>\d{2})"
    r"(?:[T ](?P<hour>\d{2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.(?P<fraction>\d{1,9}))?)?"
    r"\s?(?P<offset>Z|[+-]\d{2}:\d{2})?)?)?)?"
)


class Span(NamedTuple):
    """The time a FHIR date or dateTime stands for: from `start` up to, not including, `end`.

    A full time is a span of no length.
    """

    start: datetime
    end: datetime
    has_time: bool


def parse_span(text: str, zone: tzinfo) -> Span | None:
    """Read a FHIR date, dateTime or instant; None when it is none.

    A partial date is the whole local day, month or year; a time without an offset is local. The years
    1 and 9999 are placeholders, no dates.

    >>> from zoneinfo import ZoneInfo
    >>> day = parse_span("2031-03-12", ZoneInfo("America/Chicago"))
    >>> day.start.isoformat(), day.end.isoformat()
    ('2031-03-12T00:00:00-05:00', '2031-03-13T00:00:00-05:00')
    >>> parse_span("2031-02-30", UTC) is None
    True
    >>> parse_span("2181-13-40", UTC) is None, parse_span("9999-12-31T23:59:59-12:00", UTC) is None
    (True, True)
    """
    match = _DATE_TIME.fullmatch(text.strip())
    if match is None:
        return None
    part = match.groupdict()
    year, month, day = int(part["year"]), int(part["month"] or 1), int(part["day"] or 1)
    if year in _PLACEHOLDERS:
        return None
    try:
        if part["hour"] is not None:
            at = datetime(
                year,
                month,
                day,
                int(part["hour"]),
                int(part["minute"]),
                int(part["second"] or 0),
                int((part["fraction"] or "0")[:6].ljust(6, "0")),
                tzinfo=_offset(part["offset"], zone),
            )
            return Span(at, at, True)
        start = datetime(year, month, day, tzinfo=zone)
        if part["day"] is not None:
            after = start.replace(tzinfo=None) + timedelta(days=1)
        elif part["month"] is not None:
            after = datetime(year + month // 12, month % 12 + 1, 1)  # noqa: DTZ001
        else:
            after = datetime(year + 1, 1, 1)  # noqa: DTZ001
    except (ValueError, OverflowError):
        return None
    return Span(start, after.replace(tzinfo=zone), False)


def _offset(text: str | None, zone: tzinfo) -> tzinfo:
    if text is None:
        return zone
    if text == "Z":
        return UTC
    return datetime.fromisoformat(f"2000-01-01T00:00:00{text}").tzinfo or UTC


def span_of(value: Any, zone: tzinfo) -> Span | None:
    """The span of a FHIR date, dateTime, instant or Period; an open Period ends with its start."""
    if isinstance(value, str):
        return parse_span(value, zone)
    if isinstance(value, Mapping):
        start = span_of(value.get("start"), zone)
        end = span_of(value.get("end"), zone)
        if start is None:
            return end
        if end is None or end.end < start.start:
            return start
        return Span(start.start, end.end, start.has_time and end.has_time)
    return None


# Per type, the elements that say when it happened, the first one present counting.
_HAPPENED: Mapping[str, tuple[str, ...]] = {
    "AllergyIntolerance": ("recordedDate", "onsetDateTime"),
    "CarePlan": ("created", "period"),
    "Condition": ("recordedDate", "onsetDateTime", "onsetPeriod"),
    "DiagnosticReport": ("effectiveDateTime", "effectivePeriod", "issued"),
    "DocumentReference": ("date",),
    "Encounter": ("period",),
    "Flag": ("period",),
    "Immunization": ("occurrenceDateTime", "recorded"),
    "MedicationAdministration": ("effectiveDateTime", "effectivePeriod"),
    "MedicationRequest": ("authoredOn",),
    "Observation": ("effectiveDateTime", "effectiveInstant", "effectivePeriod", "issued"),
    "Procedure": ("performedDateTime", "performedPeriod"),
    "ServiceRequest": ("authoredOn", "occurrenceDateTime"),
}
_ANY = ("effectiveDateTime", "date", "recordedDate", "authoredOn", "period", "created", "started")


def happened(resource: Mapping[str, Any], zone: tzinfo) -> Span | None:
    """When what the resource records took place: the time that searches filter and sort by."""
    for element in _HAPPENED.get(resource.get("resourceType", ""), _ANY):
        span = span_of(resource.get(element), zone)
        if span is not None:
            return span
    return None


def fhir_time(at: datetime) -> str:
    """A FHIR dateTime, to the second, with its offset.

    >>> fhir_time(datetime(2031, 3, 12, 6, 10, tzinfo=UTC))
    '2031-03-12T06:10:00+00:00'
    """
    if at.tzinfo is None:
        raise ValueError("a FHIR dateTime needs an aware datetime")
    return at.replace(microsecond=0).isoformat()
