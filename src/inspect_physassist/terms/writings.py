"""What the readers of doses, frequencies and routes share: their data, tidied text, number words.

The writings are data (`data/schedule/`). Abbreviations that ISMP calls error-prone (`U`, `QD`, `SC`) are
read all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

import yaml

from inspect_physassist.resources import data_dir
from inspect_physassist.terms.vocabulary import fold

RANGE = r"(?:-|~|to|至|到|or|或)"

_FRACTIONS: Mapping[str, float] = {"½": 0.5, "¼": 0.25, "¾": 0.75}


@lru_cache(maxsize=3)
def written(name: Literal["doses", "frequencies", "routes"]) -> Any:
    """One file of `data/schedule/`."""
    text = (data_dir() / "schedule" / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.CSafeLoader)


def longest_first(words: Iterable[Any]) -> tuple[str, ...]:
    """Folded, longest first, so that `mcg` is not read as `m`."""
    return tuple(sorted((fold(str(word)) for word in words), key=len, reverse=True))


def choice(words: Iterable[Any]) -> str:
    """A pattern for any one of the words."""
    return "|".join(re.escape(word) for word in longest_first(words))


def whole_words(words: Iterable[Any]) -> str:
    """A pattern for any one of the words, where a Latin one may not stand within another.

    >>> re.findall(whole_words(["am", "晨"]), "8 am, ample, 每晨")
    ['am', '晨']
    """
    latin: list[str] = []
    other: list[str] = []
    for word in longest_first(words):
        (latin if word[-1] < "\u0250" else other).append(word)
    patterns = [rf"(?<![a-z0-9])(?:{choice(latin)})(?![a-z0-9])"] if latin else []
    return "|".join([*patterns, *([choice(other)] if other else [])])


def tidy(text: str) -> str:
    """Folded, with single blanks; `b.i.d.` is `bid`, `twice-daily` is `twice daily`, `w/ food` is `with food`."""
    text = re.sub(r"(?<![a-z0-9])([a-z])\.(?=[a-z](?:\.|\b))", r"\1", fold(text))
    text = re.sub(r"(?<=[a-z])\.(?=\s|$)", "", text)
    text = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text)
    text = re.sub(r"(?<![a-z])w/\s*", "with ", text)
    text = re.sub(r"\s+", " ", text).strip(" ,;，；。")
    return re.sub(r"(?<=[\u4e00-\u9fff]) (?=\S)|(?<=\S) (?=[\u4e00-\u9fff])", "", text)


def _number_words() -> Mapping[str, float]:
    return {str(word): float(value) for word, value in written("frequencies")["numbers"].items()}


def number(text: str) -> float:
    """A number of a matched text: `1.5`, `1/2`, `½`, `two`, `两`, `1 1/2`."""
    if text in _FRACTIONS:
        return _FRACTIONS[text]
    words = _number_words()
    if text in words:
        return words[text]
    return sum(
        float(part.split("/")[0]) / float(part.split("/")[1]) if "/" in part else float(part)
        for part in text.split()
    )


@lru_cache(maxsize=1)
def number_pattern() -> str:
    """A pattern for what `number` reads."""
    words = choice(word for word in _number_words())
    return rf"(?:\d+ \d+/[1-9]\d*|\d+/[1-9]\d*|\d+(?:\.\d+)?|\.\d+|[½¼¾]|{words})"
