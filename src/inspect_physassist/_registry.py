"""Everything that Inspect discovers through the `inspect_ai` entry point."""

from inspect_physassist.consultation import consultation
from inspect_physassist.probes.model import ProbeAPI
from inspect_physassist.scoring.metrics import session_table, totals, turn_table
from inspect_physassist.scoring.scorers import orders, rubric_checks, rubric_judge, tool_calls
from inspect_physassist.tasks import (
    diagnostic_workup,
    discharge_planning,
    med_safety,
    physassist,
    treatment_response,
)

__all__ = [
    "ProbeAPI",
    "consultation",
    "diagnostic_workup",
    "discharge_planning",
    "med_safety",
    "orders",
    "physassist",
    "rubric_checks",
    "rubric_judge",
    "session_table",
    "tool_calls",
    "totals",
    "treatment_response",
    "turn_table",
]
