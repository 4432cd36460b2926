"""Units are read in any usual writing and converted only where they can be."""

import pytest

from inspect_physassist.terms.model import Analyte
from inspect_physassist.terms.units import _spellings, convert, parse_unit
from inspect_physassist.terms.vocabulary import default_vocabulary


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("mL/min", "mL/min"), ("ml/min", "mL/min"), ("ML/MIN", "mL/min"), ("毫升/分", "mL/min"),
        ("×10⁹/L", "10*9/L"), ("10^9/L", "10*9/L"), ("K/uL", "10*3/uL"), ("K/µL", "10*3/uL"),
        ("mcg/dL", "ug/dL"), ("µmol/L", "umol/L"), ("mmHg", "mm[Hg]"), ("℃", "Cel"), ("°F", "[degF]"),
        ("mL/min/1.73 m²", "mL/min/{1.73_m2}"), ("mEq/L", "meq/L"), ("furlong", None),
    ],
)  # fmt: skip
def test_usual_writings(text: str, code: str | None) -> None:
    assert parse_unit(text) == code


def analyte(key: str) -> Analyte:
    found = default_vocabulary()[key]
    assert isinstance(found, Analyte)
    return found


@pytest.mark.parametrize(
    ("value", "unit", "to", "key", "expected"),
    [
        (2.1, "mg/dL", "umol/L", "creatinine", 185.6),
        (126, "mg/dL", "mmol/L", "glucose", 7.0),
        (6.1, "mmol/L", "meq/L", "potassium", 6.1),
        (2.4, "mg/dL", "mmol/L", "calcium", 0.6),
        (14886, "/uL", "10*3/uL", "wbc", 14.9),
        (14.9, "10*9/L", "10*3/uL", "wbc", 14.9),
        (8.2, "g/dL", "g/L", "hemoglobin", 82.0),
        (1.0, "mg/dL", "umol/L", "bilirubin_total", 17.1),
    ],
)
def test_conversion(value: float, unit: str, to: str, key: str, expected: float) -> None:
    converted = convert(value, unit, to, analyte(key))
    assert converted == pytest.approx(expected, abs=0.06)


def test_what_cannot_be_compared_is_none() -> None:
    assert convert(1, "mg/dL", "mmol/L") is None
    assert convert(3, "{score}", "{INR}") is None
    assert convert(1, "mL/min", "mL/min/{1.73_m2}") is None


def test_every_unit_of_the_table_and_of_the_vocabulary_is_known() -> None:
    for key in default_vocabulary():
        term = default_vocabulary()[key]
        unit = getattr(term, "unit", None)
        if unit is not None:
            assert unit in _spellings().values(), (key, unit)
