from zoneinfo import ZoneInfo

import pytest

from inspect_physassist.chart.filters import SearchError, beyond, parse_count
from inspect_physassist.chart.search import search_observations

from .conftest import At, ids

LATER = "2031-03-18T08:00"


@pytest.mark.parametrize(
    "text", ["2181-13-40", "2031-02-29", "12/03/2031", "yesterday", "2031-3-1", "", "20310312"]
)
@pytest.mark.parametrize("argument", ["date_from", "date_to"])
def test_a_date_that_is_none_is_refused_by_name(at: At, argument: str, text: str):
    with pytest.raises(SearchError) as refused:
        search_observations(at(LATER), **{argument: text})
    assert refused.value.argument == argument
    assert "YYYY-MM-DD" in refused.value.allowed


@pytest.mark.parametrize(
    ("date_from", "date_to", "found"),
    [
        ("2031-03-12", "2031-03-12", ["lab-20310312T0600-creatinine"]),
        ("2031-03-12T06:00", "2031-03-12T06:00", ["lab-20310312T0600-creatinine"]),
        ("2031-03-12T06:00:01", None, ["lab-20310313T0600-creatinine"]),
        ("2031-03-12T11:00:00Z", "2031-03-12T11:00:00Z", ["lab-20310312T0600-creatinine"]),
        ("2031-03-12T06:00:00-05:00", "2031-03-12 06:00", ["lab-20310312T0600-creatinine"]),
        (None, "2030", ["lab-20301105T1010-creatinine"]),
        ("2030-11", "2030-11", ["lab-20301105T1010-creatinine"]),
    ],
)
def test_both_ends_are_included(at: At, date_from, date_to, found: list[str]):
    result = search_observations(at(LATER), code="2160-0", date_from=date_from, date_to=date_to)
    assert ids(result) == found


def test_a_day_is_the_local_day(at: At):
    # 2031-03-10 08:15 in Chicago is 13:15 in Greenwich; a day in UTC would begin five hours early.
    view = at(LATER)
    assert (
        search_observations(
            view, code="heart rate", date_from="2031-03-10", date_to="2031-03-10"
        ).matched
        == 1
    )
    assert search_observations(view, code="heart rate", date_to="2031-03-09").matched == 0


def test_an_interval_turned_round_is_refused(at: At):
    with pytest.raises(
        SearchError, match="date_from: '2031-03-13' cannot be used; allowed: a date not after"
    ):
        search_observations(at(LATER), date_from="2031-03-13", date_to="2031-03-12")


def test_a_date_after_the_clock_is_noticed(at: At):
    view = at("2031-03-12T08:00")
    zone = ZoneInfo("America/Chicago")
    assert not beyond(view.now, zone, "2031-03-12", None)
    assert not beyond(view.now, zone, "2031-03", "2031")
    assert beyond(view.now, zone, None, "2031-03-12T08:01")
    assert beyond(view.now, zone, "2031-03-13", None)


@pytest.mark.parametrize("count", [0, -1, 201, "ten", "1.5", True, 2.0])
def test_a_count_that_is_none_is_refused(count):
    with pytest.raises(SearchError, match="a whole number from 1 to 200"):
        parse_count(count)


def test_a_count_may_be_text_and_has_a_default():
    assert [parse_count(count) for count in ("7", 7, None)] == [7, 7, 20]


@pytest.mark.parametrize("code", ["", "   "])
def test_an_empty_name_is_refused(at: At, code: str):
    with pytest.raises(SearchError, match="leave it out to search all"):
        search_observations(at(LATER), code=code)
