"""Fields of the shipped sessions' orders, as pharmacists and models write them."""

from functools import lru_cache

import pytest

from inspect_physassist.benchmark import load_benchmark
from inspect_physassist.scoring.fields import check_field, same_value, says
from inspect_physassist.session.model import FieldSpec, Language
from inspect_physassist.terms.vocabulary import default_vocabulary


@lru_cache(maxsize=1)
def _specs() -> dict[tuple[str, str, str], FieldSpec]:
    return {
        (session.id, order.id, name): spec
        for session in load_benchmark().sessions
        for turn in session.turns
        for order in turn.orders
        for name, spec in order.fields.items()
    }


def _met(session: str, order: str, field: str, value: str) -> bool:
    language: Language = "zh" if any("\u4e00" <= char <= "\u9fff" for char in value) else "en"
    spec = _specs()[session, order, field]
    return check_field(field, spec, value, language, default_vocabulary()).met


RIGHT = {
    ("ms-l1-01", "flag", "code"): [
        "Clozapine-induced agranulocytosis",
        "clozapine_severe_neutropenia",
        "氯氮平所致粒细胞缺乏症",
    ],
    ("ms-l1-01", "flag", "detail"): [
        "Clozapine stopped. Nobody should restart it.",
        "CLOZAPINE: DO NOT RESTART. ANC 0.3 on 2036-05-15 with fever 38.6 C.",
        "Clozapine permanently discontinued for severe neutropenia; do not re-initiate.",
        "氯氮平：严禁再次使用",
        "任何人不得再给予氯氮平",
        "氯氮平引起重度中性粒细胞减少，已停药，禁止重启",
    ],
    ("ms-l2-01", "vala", "dose"): ["1,000 mg", "1 g (1000 mg)", "two 500 mg tablets", "1克"],
    ("ms-l2-01", "vala", "frequency"): ["q12h for 6 more days", "BID", "每12小时一次（q12h）"],
    ("ms-l2-01", "vala", "indication"): ["Shingles, left T6, renally dosed", "带状疱疹（左侧T6）"],
    ("ms-l3-01", "ppi", "route"): ["IV push", "IV over 30 min", "静脉滴注"],
    ("ms-l3-01", "ppi", "indication"): ["UGIB", "acute GI hemorrhage", "黑便，考虑上消化道出血"],
    ("dp-l1-01", "o-amlodipine", "dose"): ["1 tablet (5 mg)", "5mg"],
    ("dp-l1-01", "o-amlodipine", "frequency"): [
        "qAM",
        "once daily in the morning",
        "每日1次，晨服",
    ],
    ("dp-l1-01", "o-amlodipine", "indication"): ["HTN", "blood pressure control", "控制血压"],
    ("dp-l2-01", "o-riva", "frequency"): [
        "q24h",
        "QD with supper",
        "once daily in the evening with meal",
        "每日一次，晚餐时服用",
    ],
    ("dp-l2-01", "o-riva", "indication"): ["NVAF", "stroke prevention in AF", "房颤卒中预防"],
    ("dp-l2-01", "o-cardiology", "service_type"): ["Cardiology clinic", "心脏内科门诊"],
    ("dp-l3-01", "o-enoxaparin", "dose"): ["30 mg/0.3 mL", "30 mg (0.3 mL)", "30毫克皮下注射"],
    ("dp-l3-01", "o-enoxaparin", "indication"): [
        "Extended VTE prophylaxis post hip hemiarthroplasty",
        "prevention of VTE after hip surgery",
        "预防下肢深静脉血栓",
    ],
    ("dp-l3-01", "o-snf", "service_type"): ["SNF", "subacute rehab placement", "转专业护理机构"],
    ("dp-l3-01", "o-flag", "code"): ["nsaid-avoidance", "Ibuprofen/NSAIDs - avoid", "禁用NSAIDs"],
}

WRONG = {
    ("ms-l1-01", "flag", "detail"): [
        "Clozapine on hold, restart when ANC is above 1.0",
        "氯氮平暂停，ANC恢复后可重启",
    ],
    ("ms-l2-01", "vala", "medication"): ["acyclovir", "阿昔洛韦"],
    ("ms-l2-01", "vala", "dose"): ["500 mg", "2 g"],
    ("ms-l2-01", "vala", "frequency"): ["q8h", "每8小时一次", "q24h"],
    ("ms-l3-01", "ppi", "medication"): ["esomeprazole", "奥美拉唑", "famotidine"],
    ("ms-l3-01", "ppi", "dose"): ["80 mg", "8 mg/h"],
    ("ms-l3-01", "ppi", "indication"): ["GERD", "stress ulcer prophylaxis"],
    ("dp-l1-01", "o-amlodipine", "medication"): ["amlodipine/benazepril", "氨氯地平贝那普利片"],
    ("dp-l2-01", "o-riva", "dose"): ["20 mg", "10 mg"],
    ("dp-l2-01", "o-riva", "frequency"): ["BID", "每日两次"],
    ("dp-l3-01", "o-enoxaparin", "medication"): ["heparin", "肝素"],
    ("dp-l3-01", "o-enoxaparin", "frequency"): ["q12h", "BID"],
    ("dp-l3-01", "o-snf", "service_type"): ["home health", "居家护理"],
    ("dp-l3-01", "o-flag", "code"): ["fall risk", "bleeding risk"],
}


def _each(cases: dict[tuple[str, str, str], list[str]]) -> list[tuple[str, str, str, str]]:
    return [(*place, value) for place, values in cases.items() for value in values]


@pytest.mark.parametrize(("session", "order", "field", "value"), _each(RIGHT))
def test_a_usual_writing_is_right(session: str, order: str, field: str, value: str) -> None:
    assert _met(session, order, field, value)


@pytest.mark.parametrize(("session", "order", "field", "value"), _each(WRONG))
def test_another_order_is_wrong(session: str, order: str, field: str, value: str) -> None:
    assert not _met(session, order, field, value)


def test_the_reference_order_is_right_in_both_languages() -> None:
    vocabulary = default_vocabulary()
    languages: tuple[Language, ...] = ("en", "zh")
    for (_, _, name), spec in _specs().items():
        for language in languages:
            verdict = check_field(name, spec, spec.reference(language), language, vocabulary)
            assert verdict.met, verdict.why


def test_a_drug_is_named_even_where_it_is_forbidden() -> None:
    assert says("nobody gives clozapine again", "clozapine", "en", default_vocabulary())
    assert says("不得再给予氯氮平", "clozapine", "zh", default_vocabulary())


def test_a_test_to_rule_something_out_names_its_purpose() -> None:
    vocabulary = default_vocabulary()
    assert says("rule out ketoacidosis", "dka", "en", vocabulary)
    assert says("排除酮症酸中毒", "dka", "zh", vocabulary)
    assert not says("已排除酮症酸中毒", "dka", "zh", vocabulary)


@pytest.mark.parametrize("dose", ["15 mg PO once daily", "15mg口服每日一次", "15 mg, 口服"])
def test_route_and_frequency_behind_a_dose_are_no_part_of_it(dose: str) -> None:
    assert same_value("dose", dose, "15 mg", default_vocabulary())
