from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_physassist.scoring.numbers import Quantity, figures_of, read_unit, states
from inspect_physassist.scoring.reading import Reading
from inspect_physassist.scoring.values import Quantities, unit_fits

from .checking import core_vocabulary, judge


def read(text: str) -> list[Quantity]:
    return list(Quantities(Reading(text, core_vocabulary())).all)


def brief(text: str) -> list[tuple[float, str | None, str, str]]:
    return [(q.value, q.unit, q.of[0] if q.of else "", q.role) for q in read(text)]


ROUNDED = [
    ("2.1", 2.14, True),
    ("2.14", 2.14, True),
    ("2.10", 2.1, True),
    ("2", 2.14, False),
    ("2.2", 2.14, False),
    ("2.0", 2.0, True),
    ("2", 2.0, True),
    ("15", 14.6, True),
    ("14", 14.6, False),
    ("9", 8.6, False),
    ("138", 140.0, False),
    ("140.0", 140.0, True),
    ("0.04", 0.04, True),
    ("0.04", 0.038, False),
    ("7.4", 7.38, True),
    ("2.1", 2.15, True),
    ("2.2", 2.15, True),
    ("14.9", 14.886, True),
    ("100", 100.4, True),
]


@pytest.mark.parametrize(("written", "record", "expected"), ROUNDED)
def test_rounding_is_safe_to_two_figures(written: str, record: float, expected: bool) -> None:
    places = len(written.partition(".")[2])
    assert states(float(written), places, figures_of(written), record) is expected


@given(
    st.decimals(min_value=Decimal("0.01"), max_value=Decimal("9999"), places=2),
    st.integers(min_value=0, max_value=2),
)
def test_a_rounding_that_keeps_two_figures_states_the_value(record: Decimal, places: int) -> None:
    rounded = record.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    written = format(rounded, "f")
    exact = rounded == record
    whole = record == record.to_integral_value()
    expected = exact or (
        not whole and figures_of(written) >= min(2, figures_of(format(record.normalize(), "f")))
    )
    assert states(float(rounded), places, figures_of(written), float(record)) is expected


@given(st.decimals(min_value=Decimal("0.5"), max_value=Decimal("15"), places=1))
def test_a_value_written_in_another_unit_is_the_same_value(record: Decimal) -> None:
    check = {"cites": {"of": "hemoglobin", "value": float(record), "unit": "g/dL"}}
    assert judge(check, f"Hb {record * 10:.0f} g/L").met
    assert not judge(check, f"Hb {record} g/L").met


@given(st.decimals(min_value=Decimal("0.4"), max_value=Decimal("12"), places=1))
def test_creatinine_converts_through_its_molar_mass(record: Decimal) -> None:
    check = {"cites": {"of": "creatinine", "value": float(record), "unit": "mg/dL"}}
    assert judge(check, f"creatinine {float(record) * 88.4:.0f} umol/L").met


UNITS = [
    ("6.1 mmol/L potassium", 3, "mmol/L"),
    ("24 ml/min", 2, "mL/min"),
    ("24 毫升/分", 2, "mL/min"),
    ("92 mmHg", 2, "mm[Hg]"),
    ("92 mm Hg", 2, "mm[Hg]"),
    ("112次/分", 3, "/min"),
    ("14.9 ×10^9/L", 4, "10*9/L"),
    ("14.9 x 10^9/L", 4, "10*9/L"),
    ("14,886/uL", 6, "/uL"),
    ("14.9 K/uL", 4, "10*3/uL"),
    ("38.9°C", 4, "Cel"),
    ("102.0 °F", 5, "[degF]"),
    ("24 mL/min/1.73 m2", 2, "mL/min/{1.73_m2}"),
    ("3 points", 1, "{score}"),
    ("6.1 | mmol/L", 3, "mmol/L"),
    ("8.2 in the ED", 3, None),
    ("1.3升至2.1", 3, None),
    ("128、6.1", 3, None),
    ("5 a day", 1, None),
    ("7 percentile", 1, None),
]


@pytest.mark.parametrize(("text", "start", "unit"), UNITS)
def test_a_unit_is_read_where_it_is_one(text: str, start: int, unit: str | None) -> None:
    assert read_unit(text, start)[0] == unit


ROLES = [
    ("potassium 6.1 (ref 3.5-5.0)", [(6.1, "value"), (3.5, "range"), (5.0, "range")]),
    ("creatinine 2.1 (reference 1.2)", [(2.1, "value"), (1.2, "reference")]),
    ("INR 3.5, goal 2-3", [(3.5, "value"), (2.0, "range"), (3.0, "range")]),
    ("eGFR <30", [(30.0, "limit")]),
    ("eGFR below 30", [(30.0, "limit")]),
    ("eGFR 30以下", [(30.0, "limit")]),
    ("eGFR 24, below the threshold of 30", [(24.0, "value"), (30.0, "reference")]),
    ("creatinine rose by 0.8", [(0.8, "change")]),
    ("creatinine rose from 1.3 to 2.1", [(1.3, "value"), (2.1, "value")]),
    ("creatinine 1.3-2.1", [(1.3, "range"), (2.1, "range")]),
    ("seen at 06:10 on 3/12", []),
    ("CHA2DS2-VASc and vitamin B12", []),
]


@pytest.mark.parametrize(("text", "expected"), ROLES)
def test_a_number_has_a_role(text: str, expected: list[tuple[float, str]]) -> None:
    assert [(q.value, q.role) for q in read(text)] == expected


ATTRIBUTED = [
    ("Potassium 6.1 mmol/L, creatinine 2.1 mg/dL", ["potassium", "creatinine"]),
    ("Potassium (creatinine 2.1 mg/dL) was high", ["creatinine"]),
    ("6.1 mmol/L potassium and 2.1 mg/dL creatinine", ["potassium", "creatinine"]),
    ("BP 92/54, HR 112", ["systolic_bp", "diastolic_bp", "heart_rate"]),
    ("Sodium and potassium were 128 and 6.1", ["sodium", "potassium"]),
    ("eGFR calculated from a creatinine of 2.1 mg/dL is 24 mL/min/1.73 m2", ["creatinine", "egfr"]),
    ("metformin 500 mg; lisinopril 20 mg", ["metformin", "lisinopril"]),
    ("On lisinopril 20 mg potassium is 6.1", ["lisinopril", "potassium"]),
    ("血钾6.1，肌酐2.1", ["potassium", "creatinine"]),
    ("### Potassium\n- 12 March: 6.1 mmol/L\n- 9 March: 5.0 mmol/L", ["potassium", "potassium"]),
    ("WBC 14.9 K/uL", ["wbc"]),
]


@pytest.mark.parametrize(("text", "expected"), ATTRIBUTED)
def test_a_number_is_of_the_nearest_term(text: str, expected: list[str]) -> None:
    assert [q.of[0] if q.of else "" for q in read(text)] == expected


def test_a_sequence_shares_its_trailing_unit() -> None:
    assert [q.unit for q in read("Cr 1.2→1.6→2.1 mg/dL")] == ["mg/dL"] * 3


def test_a_label_gives_the_unit_of_its_number() -> None:
    assert brief("Potassium (mmol/L): 6.1") == [(6.1, "mmol/L", "potassium", "value")]


def test_each_number_has_the_date_written_with_it() -> None:
    found = read("On 12 March creatinine was 2.1 mg/dL, up from 1.3 on 9 March.")
    assert [(q.when.month, q.when.day) for q in found if q.when] == [(3, 12), (3, 9)]


def test_a_heading_date_belongs_to_its_own_cell() -> None:
    found = read("| Test | 9 Mar | 12 Mar |\n|---|---|---|\n| Creatinine | 1.3 | 2.1 |")
    assert [(q.value, q.when.day) for q in found if q.when] == [(1.3, 9), (2.1, 12)]


def test_a_unit_that_cannot_be_converted_does_not_fit() -> None:
    assert unit_fits(core_vocabulary(), "creatinine", "umol/L")
    assert not unit_fits(core_vocabulary(), "creatinine", "mm[Hg]")
    assert not unit_fits(core_vocabulary(), "metformin", "mmol/L")
