"""`not_recorded`: saying that the record does not hold what was asked for."""

from __future__ import annotations

import pytest

from .checking import judge

CHECK = {"not_recorded": {"of": "ammonia"}}


@pytest.mark.parametrize(
    "text",
    [
        "There is no ammonia result on record.",
        "Ammonia has not been measured this admission.",
        "I could not find any ammonia value in the chart.",
        "The record holds no ammonia level.",
        "Ammonia: none recorded.",
        "Ammonia was never checked.",
        "Ammonia wasn't drawn.",
        "No results for ammonia; the latest lactate is 1.6 mmol/L.",
        "The search for ammonia returned nothing.",
        "I don't see an ammonia anywhere in the chart.",
        "病历中没有血氨结果。",
        "血氨未查。",
        "血氨没有查过。",
        "没有血氨",
        "血氨无记录，最近一次乳酸1.6 mmol/L。",
        "系统里查不到血氨。",
    ],
)
def test_said_to_be_absent(text: str) -> None:
    assert judge(CHECK, text).met


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ammonia is 58 umol/L.",
        "Ammonia is normal.",
        "Ammonia is not elevated.",
        "Check ammonia.",
        "Do not order an ammonia level.",
        "No need for ammonia.",
        "No rise in ammonia.",
        "Ammonia is not the cause.",
        "Lactate not measured. Ammonia 44 umol/L.",
        "No ammonia result from today; yesterday's ammonia was 60 umol/L.",
        "No lactate on record.",
        "血氨58 umol/L。",
        "血氨没有升高",
        "不需要查血氨",
        "病历中没有乳酸结果。",
    ],
)
def test_not_said_to_be_absent(text: str) -> None:
    assert not judge(CHECK, text).met
