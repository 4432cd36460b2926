"""Units as clinicians write them, in UCUM, and conversion between them.

UCUM codes are parsed by `ucumvert` and converted by `pint`; the spellings of `data/units.yaml` are
ours. Mass and amount convert through the analyte's molar mass, amount and equivalents through its
charge.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import lark
import pint
import ucumvert
import yaml

from inspect_physassist.resources import data_dir
from inspect_physassist.terms.model import Analyte
from inspect_physassist.terms.vocabulary import fold

_COUNTED = re.compile(r"\{[^}]*\}")


@lru_cache(maxsize=1)
def _registry() -> Any:
    return ucumvert.PintUcumRegistry()


@lru_cache(maxsize=1)
def _spellings() -> dict[str, str]:
    document = yaml.load(
        (data_dir() / "units.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    table: dict[str, str] = {}
    for code, writings in document["units"].items():
        for writing in (code, *writings):
            table[_squeeze(writing)] = code
    return table


def _squeeze(text: str) -> str:
    text = fold(
        text.replace("µ", "u")
        .replace("μ", "u")
        .replace("⁹", "9")
        .replace("³", "3")
        .replace("²", "2")
    )
    return re.sub(r"[\s·⋅]+", "", text.replace("×", "x").replace("^", "").replace("*", "x"))


@lru_cache(maxsize=4096)
def parse_unit(text: str) -> str | None:
    """The UCUM code of a unit in any usual writing, or None.

    >>> parse_unit("ml/min"), parse_unit("x10^9/L"), parse_unit("毫克/分升"), parse_unit("smiles")
    ('mL/min', '10*9/L', 'mg/dL', None)
    """
    return _spellings().get(_squeeze(text))


def unit_writings() -> tuple[str, ...]:
    """Every writing that `parse_unit` knows, squeezed, longest first; for finding units in text."""
    return tuple(sorted(_spellings(), key=len, reverse=True))


@lru_cache(maxsize=1024)
def _unit(code: str) -> Any | None:
    """The pint unit of a UCUM code; None where it is a pure count or has no pint equivalent."""
    try:
        return _registry().from_ucum(_COUNTED.sub("", code) or "1")
    except (lark.exceptions.LarkError, pint.errors.PintError, ValueError):
        return None


@lru_cache(maxsize=4096)
def _factor(
    from_unit: str, to_unit: str, molar_mass: float | None, valence: int | None
) -> float | None:
    if from_unit == to_unit:
        return 1.0
    if _COUNTED.findall(from_unit) != _COUNTED.findall(to_unit) and "{" in from_unit + to_unit:
        # Points, INR or FEU are what is counted; they do not turn into one another.
        return None
    source, target = _unit(from_unit), _unit(to_unit)
    if source is None or target is None:
        return None
    source = source if hasattr(source, "units") else source * 1
    target = target if hasattr(target, "units") else target * 1
    bridges: list[Any] = [1]
    registry = _registry()
    gram, mole, equivalent = (
        registry.from_ucum("g"),
        registry.from_ucum("mol"),
        registry.from_ucum("eq"),
    )
    if molar_mass:
        bridges += [mole / gram / molar_mass, gram / mole * molar_mass]
    if valence:
        bridges += [equivalent / mole * valence, mole / equivalent / valence]
    if molar_mass and valence:
        bridges += [
            equivalent / gram * (valence / molar_mass),
            gram / equivalent * (molar_mass / valence),
        ]
    for bridge in bridges:
        try:
            return float((source * bridge / target).to("dimensionless").magnitude)
        except pint.errors.PintError:
            continue
    return None


def convert(
    value: float, from_unit: str, to_unit: str, analyte: Analyte | None = None
) -> float | None:
    """The value in another unit, or None when the two cannot be compared.

    Args:
        value: In `from_unit`.
        from_unit: UCUM code.
        to_unit: UCUM code.
        analyte: Gives molar mass (g/mol) and charge for conversion between mass, amount and mEq.

    >>> round(convert(8.2, "g/dL", "g/L"), 6), convert(8.2, "g/dL", "mm[Hg]")
    (82.0, None)
    >>> round(convert(98.6, "[degF]", "Cel"), 1)
    37.0
    """
    if {from_unit, to_unit} == {"Cel", "[degF]"}:
        return (value - 32) * 5 / 9 if from_unit == "[degF]" else value * 9 / 5 + 32
    molar_mass = analyte.molar_mass if analyte else None
    valence = analyte.valence if analyte else None
    factor = _factor(from_unit, to_unit, molar_mass, valence)
    return None if factor is None else value * factor
