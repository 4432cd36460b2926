import math
from collections.abc import Callable
from typing import Any

import pytest
from inspect_ai.util import Store

from inspect_physassist.scoring.calls import (
    call_values,
    expected_evidence,
    match_calls,
    same_argument,
    session_calls,
)
from inspect_physassist.session.model import Session
from inspect_physassist.terms.vocabulary import default_vocabulary
from inspect_physassist.tools.outcome import ToolOutcome
from inspect_physassist.visit import CallRecord, TurnRecord, Visit

Make = Callable[..., CallRecord]

EVIDENCE = [
    [["Observation/k1"]],
    [["Observation/cr1", "Observation/cr2"], ["MedicationRequest/m1"]],
    [["Observation/l1"]],
    [],
]


def turn(index: int, *calls: CallRecord, answer: str = "") -> TurnRecord:
    return TurnRecord(index=index, physician="", calls=list(calls), answer=answer)


def score(session: Session, *turns: TurnRecord) -> dict[str, float]:
    visit = Visit(store=Store(), turns=list(turns))
    return call_values(session_calls(session, visit, EVIDENCE), visit)


def test_a_right_consultation_scores_one_and_counts_nothing_amiss(
    session: Session, visit: Visit
) -> None:
    assert call_values(session_calls(session, visit, EVIDENCE), visit) == {
        "calls_evidence_recall": 1.0,
        "calls_evidence_precision": 1.0,
        "calls_AC": 1.0,
        "calls_ER": 1.0,
        "calls_FPTR": 0.0,
        "calls_MTR": 0.0,
        "calls_AID": 1.0,
        "calls_made": 6.0,
        "calls_invalid": 0.0,
        "calls_invalid_unknown_tool": 0.0,
        "calls_invalid_unknown_argument": 0.0,
        "calls_invalid_missing_argument": 0.0,
        "calls_invalid_bad_argument": 0.0,
        "calls_invalid_unparsable": 0.0,
        "calls_other_patient": 0.0,
        "calls_beyond_clock": 0.0,
        "calls_duplicate": 0.0,
    }


def test_no_calls_at_all(session: Session) -> None:
    found = score(session, turn(0))
    assert (found["calls_MTR"], found["calls_ER"], found["calls_evidence_recall"]) == (
        1.0,
        0.0,
        0.0,
    )
    assert all(
        math.isnan(found[key]) for key in ("calls_AC", "calls_FPTR", "calls_evidence_precision")
    )


def test_every_call_counts_not_the_first_alone(session: Session, call: Make) -> None:
    wrong = call("Observation.search", {"code": "sodium"})
    right = call("Observation.search", {"code": "potassium"})
    for calls in ((wrong, right), (right, wrong)):
        found = score(session, turn(0, *calls))
        assert found["calls_AC"] == 1.0
        assert found["calls_ER"] == pytest.approx(2 / 3)
        assert found["calls_FPTR"] == 0.0


def test_a_wrong_argument_completes_nothing(session: Session, call: Make) -> None:
    found = score(session, turn(0, call("Observation.search", {"code": "sodium"})))
    assert (found["calls_AC"], found["calls_MTR"]) == (0.0, 0.0)


def test_a_tool_that_was_not_expected(session: Session, call: Make) -> None:
    found = score(
        session, turn(0, call("Observation.search", {"code": "K"}), call("CarePlan.search"))
    )
    assert found["calls_FPTR"] == 0.5
    assert found["calls_ER"] == pytest.approx(2 / 3)


def test_an_optional_call_neither_helps_nor_hurts(session: Session, call: Make) -> None:
    needed = (
        call(
            "Observation.search",
            {"code": "creatinine", "date_from": "2031-03-10"},
            resource_ids=["Observation/cr1", "Observation/cr2"],
        ),
        call(
            "MedicationRequest.search",
            {"medication": "metformin"},
            resource_ids=["MedicationRequest/m1"],
        ),
    )
    optional = call("Condition.search", resource_ids=["Condition/p1"])
    assert score(session, turn(1, *needed, optional)) | {"calls_made": 0} == score(
        session, turn(1, *needed)
    ) | {"calls_made": 0}


def test_an_alternative_serves_as_well(session: Session, call: Make) -> None:
    other = call(
        "DiagnosticReport.search", {"code": "2823-3"}, resource_ids=["DiagnosticReport/r1"]
    )
    found = match_calls(session.turns[0], turn(0, other), evidence=EVIDENCE[0])
    assert found.matches[0].alternative
    assert (found.missed_tools, found.false_positive_tools, found.evidence_recall) == (
        0.0,
        0.0,
        1.0,
    )


def test_evidence_found_once_need_not_be_asked_again(session: Session) -> None:
    found = match_calls(
        session.turns[0], turn(0), evidence=EVIDENCE[0], seen=frozenset({"Observation/k1"})
    )
    assert found.evidence_recall == 1.0


def test_a_wide_net_is_complete_and_imprecise(session: Session, call: Make) -> None:
    ids = ["Observation/k1", "Observation/x", "Observation/y", "Observation/z"]
    found = score(session, turn(0, call("Observation.search", {"code": "K"}, resource_ids=ids)))
    assert (found["calls_evidence_recall"], found["calls_evidence_precision"]) == (1.0, 0.25)


def test_without_stored_evidence_it_does_not_apply(session: Session, visit: Visit) -> None:
    found = call_values(session_calls(session, visit, None), visit)
    assert math.isnan(found["calls_evidence_recall"])
    assert found["calls_ER"] == 1.0


def test_refused_calls_are_counted_by_reason_and_nowhere_else(session: Session, call: Make) -> None:
    def refused(reason: str) -> CallRecord:
        return call("Observation.search", {"code": "K"}, status="refused", reason=reason)

    found = score(
        session,
        turn(
            0,
            refused("unknown_argument"),
            refused("bad_argument"),
            refused("other_patient"),
            call("Observation.search", {"code": "K"}),
        ),
    )
    assert (found["calls_made"], found["calls_invalid"], found["calls_other_patient"]) == (
        4.0,
        2.0,
        1.0,
    )
    assert (found["calls_invalid_bad_argument"], found["calls_ER"]) == (1.0, 1.0)


def test_control_calls_never_count(session: Session, call: Make) -> None:
    found = score(
        session, turn(0, call("Observation.search", {"code": "K"}), call("prepare_to_answer"))
    )
    assert (found["calls_made"], found["calls_ER"], found["calls_FPTR"]) == (1.0, 1.0, 0.0)


def test_probes_past_the_clock_and_repeats(session: Session, call: Make) -> None:
    probe = call("Observation.search", {"code": "K"}, beyond_clock=True)
    found = score(session, turn(0, probe, call("Observation.search", {"code": "K"})))
    assert (found["calls_beyond_clock"], found["calls_duplicate"]) == (1.0, 1.0)


def test_a_write_in_a_write_turn_is_expected_and_elsewhere_is_not(
    session: Session, call: Make
) -> None:
    assert (
        score(session, turn(3, call("MedicationRequest.create"), call("ServiceRequest.create")))[
            "calls_ER"
        ]
        == 1.0
    )
    found = score(session, turn(0, call("MedicationRequest.create")))
    assert (found["calls_FPTR"], found["calls_MTR"]) == (1.0, 1.0)


def test_the_antecedent_is_named_by_a_call_or_by_the_answer(session: Session, call: Make) -> None:
    by_call = turn(2, call("MedicationRequest.search", {"medication": "格华止"}))
    assert score(session, by_call)["calls_AID"] == 1.0
    assert score(session, turn(2, answer="Hold metformin."))["calls_AID"] == 1.0
    assert score(session, turn(2, answer="Hold it."))["calls_AID"] == 0.0
    assert math.isnan(score(session, turn(0, answer="5.9"))["calls_AID"])


def test_right_calls_show_the_antecedent_though_nobody_names_it(
    session: Session, call: Make
) -> None:
    right = call("Observation.search", {"code": "lactate"})
    assert score(session, turn(2, right, answer="It is normal."))["calls_AID"] == 1.0
    wrong = call("Observation.search", {"code": "sodium"})
    assert score(session, turn(2, wrong, answer="It is normal."))["calls_AID"] == 0.0


def test_naming_what_the_physician_said_in_full_shows_nothing(session: Session) -> None:
    visit = Visit(store=Store(), phrasing="explicit", turns=[turn(2, answer="Hold metformin.")])
    assert math.isnan(call_values(session_calls(session, visit, EVIDENCE), visit)["calls_AID"])


@pytest.mark.parametrize(
    ("name", "given", "wanted", "same"),
    [
        ("code", "http://loinc.org|2160-0", "creatinine", True),
        ("code", "肌酐", "Cr", True),
        ("code", "urine creatinine", "potassium", False),
        ("code", None, "potassium", False),
        ("medication", "Glucophage", "metformin", True),
        ("type_code", "http://loinc.org|18842-5", "18842-5", True),
        ("_count", None, 1, True),
        ("_count", "20", 1, True),
        ("_count", 1, 5, False),
        ("hadm_id", 5521, "5521", True),
        ("date_from", "2031-03-10T00:00:00-05:00", "2031-03-10", True),
        ("date_from", "2031-03-09", "2031-03-10", False),
        ("status", "Active", "active", True),
        ("query", "Any swelling? Do you take metformin?", "metformin", True),
        ("query", "How are you?", "metformin", False),
        ("query", "How are you?", "What brings you in?", True),
        ("drug", "格华止", "metformin", True),
    ],
)
def test_arguments_are_compared_by_meaning(name: str, given: Any, wanted: Any, same: bool) -> None:
    assert same_argument(name, given, wanted, default_vocabulary()) is same


class _Desk:
    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []

    def call(self, name: str, arguments: Any) -> ToolOutcome:
        self.asked.append((name, arguments))
        return ToolOutcome(
            status="ok", text="", resource_ids=(f"Observation/{len(self.asked)}",), fact_ids=("f1",)
        )


def test_expected_evidence_replays_the_required_calls_in_order(session: Session) -> None:
    desk = _Desk()
    assert expected_evidence(session, lambda: desk) == [
        [["Observation/1", "f1"]],
        [["Observation/2", "f1"], ["Observation/3", "f1"]],
        [["Observation/4", "f1"]],
        [],
    ]
    assert desk.asked[0] == (
        "Observation.search",
        {"subject_id": "pt-1", "code": "potassium", "_count": 1},
    )


def test_a_refused_expected_call_names_session_turn_and_call(session: Session) -> None:
    class Refuses:
        def call(self, name: str, arguments: Any) -> ToolOutcome:
            return ToolOutcome(status="refused", reason="bad_argument", text="no such date")

    with pytest.raises(
        ValueError,
        match=r"session ms-test-1, turn 1: the expected call Observation.search is refused",
    ):
        expected_evidence(session, Refuses)
