"""The cards a consultation leaves in its transcript, for whoever opens the log; no model sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from inspect_physassist import prompts
from inspect_physassist.session.model import Language, Level, Session, Turn
from inspect_physassist.visit import CallRecord, TurnRecord


def turn_title(index: int, turn: Turn) -> str:
    """Names a turn's span and its line in the viewer's outline, which shows nothing before a slash."""
    kind = prompts.TASK_TYPES[turn.task_type].replace("/", " and ")
    return f"turn {index + 1} · {kind}"


def session_card(session: Session, language: Language, literacy: Level) -> str:
    """What the session is, and who speaks."""
    persona = session.persona
    return "\n".join(
        [
            f"**{session.id}: {session.title.in_(language)}**",
            "",
            f"- {session.scenario.replace('_', ' ')}, tier {session.tier}; "
            f"the record stands at {session.now.isoformat(' ', timespec='minutes')}",
            "- **User** is the physician; **Assistant** is the model under test",
            f"- `patient.*` tools are answered by the scripted patient: literacy {literacy}, adherence "
            f"{persona.adherence}, anxiety {persona.anxiety}, information {persona.information.replace('_', ' ')}",
        ]
    )


def turn_card(record: TurnRecord) -> str:
    """How a turn went: why it ended, what was called, ordered and disclosed.

    >>> turn_card(TurnRecord(index=0, physician="Sodium?", answer="135 mmol/L."))
    '**answered** · no tool calls'
    """
    parts = [f"**{record.stop_reason.replace('_', ' ')}**"]
    if record.stop_detail:
        parts[0] += f" ({record.stop_detail})"
    parts.append(calls_made(record.calls) or "no tool calls")
    if facts := [fact for call in record.calls for fact in call.fact_ids]:
        parts.append(f"patient told: {', '.join(facts)}")
    return " · ".join(parts)


def calls_made(calls: Iterable[CallRecord]) -> str:
    """Tools called, in order of first use, with how often, and what was wrong with the call.

    >>> calls_made([CallRecord(id=i, tool="Flag.create", arguments={}, status="ok") for i in "ab"])
    'Flag.create ×2'
    """
    counts = Counter(_called(call) for call in calls)
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in counts.items())


def _called(call: CallRecord) -> str:
    notes = [
        *(
            [f"refused: {(call.reason or 'stopped').replace('_', ' ')}"]
            if call.status == "refused"
            else []
        ),
        *(["nothing found"] if call.status == "empty" else []),
        *(["past the clock"] if call.beyond_clock else []),
        *(["ordered before"] if call.duplicate else []),
        *(["patient does not know"] if call.unanswered else []),
    ]
    return f"{call.tool} ({'; '.join(notes)})" if notes else call.tool
