"""Why a session scored what it did, in Markdown for the log viewer and as plain data for analysis."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspect_physassist.cards import calls_made
from inspect_physassist.scoring.calls import CallMatch, TurnCalls
from inspect_physassist.scoring.metrics import THRESHOLDS, passes
from inspect_physassist.scoring.orders import SessionOrders, TurnOrders
from inspect_physassist.scoring.rubric import TurnVerdict
from inspect_physassist.session.model import Session
from inspect_physassist.visit import TurnRecord, Visit

NOT_REACHED = "not reached: the sample ended before this turn"

LONGEST_QUOTE = 600
"""Characters of an answer that an explanation repeats; the whole stands in the transcript."""

_MARKUP = re.compile(r"([*`$~])")


def _inline(text: str, limit: int | None = None) -> str:
    r"""Foreign text as part of a line: white space collapsed, nothing in it read as Markdown.

    >>> print(_inline("WBC 12.9 10*3/uL,\n# not a heading"))
    WBC 12.9 10\*3/uL, # not a heading
    """
    words = " ".join(text.split())
    if limit is not None and len(words) > limit:
        words = words[:limit].rstrip() + " …"
    return _MARKUP.sub(r"\\\1", words)


def rubric_answer(verdicts: Mapping[int, TurnVerdict]) -> str:
    """The four turns at a glance.

    `3/3 · 4/5 · unscored · 0/5`
    """
    return " · ".join(_points(verdicts[index]) for index in sorted(verdicts))


def _points(verdict: TurnVerdict) -> str:
    if verdict.score is None:
        return "unscored"
    return f"{sum(bool(item.met) for item in verdict.items)}/{len(verdict.items)}"


def _heading(session: Session, visit: Visit, index: int, result: str) -> Iterator[str]:
    """Turn, what was asked, and how it ended where that is unusual."""
    turn = session.turns[index]
    yield f"### Turn {index + 1} · {turn.task_type.replace('_', ' ')} · {result}"
    record = _record(visit, index)
    if record is None:
        return
    yield f"**Physician:** {_inline(record.physician)}"
    if record.stop_reason != "answered":
        detail = f": {_inline(record.stop_detail)}" if record.stop_detail else ""
        yield f"**Ended by {record.stop_reason.replace('_', ' ')}**{detail}"


def _record(visit: Visit, index: int) -> TurnRecord | None:
    return next((record for record in visit.turns if record.index == index), None)


def explain_rubric(session: Session, visit: Visit, verdicts: Mapping[int, TurnVerdict]) -> str:
    """What decided the session, then each turn with its items: met or not, what was asked, and why."""
    blocks = ["\n".join(_decisions(verdicts))]
    for index, turn in enumerate(session.turns):
        verdict = verdicts[index]
        blocks.extend(_heading(session, visit, index, _result(verdict)))
        if record := _record(visit, index):
            blocks.append(f"**Called:** {_inline(calls_made(record.calls)) or 'nothing'}")
            blocks.append(f"**Assistant:** {_inline(record.answer, LONGEST_QUOTE) or '(no text)'}")
        if verdict.score is None:
            blocks.append(f"**Unscored:** {_inline(verdict.reason or 'no reason given')}")
        texts = {item.id: item.text.in_(visit.language) for item in turn.rubric}
        lines: list[str] = []
        for item in verdict.items:
            mark = {True: "✓ met", False: "✗ not met", None: "? not judged"}[item.met]
            lines.append(f"- **{mark} · {item.id}** {_inline(texts[item.id])}")
            if item.met is not None:
                lines.append(f"  - {_inline(item.why)}")
        if lines:
            blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _result(verdict: TurnVerdict) -> str:
    """A turn's points, and the lowest pass mark it is below."""
    if verdict.score is None:
        return _points(verdict)
    below = [name for name, mark in THRESHOLDS.items() if not passes(verdict.score, mark)]
    return f"{_points(verdict)}, below {below[0]}%" if below else _points(verdict)


def _decisions(verdicts: Mapping[int, TurnVerdict]) -> Iterator[str]:
    """For each pass mark, whether every turn reaches it, and which items were missed where one does not."""
    unscored = [index + 1 for index, verdict in sorted(verdicts.items()) if verdict.score is None]
    if unscored:
        turns = ", ".join(map(str, unscored))
        yield f"- **Neither passed nor failed, and without an mRS**: unscored turns: {turns}"
        return
    for name, mark in THRESHOLDS.items():
        below = [
            f"turn {index + 1} ({_points(verdict)}: "
            + ", ".join(item.id for item in verdict.items if not item.met)
            + ")"
            for index, verdict in sorted(verdicts.items())
            if verdict.score is not None and not passes(verdict.score, mark)
        ]
        yield (
            f"- **Failed at {name}%** on {'; '.join(below)}"
            if below
            else f"- **Passed at {name}%**"
        )


def rubric_details(visit: Visit, verdicts: Mapping[int, TurnVerdict]) -> list[dict[str, Any]]:
    """Every verdict as plain data."""
    return [
        {
            "turn": index + 1,
            "score": verdict.score,
            "reason": verdict.reason,
            "stop_reason": record.stop_reason if (record := _record(visit, index)) else None,
            "items": [
                {"id": item.id, "kind": item.kind, "met": item.met, "why": item.why}
                for item in verdict.items
            ],
        }
        for index, verdict in sorted(verdicts.items())
    ]


def explain_calls(session: Session, visit: Visit, turns: Mapping[int, TurnCalls]) -> str:
    """Each turn's expected calls and what became of them, then what was not expected."""
    blocks: list[str] = []
    for index, found in turns.items():
        made = sum(match.made is not None for match in found.matches)
        result = f"{made}/{len(found.matches)} expected calls"
        blocks.extend(_heading(session, visit, index, result))
        record = _record(visit, index)
        refused = [call for call in record.calls if call.status == "refused"] if record else []
        lines = [
            *(_match_line(match) for match in found.matches),
            *(f"- ✗ {_call(call.tool, call.arguments)}: not expected" for call in found.unexpected),
            *(
                f"- ✗ {_call(call.tool, call.arguments)}: refused ({call.reason or 'stopped'}): {_inline(call.text)}"
                for call in refused
            ),
        ]
        blocks.append("\n".join(lines) or "- no calls expected, none out of place")
    return "\n\n".join(blocks)


def _call(tool: str, arguments: Mapping[str, Any]) -> str:
    listed = ", ".join(f"{name}={value}" for name, value in arguments.items())
    return _inline(f"{tool}({listed})", LONGEST_QUOTE)


def _match_line(match: CallMatch) -> str:
    call = _call(match.tool, match.arguments)
    if match.made is None:
        return f"- ✗ {call}: not called"
    if match.wrong:
        return f"- ✗ {call}: called with other {', '.join(match.wrong)}"
    return f"- ✓ {call}" + (" (an alternative)" if match.alternative else "")


def call_details(turns: Mapping[int, TurnCalls]) -> list[dict[str, Any]]:
    """Every match as plain data."""
    return [
        {
            "turn": index + 1,
            "expected": [
                {
                    "tool": match.tool,
                    "made": match.made.id if match.made else None,
                    "wrong": list(match.wrong),
                    "alternative": match.alternative,
                }
                for match in found.matches
            ],
            "unmatched": [call.id for call in found.unmatched],
            "unexpected": [call.id for call in found.unexpected],
        }
        for index, found in sorted(turns.items())
    ]


def explain_orders(session: Session, visit: Visit, orders: SessionOrders) -> str:
    """Each turn that expects or placed orders: field by field, then what was not asked for."""
    blocks: list[str] = []
    for index, found in orders.turns.items():
        if not found.expected and not found.placed:
            continue
        right = sum(verdict.correct for verdict in found.expected)
        result = f"{right}/{len(found.expected)} orders right"
        blocks.extend(_heading(session, visit, index, result))
        blocks.append("\n".join(_order_lines(found, orders.unsafe)))
    return "\n\n".join(blocks) or "No order was expected, and none was placed."


def _order_lines(found: TurnOrders, unsafe: Mapping[str, str]) -> Sequence[str]:
    lines: list[str] = []
    for verdict in found.expected:
        lines.append(f"- {'✓' if verdict.correct else '✗'} **{verdict.id}** {verdict.tool}")
        lines += [
            f"  - {'✓' if field.met else '✗'} {_inline(field.why)}" for field in verdict.fields
        ]
    lines += [f"- ✗ {order.tool}: not asked for" for order in found.extra]
    lines += [f"- {order.tool}: ordered again" for order in found.placed if order.repeats]
    lines += [
        f"- ✗ unsafe: {order.tool}: {_inline(unsafe[order.call_id])}"
        for order in found.placed
        if order.call_id in unsafe
    ]
    return lines


def order_details(orders: SessionOrders) -> list[dict[str, Any]]:
    """Every order as plain data."""
    return [
        {
            "turn": index + 1,
            "expected": [
                {
                    "id": verdict.id,
                    "placed": verdict.placed.call_id if verdict.placed else None,
                    "fields": [
                        {"field": field.field, "met": field.met, "why": field.why}
                        for field in verdict.fields
                    ],
                }
                for verdict in found.expected
            ],
            "extra": [order.call_id for order in found.extra],
            "duplicates": found.duplicates,
            "unsafe": [o.call_id for o in found.placed if o.call_id in orders.unsafe],
        }
        for index, found in sorted(orders.turns.items())
    ]
