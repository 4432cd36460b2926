"""A session as a sample's metadata carries it, so that a log can be scored again by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspect_physassist.session.model import Session, TaskType

_LETTERS: Mapping[TaskType, str] = {
    "information_lookup": "L",
    "data_gathering": "G",
    "clinical_reasoning": "R",
    "write_update": "W",
}


def arc_letters(session: Session) -> str:
    """The arc as four letters: Lookup, Gathering, Reasoning, Write; e.g. `LGRW`."""
    return "".join(_LETTERS[kind] for kind in session.arc)


def to_metadata(session: Session) -> dict[str, Any]:
    """What metrics group by and cluster by, and last the whole session as JSON text.

    Text, not a mapping: Inspect copies and walks a sample's metadata several times in every sample.
    """
    return {
        "session_id": session.id,
        "scenario": session.scenario,
        "tier": session.tier,
        "arc": arc_letters(session),
        "patient": session.patient,
        "turns": [
            {"task_type": turn.task_type, "implicitness": turn.implicitness, "source": turn.source}
            for turn in session.turns
        ],
        "session": session.model_dump_json(by_alias=True),
    }


def from_metadata(metadata: Mapping[str, Any]) -> Session:
    """The session that `to_metadata` put there.

    Raises:
        KeyError: The metadata is not of a physassist sample.
    """
    return Session.model_validate_json(metadata["session"])
