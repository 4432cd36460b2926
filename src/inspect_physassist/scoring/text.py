"""An answer as plain sentences: Unicode evened out, Markdown taken off, lists and tables kept in mind."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

LineKind = Literal["text", "bullet", "heading", "quote", "row"]

_INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u180e\ufe0e\ufe0f]")
_POWER = re.compile("10([\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)")
_THIN_GROUP = re.compile("(?<=\\d)[\u2009\u202f\u2007\u00a0](?=\\d{3}(?!\\d))")
_DASHES = {
    ord("–"): "-",
    ord("‐"): "-",
    ord("‑"): "-",
    ord("‒"): "-",
    ord("−"): "-",
    ord("“"): '"',
    ord("”"): '"',
    ord("‘"): "'",
    ord("’"): "'",
    ord("—"): " — ",
    ord("―"): " — ",
    ord("─"): "—",
    ord("⇒"): "→",
    ord("➔"): "→",
    ord("➜"): "→",
    ord("⟶"): "→",
    ord("➡"): "→",
    ord("﹤"): "<",
    ord("﹥"): ">",
    ord("≦"): "≤",
    ord("≧"): "≥",
    ord("⩽"): "≤",
    ord("⩾"): "≥",
    ord("~"): "~",
    ord("∼"): "~",
    ord("〜"): "~",
    ord("μ"): "u",
    ord("•"): "-",
    ord("●"): "-",
    ord("◦"): "-",
    ord("▪"): "-",
    ord("│"): "|",
}
_SIGNS: Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = (
    (re.compile(r"<br\s*/?>", re.I), "\n"),
    (re.compile(r"</?(?:b|i|u|em|strong|sub|sup|p|span|div|ul|ol|li)>", re.I), ""),
    (re.compile(r"(?<![-=])[-=]{1,2}>"), "→"),
    (re.compile(r">="), "≥"),
    (re.compile(r"<=(?!=)"), "≤"),
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf)\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\(?:rightarrow|to)\b"), "→"),
    (re.compile(r"\\times\b"), "×"),
    (re.compile(r"\\approx\b"), "≈"),
    (re.compile(r"\\geq?\b"), "≥"),
    (re.compile(r"\\leq?\b"), "≤"),
    (re.compile(r"\\[\[\]()]"), ""),
    (re.compile(r"\\([%$#&_*~-])"), r"\1"),
    (re.compile(r"\\[,;: ]"), " "),
    (re.compile(r"\*\*|__|~~|`+"), ""),
    (re.compile(r"(?<![\w*)])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])"), r"\1"),
    (re.compile(r"!?\[([^\]\n]*)\]\((?:https?:|#|/)[^)\s]*\)"), r"\1"),
)
_NEEDS_SIGNS = re.compile(r"[<\\*_~`=\]]|->")
_BULLET = re.compile(
    r"(?:[-*+·]|\(?\d{1,2}[.)、](?!\d)|[a-zA-Z]\)(?=\s)|[①-⑳])\s*(?:\[[ xX]\]\s*)?"
)
_HEADING = re.compile(r"#{1,6}\s*")
_QUOTE = re.compile(r">\s?")
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_SENTENCE_END = re.compile(r"(?:[。!?]+|\.(?=[\"')\]]*(?:\s|$|[\u4e00-\u9fff])))[\"')\]]*")
_NOT_AN_END = re.compile(
    r"(?:\b(?:vs|approx|dr|mrs?|ms|fig|ref|cf|incl|resp)|[\s(])\Z|(?:\A|[\s(.])[a-z]\Z", re.I
)
LONGEST_SENTENCE = 1_000
"""Characters of a sentence after which it ends at the next space, comma or semicolon."""
_BREAK = re.compile(r"[\s,;、]")
_INTERVAL = re.compile(
    r"\b(?:q ?(\d{1,2}) ?(?:hrs?|hours?)|every ?(\d{1,2}) ?(?:hrs?|h))\b\.?(?= |$|[,;:)])",
    re.I | re.M,
)
_INITIAL = re.compile(r"(?:\A|[\s(])[A-Z]\Z")


def normalise(text: str) -> str:
    """The text in one way of writing: half width, plain dashes, quotes, signs and digits.

    >>> normalise("肌酐２．１ｍｇ／ｄＬ，×10⁹/L，µg")
    '肌酐2.1mg/dL, ×10^9/L, ug'
    """
    text = html.unescape(text) if "&" in text else text
    if not text.isascii():
        # A full-width comma never groups thousands: "20:15，650 mg".
        text = _INVISIBLE.sub("", text).replace("，", ", ")
        text = _THIN_GROUP.sub("", text)
        text = _POWER.sub(lambda m: "10^" + unicodedata.normalize("NFKC", m[1]), text)
        text = unicodedata.normalize("NFKC", text).translate(_DASHES)
    text = _INTERVAL.sub(r"every \1\2 hours", text)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    if _NEEDS_SIGNS.search(text):
        fenced = "\n".join("" if _FENCE.match(line) else line for line in text.split("\n"))
        text = fenced
        for pattern, sign in _SIGNS:
            text = pattern.sub(sign, text)
    return text


class Line(NamedTuple):
    """One line of the text built by `lay_out`: `text[start:end]`, without its list or heading mark."""

    start: int
    end: int
    kind: LineKind
    indent: int


class Sentence(NamedTuple):
    """One sentence: `text[start:end]`, the number of its line, and whether it asks or quotes."""

    start: int
    end: int
    line: int
    asks: bool
    quotes: bool


@dataclass(frozen=True)
class Layout:
    """The text to read, and where its lines and sentences are."""

    text: str
    lines: tuple[Line, ...]
    sentences: tuple[Sentence, ...]


def lay_out(text: str, names_column: Callable[[str], bool]) -> Layout:
    """Normalises a text and finds its lines and sentences.

    A table row becomes one line, its cells parted by ` | `. A cell whose column heading names a
    quantity, a date or a point of comparison carries that heading: `| 2.1 |` under `Creatinine`
    reads `Creatinine: 2.1`.

    Args:
        text: As the assistant wrote it.
        names_column: Whether a column heading says what the cells below it are.
    """
    lines: list[Line] = []
    sentences: list[Sentence] = []
    parts: list[str] = []
    at = 0
    for content, kind, indent in _lines(normalise(text), names_column):
        number = len(lines)
        lines.append(Line(at, at + len(content), kind, indent))
        for start, end in _sentences(content):
            asks = content[start:end].rstrip(" \"')]").endswith("?")
            sentences.append(Sentence(at + start, at + end, number, asks, kind == "quote"))
        parts.append(content)
        at += len(content) + 1
    return Layout("\n".join(parts), tuple(lines), tuple(sentences))


def _lines(text: str, names_column: Callable[[str], bool]) -> Iterator[tuple[str, LineKind, int]]:
    raw = text.split("\n")
    heads: list[str] | None = None
    for number, line in enumerate(raw):
        body = line.strip()
        if not body or _RULE.match(body):
            if not body:
                heads = None
            continue
        if body.count("|") >= 2 or (heads is not None and "|" in body):
            cells = [cell.strip() for cell in body.strip("|").split("|")]
            if heads is None and number + 1 < len(raw) and _RULE.match(raw[number + 1]):
                heads = [cell if names_column(cell) else "" for cell in cells]
                continue
            yield " | ".join(_headed(cells, heads)), "row", 0
            continue
        heads = None
        indent = len(line) - len(line.lstrip())
        kind: LineKind = "text"
        if mark := _HEADING.match(body):
            body, kind = body[mark.end() :].strip("# "), "heading"
        elif mark := _QUOTE.match(body):
            body, kind = body[mark.end() :], "quote"
        elif mark := _BULLET.match(body):
            body, kind = body[mark.end() :], "bullet"
        if body:
            yield body, kind, indent


def _headed(cells: Sequence[str], heads: Sequence[str] | None) -> Iterator[str]:
    for column, cell in enumerate(cells):
        head = heads[column] if heads and column < len(heads) else ""
        yield f"{head}: {cell}" if head and cell and column else cell


def _sentences(line: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _SENTENCE_END.finditer(line):
        if line[found.start()] == "." and not _ends(line, found.start(), found.end()):
            continue
        yield from _bounded(line, start, found.end())
        start = found.end()
    yield from _bounded(line, start, len(line))


def _bounded(line: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, cut where it is longer than any a person writes: reading one takes quadratic time."""
    while end - start > LONGEST_SENTENCE:
        cut = _BREAK.search(line, start + LONGEST_SENTENCE, end)
        if cut is None:
            break
        if line[start : cut.end()].strip():
            yield start, cut.end()
        start = cut.end()
    if line[start:end].strip():
        yield start, end


def _ends(line: str, stop: int, after: int) -> bool:
    """Whether a full stop ends its sentence: not in `C. difficile`, `e.g.`, `vs.`."""
    before = line[max(0, stop - 8) : stop]
    if not _NOT_AN_END.search(before):
        return True
    # "vitamin K. Next": a capital letter may end a sentence, when another begins one.
    following = line[after:].lstrip()
    return bool(_INITIAL.search(before)) and not following[:1].islower()
