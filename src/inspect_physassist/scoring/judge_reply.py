"""Reads a judge's reply: strict about what it says, tolerant of what is around it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_SHOWN = 5


class ItemReply(NamedTuple):
    """The judge's word on one item."""

    met: bool
    why: str


class UnusableReplyError(ValueError):
    """A reply that is not one verdict for each item; the message says what is wrong with it."""


def parse_reply(text: str, ids: Sequence[str]) -> Mapping[str, ItemReply]:
    """The verdicts in a reply, one for each id.

    Prose around the JSON, code fences and invisible characters are passed over. What is in the JSON
    is not mended: a missing, unknown or repeated id, or a `met` that is neither true nor false, makes
    the reply unusable, as do two answers that differ.

    Args:
        text: The judge's reply.
        ids: The items asked for.

    Raises:
        UnusableReplyError: The reply cannot be used.

    >>> parse_reply('no reason to downgrade: \u200b[{"id": "a", "met": true, "why": "said"}]', ["a"])
    mappingproxy({'a': ItemReply(met=True, why='said')})
    >>> parse_reply('{"items": [{"id": "a", "met": "yes"}]}', ["a"])
    Traceback (most recent call last):
    inspect_physassist.scoring.judge_reply.UnusableReplyError: "met" of a is 'yes', not true or false
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


def _candidates(text: str) -> Iterator[list[dict[str, Any]]]:
    """Every list of objects in the text, and the loose objects taken together."""
    loose: list[dict[str, Any]] = []
    for value in _json_values(text):
        entries = _entries(value)
        if entries is not None:
            yield entries
        elif isinstance(value, dict) and "met" in value:
            loose.append(value)
    if loose:
        yield loose


def _json_values(text: str) -> Iterator[Any]:
    """The outermost JSON objects and arrays of a text, in order."""
    decoder = json.JSONDecoder()
    position = 0
    while found := re.compile(r"[\[{]").search(text, position):
        try:
            value, position = decoder.raw_decode(text, found.start())
        except (json.JSONDecodeError, RecursionError):
            position = found.start() + 1
            continue
        yield value


def _entries(value: Any) -> list[dict[str, Any]] | None:
    """The value as a list of objects, or the one such list that an object holds."""
    if isinstance(value, dict):
        lists = [part for part in value.values() if isinstance(part, list)]
        value = lists[0] if len(lists) == 1 and "met" not in value else None
    if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
        return value
    return None


def _verdicts(entries: Sequence[Mapping[str, Any]], ids: Sequence[str]) -> dict[str, ItemReply]:
    given = [entry.get("id") for entry in entries]
    unknown = [str(found) for found in given if found not in ids]
    if unknown:
        raise UnusableReplyError(f"unknown ids: {_listed(unknown)}")
    repeated = sorted({str(found) for found in given if given.count(found) > 1})
    if repeated:
        raise UnusableReplyError(f"ids given twice: {_listed(repeated)}")
    missing = [wanted for wanted in ids if wanted not in given]
    if missing:
        raise UnusableReplyError(f"missing ids: {_listed(missing)}")
    verdicts: dict[str, ItemReply] = {}
    for entry in entries:
        met = entry.get("met")
        if not isinstance(met, bool):
            raise UnusableReplyError(f'"met" of {entry["id"]} is not true or false')
        verdicts[str(entry["id"])] = ItemReply(met, str(entry.get("why") or ""))
    return verdicts


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return ", ".join(word[:40] for word in words[:_SHOWN]) + more
