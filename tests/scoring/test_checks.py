from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import yaml

from inspect_physassist.resources import data_dir
from inspect_physassist.scoring.checks import Answer, evaluate
from inspect_physassist.scoring.cues import cue_finder
from inspect_physassist.session.check import All, Scalar
from inspect_physassist.terms.model import Concept

from .checking import core_vocabulary, judge

K: dict[str, Any] = {"cites": {"of": "potassium", "value": 6.1, "unit": "mmol/L"}}
HOLD: dict[str, Any] = {"affirms": {"concept": "hold", "about": "lisinopril"}}
SEPSIS: dict[str, Any] = {"affirms": "sepsis"}


class Orders:
    def field(self, order_id: str, field: str) -> tuple[bool, str]:
        return (order_id, field) == ("o", "dose"), f"{field} of {order_id}"

    def absent(self, tool: str, field: str, values: Sequence[Scalar]) -> tuple[bool, str]:
        return "1 g" not in values, f"{field} {values}"


COMPOSED = [
    ({"all": [K, HOLD]}, "Potassium 6.1 mmol/L; hold lisinopril.", True),
    ({"all": [K, HOLD]}, "Potassium 6.1 mmol/L.", False),
    ({"any": [K, HOLD]}, "Hold lisinopril.", True),
    ({"any": [K, HOLD]}, "", False),
    ({"not": SEPSIS}, "No sepsis.", True),
    ({"not": SEPSIS}, "Sepsis.", False),
    ({"not": {"not": SEPSIS}}, "Sepsis.", True),
]


@pytest.mark.parametrize(("check", "text", "expected"), COMPOSED)
def test_checks_compose(check: dict[str, Any], text: str, expected: bool) -> None:
    assert judge(check, text).met is expected


def test_orders_are_asked_of_what_was_placed() -> None:
    assert judge({"order": {"id": "o", "field": "dose"}}, "", orders=Orders()).met
    assert not judge({"order": {"id": "o", "field": "route"}}, "", orders=Orders()).met
    absent = {"tool": "Flag.create", "field": "code", "values": ["1 g"]}
    assert not judge({"order_absent": absent}, "", orders=Orders()).met


def test_without_orders_neither_order_check_is_met() -> None:
    assert not judge({"order": {"id": "o", "field": "dose"}}, "ordered").met
    absent = {"tool": "Flag.create", "field": "code", "values": ["x"]}
    assert not judge({"order_absent": absent}, "").met


@pytest.mark.parametrize(
    "check",
    [
        K,
        HOLD,
        SEPSIS,
        {"denies": "sepsis"},
        {"trend": {"of": "creatinine", "direction": "rising"}},
        {"compares": {"of": "egfr", "relation": "below", "value": 30}},
        {"dated": {"date": "2031-03-12"}},
    ],
)
@pytest.mark.parametrize("text", ["", "   ", "\n\n", "|", "---", "?", "。", "**", "```\n```", "- "])
def test_an_empty_answer_meets_nothing(check: dict[str, Any], text: str) -> None:
    assert not judge(check, text).met


def test_one_answer_is_read_once_for_many_checks() -> None:
    answer = Answer("Potassium 6.1 mmol/L; hold lisinopril.", vocabulary=core_vocabulary())
    check = All.model_validate({"all": [K, HOLD]})
    evaluate(check, answer)
    reading, statements = answer.reading, answer.statements
    evaluate(check, answer)
    assert answer.reading is reading
    assert answer.statements is statements


@pytest.mark.parametrize("family", ["polarity", "syntax", "quantities"])
def test_every_family_of_cues_loads(family: Any) -> None:
    assert cue_finder(family).find("no rising creatinine is below the limit")


@pytest.mark.parametrize("family", ["polarity", "syntax", "quantities"])
def test_no_word_is_both_a_cue_and_none(family: str) -> None:
    path = data_dir() / "language" / f"{family}.yaml"
    kinds = yaml.safe_load(path.read_text(encoding="utf-8"))["cues"]
    words = {kind: {w for ws in lists.values() for w in ws} for kind, lists in kinds.items()}
    none = words.pop("none", set())
    assert not none & set().union(*words.values())
    assert all(isinstance(word, str) for found in words.values() for word in found)


def named() -> list[tuple[str, str]]:
    """Every name of every finding and action, but those that are none without their context."""
    bare = {"given", "给", "恢复", "予"}
    vocabulary = core_vocabulary()
    return [
        (key, name)
        for key in vocabulary
        if isinstance(term := vocabulary[key], Concept) and term.kind in ("finding", "action")
        for name in (*term.names.en, *term.names.zh)
        if name not in bare
    ]


def test_a_name_alone_states_its_concept() -> None:
    vocabulary = core_vocabulary()
    lost = [
        (key, name)
        for key, name in named()
        if key not in Answer(f"{name}.", vocabulary=vocabulary).by_key
        or not judge({"affirms": key}, f"{name}.").met
    ]
    assert lost == []
