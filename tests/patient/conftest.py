"""A small vocabulary and the facts of one imagined patient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspect_physassist.patient.scripted import ScriptedPatient
from inspect_physassist.session.model import Fact, Persona
from inspect_physassist.terms.model import Concept, Drug
from inspect_physassist.terms.vocabulary import Vocabulary

SYMPTOMS = "patient.get_symptom_history"
ADHERENCE = "patient.get_medication_adherence"
SOCIAL = "patient.get_social_history"
FUNCTION = "patient.get_functional_status"
PAIN = "patient.get_pain_assessment"


def _drug(key: str, en: list[str], zh: list[str], *classes: str) -> Drug:
    return Drug.model_validate({"key": key, "names": {"en": en, "zh": zh}, "classes": classes})


def _concept(
    key: str, en: list[str], zh: list[str], kind: str = "finding", *parents: str
) -> Concept:
    return Concept.model_validate(
        {"key": key, "kind": kind, "names": {"en": en, "zh": zh}, "parents": parents}
    )


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return Vocabulary(
        [
            _drug("warfarin", ["Warfarin", "Coumadin"], ["华法林"], "anticoagulant"),
            _drug("apixaban", ["Apixaban", "Eliquis"], ["阿哌沙班"], "anticoagulant"),
            _drug("ibuprofen", ["Ibuprofen", "Advil"], ["布洛芬"], "nsaid"),
            _drug("metformin", ["Metformin", "Glucophage"], ["二甲双胍"], "antidiabetic"),
            _drug("lisinopril", ["Lisinopril"], ["赖诺普利"], "antihypertensive"),
            _drug("amlodipine", ["Amlodipine"], ["氨氯地平"], "antihypertensive"),
            _drug("hydralazine", ["Hydralazine"], ["肼屈嗪"], "antihypertensive"),
            _concept("antithrombotic", ["Antithrombotic"], ["抗栓药"], "drug_class"),
            _concept(
                "anticoagulant",
                ["Anticoagulant", "blood thinner", "blood thinners"],
                ["抗凝药"],
                "drug_class",
                "antithrombotic",
            ),
            _concept("nsaid", ["NSAID", "painkiller", "painkillers"], ["止痛药"], "drug_class"),
            _concept("antidiabetic", ["Antidiabetic", "diabetes pills"], ["降糖药"], "drug_class"),
            _concept(
                "antihypertensive",
                ["Antihypertensive", "blood pressure pills"],
                ["降压药"],
                "drug_class",
            ),
            _concept("pain", ["Pain"], ["疼痛"]),
            _concept("chest_pain", ["Chest pain"], ["胸痛"], "finding", "pain"),
            _concept("dyspnea", ["Dyspnea", "shortness of breath"], ["气短", "呼吸困难"]),
            _concept("fever", ["Fever"], ["发热"]),
            _concept("edema", ["Edema", "swelling"], ["水肿"]),
        ]
    )


def fact(identifier: str, tools: list[str], disclosure: str, en: str, zh: str, **more: Any) -> Fact:
    """A fact whose literacy variants differ by a word, so that a test can tell them apart."""
    says = {level: {"en": en, "zh": zh} for level in ("low", "medium", "high")}
    says["low"] = {"en": f"Well, {en}", "zh": f"嗯，{zh}"}
    return Fact.model_validate(
        {"id": identifier, "tools": tools, "disclosure": disclosure, "says": says, **more}
    )


@pytest.fixture(scope="session")
def facts() -> tuple[Fact, ...]:
    return (
        fact(
            "breath",
            [SYMPTOMS],
            "volunteered",
            "I get winded on the stairs.",
            "上楼就喘。",
            topics=["dyspnea"],
        ),
        fact(
            "ankles",
            [SYMPTOMS],
            "on_request",
            "My ankles are swollen.",
            "脚踝肿了。",
            topics=["edema"],
        ),
        fact(
            "chest",
            [SYMPTOMS, PAIN],
            "on_request",
            "My chest aches at night.",
            "夜里胸口疼。",
            topics=["chest_pain"],
        ),
        fact(
            "advil",
            [ADHERENCE],
            "when_named",
            "I take two Advil every night.",
            "我每晚吃两片布洛芬。",
            topics=["ibuprofen"],
            keywords={"en": ["over the counter"], "zh": ["自己买"]},
        ),
        fact(
            "warfarin",
            [ADHERENCE],
            "on_request",
            "I stopped the warfarin a week ago.",
            "华法林我停了一周了。",
            topics=["warfarin"],
            critical=True,
        ),
        fact(
            "sugar",
            [ADHERENCE],
            "on_request",
            "I take metformin with meals.",
            "二甲双胍随饭吃。",
            topics=["metformin"],
        ),
        fact(
            "lis",
            [ADHERENCE],
            "on_request",
            "I take lisinopril daily.",
            "赖诺普利天天吃。",
            topics=["lisinopril"],
        ),
        fact(
            "amlo",
            [ADHERENCE],
            "on_request",
            "I take amlodipine daily.",
            "氨氯地平天天吃。",
            topics=["amlodipine"],
        ),
        fact("alone", [SOCIAL], "volunteered", "I live alone.", "我一个人住。"),
        fact(
            "drink",
            [SOCIAL],
            "on_request",
            "I drink a beer on Sundays.",
            "周日喝一瓶啤酒。",
            keywords={"en": ["alcohol"], "zh": ["喝酒"]},
        ),
        fact("smoke", [SOCIAL], "on_request", "I quit smoking in 2020.", "2020年戒烟了。"),
        fact("rent", [SOCIAL], "on_request", "I can't always pay for pills.", "药费有时付不起。"),
        fact(
            "secret",
            [SOCIAL],
            "when_named",
            "I sold my car for rent.",
            "为交房租卖了车。",
            keywords={"en": ["car"], "zh": ["汽车"]},
        ),
    )


@pytest.fixture
def patient(facts: tuple[Fact, ...], vocabulary: Vocabulary) -> Callable[..., ScriptedPatient]:
    """Makes a patient; the persona is calm, good and forthcoming unless told otherwise."""

    def make(language: str = "en", literacy: str = "high", **persona: str) -> ScriptedPatient:
        shape = {"literacy": "high", "adherence": "good", "anxiety": "low", "information": "full"}
        return ScriptedPatient(
            facts,
            Persona.model_validate(shape | persona),
            literacy,
            language,
            vocabulary,  # type: ignore[arg-type]
        )

    return make
