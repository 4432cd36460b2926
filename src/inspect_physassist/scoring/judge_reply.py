"""Reads a judge's reply: strict about what it says, tolerant of what is around it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_OPENING = re.compile(r"[\[{]|<(?P<end>/?)think(?:ing)?>", re.IGNORECASE)
"""Where a JSON value may begin, or a model's draft begins or ends."""
_HEAD = 5_000
_TAIL = 20_000
"""Characters read of a longer reply: a verdict stands first or last, around it a draft or a loop."""
_FALSE_STARTS = 200
"""Brackets that may open no JSON: each costs a scan, so that without a bound time is quadratic."""
_DEPTH = 3
_REPEATED_KEY = "an object in it gives a key twice"


class ItemReply(NamedTuple):
    """The judge's word on one item."""

    met: bool
    why: str


class UnusableReplyError(ValueError):
    """A reply that is not one verdict for each item; the message says what is wrong with it."""


def parse_reply(text: str, ids: Sequence[str]) -> Mapping[str, ItemReply]:
    """The verdicts in a reply, one for each id.

    Prose around the JSON, drafts in `<think>`, code fences and invisible characters are passed over,
    and the list may stand inside other objects. What is in the JSON is not mended: a missing, unknown
    or repeated id, a key given twice in one object, or a `met` that is neither true nor false, makes
    the reply unusable, as do two answers that differ. Of a very long reply the two ends are read.

    What is wrong is said without the reply's own words: it goes into the next prompt, where they would
    stand among the instructions.

    Args:
        text: The judge's reply.
        ids: The items asked for.

    Raises:
        UnusableReplyError: The reply cannot be used.

    >>> parse_reply('no reason to downgrade: \u200b[{"id": "a", "met": true, "why": "said"}]', ["a"])
    mappingproxy({'a': ItemReply(met=True, why='said')})
    >>> parse_reply('{"items": [{"id": "a", "met": "yes"}]}', ["a"])
    Traceback (most recent call last):
    inspect_physassist.scoring.judge_reply.UnusableReplyError: "met" of a is not true or false
    """
    problem = "the reply is empty" if not text.strip() else "there is no JSON list of items in it"
    usable: list[Mapping[str, ItemReply]] = []
    for entries in _candidates(_INVISIBLE.sub("", text)):
        try:
            verdicts = _verdicts(entries, ids)
        except UnusableReplyError as error:
            problem = str(error)
            continue
        if all(verdicts != other for other in usable):
            usable.append(verdicts)
    if len({tuple(found[i].met for i in ids) for found in usable}) > 1:
        raise UnusableReplyError("it holds two answers that differ")
    if not usable:
        raise UnusableReplyError(problem)
    return MappingProxyType(dict(usable[-1]))


class _Repeating(dict[str, Any]):
    """A JSON object in which a key was given twice; which of the values was meant cannot be told."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Repeating(found)


_DECODER = json.JSONDecoder(object_pairs_hook=_object)


def _candidates(text: str) -> Iterator[list[dict[str, Any]]]:
    """Every list of objects in the text, and the loose objects taken together."""
    loose: list[dict[str, Any]] = []
    for value in _json_values(text):
        yield from _lists(value)
        if isinstance(value, dict) and "met" in value:
            loose.append(value)
    if loose:
        yield loose


def _json_values(text: str) -> list[Any]:
    """The outermost JSON objects and arrays of a text outside drafts, in order."""
    parts = [text] if len(text) <= _HEAD + _TAIL else [text[:_HEAD], text[-_TAIL:]]
    values: list[Any] = []
    drafting = False
    false_starts = 0
    for part in parts:
        position = 0
        while found := _OPENING.search(part, position):
            position = found.end()
            end = found["end"]
            if end is not None:
                drafting = not end
                if end:
                    # Some chat templates open the draft in the prompt, so that only its end is seen.
                    values.clear()
                continue
            if drafting:
                continue
            try:
                value, position = _DECODER.raw_decode(part, found.start())
            except (ValueError, RecursionError):
                false_starts += 1
                if false_starts > _FALSE_STARTS:
                    raise UnusableReplyError("too many brackets in it open no JSON") from None
                continue
            values.append(value)
    return values


def _lists(value: Any, name: str = "items", depth: int = 0) -> Iterator[list[dict[str, Any]]]:
    """The value itself where it is a list of objects, else every such list in an object around it."""
    if isinstance(value, list):
        if all(isinstance(entry, dict) for entry in value) and (value or name == "items"):
            yield value
    elif isinstance(value, dict) and "met" not in value and depth < _DEPTH:
        if isinstance(value, _Repeating):
            raise UnusableReplyError(_REPEATED_KEY)
        for key, part in value.items():
            yield from _lists(part, key, depth + 1)


def _verdicts(entries: Sequence[Mapping[str, Any]], ids: Sequence[str]) -> dict[str, ItemReply]:
    if any(isinstance(entry, _Repeating) for entry in entries):
        raise UnusableReplyError(_REPEATED_KEY)
    given = [entry.get("id") for entry in entries]
    if any(found not in ids for found in given):
        raise UnusableReplyError(f"it holds ids not asked for; allowed: {', '.join(ids)}")
    repeated = sorted({str(found) for found in given if given.count(found) > 1})
    if repeated:
        raise UnusableReplyError(f"ids given twice: {', '.join(repeated)}")
    missing = [wanted for wanted in ids if wanted not in given]
    if missing:
        raise UnusableReplyError(f"missing ids: {', '.join(missing)}")
    verdicts: dict[str, ItemReply] = {}
    for entry in entries:
        met = entry.get("met")
        if not isinstance(met, bool):
            raise UnusableReplyError(f'"met" of {entry["id"]} is not true or false')
        verdicts[str(entry["id"])] = ItemReply(met, str(entry.get("why") or ""))
    return verdicts
