"""Where the shipped data stands, in a checkout and in an installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_dir() -> Path:
    """The shipped `data/` folder.

    A wheel carries it inside the package; a checkout keeps it at the top level.

    Raises:
        FileNotFoundError: Neither place has it; the message says what to run.
    """
    for candidate in (_PACKAGE / "data", _PACKAGE.parents[1] / "data"):
        if (candidate / "terms").is_dir():
            return candidate
    raise FileNotFoundError(
        f"The shipped data is not beside {_PACKAGE}; reinstall with: pip install --force-reinstall ."
    )


def eval_yaml() -> Path:
    """The shipped `eval.yaml`.

    Raises:
        FileNotFoundError: Neither the wheel's nor the checkout's copy is there.
    """
    for candidate in (_PACKAGE / "eval.yaml", _PACKAGE.parents[1] / "eval.yaml"):
        if candidate.is_file():
            return candidate
    raise FileNotFoundError(
        f"eval.yaml is not beside {_PACKAGE}; reinstall with: pip install --force-reinstall ."
    )
