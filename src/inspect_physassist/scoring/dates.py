"""Calendar dates in text, in every usual way of writing them, English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}
_MONTH = "(?P<{0}>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_TIME = r"(?:[T,]? ?(?:at )?(?P<{0}>[01]?\d|2[0-3])(?::|时|点)(?P<{1}>[0-5]\d)?(?::[0-5]\d)?(?:分| ?(?:hrs|h)\b)?)?"
_DAY = r"(?P<{0}>0?[1-9]|[12]\d|3[01])"

_DIGIT_FIRST = re.compile(
    "|".join(
        (
            r"(?P<y1>\d{4})[-/.](?P<m1>0?[1-9]|1[0-2])[-/.]"
            + _DAY.format("d1")
            + r"(?!\d)"
            + _TIME.format("h1", "n1")
            + r"(?:(?<=\d)(?:Z|[+-]\d\d:\d\d))?",
            r"(?:(?P<y2>\d{4}) ?年 ?)?(?P<m2>0?[1-9]|1[0-2]) ?月 ?"
            + _DAY.format("d2")
            + r" ?[日号]?(?!\d)(?: ?[日号])?(?: ?(?:至|到|-|~|、|和|及|与) ?(?:(?P<em2>0?[1-9]|1[0-2]) ?月 ?)?"
            + _DAY.format("e2")
            + r" ?[日号])?(?: ?(?:上午|下午|晨|晚|凌晨|早上))?"
            + _TIME.format("h2", "n2"),
            r"(?:"
            + _DAY.format("s3")
            + r"(?:st|nd|rd|th)? ?(?:-|to|and|&|through) ?)?"
            + _DAY.format("d3")
            + r"(?:st|nd|rd|th)?(?: of|-)? ?"
            + _MONTH.format("m3")
            + r"(?:(?:,? |-)(?P<y3>\d{4})(?!\d))?"
            + _TIME.format("h3", "n3"),
            r"(?P<m5>0?[1-9]|1[0-2])/"
            + _DAY.format("d5")
            + r"(?:/(?P<y5>\d{4}|\d{2}))?(?![\d/%]|\.\d)"
            + _TIME.format("h5", "n5"),
            r"(?P<h6>[01]?\d|2[0-3]):(?P<n6>[0-5]\d)(?!\d)(?: ?(?P<p6>[ap])\.?m\b\.?)?",
        )
    ),
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    _MONTH.format("m4")
    + r"[ -]?"
    + _DAY.format("d4")
    + r"(?:st|nd|rd|th)?(?![\d%]|\.\d)(?: ?(?:-|to|and|&|through) ?"
    + _DAY.format("e4")
    + r"(?:st|nd|rd|th)?(?![\d./]| ?(?:m?g|mmol|meq|k|u|ml|units?|%)\b))?(?:,? (?P<y4>\d{4})(?!\d))?"
    + _TIME.format("h4", "n4"),
    re.IGNORECASE,
)
_MONTH_BEFORE = re.compile("(?<![a-z])" + _MONTH.format("month") + r"[ -]?\Z", re.IGNORECASE)
_DIGIT = re.compile(r"(?<![\d./])(?<!\d:)\d")
_OUT_OF = re.compile(
    r"(?:pain|score|scale|nrs|vas|severity|strength|power|gcs|rated|rates|评分|疼痛|肌力|criteria|points?|标准)"
    r"[^.;,。;]{0,14}$",
    re.IGNORECASE,
)


class FoundDate(NamedTuple):
    """A date or a time of day in a text. A part that is not written is None."""

    start: int
    end: int
    month: int | None
    day: int | None
    year: int | None = None
    hour: int | None = None
    minute: int | None = None

    def is_on(self, day: date) -> bool:
        """Whether it names this day; the year counts only where it is written."""
        return self.month == day.month and self.day == day.day and self.year in (None, day.year)

    def same_moment(self, other: FoundDate) -> bool:
        """Whether both can mean one moment; a part that either leaves out does not count."""
        return all(
            mine is None or theirs is None or mine == theirs
            for mine, theirs in zip(self[2:], other[2:], strict=True)
        ) and (self.day is None) == (other.day is None)


def find_dates(text: str) -> list[FoundDate]:
    """Every date in the text, in order; both ends of `9-12 March`, and times of day standing alone.

    A slash is read as in the United States, month first. `7/10` after "pain" is no date.

    >>> [(d.month, d.day, d.year) for d in find_dates("12 March 2031, 3/9, 2031年3月10日, May 7th")]
    [(3, 12, 2031), (3, 9, None), (3, 10, 2031), (5, 7, None)]
    >>> find_dates("pain 7/10, BP 92/54")
    []
    """
    return list(_dates(text))


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Every date's match. A date holds a digit, so only the places of digits are tried."""
    edge = 0
    for digit in _DIGIT.finditer(text):
        at = digit.start()
        if at < edge:
            continue
        month = _MONTH_BEFORE.search(text, max(edge, at - 11), at)
        found = _MONTH_FIRST.match(text, month.start()) if month else None
        found = found or _DIGIT_FIRST.match(text, at)
        if found:
            edge = found.end()
            yield found


def _dates(text: str) -> Iterator[FoundDate]:
    for found in _matches(text):
        get = found.groupdict()
        start, end = found.span()
        if found.re is _MONTH_FIRST:
            if get["m4"] == "may":
                # "may 3": the verb, unless written as a name.
                continue
            yield _made(start, end, get["m4"], get["d4"], get["y4"], get["h4"], get["n4"])
            if get["e4"]:
                yield _made(start, end, get["m4"], get["e4"], get["y4"], None, None)
        elif get["y1"]:
            yield _made(start, end, get["m1"], get["d1"], get["y1"], get["h1"], get["n1"])
        elif get["m2"]:
            signed = get["e2"] or get["y2"] or re.search("[日号]", found[0])
            if not signed and re.match(r"\s*[个.%]", text[end:]):
                # "3月12个": no day.
                continue
            yield _made(start, end, get["m2"], get["d2"], get["y2"], get["h2"], get["n2"])
            if get["e2"]:
                yield _made(start, end, get["em2"] or get["m2"], get["e2"], get["y2"], None, None)
        elif get["m3"]:
            if get["s3"]:
                yield _made(start, end, get["m3"], get["s3"], get["y3"], None, None)
            yield _made(start, end, get["m3"], get["d3"], get["y3"], get["h3"], get["n3"])
        elif get["m5"]:
            if not get["y5"] and _OUT_OF.search(text, max(0, start - 40), start):
                continue
            year = get["y5"]
            if year and len(year) == 2:
                year = f"20{year}"
            yield _made(start, end, get["m5"], get["d5"], year, get["h5"], get["n5"])
        else:
            hour = int(get["h6"])
            half = (get["p6"] or "").lower()
            if half == "p" and hour < 12:
                hour += 12
            yield FoundDate(start, end, None, None, None, hour, int(get["n6"]))


def _made(
    start: int,
    end: int,
    month: str,
    day: str,
    year: str | None,
    hour: str | None,
    minute: str | None,
) -> FoundDate:
    number = _MONTHS.get(month.lower().rstrip("."))
    return FoundDate(
        start,
        end,
        number if number is not None else int(month),
        int(day),
        int(year) if year else None,
        int(hour) if hour else None,
        int(minute) if minute else None,
    )
