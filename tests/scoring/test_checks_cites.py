from __future__ import annotations

from typing import Any

import pytest

from .checking import judge


def cites(of: str, value: float, unit: str, text: str) -> bool:
    return judge({"cites": {"of": of, "value": value, "unit": unit}}, text).met


K = ("potassium", 6.1, "mmol/L")
CR = ("creatinine", 2.1, "mg/dL")
HB = ("hemoglobin", 8.2, "g/dL")
WBC = ("wbc", 14.886, "10*3/uL")
EGFR = ("egfr", 24, "mL/min/{1.73_m2}")
CRCL = ("creatinine_clearance", 24.3, "mL/min")
TEMP = ("temperature", 38.9, "Cel")
NA = ("sodium", 140, "mmol/L")
SBP = ("systolic_bp", 92, "mm[Hg]")
DBP = ("diastolic_bp", 54, "mm[Hg]")
HR = ("heart_rate", 112, "/min")
CURB = ("curb_65", 3, "{score}")
INR = ("inr", 3.5, "{INR}")
METFORMIN = ("metformin", 500, "mg")

STATED: list[tuple[tuple[Any, ...], str]] = [
    (K, "Potassium is 6.1 mmol/L."),
    (K, "The latest potassium was 6.1 mmol/L on 12 March 2031."),
    (K, "6.1 mmol/L potassium"),
    (K, "potassium (K): 6.1"),
    (K, "K⁺ 6.1 mmol/L"),
    (K, "K 6.1 mEq/L"),
    (K, "**Potassium:** 6.1 mmol/L (ref 3.5–5.0)"),
    (K, "| Test | Value | Reference |\n|---|---|---|\n| Potassium | 6.1 mmol/L | 3.5-5.0 |"),
    (K, "| Date | Creatinine | Potassium |\n|---|---|---|\n| 3/12 | 2.1 | 6.1 |"),
    (K, "| Test | 9 Mar | 12 Mar |\n|---|---|---|\n| Potassium | 5.0 | 6.1 |"),
    (K, "- Creatinine 2.1 mg/dL\n- Potassium 6.1 mmol/L"),
    (K, "血钾6.1mmol/L"),
    (K, "血钾为 6.1 mmol/L（2031年3月12日）"),
    (K, "血钾６．１ｍｍｏｌ／Ｌ"),
    (K, "血钾6.1毫摩尔/升"),
    (K, "6.1 mmol/L (12 March, 06:10)"),
    (K, "Potassium, previously 4.5, is now 6.1 mmol/L"),
    (K, "Po\u200btassium is 6.1\u00a0mmol/L"),
    (K, "Sodium and potassium were 128 and 6.1 mmol/L respectively."),
    (K, "血钠、血钾分别为128、6.1 mmol/L。"),
    (K, "Potassium was 6.10 mmol/L"),
    (K, "With a potassium of 6.1 on lisinopril 20 mg, stop lisinopril."),
    (CR, "Cr 1.2→1.6→2.1 mg/dL"),
    (CR, "Creatinine rose from 1.2 to 2.1 mg/dL"),
    (CR, "肌酐由1.2升至2.1 mg/dL"),
    (CR, "Creatinine: 2.1 mg/dL on 12 March. It was 1.3 on 9 March."),
    (("creatinine", 1.3, "mg/dL"), "Creatinine: 2.1 mg/dL on 12 March. It was 1.3 on 9 March."),
    (CR, "Creatinine 186 µmol/L"),
    (CR, "Creatinine was 185.6 umol/L"),
    (CR, "肌酐186微摩尔/升"),
    (("creatinine", 2.14, "mg/dL"), "creatinine 2.1 mg/dL"),
    (("creatinine", 0.04, "mg/dL"), "creatinine 0.04 mg/dL"),
    (HB, "Hb 82 g/L"),
    (HB, "Hemoglobin of 8.2 g/dL"),
    (HB, "血红蛋白82 g/L"),
    (WBC, "WBC 14,886/µL"),
    (WBC, "WBC was 14 886 /uL".replace("14 886", "14\u2009886")),
    (WBC, "WBC 14.9 ×10⁹/L"),
    (WBC, "WBC 14.9 x 10^9/L"),
    (WBC, "WBC 14.9 K/uL"),
    (WBC, "white count 15 K/uL"),
    (("wbc", 12.0, "10*3/uL"), "白细胞1.2万/微升"),
    (EGFR, "eGFR is 24 mL/min/1.73 m²"),
    (EGFR, "eGFR 24 ml/min/1.73m2, below the threshold of 30"),
    (CRCL, "CrCl 24 ml/min"),
    (CRCL, "肌酐清除率24毫升/分"),
    (CRCL, "The Cockcroft-Gault creatinine clearance is 24.3 mL/min."),
    (CRCL, "CrCl ≈ 24 mL/min"),
    (TEMP, "Temp 38.9 °C"),
    (TEMP, "temperature 102.0 °F"),
    (TEMP, "体温38.9℃"),
    (NA, "Na 140"),
    (NA, "sodium 140.0 mEq/L"),
    (SBP, "BP 92/54 mmHg"),
    (DBP, "BP 92/54 mmHg"),
    (SBP, "血压92/54 mmHg"),
    (SBP, "systolic 92"),
    (HR, "HR 112 bpm"),
    (HR, "心率112次/分"),
    (CURB, "CURB-65 is 3 (BUN 38, RR 32)."),
    (CURB, "CURB-65评分3分"),
    (CURB, "CURB-65 score = 3/5"),
    (INR, "INR 3.5 (goal 2-3)"),
    (METFORMIN, "metformin 500 mg BID"),
    (METFORMIN, "二甲双胍0.5 g每日两次"),
    (METFORMIN, "Metformin 0.5 g"),
    (("d_dimer", 0.038, "ug/mL{FEU}"), "D-dimer 0.038"),
    (("glucose", 542, "mg/dL"), "glucose 30.1 mmol/L"),
    (("creatinine_urine", 120, "mg/dL"), "Urine: sodium 12 mmol/L, creatinine 120 mg/dL"),
    (("percent_decrease", 48, "%"), "CRP fell by 48%."),
    (("percent_decrease", 48, "%"), "CRP下降48%"),
    (("days_of_therapy", 5, "d"), "She has had 5 days of therapy."),
    (("urea_nitrogen", 38, "mg/dL"), "CURB-65 is 3 (BUN 38, RR 32)."),
]

REFUSED: list[tuple[tuple[Any, ...], str]] = [
    (K, ""),
    (K, "Potassium is high."),
    (K, "Potassium is 6 mmol/L"),
    (K, "Potassium is 5.1 mmol/L"),
    (K, "Sodium is 6.1 mmol/L"),
    (K, "Creatinine was 6.1, potassium was not checked"),
    (K, "Potassium is not 6.1 mmol/L"),
    (K, "Potassium 6.1 mg/dL"),
    (K, "Potassium > 6.1 mmol/L"),
    (K, "potassium above 6.1 mmol/L"),
    (K, "血钾超过6.1 mmol/L"),
    (K, "Potassium (ref 3.5-6.1)"),
    (K, "Potassium rose by 6.1 mmol/L"),
    (K, "Is the potassium 6.1 mmol/L?"),
    (K, "Potassium was drawn at 6:10"),
    (K, "urine potassium 6.1 mmol/L"),
    (K, "尿钾6.1 mmol/L"),
    (K, "Latest potassium is 6.1 mmol/L. Current potassium: 4.2 mmol/L."),
    (K, "On 12 March potassium was 6.1 mmol/L. On 12 March potassium was 4.8 mmol/L."),
    (K, "3月12日血钾6.1 mmol/L；3月12日血钾4.8 mmol/L"),
    (HB, "Hb 8.2 g/L"),
    (HB, "血红蛋白8.2 g/L"),
    (HB, "Hb 8 g/dL"),
    (CR, "creatinine 190 umol/L"),
    (CR, "urine creatinine 2.1 mg/dL"),
    (CR, "Creatinine ranged 1.0-2.1 mg/dL"),
    (("creatinine", 2.14, "mg/dL"), "creatinine 2 mg/dL"),
    (("creatinine", 2.14, "mg/dL"), "creatinine 2.2 mg/dL"),
    (NA, "sodium 138"),
    (NA, "sodium 142 mmol/L"),
    (EGFR, "eGFR <24 mL/min/1.73 m²"),
    (EGFR, "eGFR 30以下"),
    (EGFR, "creatinine clearance 24 mL/min"),
    (TEMP, "Temp 38.9 °F"),
    (METFORMIN, "metformin 500 g"),
    (METFORMIN, "metformin 1000 mg; ibuprofen 500 mg"),
    (WBC, "WBC 14.9 g/dL"),
    (WBC, "WBC 1.49 K/uL"),
    (INR, "goal INR 3.5"),
    (SBP, "BP 54/92"),
    (("d_dimer", 0.038, "ug/mL{FEU}"), "D-dimer 0.04"),
    (CURB, "CURB-65 is 2; qSOFA is 3"),
    (("pain_score", 7, "{score}"), "seen on 7/10"),
    (("percent_decrease", 48, "%"), "CRP rose by 48%."),
]


@pytest.mark.parametrize(("value", "text"), STATED)
def test_a_value_stated_of_its_quantity_is_met(value: tuple[Any, ...], text: str) -> None:
    assert cites(*value, text)


@pytest.mark.parametrize(("value", "text"), REFUSED)
def test_another_value_unit_or_quantity_is_refused(value: tuple[Any, ...], text: str) -> None:
    assert not cites(*value, text)


def test_an_earlier_value_beside_the_latest_is_no_contradiction() -> None:
    text = "Latest creatinine is 2.1 mg/dL (12 March), up from 1.3 mg/dL (9 March); baseline 1.0."
    assert cites(*CR, text)


def test_the_same_value_in_two_units_is_no_contradiction() -> None:
    assert cites(*TEMP, "On 12 March temperature was 38.9 °C (102.0 °F).")


def test_a_pasted_list_of_values_still_states_the_value() -> None:
    text = "Potassium 4.0 mmol/L (3/8), 4.6 mmol/L (3/9), 5.2 mmol/L (3/10), 6.1 mmol/L (3/12)"
    assert cites(*K, text)


def test_the_reason_quotes_the_decisive_words() -> None:
    check = {"cites": {"of": "hemoglobin", "value": 8.2, "unit": "g/dL"}}
    verdict = judge(check, "She is stable. Hb is 8.2 g/L today.")
    assert not verdict.met
    assert "Hb is 8.2 g/L today" in verdict.why
