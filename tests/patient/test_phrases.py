from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from inspect_physassist.patient.phrases import FRAMES


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if hasattr(value, "values") else value:
            yield from _texts(part)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_frames_carry_no_number(language: str) -> None:
    assert not [text for text in _texts(FRAMES[language]) if any(char.isdigit() for char in text)]


def test_both_languages_have_frames_of_the_same_shape() -> None:
    assert {level: len(choices) for level, choices in FRAMES["en"].unknown.items()} == {
        level: len(choices) for level, choices in FRAMES["zh"].unknown.items()
    }
    assert FRAMES["en"].elsewhere.keys() == FRAMES["zh"].elsewhere.keys()
