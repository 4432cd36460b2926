import pytest

from inspect_physassist.terms.schedule import (
    DoseQuantity,
    Frequency,
    dose_between,
    parse_dose,
    parse_frequency,
    parse_route,
    same_dose,
    same_frequency,
    same_route,
)


@pytest.mark.parametrize(
    "text",
    [
        "40 mg",
        "40.0 mg",
        "40mg",
        "0.04 g",
        "40 MG",
        "４０ mg",
        "40毫克",
        "40000 mcg",
        "每次40毫克",
        "40 mg (1 tablet)",
        "40 mg tablet",
        "40 mg per dose",
        "40 mg/0.4 mL",
        "40 mg in 100 mL saline",
        "1 tablet (40 mg)",
        "one 40 mg tablet",
        "1 x 40 mg tablet",
        "1片（40mg）",
    ],
)
def test_forty_milligrams_in_every_writing(text: str) -> None:
    assert same_dose(parse_dose(text), parse_dose("40 mg"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,000 units", DoseQuantity(1000, 1000, "[IU]")),
        ("5000 U", DoseQuantity(5000, 5000, "[IU]")),
        ("5 million units", DoseQuantity(5e6, 5e6, "[IU]")),
        ("500万单位", DoseQuantity(5e6, 5e6, "[IU]")),
        ("2 片", DoseQuantity(2, 2, "{tablet}")),
        ("两片", DoseQuantity(2, 2, "{tablet}")),
        ("半片", DoseQuantity(0.5, 0.5, "{tablet}")),
        ("1/2 tablet", DoseQuantity(0.5, 0.5, "{tablet}")),
        ("1 1/2 tablets", DoseQuantity(1.5, 1.5, "{tablet}")),
        ("500毫克", DoseQuantity(500, 500, "mg")),
        ("1-2 tablets", DoseQuantity(1, 2, "{tablet}")),
        ("500 mg to 1 g", DoseQuantity(0.5, 1, "g")),
        ("15 mg/kg", DoseQuantity(15, 15, "mg/kg")),
        ("15 毫克/千克", DoseQuantity(15, 15, "mg/kg")),
        ("0.1 mcg/kg/min", DoseQuantity(0.1, 0.1, "ug/kg/min")),
        ("0.1 mcg/min/kg", DoseQuantity(0.1, 0.1, "ug/kg/min")),
        ("100 mL/h", DoseQuantity(100, 100, "mL/h")),
        ("40 mEq", DoseQuantity(40, 40, "meq")),
        ("2-8 units per scale", DoseQuantity(2, 8, "[IU]")),
        (".5 mg", DoseQuantity(0.5, 0.5, "mg")),
        ("2 puffs", DoseQuantity(2, 2, "{puff}")),
        ("2 tablets (40 mg)", DoseQuantity(2, 2, "{tablet}")),
    ],
)
def test_doses(text: str, expected: DoseQuantity) -> None:
    assert parse_dose(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "40",
        "mg",
        "a lot",
        "40 mgs of hope",
        "8-2 units",
        "1 g-2 mL",
        "40 mg PO daily",
        "1/0 tablet",
        "5 mg 2 tablets x",
    ],
)
def test_what_is_not_a_dose_is_none(text: str) -> None:
    assert parse_dose(text) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("40 mg", "40 mcg"),
        ("1-2 tablets", "2 tablets"),
        ("10 mg", "1 tablet"),
        ("20 mEq", "20 mmol"),
        ("15 mg", "15 mg/kg"),
        ("1 mL", "1 mg"),
    ],
)
def test_different_doses(one: str, other: str) -> None:
    assert not same_dose(parse_dose(one), parse_dose(other))


def test_rates_convert_over_time() -> None:
    assert same_dose(parse_dose("60 mg/h"), parse_dose("1 mg/min"))


def test_bounds_are_inclusive_and_hold_for_a_whole_range() -> None:
    assert dose_between(parse_dose("500 mg"), 0.25, 0.5, "g")
    assert not dose_between(parse_dose("250-750 mg"), 250, 500, "mg")


TWICE = Frequency(per_day=(2.0, 2.0))


@pytest.mark.parametrize(
    "text",
    [
        "BID",
        "b.i.d.",
        "b.i.d",
        "bid.",
        "twice daily",
        "Twice a day",
        "two times a day",
        "2x/day",
        "q12h",
        "Q12H",
        "q 12 h",
        "q12 hours",
        "every 12 hours",
        "every twelve hours",
        "每日两次",
        "每日2次",
        "一日二次",
        "每12小时一次",
        "每 12 小时 一次",
        "每十二小时一次",
        "BID for 7 days",
        "BID x 7 days",
        "每日两次，共7天",
        "每日２次",
        "twice-daily",
        "q12",
        "12-hourly",
        "2 x/day",
        "b.d.",
        "IV q12h",
        "q12h (twice daily)",
        "every 12 hours to complete a 7-day course",
        "q12h, first dose now",
        "q12h for 6 more days",
        "每12h一次",
        "每12小时静脉滴注一次",
        "每12小时一次（q12h）",
        "每日两次，间隔12小时",
        "早晚各1次",
        "每12小时一次，首剂立即给",
    ],
)
def test_twice_daily_in_every_writing(text: str) -> None:
    assert parse_frequency(text) == TWICE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("daily", Frequency(per_day=(1.0, 1.0))),
        ("qd", Frequency(per_day=(1.0, 1.0))),
        ("q24h", Frequency(per_day=(1.0, 1.0))),
        ("Once daily", Frequency(per_day=(1.0, 1.0))),
        ("nightly", Frequency(per_day=(1.0, 1.0), day_times=frozenset({"bedtime"}))),
        ("qhs", Frequency(per_day=(1.0, 1.0), day_times=frozenset({"bedtime"}))),
        ("once daily at bedtime", Frequency(per_day=(1.0, 1.0), day_times=frozenset({"bedtime"}))),
        ("每晚一次", Frequency(per_day=(1.0, 1.0), day_times=frozenset({"bedtime"}))),
        ("睡前", Frequency(per_day=(1.0, 1.0), day_times=frozenset({"bedtime"}))),
        ("every morning", Frequency(per_day=(1.0, 1.0), day_times=frozenset({"morning"}))),
        ("TID with meals", Frequency(per_day=(3.0, 3.0), meals="with")),
        ("每日三次，餐前", Frequency(per_day=(3.0, 3.0), meals="before")),
        ("with meals", Frequency(per_day=(3.0, 3.0), meals="with")),
        ("PRN every 5 minutes", Frequency(per_day=(288.0, 288.0), as_needed=True)),
        (
            "once daily in the morning",
            Frequency(per_day=(1.0, 1.0), day_times=frozenset({"morning"})),
        ),
        (
            "twice daily before breakfast and dinner",
            Frequency(
                per_day=(2.0, 2.0), day_times=frozenset({"morning", "evening"}), meals="before"
            ),
        ),
        ("q6h", Frequency(per_day=(4.0, 4.0))),
        ("every other day", Frequency(per_day=(0.5, 0.5))),
        ("q48h", Frequency(per_day=(0.5, 0.5))),
        ("once weekly", Frequency(per_day=(1 / 7, 1 / 7))),
        ("每周三次", Frequency(per_day=(3 / 7, 3 / 7))),
        ("once", Frequency(kind="once")),
        ("STAT", Frequency(kind="once")),
        ("单次", Frequency(kind="once")),
        ("continuous", Frequency(kind="continuous")),
        ("持续泵入", Frequency(kind="continuous")),
        ("PRN", Frequency(as_needed=True)),
        ("PRN every 6 hours", Frequency(per_day=(4.0, 4.0), as_needed=True)),
        ("every 6 hours as needed for pain", Frequency(per_day=(4.0, 4.0), as_needed=True)),
        ("q4-6h PRN", Frequency(per_day=(4.0, 6.0), as_needed=True)),
        ("必要时每6小时一次", Frequency(per_day=(4.0, 4.0), as_needed=True)),
        ("as needed for shortness of breath", Frequency(as_needed=True)),
        (
            "at bedtime PRN",
            Frequency(per_day=(1.0, 1.0), as_needed=True, day_times=frozenset({"bedtime"})),
        ),
    ],
)
def test_frequencies(text: str, expected: Frequency) -> None:
    assert parse_frequency(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "once daily with evening meal",
        "once daily in the evening with meal",
        "QD with supper",
        "qd w/ supper",
        "daily at dinner time",
        "with the evening meal",
        "every evening with dinner",
        "nightly with dinner",
        "once daily (with evening meal)",
        "once daily with the evening meal for 30 days",
        "take once daily with dinner",
        "每日一次，晚餐时服用",
        "每日一次，随晚餐服用",
        "每日一次随晚餐",
        "每日1次，与晚餐同服",
        "每天一次，晚饭时吃",
        "每晚一次，随晚餐服用",
        "一天一次，跟晚饭一起吃",
        "晚餐时一次",
        "qd（晚餐时）",
        "每日一次，随晚餐，共30天",
    ],
)
def test_once_daily_with_the_evening_meal_in_every_writing(text: str) -> None:
    assert parse_frequency(text) == Frequency(
        per_day=(1.0, 1.0), day_times=frozenset({"evening"}), meals="with"
    )


@pytest.mark.parametrize(
    "text",
    [
        "every 24 hours for 4 doses",
        "q24h x 4 days",
        "q24h, first dose today",
        "once daily, 30 days",
        "once daily for a total of 21 days",
        "once daily starting 2038-05-14",
        "once daily at 18:00",
        "daily at 6 PM",
        "once daily then stop",
        "每24小时一次，共4天",
        "每日一次，疗程21天",
        "每日一次，持续21天",
        "q24h，首剂今日",
        "每日1次，皮下注射",
    ],
)
def test_what_stands_around_a_frequency_is_set_aside(text: str) -> None:
    assert parse_frequency(text) == Frequency(per_day=(1.0, 1.0))


@pytest.mark.parametrize(
    "text",
    [
        "once or twice daily",
        "BID then daily",
        "once daily, then twice daily",
        "每日一次或两次",
        "每日一次，每日两次",
        "q12h (three times daily)",
        "once daily, morning and evening",
        "with the largest meal",
        "once daily before and after dinner",
    ],
)
def test_two_different_frequencies_at_once_are_none(text: str) -> None:
    assert parse_frequency(text) is None


@pytest.mark.parametrize(
    "text", ["", "sometimes", "q0h", "every blue moon", "BIDX", "12", "hello PRN", "twice"]
)
def test_what_is_not_a_frequency_is_none(text: str) -> None:
    assert parse_frequency(text) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("BID", "q12h", True),
        ("TID", "q8h", True),
        ("daily", "nightly", True),
        ("every morning", "nightly", False),
        ("TID", "三餐前", True),
        ("once daily with breakfast", "once daily with dinner", False),
        ("once daily with dinner", "once daily with food", True),
        ("once daily with dinner", "nightly with food", False),
        ("once daily on an empty stomach", "once daily with food", False),
        ("TID before meals", "TID after meals", False),
        ("q6h", "q6h PRN", False),
        ("PRN", "PRN q6h", False),
        ("once", "once daily", False),
        ("q4h PRN", "q4-6h PRN", False),
        ("weekly", "daily", False),
        ("nonsense", "nonsense", False),
    ],
)
def test_same_frequency(one: str, other: str, same: bool) -> None:
    assert same_frequency(parse_frequency(one), parse_frequency(other)) is same


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("IV", "IV"),
        ("i.v.", "IV"),
        ("Intravenous", "IV"),
        ("IV push", "IV"),
        ("IV (central line)", "IV"),
        ("静脉注射", "IV"),
        ("静滴", "IV"),
        ("静脉滴注", "IV"),
        ("PO", "PO"),
        ("by mouth", "PO"),
        ("口服", "PO"),
        ("oral route", "PO"),
        ("SC", "SC"),
        ("SubQ", "SC"),
        ("subcutaneous", "SC"),
        ("皮下注射", "SC"),
        ("inhaled", "INH"),
        ("nebulized", "INH"),
        ("雾化吸入", "INH"),
        ("topical", "TOP"),
        ("IM", "IM"),
        ("sublingual", "SL"),
    ],
)
def test_routes(text: str, code: str) -> None:
    assert parse_route(text) == code


@pytest.mark.parametrize("text", ["", "PO/IV", "oral or IV", "somehow", "ivy"])
def test_what_is_not_one_route_is_none(text: str) -> None:
    assert parse_route(text) is None


def test_unknown_routes_are_not_the_same() -> None:
    assert not same_route("somehow", "somehow")
    assert same_route("IVPB", "静滴")
