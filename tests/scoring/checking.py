"""What the tests of checks share: the core vocabulary alone, so that session authors' terms do not interfere."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from inspect_physassist.resources import data_dir
from inspect_physassist.scoring.checks import Answer, Verdict, evaluate
from inspect_physassist.session.check import Check
from inspect_physassist.terms.vocabulary import Vocabulary, load_terms

CORE = ("analytes", "vitals", "drugs", "actions", "findings", "cues", "scores")

_CHECK: TypeAdapter[Check] = TypeAdapter(Check)


@cache
def core_vocabulary() -> Vocabulary:
    folder = data_dir() / "terms"
    return Vocabulary(term for name in CORE for term in load_terms(folder / f"{name}.yaml"))


def judge(check: dict[str, Any], text: str, **answer: Any) -> Verdict:
    """The verdict on a check written as in a session's YAML."""
    parsed = _CHECK.validate_python(check)
    return evaluate(parsed, Answer(text, vocabulary=core_vocabulary(), **answer))
