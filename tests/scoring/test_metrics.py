import math
from typing import Any

import pytest
from inspect_ai.scorer import SampleScore, Score

from inspect_physassist.scoring.metrics import (
    passes,
    session_values,
    tabulate_sessions,
    tabulate_turns,
)

NAN = float("nan")
TURNS = [
    {"task_type": "information_lookup", "implicitness": None, "source": "ehr"},
    {"task_type": "data_gathering", "implicitness": "NA", "source": "mixed"},
    {"task_type": "data_gathering", "implicitness": "PE", "source": "ehr"},
    {"task_type": "write_update", "implicitness": "AE", "source": "write"},
]


def scored(
    sample: str,
    scores: list[float | None],
    *,
    patient: str = "p1",
    tier: str = "L1",
    scenario: str = "med_safety",
    turns: Any = TURNS,
) -> SampleScore:
    return SampleScore(
        score=Score(value=session_values("checks", scores)),
        sample_id=sample,
        sample_metadata={
            "turns": turns,
            "patient": patient,
            "tier": tier,
            "scenario": scenario,
        },
    )


def test_three_of_five_reaches_sixty_percent() -> None:
    assert passes(3 / 5, 0.6)
    assert passes(1 - 2 / 5, 0.6)
    assert not passes(2 / 4, 0.6)
    assert passes(3 / 4, 0.75)


def test_one_sessions_value_has_every_key() -> None:
    assert session_values("judge", [1.0, 0.75, 0.6, 0.65]) == {
        "judge_mRS": 0.75,
        "judge_turn_1": 1.0,
        "judge_turn_2": 0.75,
        "judge_turn_3": 0.6,
        "judge_turn_4": 0.65,
        "judge_pass_session_60": 1.0,
        "judge_pass_session_75": 0.0,
        "judge_unscored_turns": 0.0,
        "judge_not_reached_turns": 0.0,
        "judge_unscored_sessions": 0.0,
    }


def test_a_session_with_an_unscored_turn_is_neither_passed_nor_failed() -> None:
    values = session_values("checks", [1.0, None, 0.0, 1.0], not_reached=0)
    assert math.isnan(values["checks_mRS"])
    assert math.isnan(values["checks_turn_2"])
    assert values["checks_turn_4"] == 1.0
    assert math.isnan(values["checks_pass_session_60"])
    assert (values["checks_unscored_turns"], values["checks_unscored_sessions"]) == (1.0, 1.0)


def test_a_session_has_four_turns() -> None:
    with pytest.raises(ValueError, match="4 turns, not 3"):
        session_values("checks", [1.0, 1.0, 1.0])


def test_pass_at_turn_is_the_share_of_the_pool_not_a_mean_of_shares() -> None:
    table = tabulate_turns(
        "checks",
        [scored("a", [1.0, None, None, None]), scored("b", [1.0, 0.0, 0.0, 0.0], patient="p2")],
    )
    assert table["checks_pass_turn_60"] == pytest.approx(2 / 5)
    assert (table["checks_scored_turns"], table["checks_unscored_turns"]) == (5.0, 3.0)
    assert (table["checks_scored_sessions"], table["checks_unscored_sessions"]) == (1.0, 1.0)


def test_group_means_are_exact_when_groups_are_unequal() -> None:
    reads = [TURNS[0], TURNS[1], TURNS[2], TURNS[1]]
    table = tabulate_turns(
        "checks",
        [scored("a", [1.0, 1.0, 1.0, 0.0]), scored("b", [0.0, 0.5, 0.5, 0.0], turns=reads)],
    )
    assert table["checks_type_information_lookup"] == 0.5
    assert table["checks_type_data_gathering"] == pytest.approx((1 + 1 + 0.5 + 0.5 + 0) / 5)
    assert table["checks_type_write_update"] == 0.0
    assert math.isnan(table["checks_type_clinical_reasoning"])
    assert table["checks_implicitness_explicit"] == 0.5
    assert table["checks_implicitness_NA"] == 0.5
    assert table["checks_source_mixed"] == 0.5
    assert table["checks_source_ehr"] == pytest.approx((1 + 1 + 0 + 0.5) / 4)


def test_tier_and_scenario_are_means_over_sessions() -> None:
    table = tabulate_sessions(
        "checks",
        [
            scored("a", [0.5] * 4),
            scored("b", [1.0] * 4, patient="p2"),
            scored("c", [0.5] * 4, tier="L3", scenario="treatment_response"),
            scored("d", [None] * 4),
        ],
    )
    assert table["checks_tier_L1"] == 0.75
    # Two clusters of one: sqrt(2 * 2 * 0.25^2) / 2.
    assert table["checks_tier_L1_stderr"] == pytest.approx(0.25)
    assert math.isnan(table["checks_tier_L2"])
    assert table["checks_tier_L3"] == 0.5
    assert table["checks_scenario_med_safety"] == 0.75
    assert table["checks_scenario_treatment_response"] == 0.5


def test_four_epochs_one_unscored_are_counted_as_three() -> None:
    scores = [
        scored("a", [1.0] * 4),
        scored("a", [1.0] * 4),
        scored("a", [0.0] * 4),
        scored("a", [None] * 4),
    ]
    table = tabulate_turns("checks", scores)
    assert table["checks_pass_turn_60"] == pytest.approx(8 / 12)
    assert (table["checks_scored_sessions"], table["checks_unscored_sessions"]) == (3.0, 1.0)
    assert (table["checks_scored_turns"], table["checks_unscored_turns"]) == (12.0, 4.0)


def test_errors_are_clustered_by_patient() -> None:
    scores = [scored("a", [1.0] * 4, patient="p1"), scored("b", [0.0] * 4, patient="p2")]
    one_patient = tabulate_turns("checks", [scored("a", [1.0, 0.0, 1.0, 0.0])])
    assert math.isnan(one_patient["checks_pass_turn_60_stderr"])
    # Two clusters of four alike: sqrt(2 * (2^2 + 2^2)) / 8.
    assert tabulate_turns("checks", scores)["checks_pass_turn_60_stderr"] == pytest.approx(0.5)


def test_an_empty_log_keeps_the_keys() -> None:
    empty, full = tabulate_turns("checks", []), tabulate_turns("checks", [scored("a", [1.0] * 4)])
    assert empty.keys() == full.keys()
    assert math.isnan(empty["checks_pass_turn_60"])
    assert empty["checks_scored_turns"] == 0.0


def test_metadata_of_another_task_is_named() -> None:
    foreign = SampleScore(
        score=Score(value=session_values("checks", [1.0] * 4)), sample_id="x", sample_metadata={}
    )
    with pytest.raises(ValueError, match="Sample x has no metadata patient, scenario, tier, turns"):
        tabulate_turns("checks", [foreign])
