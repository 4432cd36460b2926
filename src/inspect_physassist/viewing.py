"""What `inspect view` shows of a log unasked: a session a row, a column a turn, red where it was lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from inspect_ai.viewer import (
    SampleScoreView,
    ScoreColorScale,
    TaskSamplesColumn,
    TaskSamplesView,
    ViewerConfig,
)

from inspect_physassist.scoring.calls import CALL_COUNTS, CALL_SHARES
from inspect_physassist.scoring.metrics import TURNS, JudgedBy, session_values
from inspect_physassist.scoring.orders import ORDER_COUNTS, ORDER_SHARES

HEADLINE = "rubric_checks.checks_mRS"
"""The one number of a run: it stands in every log, judged or not."""

_SHARE = ScoreColorScale(palette="good-high", min=0, max=1)

_SHOWN = {
    "mRS": "mRS",
    **{f"turn_{turn}": f"turn {turn}" for turn in range(1, TURNS + 1)},
    "pass_session_60": "pass 60%",
    "pass_session_75": "pass 75%",
}
"""A rubric scorer's columns and their headings."""

_ALSO_SHOWN = {
    "calls_evidence_recall": "evidence",
    "calls_invalid": "invalid calls",
    "orders_correct": "orders",
}


def viewer_config() -> ViewerConfig:
    """The sample list and the sample's header; each viewer may change them in the browser.

    The keys not named here come last. They are marked as not shown, which viewers up to 0.3.285 do for
    columns that are no score only.
    """
    rubric = {
        f"{judge}_{key}": title if judge == "checks" else f"{judge} {title}"
        for judge in get_args(JudgedBy)
        for key, title in _SHOWN.items()
    }
    labels = {**rubric, **_ALSO_SHOWN}
    keys = sorted(_keys(), key=lambda scorer_and_key: scorer_and_key[1] not in labels)
    return ViewerConfig(
        sample_score_view=SampleScoreView(default="grid"),
        task_samples_view=TaskSamplesView(
            name="Turn by turn",
            columns=[
                TaskSamplesColumn(id="sampleStatus"),
                TaskSamplesColumn(id="sampleId"),
                TaskSamplesColumn(id="answer"),
                *(
                    TaskSamplesColumn.score(scorer, key, visible=key in labels)
                    for scorer, key in keys
                ),
                TaskSamplesColumn(id="input", visible=False),
                TaskSamplesColumn(id="target", visible=False),
            ],
            multiline=False,
            score_labels=labels,
            score_color_scales={key: _SHARE for key in labels if key != "calls_invalid"},
        ),
    )


def _keys() -> Iterator[tuple[str, str]]:
    """Every scorer with every key of its value, in the order of the columns."""
    for judge in get_args(JudgedBy):
        for key in session_values(judge, [None] * TURNS):
            yield f"rubric_{judge}", key
    for key in (*CALL_SHARES, *CALL_COUNTS):
        yield "tool_calls", key
    for key in (*ORDER_SHARES, *ORDER_COUNTS):
        yield "orders", key
