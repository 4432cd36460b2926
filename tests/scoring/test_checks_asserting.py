"""Values, days and terms that stand in an answer without being put forward; and how long reading takes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from inspect_physassist.scoring.checks import Answer, evaluate
from inspect_physassist.scoring.rubric import LONGEST_ANSWER, score_turn
from inspect_physassist.session.model import Session
from inspect_physassist.visit import TurnRecord

from .checking import _CHECK

NOW = datetime(2041, 11, 9, 9, tzinfo=UTC)
DAY = {"dated": {"date": "2041-11-07"}}
DAY_BEFORE = {"dated": {"date": "2041-11-08"}}
GRAM = {"cites": {"of": "valacyclovir", "value": 1, "unit": "g"}}
CRCL = {"cites": {"of": "creatinine_clearance", "value": 38, "unit": "mL/min"}}
CRCL_EXACT = {"cites": {"of": "creatinine_clearance", "value": 37.8, "unit": "mL/min"}}
SBP = {"cites": {"of": "systolic_bp", "value": 134, "unit": "mm[Hg]"}}
Q12 = {"affirms": {"concept": "dosed_every_12_hours"}}
Q8 = {"affirms": {"concept": "dosed_every_8_hours"}}
REDUCE = {"affirms": {"concept": "reduce_dose", "about": "valacyclovir"}}
STABLE = {"trend": {"of": "creatinine", "direction": "stable"}}
FALLING = {"trend": {"of": "creatinine", "direction": "falling"}}
HIGH_K = {"compares": {"of": "potassium", "relation": "above", "than": "reference_range"}}

ROWS: list[tuple[dict[str, Any], str, bool]] = [
    (DAY, "Written on 2041-11-07.", True),
    (DAY, "The order is dated 2041-11-07, not 2041-11-06.", True),
    (DAY, "No antibiotics were given on 2041-11-07.", True),
    (DAY, "持续下降：2041年11月7日", True),
    (DAY, "The day before yesterday", True),
    (DAY_BEFORE, "The day before yesterday", False),
    (DAY_BEFORE, "Not the day before yesterday; yesterday.", True),
    (DAY, "The order was not written on 2041-11-07.", False),
    (DAY, "perhaps 2041-11-07", False),
    (DAY, "Perhaps 2041-11-07?", False),
    (DAY, "医嘱不是2041年11月7日开的", False),
    (DAY, "2041-11-07 or 2041-11-06", False),
    (DAY, "2041-11-06或2041-11-07", False),
    (DAY, "It was 2041-11-07. Correction: that is wrong, it was 2041-11-06.", False),
    (GRAM, "Valacyclovir 1 g or 1000 mg", True),
    (GRAM, "Valacyclovir 1 g or 500 mg or 2 g", False),
    (GRAM, "伐昔洛韦1 g或500 mg", False),
    (CRCL, "CrCl is either 38 or 60 mL/min", False),
    (CRCL, "CrCl is 38 mL/min", True),
    (GRAM, "Valacyclovir 1 g. Correction: that is wrong, it is 500 mg.", False),
    (GRAM, "Valacyclovir 500 mg. Correction: it is 1 g.", True),
    (GRAM, "伐昔洛韦1 g。更正：应为500 mg。", False),
    (GRAM, "不是伐昔洛韦1 g", False),
    (GRAM, "Do not give valacyclovir 1 g.", False),
    (GRAM, "It would be wrong to give valacyclovir 1 g every 12 hours.", False),
    (GRAM, "Do not stop valacyclovir 1 g.", True),
    (GRAM, "No fever, valacyclovir 1 g.", True),
    (Q12, "Valacyclovir 1 g every 12h", True),
    (Q8, "Valacyclovir 1 g q 8 hrs.", True),
    (Q12, "every 8 hours or every 12 hours", False),
    (Q12, "Do not give every 12 hours.", False),
    (Q12, "It would be wrong to give 1 g every 12 hours.", False),
    ({"affirms": {"concept": "aki"}}, "Do not give naproxen in AKI.", True),
    (REDUCE, "Some would reduce the dose of valacyclovir.", False),
    (REDUCE, "It is false that valacyclovir needs dose reduction.", False),
    (REDUCE, "CrCl 37.8 mL/min → reduce valacyclovir to 1 g BID", True),
    (CRCL_EXACT, "CrCl 37.8 mL/min → reduce to 1 g BID", True),
    (STABLE, "Creatinine is essentially flat, 1.32 → 1.30.", True),
    (STABLE, "Creatinine: no meaningful change (1.32 → 1.30)", True),
    (STABLE, "Creatinine is flat, 1.32 → 1.10.", False),
    (FALLING, "Creatinine 1.32 → 1.30", True),
    (HIGH_K, "Potassium is high at 6.1.", True),
    (HIGH_K, "Potassium 6.1 mmol/L (H)", True),
    (HIGH_K, "Potassium 4.1 mmol/L (L)", False),
    (SBP, "It was 134/80 mmHg.", True),
    ({"denies": {"concept": "red_cell_casts"}}, "RBC casts were not seen.", True),
    ({"avoids": {"concept": "further_fluid_challenge"}}, "Do not give more fluid.", True),
]


@pytest.mark.parametrize(("check", "text", "met"), ROWS)
def test_only_what_is_put_forward_counts(check: dict[str, Any], text: str, met: bool) -> None:
    assert evaluate(_CHECK.validate_python(check), Answer(text, now=NOW)).met is met


@pytest.mark.parametrize(
    "piece",
    [
        "not ",
        "Stop naproxen and reduce valacyclovir to every 12 hours, ",
        "1,",
        "3/4 ",
        "3/4. ",
        "stop? ",
        "- Stop\n",
        "Creatinine 2.1 vs 2.2 baseline. ",
    ],
)
def test_a_long_answer_of_one_phrase_is_read_to_its_end_and_meets_nothing(piece: str) -> None:
    answer = Answer((piece * LONGEST_ANSWER)[:LONGEST_ANSWER], now=NOW)
    checks = (GRAM, STABLE, HIGH_K, {"dated": {"date": "2041-03-05", "about": "wbc"}})
    assert [evaluate(_CHECK.validate_python(check), answer).met for check in checks] == [False] * 4


def test_only_the_first_characters_of_an_answer_are_read(session: Session) -> None:
    said = "Potassium is 5.9 mmol/L. "
    for answer, met in ((said + "x" * LONGEST_ANSWER, True), ("x" * LONGEST_ANSWER + said, False)):
        record = TurnRecord(index=0, physician="?", calls=[], answer=answer)
        item = score_turn(session.turns[0], record, "en").items[0]
        assert item.met is met
        assert "only the first 20,000" in item.why
