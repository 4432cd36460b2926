from collections.abc import Callable
from typing import Any

import pytest
from inspect_ai.util import Store

from inspect_physassist.scoring.fields import check_field, same_value
from inspect_physassist.scoring.orders import match_orders, order_values, session_orders
from inspect_physassist.session.model import FieldSpec, Session
from inspect_physassist.terms.vocabulary import default_vocabulary
from inspect_physassist.visit import CallRecord, TurnRecord, Visit

Make = Callable[..., CallRecord]
MET = {"medication": "metformin", "dose": "500 mg", "route": "PO", "frequency": "BID"}
BMP = {"service_type": "BMP", "priority": "routine", "target_date": "2031-03-14"}


def values(session: Session, *calls: CallRecord, turn: int = 3) -> dict[str, float]:
    visit = Visit(store=Store(), turns=[TurnRecord(index=turn, physician="", calls=list(calls))])
    return order_values(session_orders(session, visit))


def test_synonyms_units_and_languages_are_the_same_order(session: Session, call: Make) -> None:
    given = {
        "medication": "Metformin 500 mg tablet",
        "dose": "0.5 g",
        "route": "口服",
        "frequency": "每日两次",
    }
    assert values(
        session, call("MedicationRequest.create", given), call("ServiceRequest.create", BMP)
    ) == {
        "orders_correct": 1.0,
        "orders_fields": 1.0,
        "orders_placed": 2.0,
        "orders_missing": 0.0,
        "orders_extra": 0.0,
        "orders_duplicate": 0.0,
        "orders_unsafe": 0.0,
    }


def test_one_wrong_field_leaves_the_others_right(session: Session, call: Make) -> None:
    found = values(
        session,
        call("MedicationRequest.create", MET | {"dose": "850 mg"}),
        call("ServiceRequest.create", BMP),
    )
    assert found["orders_correct"] == 0.5
    assert found["orders_fields"] == pytest.approx(5 / 6)


def test_a_field_says_what_is_wrong_with_it(session: Session, call: Make) -> None:
    orders = match_orders(
        session.turns[3], [call("MedicationRequest.create", MET | {"dose": "850 mg"})]
    )
    assert orders.field("metformin", "placed") == (True, "the order was placed")
    assert orders.field("metformin", "dose") == (False, "dose is '850 mg', not '500 mg'")
    assert orders.field("bmp", "service_type") == (
        False,
        "no ServiceRequest.create call placed this order",
    )


def test_a_field_of_no_expected_order_is_a_fault_of_the_session(session: Session) -> None:
    with pytest.raises(KeyError, match="no expected order 'other'"):
        match_orders(session.turns[3], []).field("other", "dose")


def test_another_drug_is_not_the_expected_order(session: Session, call: Make) -> None:
    found = values(session, call("MedicationRequest.create", MET | {"medication": "glipizide"}))
    assert (found["orders_missing"], found["orders_extra"], found["orders_fields"]) == (
        2.0,
        1.0,
        0.0,
    )


def test_refused_calls_and_reads_place_nothing(session: Session, call: Make) -> None:
    refused = call("MedicationRequest.create", MET, status="refused", reason="bad_argument")
    found = values(session, refused, call("Observation.search", {"code": "K"}))
    assert (found["orders_placed"], found["orders_missing"]) == (0.0, 2.0)


def test_an_identical_order_counts_once_and_as_a_duplicate(session: Session, call: Make) -> None:
    first = call("MedicationRequest.create", MET, created={"id": "m1"})
    again = call(
        "MedicationRequest.create", MET | {"dose": "0.5 g"}, created={"id": "m1"}, duplicate=True
    )
    found = values(session, first, again)
    assert (found["orders_placed"], found["orders_duplicate"], found["orders_extra"]) == (
        1.0,
        1.0,
        0.0,
    )


def test_a_repeat_of_an_earlier_turns_order_answers_this_turn(session: Session, call: Make) -> None:
    again = call("MedicationRequest.create", MET, created={"id": "m1"}, duplicate=True)
    orders = match_orders(session.turns[3], [again])
    assert orders.field("metformin", "placed")[0]
    assert orders.duplicates == 1


def test_a_correction_answers_and_the_unsafe_order_still_stands(
    session: Session, call: Make
) -> None:
    unsafe = call("MedicationRequest.create", MET | {"dose": "1 g"})
    found = values(
        session, unsafe, call("MedicationRequest.create", MET), call("ServiceRequest.create", BMP)
    )
    assert (found["orders_correct"], found["orders_unsafe"], found["orders_extra"]) == (
        1.0,
        1.0,
        1.0,
    )


def test_an_unsafe_dose_of_another_drug_is_not_this_drugs(session: Session, call: Make) -> None:
    other = call(
        "MedicationRequest.create", MET | {"medication": "acetaminophen", "dose": "1000 mg"}
    )
    assert values(session, other)["orders_unsafe"] == 0.0


def test_the_danger_a_rubric_names_is_unsafe_in_any_turn(session: Session, call: Make) -> None:
    harmful = call("MedicationRequest.create", MET | {"medication": "Advil"})
    turns = [TurnRecord(index=1, physician="", calls=[harmful]), TurnRecord(index=3, physician="")]
    visit = Visit(store=Store(), turns=turns)
    found = order_values(session_orders(session, visit))
    assert (found["orders_unsafe"], found["orders_extra"]) == (1.0, 1.0)


def test_absent_looks_at_the_turns_orders(session: Session, call: Make) -> None:
    orders = match_orders(
        session.turns[3], [call("MedicationRequest.create", MET | {"medication": "布洛芬"})]
    )
    assert orders.absent("MedicationRequest.create", "medication", ["ibuprofen"]) == (
        False,
        "medication '布洛芬' was ordered",
    )
    assert orders.absent("MedicationRequest.create", "medication", ["warfarin"])[0]


def test_without_a_write_turn_shares_do_not_apply(session: Session, call: Make) -> None:
    found = values(session, call("MedicationRequest.create", MET), turn=0)
    assert str(found["orders_correct"]) == "nan"
    assert str(found["orders_missing"]) == "nan"
    assert (found["orders_placed"], found["orders_extra"]) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("field", "one", "other", "same"),
    [
        ("medication", "metoprolol succinate ER 50 mg tablet", "metoprolol", True),
        ("medication", "美托洛尔", "metoprolol", True),
        ("medication", "metoprolol", "beta_blocker", True),
        ("medication", "metoprolol and amlodipine", "metoprolol", False),
        ("medication", "unknownium", "Unknownium", True),
        ("medication", "unknownium", "metoprolol", False),
        ("duration_days", "7 days", 7, True),
        ("duration_days", 5, 7, False),
        ("target_date", "2031-03-14T08:00:00", "2031-03-14", True),
        ("target_date", "tomorrow", "2031-03-14", False),
        ("priority", "Urgent", "urgent", True),
        ("priority", "routine", "urgent", False),
        ("service_type", "Ultrasound, renal", "renal ultrasound", True),
        ("service_type", "bedside renal ultrasound with Doppler", "renal ultrasound", True),
        ("service_type", "adrenal ultrasound", "renal ultrasound", False),
        ("service_type", "血肌酐", "creatinine", True),
        ("service_type", "creatinine and potassium", "creatinine", True),
        ("service_type", "potassium of Mars", "potassium of Venus", False),
        ("dose", "500 mg PO BID", "0.5 g", True),
        ("dose", "500 mg by mouth twice daily", "0.5 g", True),
        ("dose", "500 mg or more", "500 mg", False),
        ("frequency", "BID starting tomorrow", "q12h", True),
        ("service_type", "repeat creatinine", "creatinine", True),
        ("code", "hold metformin", "start metformin", False),
    ],
)
def test_same_value(field: str, one: Any, other: Any, same: bool) -> None:
    assert same_value(field, one, other, default_vocabulary()) is same


def test_free_text_that_warns_of_a_danger_does_not_order_it() -> None:
    vocabulary = default_vocabulary()
    assert not same_value("detail", "avoid ibuprofen", "ibuprofen", vocabulary, harmful=True)
    assert same_value("detail", "Ibuprofen", "ibuprofen", vocabulary, harmful=True)


@pytest.mark.parametrize(
    ("name", "spec", "value", "met"),
    [
        ("duration_days", {"between": (5, 7), "example": 5}, "7", True),
        ("duration_days", {"between": (5, 7), "example": 5}, 8, False),
        ("dose", {"between": (250, 500), "example": "500 mg"}, "0.5 g", True),
        ("dose", {"between": (250, 500), "example": "500 mg"}, "0.5 mL", False),
        (
            "indication",
            {"concepts": ["hyperkalemia"], "example": "hyperkalemia"},
            "for hyperkalemia",
            True,
        ),
        (
            "indication",
            {"concepts": ["hyperkalemia"], "example": "hyperkalemia"},
            "for pain",
            False,
        ),
        ("dose", {"accept": ["500 mg"]}, None, False),
        ("dose", {"accept": ["500 mg"]}, " ", False),
        ("dose", {"accept": ["500 mg"], "unsafe": ["500 mg"]}, "500 mg", False),
    ],
)
def test_field_specifications(name: str, spec: dict[str, Any], value: Any, met: bool) -> None:
    verdict = check_field(name, FieldSpec.model_validate(spec), value, "en", default_vocabulary())
    assert verdict.met is met
