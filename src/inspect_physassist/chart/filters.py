"""Reads a search's arguments: dates, closed lists and counts. What cannot be read is refused, never guessed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from inspect_physassist.chart.names import ALIASES
from inspect_physassist.chart.snapshot import Row
from inspect_physassist.chart.times import parse_span
from inspect_physassist.terms.vocabulary import fold

DEFAULT_COUNT = 20
MAX_COUNT = 200
DATES_ALLOWED = "YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm, with or without an offset"

_SECONDS = re.compile(r"[T ]\d{2}:\d{2}:\d{2}")

# Asked for, the first and last year there are mean "since ever" and "without end". Each is read as a
# year of the same length, then stood for by these.
_EDGES: Mapping[str, tuple[str, datetime, datetime]] = {
    "0001": ("2001", datetime.min.replace(tzinfo=UTC), datetime(2, 1, 1, tzinfo=UTC)),
    "9999": ("2003", datetime(9999, 1, 1, tzinfo=UTC), datetime.max.replace(tzinfo=UTC)),
}


class SearchError(ValueError):
    """An argument that cannot be read; says which, and what is allowed."""

    def __init__(self, argument: str, value: object, allowed: str) -> None:
        super().__init__(f"{argument}: {value!r} cannot be used; allowed: {allowed}")
        self.argument = argument
        self.value = value
        self.allowed = allowed


class Bounds(NamedTuple):
    """A span of time in seconds since the epoch; `low` inclusive, `high` exclusive."""

    low: float
    high: float

    @property
    def open(self) -> bool:
        """Whether everything is within."""
        return self.low == -math.inf and self.high == math.inf

    def hold(self, row: Row) -> bool:
        """Whether what the row records took place, at least in part, within the bounds."""
        return -math.inf < row.start < self.high and (row.start >= self.low or row.end > self.low)


def parse_bound(argument: str, text: str, zone: tzinfo) -> tuple[datetime, datetime]:
    """The first moment of a date, and the first one after it; a time to the minute is that minute.

    >>> from zoneinfo import ZoneInfo
    >>> first, after = parse_bound("date_to", "2031-03", ZoneInfo("America/Chicago"))
    >>> first.isoformat(), after.isoformat()
    ('2031-03-01T00:00:00-06:00', '2031-04-01T00:00:00-05:00')
    >>> parse_bound("date_from", "2181-13-40", ZoneInfo("UTC"))
    Traceback (most recent call last):
    inspect_physassist.chart.filters.SearchError: date_from: '2181-13-40' cannot be used; allowed: YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm, with or without an offset
    """
    written = text.strip() if isinstance(text, str) else ""
    edge = _EDGES.get(written[:4])
    span = parse_span(edge[0] + written[4:] if edge else written, zone)
    if span is None:
        raise SearchError(argument, text, DATES_ALLOWED)
    if edge:
        return edge[1], edge[2]
    if not span.has_time:
        return span.start, span.end
    step = timedelta(seconds=1) if _SECONDS.search(text) else timedelta(minutes=1)
    return span.start, span.start + step


def parse_bounds(date_from: str | None, date_to: str | None, zone: tzinfo) -> Bounds:
    """The bounds two arguments set; both ends are included, a date being the whole local day."""
    low = (
        parse_bound("date_from", date_from, zone)[0].timestamp()
        if date_from is not None
        else -math.inf
    )
    high = parse_bound("date_to", date_to, zone)[1].timestamp() if date_to is not None else math.inf
    if low >= high:
        raise SearchError("date_from", date_from, f"a date not after date_to ({date_to})")
    return Bounds(low, high)


def beyond(now: datetime, zone: tzinfo, *dates: str | None) -> bool:
    """Whether any of the dates begins after the clock: the caller asked for what is not known yet.

    >>> from datetime import UTC
    >>> noon = datetime(2031, 3, 12, 12, tzinfo=UTC)
    >>> beyond(noon, UTC, "2031-03-12"), beyond(noon, UTC, None, "2031-03-13")
    (False, True)
    """
    moment = now.timestamp()
    return any(
        parse_bound("date", date, zone)[0].timestamp() > moment
        for date in dates
        if date is not None
    )


def parse_choices(argument: str, text: str | None, allowed: Sequence[str]) -> frozenset[str] | None:
    """The entries of a closed list that are asked for, several separated by commas as FHIR has it.

    >>> sorted(parse_choices("status", "Active, on hold", ("active", "on-hold", "stopped")))
    ['active', 'on-hold']
    """
    if text is None:
        return None
    chosen = set()
    for part in text.split(",") if isinstance(text, str) else [""]:
        written = re.sub(r"[\s_]+", "-", fold(part.strip().rpartition("|")[2]))
        name = written if written in allowed else ALIASES.get(written, written)
        if name not in allowed:
            raise SearchError(argument, text, ", ".join(allowed))
        chosen.add(name)
    return frozenset(chosen)


def parse_count(count: int | str | None) -> int:
    """How many resources to return."""
    allowed = f"a whole number from 1 to {MAX_COUNT}"
    if count is None:
        return DEFAULT_COUNT
    if isinstance(count, str) and count.strip().isdecimal():
        count = int(count)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_COUNT:
        raise SearchError("_count", count, allowed)
    return count


def parse_name(argument: str, text: str | None) -> str | None:
    """A name or code as given, without the space around it."""
    if text is None:
        return None
    if not isinstance(text, str) or not text.strip():
        raise SearchError(argument, text, "a name or code; leave it out to search all")
    return text.strip()


def within(rows: Iterable[Row], bounds: Bounds, encounter: str | None) -> list[Row]:
    """The rows of an encounter within the bounds."""
    if bounds.open and encounter is None:
        return list(rows)
    return [
        row
        for row in rows
        if (encounter is None or row.encounter == encounter) and (bounds.open or bounds.hold(row))
    ]
