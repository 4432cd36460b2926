from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .checking import judge

CHECKS: list[dict[str, Any]] = [
    {"cites": {"of": "potassium", "value": 6.1, "unit": "mmol/L"}},
    {"cites": {"of": "systolic_bp", "value": 92, "unit": "mm[Hg]"}},
    {"affirms": {"concept": "hold", "about": "metformin"}},
    {"affirms": {"concept": "unsafe", "about": "metformin"}},
    {"denies": {"concept": "sepsis"}},
    {"avoids": {"concept": "start", "about": "potassium"}},
    {"avoids": {"concept": "improving", "about": "sepsis"}},
    {"trend": {"of": "potassium", "direction": "rising"}},
    {"compares": {"of": "potassium", "relation": "above", "than": "baseline"}},
    {"compares": {"of": "potassium", "relation": "above", "value": 5.5, "unit": "mmol/L"}},
    {"dated": {"date": "2031-03-12", "about": "metformin"}},
]

PIECES = st.sampled_from(
    [
        "potassium", "血钾", "metformin", "二甲双胍", "hold", "暂停", "not safe", "no", "not", "不", "无",
        "is", "should be", "应", "if", "若", "cannot exclude", "不能排除", "sepsis", "脓毒症", "rising",
        "上升", "above", "高于", "baseline", "基线", "6.1", "92/54", "BP", "mmol/L", "→", "from", "to",
        "3/12", "3月12日", "12 March", "|", "\n", "\n- ", "\n| ", "---", ",", "，", ";", "。", ". ", "?",
        ":", "(", ")", "**", "`", "but", "但", "and", "及", "、", "or", "或", "1,000", "<", "2.1万", "\u200b",
        "unlikely", "可能性小", "Yes", "No.", "unsafe to", "it", "which", "such as", "on hold", "avoid",
    ]
)  # fmt: skip


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: next(iter(check)))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.lists(PIECES, max_size=14).map(" ".join) | st.text(max_size=60))
def test_any_text_gets_a_verdict_with_a_reason(check: dict[str, Any], text: str) -> None:
    verdict = judge(check, text)
    assert verdict.why
    assert judge(check, text) == verdict
