from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_physassist.scoring.dates import find_dates

DAY = (3, 12, None)
FULL = (3, 12, 2031)

FORMS = [
    ("2031-03-12", [FULL]),
    ("2031/03/12", [FULL]),
    ("2031.3.12", [FULL]),
    ("2031-03-12T06:10", [FULL]),
    ("2031-03-12T06:10:00+08:00", [FULL]),
    ("12 March 2031", [FULL]),
    ("12th of March", [DAY]),
    ("March 12, 2031", [FULL]),
    ("Mar 12th", [DAY]),
    ("12-Mar-2031", [FULL]),
    ("3/12", [DAY]),
    ("3/12/31", [FULL]),
    ("3/12/2031", [FULL]),
    ("3月12日", [DAY]),
    ("3月12号", [DAY]),
    ("2031年3月12日", [FULL]),
    ("2031 年 3 月 12 日", [FULL]),
    ("3月9日至12日", [(3, 9, None), DAY]),
    ("9-12 March", [(3, 9, None), DAY]),
    ("March 9 and 12", [(3, 9, None), DAY]),
    ("from 3/9 to 3/12", [(3, 9, None), DAY]),
    ("May 3", [(5, 3, None)]),
]

NO_DATES = [
    "pain 7/10",
    "CURB-65 score 3/5",
    "BP 92/54",
    "may 3 of these",
    "13/40",
    "2031-13-40",
    "March 2031",
    "creatinine 2.1",
    "1.73 m2",
    "K 6.1",
]


@pytest.mark.parametrize(("text", "expected"), FORMS)
def test_every_usual_form_is_read(text: str, expected: list[tuple[int, int, int | None]]) -> None:
    assert [(d.month, d.day, d.year) for d in find_dates(text)] == expected


@pytest.mark.parametrize("text", NO_DATES)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert find_dates(text) == []


@pytest.mark.parametrize(
    ("text", "clock"),
    [("12 March, 06:10", (6, 10)), ("3月12日 06:10", (6, 10)), ("at 6:10 pm", (18, 10))],
)
def test_the_time_is_read_with_the_date(text: str, clock: tuple[int, int]) -> None:
    (found,) = find_dates(text)
    assert (found.hour, found.minute) == clock


def test_a_date_without_year_is_on_that_day_of_any_year() -> None:
    (found,) = find_dates("12 March")
    assert found.is_on(date(2031, 3, 12))
    assert found.is_on(date(2032, 3, 12))
    assert not found.is_on(date(2031, 3, 11))


def test_two_writings_of_one_day_are_one_moment_unless_the_hour_differs() -> None:
    morning, day, evening = find_dates("3/12 06:10; 12 March; 3月12日 18:00")
    assert morning.same_moment(day)
    assert not morning.same_moment(evening)


@given(
    st.dates(min_value=date(2030, 1, 1), max_value=date(2049, 12, 31)),
    st.sampled_from(
        ["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%b %d, %Y", "%m/%d/%Y", "%Y年%m月%d日", "%Y/%m/%d"]
    ),
)
def test_a_formatted_date_is_read_back(day: date, form: str) -> None:
    (found,) = find_dates(f"On {day.strftime(form)} it was drawn.")
    assert found.is_on(day)
    assert found.year == day.year
