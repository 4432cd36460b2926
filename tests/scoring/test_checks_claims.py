from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from .checking import judge

TRENDS = [
    ("creatinine", "rising", "Creatinine is rising."),
    ("creatinine", "rising", "Rising creatinine."),
    ("creatinine", "rising", "There is an upward trend in creatinine."),
    ("creatinine", "rising", "Creatinine has been trending up."),
    ("creatinine", "rising", "Creatinine rose from 1.2 to 2.1 mg/dL"),
    ("creatinine", "rising", "Cr 1.2→1.6→2.1 mg/dL"),
    ("creatinine", "rising", "Cr 1.2 -> 1.6 -> 2.1 mg/dL"),
    ("creatinine", "rising", "Creatinine went from 1.3 mg/dL on 9 March to 2.1 mg/dL on 12 March."),
    ("creatinine", "rising", "WBC is falling while creatinine is rising."),
    ("creatinine", "rising", "Both WBC and creatinine are rising."),
    ("creatinine", "rising", "肌酐呈上升趋势。"),
    ("creatinine", "rising", "肌酐进行性升高"),
    ("creatinine", "rising", "肌酐由1.2升至2.1 mg/dL"),
    ("creatinine", "rising", "肌酐较前升高"),
    ("creatinine", "rising", "肌酐升高"),
    ("creatinine", "rising", "Creatinine: 2.1 mg/dL. It is rising."),
    ("wbc", "falling", "WBC down from 18.2 to 9.1"),
    ("wbc", "falling", "WBC and CRP are falling."),
    ("crp", "falling", "WBC and CRP are falling."),
    ("wbc", "falling", "白细胞逐渐下降"),
    ("wbc", "falling", "白细胞、C反应蛋白均下降"),
    ("wbc", "falling", "A fall in WBC is seen."),
    ("wbc", "falling", "WBC rose initially to 18.2, then fell to 9.1."),
    ("wbc", "falling", "WBC peaked at 18.2 and has since declined to 9.1."),
    ("wbc", "falling", "白细胞最初升高，随后下降至9.1。"),
    ("lactate", "falling", "Lactate 4.2 → 2.1 → 1.1 mmol/L"),
    ("hemoglobin", "stable", "Hemoglobin is stable."),
    ("hemoglobin", "stable", "Hemoglobin is unchanged."),
    ("hemoglobin", "stable", "血红蛋白无明显变化"),
    ("systolic_bp", "falling", "BP is falling."),
]

NO_TRENDS = [
    ("creatinine", "rising", ""),
    ("creatinine", "rising", "Creatinine is improving."),
    ("creatinine", "rising", "Creatinine is no longer rising."),
    ("creatinine", "rising", "Creatinine is not rising."),
    ("creatinine", "rising", "Creatinine rose and then fell."),
    ("creatinine", "rising", "Creatinine is rising. Creatinine is falling."),
    ("creatinine", "rising", "Creatinine is rising: 2.1 → 1.2"),
    ("creatinine", "rising", "If creatinine is rising, stop lisinopril."),
    ("creatinine", "rising", "Is creatinine rising?"),
    ("creatinine", "rising", "Potassium is rising; creatinine is 2.1."),
    ("creatinine", "rising", "肌酐无明显升高"),
    ("creatinine", "rising", "肌酐未再升高"),
    ("creatinine", "rising", "Creatinine 1.2, 1.6, 2.1 mg/dL"),
    ("creatinine", "rising", "Cr 1.2→2.4→2.1"),
    ("creatinine", "rising", "Increase the lisinopril dose; creatinine is 2.1."),
    ("wbc", "falling", "WBC is rising and CRP is falling."),
    ("wbc", "falling", "白细胞升高，C反应蛋白下降"),
    ("hemoglobin", "stable", "Hemoglobin is falling."),
    ("hemoglobin", "stable", "Hemoglobin is not stable."),
]


@pytest.mark.parametrize(("of", "direction", "text"), TRENDS)
def test_a_direction_said_of_its_series_is_met(of: str, direction: Any, text: str) -> None:
    assert judge({"trend": {"of": of, "direction": direction}}, text).met


@pytest.mark.parametrize(("of", "direction", "text"), NO_TRENDS)
def test_another_direction_or_series_is_refused(of: str, direction: Any, text: str) -> None:
    assert not judge({"trend": {"of": of, "direction": direction}}, text).met


EGFR_30 = {"of": "egfr", "relation": "below", "value": 30, "unit": "mL/min/{1.73_m2}"}
K_5_5 = {"of": "potassium", "relation": "above", "value": 5.5, "unit": "mmol/L"}
BASE = {"of": "creatinine", "relation": "above", "than": "baseline"}
AT_BASE = {"of": "creatinine", "relation": "equal", "than": "baseline"}
HIGH = {"of": "potassium", "relation": "above", "than": "reference_range"}
NORMAL = {"of": "potassium", "relation": "equal", "than": "reference_range"}
TARGET = {"of": "inr", "relation": "above", "than": "therapeutic_range"}
HB_8 = {"of": "hemoglobin", "relation": "below", "value": 8.0, "unit": "g/dL"}

COMPARED = [
    (EGFR_30, "eGFR 24, below the 30 threshold"),
    (EGFR_30, "eGFR 24 mL/min/1.73 m2 is below the metformin threshold of 30 mL/min/1.73 m2."),
    (EGFR_30, "eGFR is less than 30 mL/min/1.73 m²."),
    (EGFR_30, "eGFR 24 (<30)"),
    (EGFR_30, "eGFR < 30"),
    (EGFR_30, "eGFR 24，低于30。"),
    (EGFR_30, "eGFR 24，低于30 mL/min/1.73m²的界值"),
    (EGFR_30, "eGFR在30以下"),
    (EGFR_30, "The eGFR is 24. That is below 30."),
    (K_5_5, "Potassium 6.1 exceeds 5.5 mmol/L."),
    (K_5_5, "Potassium is above 5.5."),
    (K_5_5, "血钾6.1，超过5.5 mmol/L"),
    (K_5_5, "Potassium ≥5.5"),
    (BASE, "Creatinine 2.1 is above her baseline of 1.0."),
    (BASE, "Creatinine is twice her baseline."),
    (BASE, "Creatinine is up from a baseline of 1.0 to 2.1."),
    (BASE, "Creatinine 2.1 vs baseline 1.0"),
    (BASE, "Creatinine 2.1 mg/dL, compared with a baseline of 1.0 mg/dL"),
    (BASE, "肌酐高于基线"),
    (BASE, "肌酐较基线升高"),
    (BASE, "肌酐为基线的2倍"),
    (AT_BASE, "Creatinine is back to baseline."),
    (AT_BASE, "肌酐已恢复至基线"),
    (AT_BASE, "肌酐与基线持平"),
    (HIGH, "Potassium is above the reference range."),
    (HIGH, "Potassium is elevated at 6.1."),
    (HIGH, "血钾高于正常上限"),
    (HIGH, "血钾升高"),
    (NORMAL, "Potassium is within normal limits."),
    (NORMAL, "Potassium is normal."),
    (NORMAL, "血钾在正常范围内"),
    (TARGET, "INR 5.2 is above the target range of 2-3."),
    (TARGET, "INR高于目标范围"),
    (HB_8, "Hemoglobin 7.1 is below 80 g/L"),
]

NOT_COMPARED = [
    (EGFR_30, ""),
    (EGFR_30, "eGFR is above 30"),
    (EGFR_30, "eGFR is not below 30"),
    (EGFR_30, "eGFR is below 45"),
    (EGFR_30, "eGFR 24"),
    (EGFR_30, "If eGFR falls below 30, stop metformin."),
    (EGFR_30, "Potassium is below 30; eGFR is 24."),
    (EGFR_30, "eGFR is below 30. eGFR is above 30."),
    (EGFR_30, "eGFR 24，未低于30"),
    (K_5_5, "Potassium does not exceed 5.5."),
    (K_5_5, "Potassium is below 5.5."),
    (K_5_5, "血钾未超过5.5"),
    (BASE, "Creatinine is at baseline."),
    (BASE, "Creatinine is below baseline."),
    (BASE, "Creatinine is above the reference range."),
    (BASE, "Potassium is above baseline."),
    (BASE, "肌酐低于基线"),
    (AT_BASE, "Creatinine is above baseline."),
    (HIGH, "Potassium is normal."),
    (HIGH, "Potassium is low."),
    (HIGH, "血钾正常"),
    (HB_8, "Hemoglobin is below 8 g/L"),
]


@pytest.mark.parametrize(("claim", "text"), COMPARED)
def test_a_relation_said_of_quantity_and_target_is_met(claim: dict[str, Any], text: str) -> None:
    assert judge({"compares": claim}, text).met


@pytest.mark.parametrize(("claim", "text"), NOT_COMPARED)
def test_another_relation_or_target_is_refused(claim: dict[str, Any], text: str) -> None:
    assert not judge({"compares": claim}, text).met


DAY = date(2031, 3, 12)

DATED = [
    ("On 2031-03-12.", None),
    ("2031-03-12T06:10", None),
    ("12 March 2031", None),
    ("March 12, 2031", None),
    ("Mar 12th", None),
    ("3/12", None),
    ("3/12/2031", None),
    ("3月12日", None),
    ("2031年3月12日06:10", None),
    ("3月9日至12日", None),
    ("9–12 March", None),
    ("Metformin was stopped on 12 March.", "metformin"),
    ("二甲双胍于3月12日停用", "metformin"),
    ("| Metformin | 12 March |", "metformin"),
    ("Metformin was stopped. The date was 12 March.", "metformin"),
]

NOT_DATED = [
    ("", None),
    ("11 March 2031", None),
    ("12 March 2030", None),
    ("3月11日", None),
    ("12/3", None),
    (
        "Metformin was stopped on 11 March; lisinopril was stopped later. Ibuprofen on 12 March.",
        "metformin",
    ),
]


@pytest.mark.parametrize(("text", "about"), DATED)
def test_a_date_is_read_in_every_usual_form(text: str, about: str | None) -> None:
    assert judge({"dated": {"date": DAY, "about": about}}, text).met


@pytest.mark.parametrize(("text", "about"), NOT_DATED)
def test_another_date_or_subject_is_refused(text: str, about: str | None) -> None:
    assert not judge({"dated": {"date": DAY, "about": about}}, text).met


def test_today_is_the_day_of_the_clock() -> None:
    now = datetime(2031, 3, 12, 8, tzinfo=UTC)
    check = {"dated": {"date": DAY}}
    assert judge(check, "It was drawn this morning.", now=now).met
    assert not judge(check, "It was drawn yesterday.", now=now).met
