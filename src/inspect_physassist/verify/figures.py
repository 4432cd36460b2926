"""The numbers and dates that a text holds, for comparing texts with each other and with the record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from inspect_physassist.scoring.dates import find_dates
from inspect_physassist.terms.vocabulary import Vocabulary, fold

_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|(?<!\d)(?<!\d\.)\d+(?:\.\d+)?")
_OFFSET = re.compile(r"(?:utc|gmt)?[+-]\d{2}:\d{2}")
_REFERENCE = re.compile(r"\[?\b[A-Z][A-Za-z]+/[A-Za-z0-9.\-]+\]?")


NO_YEAR = 1904
"""Stands for the year of a date written without one; a leap year."""


@dataclass(frozen=True)
class Figure:
    """A number in a text."""

    value: float
    decimals: int
    start: int
    end: int

    @property
    def plain(self) -> str:
        """The number without trailing zeros: `2.50` and `2.5` are the same figure."""
        return f"{self.value:g}"


def days_in(text: str, default_year: int = NO_YEAR) -> list[date]:
    """The calendar days in a text, in text order; `default_year` where none is written.

    >>> days_in("On 12 March 2031; 3月13日"), days_in("5 May and 31 February")
    ([datetime.date(2031, 3, 12), datetime.date(1904, 3, 13)], [datetime.date(1904, 5, 5)])
    """
    found: list[date] = []
    for written in find_dates(fold(text)):
        if written.month and written.day:
            try:
                found.append(date(written.year or default_year, written.month, written.day))
            except ValueError:
                continue
    return found


def same_day(one: date, other: date) -> bool:
    """Whether two days of `days_in` are the same; the year counts where both write one.

    >>> same_day(date(2031, 3, 12), date(NO_YEAR, 3, 12)), same_day(date(2031, 3, 12), date(2030, 3, 12))
    (True, False)
    """
    years = {one.year, other.year} - {NO_YEAR}
    return (one.month, one.day) == (other.month, other.day) and len(years) <= 1


def day_shown(day: date) -> str:
    """A day of `days_in` as it was written: with its year, if it had one.

    >>> day_shown(date(2031, 3, 12)), day_shown(date(NO_YEAR, 3, 12))
    ('12 March 2031', '12 March')
    """
    return f"{day:%d %B}" if day.year == NO_YEAR else f"{day:%d %B %Y}"


def figures_in(text: str, vocabulary: Vocabulary) -> list[Figure]:
    """The numbers of a text that state a quantity: not those of dates, times, resource ids or names (`CURB-65`).

    >>> from inspect_physassist.terms.vocabulary import default_vocabulary
    >>> [figure.plain for figure in figures_in("HbA1c 8.20% on 3 May 2031 at 06:10, WBC 14,886/uL", default_vocabulary())]
    ['8.2', '14886']
    """
    masked = fold(text)
    for match in _REFERENCE.finditer(text):
        masked = _blank(masked, *match.span())
    for written in find_dates(masked):
        masked = _blank(masked, written.start, written.end)
    for match in list(_OFFSET.finditer(masked)):
        masked = _blank(masked, *match.span())
    for mention in vocabulary.mentions(text):
        if any(char.isdigit() for char in mention.text):
            masked = _blank(masked, mention.start, mention.end)
    figures = []
    for match in _NUMBER.finditer(masked):
        digits = match.group().replace(",", "")
        decimals = len(digits.partition(".")[2])
        figures.append(Figure(float(digits), decimals, *match.span()))
    return figures


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
