"""Sessions as Inspect samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser

from inspect_physassist import options
from inspect_physassist.benchmark import benchmark_at
from inspect_physassist.scoring.calls import expected_evidence
from inspect_physassist.session.load import SessionError
from inspect_physassist.session.model import Language, Phrasing, Session
from inspect_physassist.session.portable import to_metadata
from inspect_physassist.tools.desk import Desk


def physassist_dataset(chosen: options.Chosen) -> MemoryDataset:
    """One sample for each chosen session and language.

    A sample's input is the physician's first turn, its target the four numbered reference answers; its
    metadata ends with the whole session, so that a log can be scored again without the session files.

    Raises:
        SessionError: The sessions or their charts cannot be read.
        OptionError: The filters leave no session.
    """
    benchmark = benchmark_at(chosen.sessions)
    samples = [
        _sample(session, language, chosen.phrasing, benchmark.chart(session))
        for session in benchmark.sessions
        if session.scenario in chosen.scenarios and session.tier in chosen.tiers
        for language in chosen.languages
    ]
    if not samples:
        raise options.OptionError(
            f"no session has scenario {', '.join(chosen.scenarios)} and tier {', '.join(chosen.tiers)}"
            f" among the {len(benchmark.sessions)} of {chosen.sessions or 'the shipped benchmark'}"
        )
    return MemoryDataset(samples, name="physassist", location=chosen.sessions)


def _sample(session: Session, language: Language, phrasing: Phrasing, chart: Any) -> Sample:
    first = session.turns[0].physician
    words = first.implicit if phrasing == "implicit" else first.explicit

    def desk() -> Desk:
        return Desk(
            session=session,
            chart=chart,
            language=language,
            literacy=session.persona.literacy,
            observation_format="compact",
        )

    return Sample(
        id=f"{session.id}-{language}",
        input=[ChatMessageUser(content=words.in_(language))],
        target=[
            f"{number}. {turn.reference.in_(language)}"
            for number, turn in enumerate(session.turns, start=1)
        ],
        metadata={
            "title": session.title.in_(language),
            "language": language,
            "evidence": _evidence(session, desk),
            **to_metadata(session),
        },
    )


def _evidence(session: Session, desk: Callable[[], Desk]) -> list[list[list[str]]]:
    try:
        return expected_evidence(session, desk)
    except ValueError as error:
        raise SessionError(f"{error}; see: physassist check") from error
