"""The tasks: the whole benchmark, and one for each of the paper's scenarios."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.model import GenerateConfig, model_roles
from inspect_ai.scorer import Scorer

from inspect_physassist import options
from inspect_physassist.consultation import consultation
from inspect_physassist.dataset import physassist_dataset
from inspect_physassist.evalyaml import eval_info
from inspect_physassist.scoring.scorers import orders, rubric_checks, rubric_judge, tool_calls
from inspect_physassist.session.load import SessionError
from inspect_physassist.viewing import HEADLINE, viewer_config

TEMPERATURE = 0.2
"""Sampling temperature of the paper's protocol; `--temperature` overrides it."""


@task
def physassist(
    language: str = "en",
    phrasing: str = "implicit",
    scenario: str | list[str] | None = None,
    tier: str | list[str] | None = None,
    literacy: str = "as_written",
    patient: str = "scripted",
    observation_format: str = "compact",
    max_tool_calls: int = 16,
    sessions: str | None = None,
) -> Task:
    """PhysAssistBench: can a model assist a physician through a four-turn encounter?

    Args:
        language: `en`, `zh`, or `both` (each session once in each).
        phrasing: The physician's words as in the paper (`implicit`), or spelt out (`explicit`).
        scenario: One or several of diagnostic_workup, med_safety, treatment_response, discharge_planning; all if
            absent.
        tier: One or several of L1, L2, L3; all if absent.
        literacy: The patient's health literacy: `as_written`, `low`, `medium`, `high`.
        patient: Who answers the interview tools: `scripted`.
        observation_format: What read tools show: `compact` lines, or FHIR R4 JSON (`fhir`).
        max_tool_calls: Tool calls a turn, from 1; the paper allows 16.
        sessions: A folder with your own `sessions/` and `charts/`, or one session file; the shipped benchmark if
            absent.

    Raises:
        OptionError: A value that is not allowed, or sessions that cannot be read; names what is allowed.
    """
    return _build(
        "physassist",
        language=language,
        phrasing=phrasing,
        scenario=scenario,
        tier=tier,
        literacy=literacy,
        patient=patient,
        observation_format=observation_format,
        max_tool_calls=max_tool_calls,
        sessions=sessions,
    )


def _scenario_task(name: str) -> Callable[..., Task]:
    """The task of one scenario, with the parameters of `physassist`."""

    @task(name=name)
    def scenario_task(
        language: str = "en",
        phrasing: str = "implicit",
        scenario: str | list[str] | None = name,
        tier: str | list[str] | None = None,
        literacy: str = "as_written",
        patient: str = "scripted",
        observation_format: str = "compact",
        max_tool_calls: int = 16,
        sessions: str | None = None,
    ) -> Task:
        return _build(
            name,
            language=language,
            phrasing=phrasing,
            scenario=scenario,
            tier=tier,
            literacy=literacy,
            patient=patient,
            observation_format=observation_format,
            max_tool_calls=max_tool_calls,
            sessions=sessions,
        )

    return scenario_task


diagnostic_workup = _scenario_task("diagnostic_workup")
"""Diagnostic workup: the differential, and the test that settles it."""

med_safety = _scenario_task("med_safety")
"""Medication safety: doses, interactions, monitoring."""

treatment_response = _scenario_task("treatment_response")
"""Treatment response: whether what was given is working."""

discharge_planning = _scenario_task("discharge_planning")
"""Discharge planning: reconciliation, follow-up, barriers at home."""


def _build(
    name: str,
    *,
    language: str,
    phrasing: str,
    scenario: Any,
    tier: Any,
    literacy: str,
    patient: str,
    observation_format: str,
    max_tool_calls: Any,
    sessions: str | None,
) -> Task:
    scenarios = options.some_of("scenario", scenario, options.SCENARIOS)
    if name in options.SCENARIOS and scenarios != (name,):
        raise options.OptionError(
            f"scenario={scenario!r} is not allowed for the task {name}; allowed: {name} (use the task physassist for others)"
        )
    chosen = options.Chosen(
        language=options.one_of("language", language, options.LANGUAGES),
        phrasing=options.one_of("phrasing", phrasing, options.PHRASINGS),
        scenarios=scenarios,
        tiers=options.some_of("tier", tier, options.TIERS),
        literacy=options.one_of("literacy", literacy, options.LITERACIES),
        patient=options.patient(patient),
        observation_format=options.one_of(
            "observation_format", observation_format, options.FORMATS
        ),
        max_tool_calls=options.positive("max_tool_calls", max_tool_calls),
        sessions=None if sessions is None else str(Path(sessions).expanduser().resolve()),
    )
    info = eval_info()
    scorers = _scorers()
    try:
        dataset = physassist_dataset(chosen)
    except SessionError as error:
        raise options.OptionError(str(error)) from error
    return Task(
        dataset=dataset,
        solver=consultation(
            phrasing=chosen.phrasing,
            literacy=None if chosen.literacy == "as_written" else chosen.literacy,
            patient=chosen.patient,
            observation_format=chosen.observation_format,
            max_tool_calls=chosen.max_tool_calls,
            sessions=chosen.sessions,
            judged="grader" in model_roles(),
        ),
        scorer=scorers,
        config=GenerateConfig(temperature=TEMPERATURE),
        version=info.version,
        metadata={
            "arxiv": info.arxiv,
            "benchmark": info.title,
            "language": chosen.language,
            "phrasing": chosen.phrasing,
        },
        name=name,
        viewer=viewer_config(),
        headline_metric=HEADLINE,
    )


def _scorers() -> list[Scorer]:
    """The scorers that need no model, and the judge when a grader is bound as the task is built."""
    scorers = [rubric_checks(), tool_calls(), orders()]
    return [*scorers, rubric_judge()] if "grader" in model_roles() else scorers
