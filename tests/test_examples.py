"""The example that docs/sessions.md shows: it passes the check, and the oracle scores it in full."""

from pathlib import Path

import pytest
from inspect_ai import eval

from inspect_physassist.scoretable import numbers
from inspect_physassist.tasks import physassist
from inspect_physassist.verify.check import check_paths

ROOT = Path(__file__).parents[1]
OWN = ROOT / "examples" / "own-sessions"


def test_the_example_has_no_problem() -> None:
    report = check_paths([OWN])
    assert report.problems == []
    assert report.summary() == "1 session, 4 turns, 16 rubric items, 0 problems"


def test_one_session_file_finds_the_charts_above_it() -> None:
    assert check_paths([OWN / "sessions" / "ms-example-01.yaml"]).problems == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_oracle_scores_it_in_full(language: str, tmp_path: Path) -> None:
    task = physassist(sessions=str(OWN), language=language)
    log = eval(task, model="physassist/oracle", log_dir=str(tmp_path), display="none")[0]
    assert log.status == "success"
    found = numbers(log)
    assert found["checks_mRS"] == 1.0
    assert found["orders_correct"] == 1.0
    assert found["calls_evidence_recall"] == 1.0


def test_the_documentation_shows_the_shipped_files() -> None:
    page = (ROOT / "docs" / "sessions.md").read_text(encoding="utf-8")
    for path in (
        OWN / "sessions" / "ms-example-01.yaml",
        OWN / "charts" / "pt-example-0001.yaml",
    ):
        assert path.read_text(encoding="utf-8").strip() in page
