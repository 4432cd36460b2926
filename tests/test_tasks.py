"""The tasks: parameters, refusals, and what a sample holds."""

import inspect as python_inspect
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from inspect_ai import Task

from inspect_physassist import _registry
from inspect_physassist.evalyaml import eval_info
from inspect_physassist.options import OptionError
from inspect_physassist.session.portable import from_metadata
from inspect_physassist.tasks import (
    diagnostic_workup,
    discharge_planning,
    med_safety,
    physassist,
    treatment_response,
)

TASKS = {
    "physassist": physassist,
    "diagnostic_workup": diagnostic_workup,
    "med_safety": med_safety,
    "treatment_response": treatment_response,
    "discharge_planning": discharge_planning,
}
INSPECT = Path(sys.executable).with_name("inspect")


def size(task: Task) -> int:
    return len(task.dataset)


def test_every_task_takes_the_same_parameters() -> None:
    names = {name: list(python_inspect.signature(task).parameters) for name, task in TASKS.items()}
    assert all(parameters == names["physassist"] for parameters in names.values())
    assert names["physassist"] == [
        "language", "phrasing", "scenario", "tier", "literacy", "patient", "observation_format", "max_tool_calls", "sessions",
    ]  # fmt: skip


def test_eval_yaml_states_the_tasks_and_their_sizes() -> None:
    assert {info.name: info.dataset_samples for info in eval_info().tasks} == {
        name: size(task()) for name, task in TASKS.items()
    }


def test_the_task_carries_the_version_of_eval_yaml() -> None:
    task = physassist()
    assert task.version == eval_info().version == "1-A"
    assert task.name == "physassist"


def test_both_languages_give_each_session_twice() -> None:
    assert size(physassist(language="both")) == 2 * size(physassist(language="zh"))


def test_filters_narrow() -> None:
    assert size(physassist(tier="L3")) == 4
    assert size(physassist(tier="L1,L2", scenario=["med_safety"])) == 2
    assert size(med_safety(tier="L1")) == 1


@pytest.mark.parametrize(
    ("argument", "value", "allowed"),
    [
        ("language", "fr", "en, zh, both"),
        ("phrasing", "Implicit", "implicit, explicit"),
        (
            "scenario",
            "triage",
            "diagnostic_workup, med_safety, treatment_response, discharge_planning",
        ),
        ("tier", "L4", "L1, L2, L3"),
        ("literacy", "none", "as_written, low, medium, high"),
        ("patient", "live", r"scripted \(live and replay are planned"),
        ("patient", "replay", r"scripted \(live and replay are planned"),
        ("observation_format", "json", "compact, fhir"),
        ("max_tool_calls", 0, "a whole number from 1"),
        ("max_tool_calls", "many", "a whole number from 1"),
        ("max_tool_calls", True, "a whole number from 1"),
        ("sessions", "/nowhere/at/all", "give a session file, or a folder"),
    ],
)
def test_a_bad_value_is_refused_naming_what_is_allowed(
    argument: str, value: object, allowed: str
) -> None:
    with pytest.raises(OptionError, match=allowed):
        physassist(**{argument: value})


def test_a_scenario_task_keeps_to_its_scenario() -> None:
    with pytest.raises(OptionError, match="allowed: med_safety"):
        med_safety(scenario="diagnostic_workup")


@pytest.mark.parametrize("value", ["language=fr", "sessions=/nowhere/at/all"])
def test_from_the_command_line_a_refusal_is_one_line(value: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [INSPECT, "eval", "inspect_physassist/physassist", "--model", "physassist/mute", "-T", value, "--log-dir", tmp_path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "Traceback" not in done.stdout + done.stderr
    assert "allowed" in done.stderr or "give a session file" in done.stderr


def test_the_registry_names_everything_inspect_must_find() -> None:
    assert set(TASKS) < set(_registry.__all__)
    assert {
        "consultation",
        "rubric_checks",
        "rubric_judge",
        "tool_calls",
        "orders",
        "ProbeAPI",
    } < set(_registry.__all__)


def test_a_sample_can_be_scored_without_the_session_files() -> None:
    sample = physassist(language="zh").dataset[0]
    assert sample.metadata is not None
    assert from_metadata(sample.metadata).id == sample.metadata["session_id"]
    assert len(sample.metadata["evidence"]) == 4
    assert sample.id == f"{sample.metadata['session_id']}-zh"


def test_the_users_own_sessions_and_charts(tmp_path: Path) -> None:
    from inspect_physassist.resources import data_dir

    source = next((data_dir() / "sessions").rglob("*.yaml"))
    chart = yaml.safe_load(source.read_text(encoding="utf-8"))["patient"]
    (tmp_path / "sessions").mkdir()
    (tmp_path / "charts").mkdir()
    (tmp_path / "sessions" / source.name).write_bytes(source.read_bytes())
    task = None
    with pytest.raises(OptionError, match="charts"):
        physassist(sessions=str(tmp_path))
    name = f"{chart}.yaml"
    (tmp_path / "charts" / name).write_bytes((data_dir() / "charts" / name).read_bytes())
    own = tmp_path / "again"
    own.mkdir()
    for folder in ("sessions", "charts"):
        (tmp_path / folder).rename(own / folder)
    task = physassist(sessions=str(own))
    assert size(task) == 1
