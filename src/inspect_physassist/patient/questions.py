"""What a question to the patient reaches: topics by name, by keyword, or nothing in particular."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from inspect_physassist.session.model import Fact, InterviewTool
from inspect_physassist.terms.model import Concept, Drug
from inspect_physassist.terms.vocabulary import Vocabulary, fold

Reach = Literal["named", "broad"]

ADHERENCE: InterviewTool = "patient.get_medication_adherence"

_GENERAL_SYMPTOM = re.compile(
    r"""
      \bhow\ (?:are|were|have|do|did)\ you\b | \bhow(?:'s|\ is|\ are)\ (?:it|things|everything)\b
    | \bsymptoms?\b | \bwhat\ (?:brought|brings)\b | \bwhat\ happened\b
    | \bwhat(?:'s|\ is)\ (?:wrong|going\ on|bothering)\b | \bwhat(?:'s|\ is|\ seems\ to\ be)\ the\ (?:problem|matter|trouble)\b
    | \b(?:any|what|other|main|chief)\ (?:other\ )?(?:problems?|complaints?|concerns?)\b
    | \banything\ (?:else|more|new|bothering)\b | \bwhy\ (?:are\ you\ here|did\ you\ come|were\ you\ admitted)\b
    | \btell\ me\ (?:more|what|how\ you|about\ (?:it|that|this|yourself|how)\b) | \bcome\ (?:in|to\ the\ hospital)\b
    | \b(?:when|how\ long)\b.*\b(?:it|this|that|these|they)\b
    | 不舒服 | 难受吗 | 哪里难受 | 怎么了 | 怎么样 | 感觉如何 | 感觉怎 | 症状 | 主诉 | 什么情况 | 还有(?:什么|别的|其他|没有)
    | 其他不适 | 为什么(?:来|住院) | 怎么(?:来|住院) | 因为什么 | 什么原因 | (?:讲|说|谈|描述)(?:一)?[讲说谈下]
    | 多久了 | 多长时间 | 什么时候开始
    """,
    re.VERBOSE,
)
_MEDICINES = r"(?:medications?|medicines?|meds|pills?|tablets?|drugs?|prescriptions?)"
_WHICH = r"(?:the|my|your|her|his|their|all|any|every|each|of|home|current|regular|daily|usual|prescribed|other|these|those)"
_GENERAL_MEDICINE = re.compile(
    rf"""
      ^\W*(?:{_WHICH}\W+)*{_MEDICINES}\W*$ | ^\W*(?:all|any|every(?:thing)?|overall|general|in\ general)\W*$
    | \b{_WHICH}\ {_MEDICINES}\b | \bwhat\ (?:other\ )?{_MEDICINES}\b | \bas\ (?:prescribed|directed)\b
    | \b{_MEDICINES}\ (?:list|history|regimen|adherence|reconciliation)\b
    | 所有 | 全部 | 哪些药 | 什么药 | 各种药 | 平时(?:吃|用|服) | 用药 | 吃药 | 服药 | 药物 | 按时 | 按医嘱 | ^\W*药\W*$
    """,
    re.VERBOSE,
)


def is_general(tool: InterviewTool, question: str | None) -> bool:
    """Whether the question asks for anything at all, not for something by name.

    >>> is_general("patient.get_symptom_history", "What brought you in today?")
    True
    >>> is_general("patient.get_symptom_history", "What did your grandmother die of?")
    False
    >>> is_general("patient.get_medication_adherence", "所有药")
    True
    """
    if question is None or is_wordless(question):
        return True
    pattern = _GENERAL_MEDICINE if tool == ADHERENCE else _GENERAL_SYMPTOM
    return pattern.search(fold(question)) is not None


def is_wordless(question: str) -> bool:
    """Whether the question is blank or only punctuation: it invites, and requests nothing.

    >>> is_wordless(" ?"), is_wordless("all")
    (True, False)
    """
    return not any(char.isalnum() for char in question)


@lru_cache(maxsize=4096)
def _keyword_pattern(keyword: str) -> re.Pattern[str]:
    escaped = re.escape(fold(keyword))
    return re.compile(
        rf"(?<![a-z0-9]){escaped}(?:'?s|es)?(?![a-z0-9])" if keyword.isascii() else escaped
    )


def has_keyword(fact: Fact, question: str) -> bool:
    """Whether the question holds one of the fact's own keywords as a whole word, in either language."""
    folded = fold(question)
    return any(
        _keyword_pattern(word).search(folded) for word in (*fact.keywords.en, *fact.keywords.zh)
    )


def asked_keys(question: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Every vocabulary key that the question names."""
    keys = {key for mention in vocabulary.mentions(question) for key in mention.keys}
    keys.update(vocabulary.resolve(question))
    return frozenset(keys)


def reaches(topic: str, key: str, vocabulary: Vocabulary) -> Reach | None:
    """How naming `key` reaches a fact about `topic`.

    Naming the topic, a kind of it, or a drug's own class is naming it ("blood thinner" names
    warfarin); a wider class or a broader finding ("pain" for chest pain) reaches it broadly.
    """
    if topic in vocabulary.implies(key):
        return "named"
    term = vocabulary.get(topic)
    if isinstance(term, Drug) and key in term.classes:
        return "named"
    return "broad" if key in vocabulary.implies(topic) else None


def reach(fact: Fact, question: str, keys: frozenset[str], vocabulary: Vocabulary) -> Reach | None:
    """How the question reaches the fact; None if it does not."""
    if has_keyword(fact, question):
        return "named"
    found = {key_reaches(fact, key, vocabulary) for key in keys}
    if "named" in found:
        return "named"
    return "broad" if "broad" in found else None


def key_reaches(fact: Fact, key: str, vocabulary: Vocabulary) -> Reach | None:
    """How naming `key` reaches the fact, by any of its topics.

    A fact about drugs of a class is not reached by another drug of it, although its topics hold the
    class: what the patient says of apixaban would pass for an answer about warfarin.
    """
    topics: Iterable[str] = fact.topics
    named = isinstance(vocabulary.get(key), Drug)
    if named and any(isinstance(vocabulary.get(topic), Drug) for topic in topics):
        topics = [topic for topic in topics if not _is_class(topic, vocabulary)]
    found = {reaches(topic, key, vocabulary) for topic in topics}
    if "named" in found:
        return "named"
    return "broad" if "broad" in found else None


def _is_class(topic: str, vocabulary: Vocabulary) -> bool:
    term = vocabulary.get(topic)
    return isinstance(term, Concept) and term.kind == "drug_class"


def is_askable(tool: InterviewTool, key: str, vocabulary: Vocabulary) -> bool:
    """Whether the tool asks about things of this kind: medicines, or complaints and illnesses."""
    term = vocabulary.get(key)
    if isinstance(term, Drug):
        return tool == ADHERENCE
    if not isinstance(term, Concept):
        return False
    return term.kind == ("drug_class" if tool == ADHERENCE else "finding")
