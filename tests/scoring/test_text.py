from __future__ import annotations

import pytest

from inspect_physassist.scoring.text import lay_out, normalise

WRITTEN = [
    ("Ｋ　６．１", "K 6.1"),
    ("×10⁹/L", "×10^9/L"),
    ("14\u2009886", "14886"),
    ("20:15，650", "20:15, 650"),
    ("K\u200b 6.1\u00a0mmol", "K 6.1 mmol"),
    ("µmol μmol", "umol umol"),
    ("**bold** and *italic* and `code`", "bold and italic and code"),
    ("10*3/uL", "10*3/uL"),
    ("1.2 -> 1.6 --> 2.1", "1.2 → 1.6 → 2.1"),
    (">= 30 and <= 40", "≥ 30 and ≤ 40"),
    ("a&nbsp;&lt;30", "a <30"),
    (r"\(\text{CrCl} \approx 38\)", "CrCl ≈ 38"),
    ("0.6–1.2", "0.6-1.2"),
    ("[label](https://example.org/x)", "label"),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_writings_are_evened_out(text: str, expected: str) -> None:
    assert normalise(text) == expected


def sentences(text: str) -> list[str]:
    layout = lay_out(text, lambda head: head in ("Creatinine", "12 Mar"))
    return [layout.text[s.start : s.end].strip() for s in layout.sentences]


SPLIT = [
    ("K is 6.1. Stop it.", ["K is 6.1.", "Stop it."]),
    ("K is 6.1. stop it", ["K is 6.1.", "stop it"]),
    ("C. difficile is unlikely.", ["C. difficile is unlikely."]),
    ("E. coli vs. S. aureus, e.g. from a line.", ["E. coli vs. S. aureus, e.g. from a line."]),
    ("Low vitamin K. Next: stop.", ["Low vitamin K.", "Next: stop."]),
    ("血钾6.1。停用。", ["血钾6.1。", "停用。"]),
    ("Is it? No.", ["Is it?", "No."]),
    ("- a\n2. b\n## c", ["a", "b", "c"]),
    ("C. difficile\nE. coli", ["C. difficile", "E. coli"]),
    ("| Test | Creatinine |\n|---|---|\n| x | 2.1 |", ["x | Creatinine: 2.1"]),
    ("| Creatinine | 2.1 |", ["Creatinine | 2.1"]),
    ("```\nK 6.1\n```", ["K 6.1"]),
]


@pytest.mark.parametrize(("text", "expected"), SPLIT)
def test_lines_and_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_questions_and_quotations_are_marked() -> None:
    layout = lay_out("Is it sepsis?\n> asked before\nNo.", lambda head: False)
    assert [(s.asks, s.quotes) for s in layout.sentences] == [
        (True, False),
        (False, True),
        (False, False),
    ]
