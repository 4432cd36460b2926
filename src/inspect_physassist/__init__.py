"""PhysAssistBench in Inspect AI: can a language model assist a physician through a real encounter?

Inspect finds the tasks through the package's entry point:
`inspect eval inspect_physassist/physassist --model ...`. In a suite of your own:

    from inspect_ai import eval_set
    from inspect_physassist import physassist

    eval_set([physassist(language="zh", tier="L3")], log_dir="logs", model="openai/...")
"""

from typing import TYPE_CHECKING, Any

from inspect_physassist._version import __version__

if TYPE_CHECKING:
    from inspect_physassist.tasks import (
        diagnostic_workup,
        discharge_planning,
        med_safety,
        physassist,
        treatment_response,
    )

__all__ = [
    "__version__",
    "diagnostic_workup",
    "discharge_planning",
    "med_safety",
    "physassist",
    "treatment_response",
]


def __getattr__(name: str) -> Any:
    """The tasks, imported when first asked for: charts and sessions can be used without Inspect."""
    if name in __all__:
        from inspect_physassist import tasks

        return getattr(tasks, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
