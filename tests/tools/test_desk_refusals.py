from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspect_physassist.tools.catalogue import TOOLS
from inspect_physassist.tools.desk import Desk

SUBJECT = "pt-osei-1001"
Make = Callable[..., Desk]


def test_unknown_tool_names_the_nearest(desk: Make) -> None:
    outcome = desk().call("get_symptom_history", {})
    assert (outcome.status, outcome.reason) == ("refused", "unknown_tool")
    assert "`patient_get_symptom_history`" in outcome.text


def test_unknown_argument_names_what_is_allowed_and_nothing_else(desk: Make) -> None:
    outcome = desk().call("Observation.search", {"subject_id": SUBJECT, "analyte": "creatinine"})
    assert outcome.reason == "unknown_argument"
    assert outcome.text == (
        "Observation_search has no argument `analyte`; it takes `subject_id`, `hadm_id`, `code`, `category`, "
        "`date_from`, `date_to`, `_count`."
    )
    assert outcome.resource_ids == ()


def test_missing_argument_is_named(desk: Make) -> None:
    outcome = desk().call("ServiceRequest.create", {"service_type": "Potassium"})
    assert outcome.reason == "missing_argument"
    assert outcome.text.startswith("ServiceRequest_create needs `priority`")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"date_from": "2181-13-40"}, "YYYY-MM-DD"),
        ({"date_from": "yesterday"}, "YYYY-MM-DD"),
        ({"date_from": 20310312}, "YYYY-MM-DD"),
        ({"date_from": "2031-03-12", "date_to": "2031-03-10"}, "not after date_to"),
        ({"category": "labz"}, "laboratory, vital-signs, microbiology"),
        ({"code": ["creatinine"]}, "a text that is not empty"),
        ({"_count": 0}, "an integer from 1 to 100"),
        ({"_count": 101}, "an integer from 1 to 100"),
        ({"_count": "many"}, "an integer from 1 to 100"),
        ({"_count": True}, "an integer from 1 to 100"),
        ({"hadm_id": "enc-9"}, "enc-2, enc-1"),
    ],
)
def test_bad_value_is_refused_with_what_is_allowed(
    desk: Make, arguments: dict[str, Any], says: str
) -> None:
    outcome = desk().call("Observation_search", {"subject_id": SUBJECT, **arguments})
    assert (outcome.status, outcome.reason) == ("refused", "bad_argument")
    assert says in outcome.text
    assert outcome.resource_ids == ()


@pytest.mark.parametrize("arguments", ['{}""', "", "creatinine", ["creatinine"], 3])
def test_arguments_that_are_no_object_get_a_readable_error(desk: Make, arguments: Any) -> None:
    outcome = desk().call("Observation_search", arguments)
    assert outcome.reason == "unparsable"
    assert outcome.text == (
        'The arguments of Observation_search could not be read: send one JSON object, e.g. {"subject_id": "pt-osei-1001"}.'
    )


def test_a_refused_call_may_be_tried_again(desk: Make) -> None:
    at = desk()
    assert at.call("Observation_search", '{}""').status == "refused"
    assert at.call("Observation_search", {"subject_id": SUBJECT, "code": "Cr"}).status == "ok"


@pytest.mark.parametrize(
    "tool", [name for name, spec in TOOLS.items() if spec.parameter("subject_id")]
)
def test_another_patient_is_refused_and_nothing_shown_or_written(desk: Make, tool: str) -> None:
    at = desk()
    outcome = at.call(tool, {"subject_id": "pt-other-2", "unheard": 1})
    assert (outcome.status, outcome.reason) == ("refused", "other_patient")
    assert outcome.resource_ids == ()
    assert at.view.created == ()


@pytest.mark.parametrize("subject", [SUBJECT, f"Patient/{SUBJECT}", f" {SUBJECT} "])
def test_the_patients_own_id_in_any_writing(desk: Make, subject: str) -> None:
    assert desk().call("Patient.read", {"subject_id": subject}).status == "ok"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Patient.read", {"subject_id": ["pt-other-2"]}),
        ("Patient.read", {"subject_id": [SUBJECT, "pt-other-2"]}),
        ("Patient.read", {"subject_id": {"reference": "Patient/pt-other-2"}}),
        ("Patient.read", {"subject_id": 1002.0}),
        ("Patient.read", {"subject_id": SUBJECT, "patient": "pt-other-2"}),
        ("Observation.search", {"subject_id": SUBJECT, "patient_id": 1002}),
        ("Observation.search", {"subject_id": SUBJECT, "subject": "Patient/pt-other-2"}),
        ("patient.get_social_history", {"subject_id": "pt-other-2"}),
        ("get_labs", {"subject_id": "pt-other-2"}),
        (None, {"subject_id": "pt-other-2"}),
    ],
)
def test_another_patient_is_one_in_whatever_form_it_is_named(
    desk: Make, tool: Any, arguments: dict[str, Any]
) -> None:
    outcome = desk().call(tool, arguments)
    assert (outcome.status, outcome.reason) == ("refused", "other_patient")


@pytest.mark.parametrize(
    "subject",
    [
        SUBJECT.upper(),
        f"Patient/Patient/{SUBJECT}",
        f"{SUBJECT[:4]}\u200b{SUBJECT[4:]}",
        f"patient/ {SUBJECT}\u00a0",
        [SUBJECT],
        {"reference": f"Patient/{SUBJECT}"},
        "Patient/",
        True,
    ],
)
def test_the_own_id_oddly_written_is_no_other_patient(desk: Make, subject: Any) -> None:
    assert desk().call("Patient.read", {"subject_id": subject}).reason in (None, "bad_argument")


def test_a_subject_that_is_no_id_is_only_an_unknown_argument(desk: Make) -> None:
    outcome = desk().call("Observation.search", {"subject_id": SUBJECT, "subject": "chest pain"})
    assert outcome.reason == "unknown_argument"


@pytest.mark.parametrize("text", ["a\ud800", "a\x00b"])
@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_broken_characters_are_refused_in_every_argument(desk: Make, tool: str, text: str) -> None:
    spec = TOOLS[tool]
    required = {one.name: "500 mg" for one in spec.parameters if one.required}
    for one in spec.parameters:
        own = {"subject_id": SUBJECT} if spec.parameter("subject_id") else {}
        outcome = desk().call(tool, {**required, **own, one.name: text})
        assert outcome.status == "refused"
        outcome.text.encode()
    assert desk().call(tool, {text: 1}).status == "refused"


@pytest.mark.parametrize("name", [None, 3, "a\ud800", ["x"]])
def test_a_name_that_is_none_is_no_tool(desk: Make, name: Any) -> None:
    outcome = desk().call(name, {})
    assert outcome.reason == "unknown_tool"
    outcome.text.encode()


@pytest.mark.parametrize("arguments", [{1: 2}, {None: 3}, {"subject_id": SUBJECT, "code": {2: 1}}])
def test_argument_names_that_are_no_text_cannot_be_read(desk: Make, arguments: Any) -> None:
    for tool in TOOLS:
        assert desk().call(tool, arguments).status == "refused"
    assert desk().call("Observation.search", arguments).reason == "unparsable"


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        (spec.name, one.name)
        for spec in TOOLS.values()
        for one in spec.parameters
        if one.kind in ("text", "free_text", "choice", "date", "count")
        and spec.kind in ("read", "patient")
    ],
)
def test_a_text_beyond_the_limit_is_refused(desk: Make, tool: str, name: str) -> None:
    own = {"subject_id": SUBJECT} if TOOLS[tool].parameter("subject_id") else {}
    outcome = desk().call(tool, {**own, name: "9" * 5000})
    assert outcome.reason == "bad_argument"
    assert "at most 2000 characters" in outcome.text
    assert len(outcome.text) < 300


@pytest.mark.parametrize("date", ["9999-12-31T23:59", "9999-12-31", "9999-12", "9999"])
def test_the_end_of_the_calendar_bounds_nothing_and_probes_the_clock(desk: Make, date: str) -> None:
    unbounded = desk().call("Observation.search", {"subject_id": SUBJECT})
    outcome = desk().call("Observation.search", {"subject_id": SUBJECT, "date_to": date})
    assert outcome.resource_ids == unbounded.resource_ids
    assert outcome.beyond_clock


@pytest.mark.parametrize("stay", ["enc-1", "Encounter/enc-1"])
def test_an_earlier_stay_of_the_patient_may_be_read(desk: Make, stay: str) -> None:
    outcome = desk().call(
        "Observation.search", {"subject_id": SUBJECT, "hadm_id": stay, "code": "Cr"}
    )
    assert outcome.resource_ids == ("Observation/lab-20300502T0600-creatinine",)


def test_null_and_blank_optional_arguments_are_none_at_all(desk: Make) -> None:
    bare = desk().call("Observation.search", {"subject_id": SUBJECT})
    blank = desk().call("Observation.search", {"subject_id": SUBJECT, "code": "", "date_to": None})
    assert blank == bare


def test_count_may_be_a_numeric_string(desk: Make) -> None:
    assert (
        len(desk().call("Observation.search", {"subject_id": SUBJECT, "_count": "2"}).resource_ids)
        == 2
    )


def test_refusals_are_in_the_asked_language(desk: Make) -> None:
    outcome = desk(language="zh").call(
        "Observation.search", {"subject_id": SUBJECT, "date_to": "2181-13-40"}
    )
    assert (
        outcome.text
        == 'Observation_search 的 `date_to` 不能是 "2181-13-40"；应为真实存在的日期，格式 YYYY-MM-DD。'
    )


@pytest.mark.parametrize("name", ["", "Observation.search.create", "x" * 500])
@pytest.mark.parametrize("arguments", [None, {}, {"": None}, {"subject_id": {"a": 1}}, [], "{"])
def test_nothing_a_model_sends_raises(desk: Make, name: str, arguments: Any) -> None:
    at = desk()
    assert at.call(name, arguments).status == "refused"
    for tool in TOOLS:
        at.call(tool, arguments)


SENT = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
NAMES = sorted({name for spec in TOOLS.values() for name in spec.names})


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    tool=st.sampled_from(sorted(TOOLS)),
    arguments=SENT | st.dictionaries(st.sampled_from(NAMES), SENT, max_size=4),
    own=st.booleans(),
)
def test_whatever_a_model_sends_ends_as_an_outcome(
    desk: Make, tool: str, arguments: Any, own: bool
) -> None:
    if own and isinstance(arguments, dict) and TOOLS[tool].parameter("subject_id"):
        arguments = {**arguments, "subject_id": SUBJECT}
    outcome = desk().call(tool, arguments)
    assert outcome.status in ("ok", "empty", "refused")
    assert outcome.text
    assert (outcome.reason is not None) == (outcome.status == "refused")
