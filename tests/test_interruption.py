"""A killed run finishes with `inspect eval-retry` and gives the scores of an unbroken one."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from inspect_ai import eval
from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log

INSPECT = Path(sys.executable).with_name("inspect")


def by_sample(log: EvalLog) -> dict[str, dict[str, object]]:
    return {
        str(sample.id): {name: repr(score.value) for name, score in (sample.scores or {}).items()}
        for sample in log.samples or []
    }


@pytest.mark.slow
def test_kill_and_retry_gives_the_same_scores(tmp_path: Path) -> None:
    unbroken = eval(
        "inspect_physassist/physassist",
        model="physassist/oracle",
        log_dir=str(tmp_path / "a"),
        display="none",
    )[0]
    logs = tmp_path / "b"
    command = [
        str(INSPECT), "eval", "inspect_physassist/physassist", "--model", "physassist/oracle", "-M", "delay=0.15",
        "--max-samples", "2", "--log-dir", str(logs), "--log-buffer", "1", "--display", "none",
    ]  # fmt: skip
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _some_done(logs):
        time.sleep(0.1)
    running.send_signal(signal.SIGKILL)
    running.wait()
    broken = list_eval_logs(str(logs))[0].name
    assert read_eval_log(broken, header_only=True).status == "started"
    subprocess.run(
        [str(INSPECT), "eval-retry", broken, "--log-dir", str(logs), "--display", "none"],
        check=True,
        capture_output=True,
    )
    finished = [read_eval_log(info) for info in list_eval_logs(str(logs))]
    retried = next(log for log in finished if log.status == "success")
    assert by_sample(retried) == by_sample(unbroken)
    assert len(by_sample(retried)) == len(unbroken.samples or [])


def _some_done(logs: Path) -> bool:
    """Whether some samples, but not all, stand in the log."""
    for path in logs.glob("*.eval"):
        try:
            return len(read_eval_log(str(path)).samples or []) >= 3
        except (ValueError, OSError, KeyError):
            return False
    return False
