from __future__ import annotations

import pytest

from inspect_physassist.scoring.polarity import Polarities
from inspect_physassist.scoring.reach import opens_with_denial
from inspect_physassist.scoring.reading import Reading
from inspect_physassist.scoring.statements import statements

from .checking import core_vocabulary


def polarities(text: str) -> list[tuple[str, str]]:
    reading = Reading(text, core_vocabulary())
    return [(s.keys[0], s.polarity) for s in statements(reading, Polarities(reading))]


SAID = [
    ("AKI is present.", [("aki", "affirmed")]),
    ("No AKI.", [("aki", "denied")]),
    ("AKI is unlikely.", [("aki", "denied")]),
    ("AKI is possible.", [("aki", "open")]),
    (
        "Hyperkalemia has cleared: hyperkalemia resolved.",
        [
            ("hyperkalemia", "past"),
            ("resolved", "affirmed"),
            ("hyperkalemia", "past"),
            ("resolved", "affirmed"),
        ],
    ),
    ("No fever, but cough.", [("fever", "denied"), ("cough", "affirmed")]),
    ("No fever; cough.", [("fever", "denied"), ("cough", "affirmed")]),
    ("No fever, and cough is present.", [("fever", "denied"), ("cough", "affirmed")]),
    ("No fever or cough.", [("fever", "denied"), ("cough", "denied")]),
    ("No fever, cough, or edema.", [("fever", "denied"), ("cough", "denied"), ("edema", "denied")]),
    ("无发热、咳嗽。", [("afebrile", "affirmed"), ("fever", "denied"), ("cough", "denied")]),
    ("无咳嗽，水肿明显。", [("cough", "denied"), ("edema", "affirmed")]),
    ("未见肾积水，考虑脓毒症。", [("hydronephrosis", "denied"), ("sepsis", "affirmed")]),
    ("Fever: none.", [("fever", "denied")]),
    ("Sepsis, which is unlikely, was considered.", [("sepsis", "denied")]),
    ("AKI and sepsis are unlikely.", [("aki", "denied"), ("sepsis", "denied")]),
    ("AKI is present and sepsis is unlikely.", [("aki", "affirmed"), ("sepsis", "denied")]),
    ("It cannot be sepsis.", [("sepsis", "denied")]),
    ("Sepsis cannot be excluded.", [("sepsis", "open")]),
    ("This does not exclude sepsis.", [("sepsis", "open")]),
    ("Not only AKI.", [("aki", "affirmed")]),
    ("不仅有急性肾损伤", [("aki", "affirmed")]),
    ("不除外脓毒症", [("sepsis", "open")]),
    ("脓毒症已排除", [("sepsis", "denied")]),
    ("需排除脓毒症", [("sepsis", "open")]),
    ("至于是否脓毒症", [("sepsis", "open")]),
    ("Metformin in AKI is not recommended.", [("aki", "affirmed")]),
    ("Lisinopril must not be continued in AKI.", [("continue_", "denied"), ("aki", "affirmed")]),
    ("She is not febrile or in shock.", [("fever", "denied"), ("shock", "denied")]),
    ("This is not consistent with sepsis.", [("sepsis", "denied")]),
    ("急性肾损伤时不应继续使用二甲双胍。", [("aki", "affirmed")]),
    ("There are no casts to suggest ATN.", [("acute_tubular_necrosis", "denied")]),
]


@pytest.mark.parametrize(("text", "expected"), SAID)
def test_a_cue_reaches_as_far_as_its_clause(text: str, expected: list[tuple[str, str]]) -> None:
    found = polarities(text)
    assert [pair for pair in found if pair in expected] == expected


ACTIONS = [
    ("Stop metformin.", "affirmed"),
    ("Metformin may be stopped.", "affirmed"),
    ("Do not merely stop metformin.", "affirmed"),
    ("Metformin was stopped.", "reported"),
    ("Metformin has been stopped.", "reported"),
    ("已停用二甲双胍。", "reported"),
    ("There is no reason to stop metformin.", "denied"),
    ("It is unsafe to stop metformin.", "denied"),
    ("If lactate rises, stop metformin.", "open"),
    ("Stop metformin if lactate rises.", "open"),
    ("Stop metformin once dialysis begins.", "open"),
    ("Whether to stop metformin is unclear.", "open"),
    ("一旦乳酸升高，停用二甲双胍。", "open"),
]


@pytest.mark.parametrize(("text", "expected"), ACTIONS)
def test_an_action_is_recommended_reported_denied_or_open(text: str, expected: str) -> None:
    assert ("stop", expected) in polarities(text)


def test_an_item_of_a_list_takes_its_heading() -> None:
    text = "Less likely:\n- sepsis\n- AKI (confirmed)"
    assert polarities(text) == [("sepsis", "denied"), ("aki", "affirmed")]


def test_a_quoted_line_states_nothing() -> None:
    assert polarities("> stop metformin\n\nDone.")[0] == ("stop", "open")


def test_a_name_may_open_with_its_own_denial() -> None:
    assert opens_with_denial("not safe") == 3
    assert opens_with_denial("无好转") == 1
    assert opens_with_denial("safe") == 0
