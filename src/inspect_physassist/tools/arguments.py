"""Checks a call's arguments: nothing is guessed and nothing dropped; what is wrong is said once, clearly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator

from inspect_physassist.chart.create import MAX_DAYS, MAX_LENGTH, CreateError
from inspect_physassist.chart.filters import SearchError, parse_bound
from inspect_physassist.chart.record import ChartView
from inspect_physassist.tools.catalogue import TOOLS, ParameterSpec, ToolSpec
from inspect_physassist.tools.descriptions import MAX_COUNT
from inspect_physassist.tools.identity import names_other, patient_id
from inspect_physassist.tools.outcome import RefusalReason
from inspect_physassist.tools.wording import Wording

_SHOWN_VALUE = 60
_SHOWN_STAYS = 20
_SHOWN_NAMES = 10
_DEPTH = 40
_BITS = 1024


class CallRefusedError(ValueError):
    """A call that is not carried out; the message is what the model is shown."""

    def __init__(self, reason: RefusalReason, text: str) -> None:
        super().__init__(text)
        self.reason: RefusalReason = reason
        self.text = text


def unreadable(value: Any) -> bool:
    """Whether a value holds what JSON has none of, or is nested past any use.

    >>> unreadable({1: 2}), unreadable([[10**5000]]), unreadable({"a": [1, "b"]})
    (True, True, False)
    """
    held = [(value, 0)]
    while held:
        one, depth = held.pop()
        if depth > _DEPTH or (isinstance(one, int) and one.bit_length() > _BITS):
            return True
        if isinstance(one, Mapping):
            if not all(isinstance(key, str) for key in one):
                return True
            held.extend((inner, depth + 1) for inner in one.values())
        elif isinstance(one, list | tuple):
            held.extend((inner, depth + 1) for inner in one)
    return False


def broken(value: Any) -> bool:
    r"""Whether a text, or one inside a value, has NUL or half a character, which nothing can store.

    >>> broken("a\x00"), broken({"a": ["\ud800"]}), broken("肌酐")
    (True, True, False)
    """
    if isinstance(value, str):
        return any(char == "\x00" or "\ud800" <= char <= "\udfff" for char in value)
    if isinstance(value, Mapping):
        return any(broken(key) or broken(inner) for key, inner in value.items())
    return isinstance(value, list | tuple) and any(broken(inner) for inner in value)


def printable(text: str) -> str:
    r"""A text that can be stored and sent, broken characters written out.

    >>> printable("a\ud800")
    'a\\ud800'
    """
    return text.encode("utf-8", "backslashreplace").decode().replace("\x00", "\\x00")


def storable(value: Any) -> Any:
    """A value whose texts can all be stored; one without broken characters is as it was."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {storable(key): storable(inner) for key, inner in value.items()}
    return [storable(inner) for inner in value] if isinstance(value, list) else value


def is_absent(value: Any) -> bool:
    """Whether an optional argument was sent to say that there is none: null or blank text."""
    return value is None or (isinstance(value, str) and not value.strip())


@lru_cache(maxsize=256)
def _validator(tool: str, name: str) -> Draft202012Validator:
    """The validator of one parameter; which words of a closed list are taken is judged where it is used."""
    schema: dict[str, Any] = TOOLS[tool].json_schema("en")["properties"][name]
    schema.pop("enum", None)
    return Draft202012Validator(schema)


class ArgumentCheck:
    """Checks the arguments of one sample's calls."""

    def __init__(self, view: ChartView, words: Wording) -> None:
        self.view = view
        self.words = words

    def checked(self, spec: ToolSpec, arguments: Any) -> dict[str, Any]:
        """The arguments, no other patient's, in canonical form: ids as text, counts as integers, absent ones left out.

        Raises:
            CallRefusedError: Anything that is wrong with them.
            SearchError: A date that is none.
        """
        given = self._as_mapping(spec, arguments)
        if unreadable(given):
            raise self.unparsable(spec)
        unknown = [name for name in given if name not in spec.names]
        if unknown:
            self._refuse("unknown_argument", spec, names=self._quoted(unknown))
        present = {
            name: value for name, value in given.items() if not self._left_out(spec, name, value)
        }
        missing = [one.name for one in spec.parameters if one.required and one.name not in present]
        if missing:
            self._refuse("missing_argument", spec, names=self._quoted(missing))
        return {
            one.name: self._value(spec, one, present[one.name])
            for one in spec.parameters
            if one.name in present
        }

    def _as_mapping(self, spec: ToolSpec, arguments: Any) -> Mapping[str, Any]:
        if arguments is None:
            return {}
        if not isinstance(arguments, Mapping):
            raise self.unparsable(spec)
        return arguments

    def unparsable(self, spec: ToolSpec) -> CallRefusedError:
        """The refusal of arguments that are no JSON object."""
        example = {
            one.name: self.view.subject_id if one.name == "subject_id" else "..."
            for one in spec.parameters
            if one.required
        }
        text = self.words.say("unparsable", tool=spec.wire, example=json.dumps(example))
        return CallRefusedError("unparsable", text)

    def own_patient(self, given: Any) -> None:
        """Refuse another patient's id before anything else is looked at, so that every attempt counts."""
        if isinstance(given, Mapping) and names_other(given, self.view.subject_id):
            raise CallRefusedError(
                "other_patient", self.words.say("other_patient", subject=self.view.subject_id)
            )

    def _left_out(self, spec: ToolSpec, name: str, value: Any) -> bool:
        parameter = spec.parameter(name)
        if parameter is not None and parameter.kind == "free_text":
            return value is None
        return is_absent(value)

    def _value(self, spec: ToolSpec, parameter: ParameterSpec, value: Any) -> Any:
        if broken(value):
            raise self.bad(spec, parameter, value, self.words.say("must_written"))
        if isinstance(value, str) and len(value) > MAX_LENGTH:
            raise self.bad(spec, parameter, value, self.words.say("must_short", maximum=MAX_LENGTH))
        if not _validator(spec.name, parameter.name).is_valid(value):
            raise self.bad(spec, parameter, value)
        if parameter.kind in ("count", "days"):
            number = int(value)
            if not 1 <= number <= (MAX_COUNT if parameter.kind == "count" else MAX_DAYS):
                raise self.bad(spec, parameter, value)
            return number
        if parameter.kind == "id":
            return self._id(spec, parameter, value)
        if parameter.kind == "date":
            parse_bound(parameter.name, value, self.view.timezone)
        return value.strip()

    def _id(self, spec: ToolSpec, parameter: ParameterSpec, value: Any) -> str:
        if parameter.name == "subject_id":
            if patient_id(value) != patient_id(self.view.subject_id):
                raise self.bad(spec, parameter, value)
            return self.view.subject_id
        asked = str(value).strip().removeprefix("Encounter/")
        if self.view.get(f"Encounter/{asked}") is None:
            stays = [str(one["id"]) for one in self.view.resources("Encounter")]
            shown = self.words.listed(stays[:_SHOWN_STAYS])
            raise self.bad(spec, parameter, value, self.words.say("must_stay", choices=shown))
        return asked

    def bad(
        self, spec: ToolSpec, parameter: ParameterSpec, value: Any, allowed: str | None = None
    ) -> CallRefusedError:
        """The refusal of one value, with what would be allowed."""
        shown = json.dumps(value, ensure_ascii=False, default=str)
        if len(shown) > _SHOWN_VALUE:
            shown = f"{shown[:_SHOWN_VALUE]}..."
        text = self.words.say(
            "bad_argument",
            tool=spec.wire,
            name=f"`{parameter.name}`",
            value=printable(shown),
            allowed=allowed or self.must_be(parameter),
        )
        return CallRefusedError("bad_argument", text)

    def must_be(self, parameter: ParameterSpec) -> str:
        """What a parameter's value must be."""
        return self.words.say(
            f"must_{parameter.kind}",
            choices=self.words.listed(parameter.choices),
            maximum=MAX_DAYS if parameter.kind == "days" else MAX_COUNT,
        )

    def layer_refusal(
        self, spec: ToolSpec, error: SearchError | CreateError, arguments: Mapping[str, Any]
    ) -> CallRefusedError:
        """The refusal of an argument that the search, or the order's own rules, could not use."""
        name = error.argument if isinstance(error, SearchError) else error.field
        parameter = spec.parameter(name)
        if (
            parameter is None
        ):  # Not the model's doing: the session's own encounter is not in the record.
            raise error
        return self.bad(
            spec, parameter, arguments.get(name, error.value), self._allowed(parameter, error)
        )

    def _allowed(self, parameter: ParameterSpec, error: SearchError | CreateError) -> str:
        """What would be allowed: as the layer below says it, in Chinese by this package's own words."""
        if parameter.kind == "choice":
            return self.must_be(parameter)
        if self.words.language == "en":
            return error.allowed
        if parameter.kind == "date" and "date_to" in error.allowed:
            return self.words.say("must_order")
        if parameter.name in ("dose", "target_date") or "interval" in error.allowed:
            return self.words.say(f"must_{parameter.name}")
        if parameter.kind == "text" and "at most" in error.allowed:
            return self.words.say("must_short", maximum=MAX_LENGTH)
        return self.must_be(parameter)

    def _quoted(self, names: list[str]) -> str:
        return self.words.names(printable(name[:_SHOWN_VALUE]) for name in names[:_SHOWN_NAMES])

    def _refuse(self, reason: RefusalReason, spec: ToolSpec, *, names: str) -> None:
        allowed = self._quoted(list(spec.names)) or self.words.say("takes_nothing")
        raise CallRefusedError(
            reason, self.words.say(reason, tool=spec.wire, names=names, allowed=allowed)
        )
