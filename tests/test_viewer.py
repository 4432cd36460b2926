"""What someone sees who opens a sample in `inspect view`, read in a real browser."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from inspect_ai import eval as run_eval

from inspect_physassist.tasks import physassist

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--remote-debugging-port=0",
    "--window-size=1400,20000",  # Tall, as the viewer draws only what is in sight.
]
PATIENCE = 90.0
"""Seconds."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="no chromium to open inspect view in"),
]

Read = Callable[..., str]
"""The text of a sample's tab once it holds all words given, as the viewer draws bit by bit."""


def until(attempt: Callable[[], Any]) -> Any:
    """What an attempt gives, as soon as it gives anything."""
    end = time.monotonic() + PATIENCE
    while not (found := attempt()):
        assert time.monotonic() < end, f"waited {PATIENCE:.0f} s in vain"
        time.sleep(0.25)
    return found


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the samples of a log in which `stale` was asked about one session."""
    logs = tmp_path_factory.mktemp("logs")
    [log] = run_eval(
        physassist(scenario="treatment_response", tier="L3"),
        model="physassist/stale",
        log_dir=str(logs),
        display="none",
    )
    assert log.status == "success"
    port = free_port()
    command = [sys.executable, "-m", "inspect_ai", "view", "start", "--log-dir", str(logs)]
    server = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def answers() -> bool:
        try:
            return bool(urlopen(f"http://127.0.0.1:{port}/", timeout=5).status == 200)
        except (URLError, TimeoutError):
            return False

    try:
        until(answers)
        assert log.samples
        yield f"http://127.0.0.1:{port}/#/logs/{Path(log.location).name}/samples/sample/{log.samples[0].id}/1"
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.fixture(scope="module")
def read(viewer: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Read]:
    client = pytest.importorskip("websockets.sync.client", reason="no way to talk to chromium")
    profile = tmp_path_factory.mktemp("profile")
    browser = subprocess.Popen(
        [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    port_file = profile / "DevToolsActivePort"
    try:
        port = until(lambda: port_file.is_file() and port_file.read_text()).split()[0]
        pages = json.loads(urlopen(f"http://127.0.0.1:{port}/json/list", timeout=10).read())
        address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
        with client.connect(address, max_size=None) as page:

            def ask(method: str, **params: Any) -> Any:
                page.send(json.dumps({"id": 1, "method": method, "params": params}))
                while (answer := json.loads(page.recv(timeout=PATIENCE))).get("id") != 1:
                    pass
                return answer["result"]

            def text(tab: str, *words: str) -> str:
                ask("Page.navigate", url=f"{viewer}/{tab}")
                end = time.monotonic() + PATIENCE
                while True:
                    held = ask("Runtime.evaluate", expression="document.body.innerText")
                    shown = str(held["result"].get("value", ""))
                    missing = [one for one in words if one not in shown]
                    if not missing:
                        return shown
                    assert time.monotonic() < end, f"{tab} does not show {missing}"
                    time.sleep(0.25)

            yield text
    finally:
        browser.terminate()
        browser.wait(timeout=20)


def test_the_transcript_shows_the_four_turns_who_spoke_and_each_call(read: Read) -> None:
    text = read(
        "transcript",
        "turn 4 · Write and Update",
        "User is the physician; Assistant is the model under test",
        "When was Ms. Okonkwo's last vancomycin dose actually given",
        'code: "procalcitonin"',
        "Record as of 2036-09-11 10:00",
        "To the patient: “How do you feel on the vancomycin and on the pip-tazo?”",
        "To be honest I feel worse than when I came in.",
    )
    kinds = ["Information Lookup", "Clinical Reasoning", "Data Gathering", "Write and Update"]
    assert re.findall(r"^turn [1-4] · (.+)$", text, re.MULTILINE) == kinds


def test_scoring_shows_what_failed_the_session_and_for_each_item_why(read: Read) -> None:
    asked = "States today's temperature, 37.1 °C."
    why = "Temperature 37.1 Cel is not stated"
    text = read(
        "scoring",
        *(f"Turn {turn} · " for turn in (1, 2, 3, 4)),
        "Failed at 60% on turn 2 (3/6: ",
        "Turn 2 · clinical reasoning · 3/6, below 60%",
        asked,
        why,
    )
    place = text.index(asked)
    assert "not met" in text[place - 40 : place]
    assert why in text[place : place + 200]
