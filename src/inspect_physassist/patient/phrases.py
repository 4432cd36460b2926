"""How the patient speaks around the facts: short frames, by language, anxiety and literacy.

Data, no logic. A frame never carries a fact: it may not say what the patient has, takes or does.
Where several are given, the patient goes through them in turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from inspect_physassist.session.model import InterviewTool, Language, Level


class Frames(NamedTuple):
    """The frames of one language."""

    openers: Mapping[Level, tuple[str, ...]]
    """Before the first answer of the session, by anxiety."""
    closers: Mapping[Level, tuple[str, ...]]
    """After an answer, by anxiety."""
    uncertain: tuple[str, ...]
    """Before an answer about medicines of a patient who is unsure how they are taken."""
    again: tuple[str, ...]
    """Before facts that were given before."""
    unknown: Mapping[Level, tuple[str, ...]]
    """Instead of an answer no fact covers, by literacy."""
    unknown_drug: Mapping[Level, tuple[str, ...]]
    """The same of a medicine."""
    instead: tuple[str, ...]
    """Between not knowing and what the patient tells all the same."""
    rest: tuple[str, ...]
    """After an answer that covers only part of what was asked."""
    elsewhere: Mapping[InterviewTool, str]
    """When what was asked belongs to another of the interview tools."""


_EN = Frames(
    openers=MappingProxyType(
        {
            "low": ("",),
            "medium": ("Well, doctor.",),
            "high": ("I'm glad someone is asking, I've been so worried.",),
        }
    ),
    closers=MappingProxyType(
        {
            "low": ("",),
            "medium": ("",),
            "high": ("Is that something bad, doctor?", "", "Should I be worried?", ""),
        }
    ),
    uncertain=("Let me think.", "I'd have to think about that."),
    again=("Like I said:", "As I told you:"),
    unknown=MappingProxyType(
        {
            "low": ("I don't know about that.", "Couldn't tell you.", "No idea, sorry."),
            "medium": (
                "I don't know, I'm afraid.",
                "I really couldn't say.",
                "I'm not sure about that one.",
            ),
            "high": (
                "I don't know the answer to that, I'm afraid.",
                "I couldn't say with any certainty.",
                "That I honestly don't know.",
            ),
        }
    ),
    unknown_drug=MappingProxyType(
        {
            "low": ("I don't know any by that name.", "That name means nothing to me, sorry."),
            "medium": ("I don't know that one by name.", "I couldn't tell you about that one."),
            "high": (
                "I'm not familiar with that one, so I couldn't tell you.",
                "I can't tell you anything about that one, I'm afraid.",
            ),
        }
    ),
    instead=("What I can tell you:", "All I can say is this:"),
    rest=("The rest of what you asked I can't say.", "As for the other things, I don't know."),
    elsewhere=MappingProxyType(
        {
            "patient.get_symptom_history": "You'd have to ask me about how I've been feeling.",
            "patient.get_medication_adherence": "You'd have to ask me about my medicines, one at a time.",
            "patient.get_social_history": "You'd have to ask me about my life at home.",
            "patient.get_functional_status": "You'd have to ask me how I get around day to day.",
            "patient.get_pain_assessment": "You'd have to ask me about the pain.",
        }
    ),
)

_ZH = Frames(
    openers=MappingProxyType(
        {
            "low": ("",),
            "medium": ("大夫，是这样的。",),
            "high": ("大夫您可来了，我心里一直不踏实。",),
        }
    ),
    closers=MappingProxyType(
        {
            "low": ("",),
            "medium": ("",),
            "high": ("大夫，这要紧吗？", "", "我是不是该担心啊？", ""),
        }
    ),
    uncertain=("我想想啊。", "这个我得想想。"),
    again=("我刚才说过：", "跟您说过的："),
    unknown=MappingProxyType(
        {
            "low": ("这个我不知道。", "说不上来。", "不清楚啊。"),
            "medium": ("这个我不太清楚。", "我真说不好。", "这个我不确定。"),
            "high": ("这个问题我确实不清楚。", "我没法确切地告诉您。", "坦白说，我不知道。"),
        }
    ),
    unknown_drug=MappingProxyType(
        {
            "low": ("这个药名我没听过。", "这药我不知道。"),
            "medium": ("这个名字的药我不清楚。", "这个药我说不上来。"),
            "high": ("这个药我不了解，没法告诉您。", "关于这个药，我说不出什么来。"),
        }
    ),
    instead=("我能告诉您的是：", "我只能这么说："),
    rest=("其他您问的，我说不上来。", "别的那些我不清楚。"),
    elsewhere=MappingProxyType(
        {
            "patient.get_symptom_history": "这个您得问我身体感觉怎么样。",
            "patient.get_medication_adherence": "这个您得一样一样问我吃药的事。",
            "patient.get_social_history": "这个您得问我家里和生活上的事。",
            "patient.get_functional_status": "这个您得问我平时能干些什么。",
            "patient.get_pain_assessment": "这个您得问我疼的情况。",
        }
    ),
)

FRAMES: Mapping[Language, Frames] = MappingProxyType({"en": _EN, "zh": _ZH})
