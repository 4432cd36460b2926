"""A page of results as compact lines: what is shown, out of how many, and how to see the rest.

Everything fits below the size at which Inspect would cut it without a word to the model: what does
not fit is left out from the oldest end, and the page says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from inspect_physassist.chart.record import ChartView
from inspect_physassist.session.model import Language
from inspect_physassist.tools.descriptions import MAX_COUNT
from inspect_physassist.tools.elements import clock_time, concept_text
from inspect_physassist.tools.lines import LineWriter
from inspect_physassist.tools.passages import document_text, passage
from inspect_physassist.tools.wording import Wording

PAGE_BYTES = 15_000
"""The largest page. Inspect cuts a tool's result at 16 KiB."""
TEXT_CHARACTERS = 6_000
"""How much of one note or report is shown where there are several."""
LONE_TEXT_CHARACTERS = 12_000
_LEAST_TEXT = 200
_TITLES = 20
_WITH_TEXT = ("DiagnosticReport", "DocumentReference")


@dataclass(frozen=True)
class Found:
    """What a search came to, ready to be shown."""

    resources: Sequence[Mapping[str, Any]]
    matched: int
    count: int = MAX_COUNT
    remarks: tuple[str, ...] = ()
    """Sentences to show above the results, e.g. which specimen was meant."""
    narrowing: tuple[str, ...] = ()
    """Arguments of the tool that would narrow the search."""
    keyword: str | None = None


class Page(NamedTuple):
    """A page as text, and the resources on it."""

    text: str
    shown: Sequence[Mapping[str, Any]]


def size(text: str) -> int:
    """Bytes of a text as Inspect counts them."""
    return len(text.encode("utf-8", errors="replace"))


def fit(build: Callable[[int, int], str], number: int) -> tuple[str, int]:
    """The page with the most entries that fits.

    Args:
        build: Writes a page of so many entries with so many characters of text each.
        number: How many entries there are.

    Returns:
        The page and its number of entries. One entry's text is shortened until it fits; 0 entries
        means that even that did not do.
    """
    limit = LONE_TEXT_CHARACTERS if number == 1 else TEXT_CHARACTERS
    low, high, best = 1, number, ""
    kept = 0
    while low <= high:
        middle = high if kept == 0 and high == number else (low + high) // 2
        text = build(middle, limit)
        if size(text) <= PAGE_BYTES:
            kept, best, low = middle, text, middle + 1
        else:
            high = middle - 1
    while not kept and limit > _LEAST_TEXT:
        limit = limit * 3 // 4
        best = build(1, limit)
        kept = 1 if size(best) <= PAGE_BYTES else 0
    return best, kept


def headline(words: Wording, found: Found, shown: int) -> str:
    """How many are shown of how many, and how to see others.

    >>> headline(Wording("en"), Found((), matched=40, count=12, narrowing=("date_from",)), 12)
    '12 of 40 shown, newest first; narrow with date_from or raise _count.'
    """
    if shown >= found.matched:
        return words.say("all_shown", matched=found.matched)
    if not found.narrowing:
        return words.say("sheet_cut", shown=shown, matched=found.matched)
    narrow = words.say("narrow_by_field", fields=words.listed(found.narrowing))
    by_count = shown >= min(found.count, len(found.resources))
    sentence = "cut_by_size"
    if by_count:
        sentence = "cut_by_count" if found.count < MAX_COUNT else "cut_at_maximum"
    return words.say(sentence, shown=shown, matched=found.matched, narrow=narrow)


def as_of(words: Wording, view: ChartView) -> str:
    """The clock, with the offset of the times shown."""
    now, offset = clock_time(view.now, view.timezone)
    return words.say("as_of", now=now, offset=offset)


def compact_page(view: ChartView, language: Language, found: Found) -> Page:
    """The results as compact lines.

    Args:
        view: The record as of the clock.
        language: Of labels and status words; record values stay as recorded.
        found: The results, newest first.
    """
    writer = LineWriter(view, language)
    words = writer.words
    head = [as_of(words, view), *found.remarks]
    if not found.resources:
        return Page("\n".join((head[0], words.say("nothing"), *head[1:])), ())

    def build(number: int, limit: int) -> str:
        shown = found.resources[:number]
        lines = [
            head[0],
            headline(words, found, number),
            *head[1:],
            "",
            *_body(writer, shown, limit, found.keyword),
            *_titles(writer, found.resources[number:]),
        ]
        return "\n".join(lines)

    text, kept = fit(build, len(found.resources))
    if kept:
        return Page(text, found.resources[:kept])
    return _clipped(writer, found, head)


def _body(
    writer: LineWriter, resources: Sequence[Mapping[str, Any]], limit: int, keyword: str | None
) -> list[str]:
    kind = resources[0].get("resourceType")
    if kind == "Observation":
        return _by_name(writer, resources)
    if kind in _WITH_TEXT:
        return [line for one in resources for line in _with_text(writer, one, limit, keyword)]
    return [writer.line(one) for one in resources]


def _by_name(writer: LineWriter, resources: Sequence[Mapping[str, Any]]) -> list[str]:
    """Results in the order given, those whose name repeats together under it."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for one in resources:
        groups.setdefault(writer.name(one) or concept_text(one.get("code")), []).append(one)
    lines: list[str] = []
    for name, members in groups.items():
        if len(members) == 1:
            lines.append(writer.line(members[0]))
            continue
        lines.append(f"{name}:")
        lines.extend(f"  {writer.line(one, named=False)}" for one in members)
    return lines


def _with_text(
    writer: LineWriter, resource: Mapping[str, Any], limit: int, keyword: str | None
) -> list[str]:
    part = passage(document_text(resource), limit, keyword, writer.view.vocabulary)
    lines = [writer.line(resource)]
    lines.extend([part.text] if part.text else _results(writer, resource))
    if part.is_cut:
        sentence = "text_excerpt" if part.around else "text_cut"
        lines.append(
            writer.words.say(sentence, shown=len(part.text), total=part.total, keyword=part.around)
        )
    return [*lines, ""]


def _results(writer: LineWriter, resource: Mapping[str, Any]) -> list[str]:
    """The results that a report without a text of its own refers to, as far as they are known."""
    held = (writer.view.get(str(one.get("reference", ""))) for one in resource.get("result", ()))
    return [f"  {writer.line(one)}" for one in held if one is not None]


def _titles(writer: LineWriter, resources: Sequence[Mapping[str, Any]]) -> list[str]:
    """The heads of notes and reports for whose text there was no room."""
    if not resources or resources[0].get("resourceType") not in _WITH_TEXT:
        return []
    listed = [writer.line(one) for one in resources[:_TITLES]]
    return [writer.words.say("titles"), *listed]


def _clipped(writer: LineWriter, found: Found, head: Sequence[str]) -> Page:
    """A page of one entry whose own line is too long: its beginning, and that it was cut."""
    line = writer.line(found.resources[0])
    reference = f"[{found.resources[0].get('resourceType')}/{found.resources[0].get('id')}]"
    shown = line[: PAGE_BYTES // 6]
    lines = [
        head[0],
        headline(writer.words, found, 1),
        *head[1:],
        "",
        f"{shown} ... {reference}",
        writer.words.say("line_cut", shown=len(shown), total=len(line)),
    ]
    return Page("\n".join(lines), found.resources[:1])
