"""Whether the stay a session plays in is under way, and the stays its calls name are known."""

from __future__ import annotations

from collections.abc import Iterator

from inspect_physassist.chart.record import ChartView
from inspect_physassist.session.model import Session
from inspect_physassist.verify.complaint import Complaint


def encounters(session: Session, view: ChartView) -> Iterator[Complaint]:
    """Complaints about the session's encounter and the `hadm_id` of its expected calls."""
    stay = view.get(f"Encounter/{session.encounter}")
    if stay is None:
        yield Complaint(
            session.id,
            None,
            None,
            f"the encounter {session.encounter!r} is not in the chart of {session.patient} at the clock",
        )
    elif stay.get("status") != "in-progress":
        yield Complaint(
            session.id,
            None,
            None,
            f"the encounter {session.encounter!r} is {stay.get('status')} at the clock, not in-progress",
        )
    for index, turn in enumerate(session.turns):
        for call in turn.calls:
            for pattern in (call, *call.alternatives):
                named = pattern.arguments.get("hadm_id")
                if named is not None and view.get(f"Encounter/{named}") is None:
                    yield Complaint(
                        session.id,
                        index,
                        None,
                        f"{pattern.tool} asks for hadm_id {named!r}, which is not in the chart at the clock",
                    )
