"""The wheel carries its data and registers its tasks in an empty environment outside the checkout."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--wheel-dir",
            str(out),
            str(ROOT),
        ],
        check=True,
    )
    return next(out.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_the_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for part in (
        "data/terms/drugs.yaml",
        "data/schema/session.schema.json",
        "eval.yaml",
        "py.typed",
    ):
        assert f"inspect_physassist/{part}" in names
    assert (
        sum(
            name.startswith("inspect_physassist/data/sessions/") and name.endswith(".yaml")
            for name in names
        )
        >= 12
    )


@pytest.mark.slow
def test_a_task_runs_from_the_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    subprocess.run(
        [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--constraint",
            ROOT / "constraints.txt",
            wheel,
        ],
        check=True,
        cwd=tmp_path,
    )
    command = [
        environment / "bin" / "inspect", "eval", "inspect_physassist/med_safety", "--model", "physassist/oracle",
        "-T", "language=both", "--log-dir", tmp_path / "logs", "--display", "plain",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = subprocess.run(
        [environment / "bin" / "physassist", "scores", "--log-dir", tmp_path / "logs"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "1.000" in shown.stdout
