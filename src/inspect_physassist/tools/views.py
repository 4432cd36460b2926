"""How a tool call is shown in the log viewer. No model sees any of this."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inspect_ai.tool import ToolCall, ToolCallContent, ToolCallView

from inspect_physassist.tools.catalogue import TOOLS, canonical

_QUESTION = "query"


def view_call(call: ToolCall) -> ToolCallView:
    """A call under its canonical name with its arguments; an interview as the question put to the patient."""
    name = canonical(call.function) or call.function
    spec = TOOLS.get(name)
    interview = spec is not None and spec.kind == "patient"
    content = question(call.arguments) if interview else listed(call.arguments)
    return ToolCallView(call=ToolCallContent(title=name, format="text", content=content))


def question(arguments: Mapping[str, Any]) -> str:
    """An interview call as what is said to the patient.

    >>> question({"query": "Where does it hurt?"})
    'To the patient: “Where does it hurt?”'
    >>> question({"drug": "metformin"})
    'To the patient, about drug: "metformin"'
    """
    words = arguments.get(_QUESTION)
    others = listed({name: value for name, value in arguments.items() if name != _QUESTION})
    return (
        "To the patient"
        + (f", about {others}" if others else "")
        + (f": “{words}”" if words else "")
    )


def listed(arguments: Mapping[str, Any]) -> str:
    """Arguments as sent.

    >>> listed({"code": "肌酐", "_count": 1})
    'code: "肌酐", _count: 1'
    """
    return ", ".join(
        f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items()
    )
