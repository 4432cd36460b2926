"""Clinical formulas and scores, each with its source, units and edge cases.

`physassist check` calls these by name to derive the numbers that a session's reference answers and
rubrics cite. Arguments are keyword-only; weights in kg, heights in cm, ages in completed years,
creatinine, bilirubin, urea nitrogen, calcium and glucose in mg/dL, albumin in g/dL, electrolytes in
mmol/L, gases and pressures in mm Hg, temperature in degrees Celsius, unless the docstring says
otherwise. Impossible input raises ValueError.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal

Sex = Literal["female", "male"]

_INCH_CM = 2.54


def _positive(**values: float) -> None:
    for name, value in values.items():
        if not value > 0:
            raise ValueError(f"{name} must be greater than 0, not {value}")


# --- kidney ---------------------------------------------------------------------------------------


def cockcroft_gault(*, age: int, weight: float, creatinine: float, sex: Sex) -> float:
    """Creatinine clearance in mL/min (Cockcroft and Gault, Nephron 1976;16:31-41).

    The weight is the one the caller chooses (actual, ideal or adjusted).

    >>> round(cockcroft_gault(age=78, weight=60, creatinine=1.8, sex="female"))
    24
    >>> round(cockcroft_gault(age=82, weight=61, creatinine=1.3, sex="male"), 1)
    37.8
    """
    _positive(age=age, weight=weight, creatinine=creatinine)
    clearance = (140 - age) * weight / (72 * creatinine)
    return clearance * 0.85 if sex == "female" else clearance


def ckd_epi_2021(*, age: int, creatinine: float, sex: Sex) -> float:
    """EGFR in mL/min/1.73 m2, race-free CKD-EPI creatinine equation (Inker, NEJM 2021;385:1737-49).

    >>> round(ckd_epi_2021(age=60, creatinine=1.0, sex="male"))
    86
    >>> round(ckd_epi_2021(age=60, creatinine=1.0, sex="female"))
    64
    """
    _positive(age=age, creatinine=creatinine)
    kappa, alpha = (0.7, -0.241) if sex == "female" else (0.9, -0.302)
    ratio = creatinine / kappa
    rate: float = 142 * min(ratio, 1) ** alpha * max(ratio, 1) ** -1.200 * 0.9938**age
    return rate * 1.012 if sex == "female" else rate


def ideal_weight(*, height: float, sex: Sex) -> float:
    """Ideal body weight in kg (Devine, Drug Intell Clin Pharm 1974;8:650-5). Height in cm, at least 60 in.

    >>> round(ideal_weight(height=177.8, sex="male"), 1)
    73.0
    """
    inches = height / _INCH_CM
    if inches < 60:
        raise ValueError(f"the Devine formula holds from 60 inches (152.4 cm), not {height} cm")
    return (45.5 if sex == "female" else 50.0) + 2.3 * (inches - 60)


def adjusted_weight(*, weight: float, height: float, sex: Sex) -> float:
    """Adjusted body weight in kg: ideal + 0.4 x (actual - ideal) (Bauer, Eur J Clin Pharmacol 1983;24:643-7).

    >>> round(adjusted_weight(weight=120, height=177.8, sex="male"), 1)
    91.8
    """
    ideal = ideal_weight(height=height, sex=sex)
    return ideal + 0.4 * (weight - ideal)


def bmi(*, weight: float, height: float) -> float:
    """Body mass index in kg/m2 (WHO 1995).

    >>> round(bmi(weight=80, height=180), 1)
    24.7
    """
    _positive(weight=weight, height=height)
    return weight / (height / 100) ** 2


def fena(
    *, sodium_urine: float, sodium: float, creatinine_urine: float, creatinine: float
) -> float:
    """Fractional excretion of sodium in % (Espinel, JAMA 1976;236:579-81).

    >>> round(fena(sodium_urine=12, sodium=136, creatinine_urine=140, creatinine=2.8), 2)
    0.18
    """
    _positive(sodium=sodium, creatinine_urine=creatinine_urine, creatinine=creatinine)
    return 100 * (sodium_urine * creatinine) / (sodium * creatinine_urine)


def feurea(
    *, urea_urine: float, urea_nitrogen: float, creatinine_urine: float, creatinine: float
) -> float:
    """Fractional excretion of urea in % (Carvounis, Kidney Int 2002;62:2223-9).

    >>> round(feurea(urea_urine=400, urea_nitrogen=60, creatinine_urine=100, creatinine=2.5), 1)
    16.7
    """
    _positive(urea_nitrogen=urea_nitrogen, creatinine_urine=creatinine_urine, creatinine=creatinine)
    return 100 * (urea_urine * creatinine) / (urea_nitrogen * creatinine_urine)


def kdigo_aki_stage(*, creatinine: float, baseline: float) -> int:
    """AKI stage by creatinine alone, 0 to 3 (KDIGO 2012, table 2; the 7-day or 48-hour window is the caller's).

    >>> [kdigo_aki_stage(creatinine=c, baseline=1.0) for c in (1.2, 1.3, 1.9, 2.0, 3.0, 4.0)]
    [0, 1, 1, 2, 3, 3]
    """
    _positive(creatinine=creatinine, baseline=baseline)
    ratio, rise = creatinine / baseline, round(creatinine - baseline, 6)
    if ratio < 1.5 and rise < 0.3:
        return 0
    if ratio >= 3 or creatinine >= 4:
        return 3
    return 2 if ratio >= 2 else 1


# --- acid-base, electrolytes, osmoles -------------------------------------------------------------


def anion_gap(*, sodium: float, chloride: float, bicarbonate: float) -> float:
    """Anion gap in mmol/L, without potassium (Emmett and Narins, Medicine 1977;56:38-54).

    >>> anion_gap(sodium=134, chloride=96, bicarbonate=10)
    28
    """
    return sodium - chloride - bicarbonate


def corrected_anion_gap(
    *, sodium: float, chloride: float, bicarbonate: float, albumin: float
) -> float:
    """Anion gap in mmol/L, corrected by 2.5 per g/dL of albumin below 4.0 (Figge, Crit Care Med 1998;26:1807-10).

    >>> corrected_anion_gap(sodium=134, chloride=100, bicarbonate=16, albumin=2.0)
    23.0
    """
    return anion_gap(sodium=sodium, chloride=chloride, bicarbonate=bicarbonate) + 2.5 * (
        4.0 - albumin
    )


def winters_pco2(*, bicarbonate: float) -> float:
    """Expected pCO2 in mm Hg (+/- 2) in metabolic acidosis (Albert, Ann Intern Med 1967;66:312-22).

    >>> winters_pco2(bicarbonate=10)
    23.0
    """
    return 1.5 * bicarbonate + 8


def corrected_calcium(*, calcium: float, albumin: float) -> float:
    """Albumin-corrected total calcium in mg/dL (Payne, BMJ 1973;4:643-6).

    >>> round(corrected_calcium(calcium=8.0, albumin=2.0), 1)
    9.6
    """
    return calcium + 0.8 * (4.0 - albumin)


def corrected_sodium(*, sodium: float, glucose: float) -> float:
    """Sodium in mmol/L corrected by 1.6 per 100 mg/dL of glucose above 100 (Katz, NEJM 1973;289:843-4).

    >>> round(corrected_sodium(sodium=128, glucose=600))
    136
    """
    return sodium + 1.6 * max(glucose - 100, 0) / 100


def serum_osmolality(*, sodium: float, glucose: float, urea_nitrogen: float) -> float:
    """Calculated osmolality in mosm/kg: 2 Na + glucose/18 + BUN/2.8 (Smithline and Gardner, JAMA 1976;236:1594-7).

    >>> serum_osmolality(sodium=140, glucose=90, urea_nitrogen=14)
    290.0
    """
    return 2 * sodium + glucose / 18 + urea_nitrogen / 2.8


def osmolal_gap(*, osmolality: float, sodium: float, glucose: float, urea_nitrogen: float) -> float:
    """Measured minus calculated osmolality in mosm/kg (Smithline and Gardner, JAMA 1976;236:1594-7).

    >>> osmolal_gap(osmolality=320, sodium=140, glucose=90, urea_nitrogen=14)
    30.0
    """
    return osmolality - serum_osmolality(
        sodium=sodium, glucose=glucose, urea_nitrogen=urea_nitrogen
    )


def a_a_gradient(*, po2: float, pco2: float, fio2: float = 21, pressure: float = 760) -> float:
    """Alveolar-arterial oxygen gradient in mm Hg, respiratory quotient 0.8; FiO2 in %.

    Source: alveolar gas equation, Fenn, Rahn and Otis, Am J Physiol 1946;146:637-53.

    >>> round(a_a_gradient(po2=70, pco2=30))
    42
    """
    if not 21 <= fio2 <= 100:
        raise ValueError(f"fio2 is a percentage from 21 to 100, not {fio2}")
    return fio2 / 100 * (pressure - 47) - pco2 / 0.8 - po2


# --- drugs and heart ------------------------------------------------------------------------------


def corrected_phenytoin(*, phenytoin: float, albumin: float) -> float:
    """Total phenytoin in ug/mL corrected for albumin, normal clearance (Sheiner and Tozer 1978).

    >>> round(corrected_phenytoin(phenytoin=8, albumin=2.0), 1)
    16.0
    """
    _positive(phenytoin=phenytoin, albumin=albumin)
    return phenytoin / (0.2 * albumin + 0.1)


def corrected_qt_bazett(*, qt: float, heart_rate: float) -> float:
    """QTc in ms (Bazett, Heart 1920;7:353-70).

    >>> round(corrected_qt_bazett(qt=400, heart_rate=60))
    400
    """
    _positive(qt=qt, heart_rate=heart_rate)
    return qt / math.sqrt(60 / heart_rate)


def corrected_qt_fridericia(*, qt: float, heart_rate: float) -> float:
    """QTc in ms (Fridericia, Acta Med Scand 1920;53:469-86).

    >>> round(corrected_qt_fridericia(qt=400, heart_rate=75))
    431
    """
    _positive(qt=qt, heart_rate=heart_rate)
    return float(qt / (60 / heart_rate) ** (1 / 3))


def cha2ds2_vasc(
    *,
    age: int,
    sex: Sex,
    heart_failure: bool = False,
    hypertension: bool = False,
    diabetes: bool = False,
    stroke_or_tia: bool = False,
    vascular_disease: bool = False,
) -> int:
    """CHA2DS2-VASc, 0 to 9 (Lip, Chest 2010;137:263-72).

    >>> cha2ds2_vasc(age=76, sex="female", hypertension=True, diabetes=True)
    5
    >>> cha2ds2_vasc(age=64, sex="male", heart_failure=True, hypertension=True, diabetes=True, stroke_or_tia=True)
    5
    """
    years = 2 if age >= 75 else 1 if age >= 65 else 0
    return (
        years
        + (sex == "female")
        + heart_failure
        + hypertension
        + diabetes
        + 2 * stroke_or_tia
        + vascular_disease
    )


def has_bled(
    *,
    uncontrolled_hypertension: bool = False,
    abnormal_renal: bool = False,
    abnormal_liver: bool = False,
    stroke: bool = False,
    bleeding: bool = False,
    labile_inr: bool = False,
    age: int,
    drugs: bool = False,
    alcohol: bool = False,
) -> int:
    """HAS-BLED, 0 to 9; elderly means over 65 (Pisters, Chest 2010;138:1093-100).

    >>> has_bled(age=66, drugs=True), has_bled(age=65)
    (2, 0)
    """
    return (
        uncontrolled_hypertension
        + abnormal_renal
        + abnormal_liver
        + stroke
        + bleeding
        + labile_inr
        + (age > 65)
        + drugs
        + alcohol
    )


# --- liver ----------------------------------------------------------------------------------------


def child_pugh(
    *,
    bilirubin: float,
    albumin: float,
    inr: float,
    ascites: Literal["none", "mild", "moderate"],
    encephalopathy: Literal["none", "grade 1-2", "grade 3-4"],
) -> int:
    """Child-Pugh points, 5 to 15: A 5-6, B 7-9, C 10-15 (Pugh, Br J Surg 1973;60:646-9; INR bands as usual today).

    >>> child_pugh(bilirubin=2.5, albumin=3.0, inr=1.9, ascites="mild", encephalopathy="none")
    9
    >>> child_pugh(bilirubin=3.0, albumin=3.5, inr=2.3, ascites="none", encephalopathy="none")
    8
    """
    return (
        (1 if bilirubin < 2 else 2 if bilirubin <= 3 else 3)
        + (1 if albumin > 3.5 else 2 if albumin >= 2.8 else 3)
        + (1 if inr < 1.7 else 2 if inr <= 2.3 else 3)
        + {"none": 1, "mild": 2, "moderate": 3}[ascites]
        + {"none": 1, "grade 1-2": 2, "grade 3-4": 3}[encephalopathy]
    )


def meld_3(
    *, bilirubin: float, inr: float, creatinine: float, sodium: float, albumin: float, sex: Sex
) -> int:
    """MELD 3.0, 6 to 40 (Kim, Gastroenterology 2021;161:1887-95). Bounds: creatinine 1-3, Na 125-137, albumin 1.5-3.5.

    >>> meld_3(bilirubin=1.0, inr=1.0, creatinine=1.0, sodium=137, albumin=3.5, sex="male")
    6
    >>> meld_3(bilirubin=3, inr=2, creatinine=2, sodium=130, albumin=2.5, sex="female")
    31
    >>> meld_3(bilirubin=30, inr=5, creatinine=6, sodium=118, albumin=1.0, sex="male")
    40
    """
    bili, ratio = max(bilirubin, 1.0), max(inr, 1.0)
    crea = min(max(creatinine, 1.0), 3.0)
    na = min(max(sodium, 125.0), 137.0)
    alb = min(max(albumin, 1.5), 3.5)
    points = (
        1.33 * (sex == "female")
        + 4.56 * math.log(bili)
        + 0.82 * (137 - na)
        - 0.24 * (137 - na) * math.log(bili)
        + 9.09 * math.log(ratio)
        + 11.14 * math.log(crea)
        + 1.85 * (3.5 - alb)
        - 1.83 * (3.5 - alb) * math.log(crea)
        + 6
    )
    return min(max(math.floor(points + 0.5), 6), 40)


# --- infection and organ failure ------------------------------------------------------------------


def curb_65(
    *,
    confusion: bool,
    urea_nitrogen: float,
    respiratory_rate: float,
    systolic: float,
    diastolic: float,
    age: int,
) -> int:
    """CURB-65, 0 to 5; urea above 7 mmol/L is BUN above 19 mg/dL (Lim, Thorax 2003;58:377-82).

    >>> curb_65(confusion=False, urea_nitrogen=24, respiratory_rate=32, systolic=104, diastolic=58, age=71)
    4
    >>> curb_65(confusion=True, urea_nitrogen=19, respiratory_rate=29, systolic=90, diastolic=61, age=64)
    1
    """
    return (
        confusion
        + (urea_nitrogen > 19)
        + (respiratory_rate >= 30)
        + (systolic < 90 or diastolic <= 60)
        + (age >= 65)
    )


def qsofa(*, respiratory_rate: float, systolic: float, gcs: float) -> int:
    """qSOFA, 0 to 3 (Singer, Sepsis-3, JAMA 2016;315:801-10).

    >>> qsofa(respiratory_rate=22, systolic=100, gcs=15), qsofa(respiratory_rate=21, systolic=101, gcs=14)
    (2, 1)
    """
    return (respiratory_rate >= 22) + (systolic <= 100) + (gcs < 15)


def sirs(
    *,
    temperature: float,
    heart_rate: float,
    respiratory_rate: float,
    wbc: float,
    pco2: float | None = None,
    bands: float | None = None,
) -> int:
    """SIRS criteria met, 0 to 4; WBC in 10*3/uL, bands in % (Bone, ACCP/SCCM consensus, Chest 1992;101:1644-55).

    >>> sirs(temperature=38.0, heart_rate=91, respiratory_rate=20, wbc=12.1)
    2
    >>> sirs(temperature=35.9, heart_rate=90, respiratory_rate=20, pco2=31, wbc=6, bands=11)
    3
    """
    return (
        (temperature > 38 or temperature < 36)
        + (heart_rate > 90)
        + (respiratory_rate > 20 or (pco2 is not None and pco2 < 32))
        + (wbc > 12 or wbc < 4 or (bands is not None and bands > 10))
    )


def _band(value: float, limits: tuple[float, float, float, float]) -> int:
    """How many of the rising limits the value reaches."""
    return sum(value >= limit for limit in limits)


def sofa(
    *,
    pf_ratio: float,
    platelets: float,
    bilirubin: float,
    mean_arterial_pressure: float,
    gcs: float,
    creatinine: float,
    ventilated: bool = False,
    vasopressor: Literal["none", "low", "medium", "high"] = "none",
    urine_output: float | None = None,
) -> int:
    """SOFA, 0 to 24 (Vincent, Intensive Care Med 1996;22:707-10).

    PaO2/FiO2 in mm Hg (the two worst bands need ventilation), platelets in 10*3/uL, urine output in mL/day.
    vasopressor: low = dobutamine or dopamine <= 5 ug/kg/min; medium = dopamine > 5 or (nor)epinephrine <= 0.1;
    high = dopamine > 15 or (nor)epinephrine > 0.1.

    >>> sofa(pf_ratio=250, platelets=140, bilirubin=1.0, mean_arterial_pressure=62, gcs=15, creatinine=2.1)
    6
    >>> sofa(pf_ratio=90, platelets=19, bilirubin=12.1, mean_arterial_pressure=60, gcs=5, creatinine=5.1,
    ...      ventilated=True, vasopressor="high")
    24
    >>> sofa(pf_ratio=90, platelets=150, bilirubin=1.1, mean_arterial_pressure=70, gcs=15, creatinine=1.1)
    2
    """
    lungs = sum(pf_ratio < limit for limit in (400, 300)) + (
        sum(pf_ratio < limit for limit in (200, 100)) if ventilated else 0
    )
    clotting = sum(platelets < limit for limit in (150, 100, 50, 20))
    liver = _band(bilirubin, (1.2, 2.0, 6.0, 12.0001))
    heart = {"none": int(mean_arterial_pressure < 70), "low": 2, "medium": 3, "high": 4}[
        vasopressor
    ]
    brain = sum(gcs <= limit for limit in (14, 12, 9, 5))
    kidney = _band(creatinine, (1.2, 2.0, 3.5, 5.0001))
    if urine_output is not None:
        kidney = max(kidney, 4 if urine_output < 200 else 3 if urine_output < 500 else 0)
    return lungs + clotting + liver + heart + brain + kidney


# --- thrombosis -----------------------------------------------------------------------------------


def wells_pe(
    *,
    dvt_signs: bool = False,
    pe_most_likely: bool = False,
    heart_rate: float,
    immobilization_or_surgery: bool = False,
    previous_vte: bool = False,
    hemoptysis: bool = False,
    cancer: bool = False,
) -> float:
    """Wells score for pulmonary embolism, 0 to 12.5; above 4 is "PE likely" (Wells, Thromb Haemost 2000;83:416-20).

    >>> wells_pe(heart_rate=112, immobilization_or_surgery=True, pe_most_likely=True)
    6.0
    """
    return (
        3.0 * dvt_signs
        + 3.0 * pe_most_likely
        + 1.5 * (heart_rate > 100)
        + 1.5 * immobilization_or_surgery
        + 1.5 * previous_vte
        + hemoptysis
        + cancer
    )


def wells_dvt(
    *,
    cancer: bool = False,
    paralysis_or_cast: bool = False,
    bedridden_or_surgery: bool = False,
    tenderness: bool = False,
    whole_leg_swollen: bool = False,
    calf_swelling: bool = False,
    pitting_edema: bool = False,
    collateral_veins: bool = False,
    previous_dvt: bool = False,
    alternative_as_likely: bool = False,
) -> int:
    """Wells score for deep vein thrombosis, -2 to 9; 2 or more is "DVT likely" (Wells, NEJM 2003;349:1227-35).

    >>> wells_dvt(cancer=True, calf_swelling=True, alternative_as_likely=True)
    0
    >>> wells_dvt(cancer=True, bedridden_or_surgery=True, whole_leg_swollen=True)
    3
    """
    return (
        cancer
        + paralysis_or_cast
        + bedridden_or_surgery
        + tenderness
        + whole_leg_swollen
        + calf_swelling
        + pitting_edema
        + collateral_veins
        + previous_dvt
        - 2 * alternative_as_likely
    )


# --- arithmetic -----------------------------------------------------------------------------------


def difference(*, a: float, b: float) -> float:
    """How far a is from b: a - b.

    >>> round(difference(a=2.1, b=1.3), 1)
    0.8
    """
    return a - b


def ratio(*, a: float, b: float) -> float:
    """A divided by b.

    >>> ratio(a=60, b=2.4)
    25.0
    """
    if b == 0:
        raise ValueError("b must not be 0")
    return a / b


def percent_change(*, a: float, b: float) -> float:
    """The change from a to b in % of a.

    >>> percent_change(a=20, b=5)
    -75.0
    """
    if a == 0:
        raise ValueError("a must not be 0")
    return 100 * (b - a) / a


def total(*, values: list[float]) -> float:
    """The sum of the values.

    >>> total(values=[1, 2.5])
    3.5
    """
    return sum(values)


def days_between(*, a: date | str, b: date | str) -> int:
    """Calendar days from a to b; dates or ISO 8601 texts.

    >>> days_between(a="2031-03-01", b="2031-03-12")
    11
    """
    first, last = (date.fromisoformat(str(value)[:10]) for value in (a, b))
    return (last - first).days


def age_years(*, birth_date: date | str, on: date | str) -> int:
    """Completed years of age.

    >>> age_years(birth_date="1958-04-02", on="2031-04-01")
    72
    """
    born, day = (date.fromisoformat(str(value)[:10]) for value in (birth_date, on))
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


FORMULAS: Mapping[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        cockcroft_gault,
        ckd_epi_2021,
        ideal_weight,
        adjusted_weight,
        bmi,
        fena,
        feurea,
        kdigo_aki_stage,
        anion_gap,
        corrected_anion_gap,
        winters_pco2,
        corrected_calcium,
        corrected_sodium,
        serum_osmolality,
        osmolal_gap,
        a_a_gradient,
        corrected_phenytoin,
        corrected_qt_bazett,
        corrected_qt_fridericia,
        cha2ds2_vasc,
        has_bled,
        child_pugh,
        meld_3,
        curb_65,
        qsofa,
        sirs,
        sofa,
        wells_pe,
        wells_dvt,
        difference,
        ratio,
        percent_change,
        total,
        days_between,
        age_years,
    )
}


def compute(formula: str, inputs: Mapping[str, Any]) -> float:
    """The value of a formula by name.

    Raises:
        ValueError: An unknown formula, or inputs that do not fit; says what is allowed.

    >>> compute("anion_gap", {"sodium": 140, "chloride": 100, "bicarbonate": 24})
    16.0
    """
    if formula not in FORMULAS:
        raise ValueError(f"unknown formula {formula!r}; allowed: {', '.join(sorted(FORMULAS))}")
    try:
        return float(FORMULAS[formula](**inputs))
    except (TypeError, KeyError) as error:
        raise ValueError(f"{formula}: {error}") from error
