from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft7Validator

from inspect_physassist.tools.catalogue import TOOLS, ToolSpec, canonical

EVERY = pytest.mark.parametrize("spec", TOOLS.values(), ids=TOOLS)


def test_there_are_eighteen_tools() -> None:
    assert sorted(TOOLS) == sorted(
        [
            "Patient.read",
            "Encounter.search",
            "Condition.search",
            "Observation.search",
            "MedicationRequest.search",
            "MedicationAdministration.search",
            "DiagnosticReport.search",
            "DocumentReference.search",
            "CarePlan.search",
            "patient.get_symptom_history",
            "patient.get_medication_adherence",
            "patient.get_social_history",
            "patient.get_functional_status",
            "patient.get_pain_assessment",
            "MedicationRequest.create",
            "ServiceRequest.create",
            "Flag.create",
            "prepare_to_answer",
        ]
    )


@EVERY
def test_wire_name_is_one_that_every_provider_takes(spec: ToolSpec) -> None:
    assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", spec.wire)
    assert canonical(spec.wire) == canonical(spec.name) == spec.name


@EVERY
@pytest.mark.parametrize("language", ["en", "zh"])
def test_schema_is_valid_closed_and_described(spec: ToolSpec, language: str) -> None:
    schema = spec.json_schema(language)  # type: ignore[arg-type]
    Draft7Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    assert all(held["description"] for held in schema["properties"].values())
    assert not {"$ref", "oneOf", "allOf", "const"} & set(
        re.findall(r'"(\$?\w+)":', json.dumps(schema))
    )


@EVERY
def test_chinese_texts_are_chinese(spec: ToolSpec) -> None:
    texts = [spec.description.zh, *(parameter.description.zh for parameter in spec.parameters)]
    assert all(re.search(r"[\u4e00-\u9fff]", text) for text in texts)


@EVERY
def test_descriptions_are_short_enough_for_every_provider(spec: ToolSpec) -> None:
    assert max(len(spec.description.en), len(spec.description.zh)) <= 1024


def test_patient_id_is_required_to_read_and_optional_to_write() -> None:
    required = {
        name: spec.parameter("subject_id").required  # type: ignore[union-attr]
        for name, spec in TOOLS.items()
        if spec.parameter("subject_id")
    }
    assert {name for name, needed in required.items() if needed} == {
        name for name, spec in TOOLS.items() if spec.kind == "read"
    }
    assert {name for name, needed in required.items() if not needed} == {
        name for name, spec in TOOLS.items() if spec.kind == "write"
    }


def test_interview_tools_take_the_papers_arguments_alone() -> None:
    assert {name: spec.names for name, spec in TOOLS.items() if spec.kind == "patient"} == {
        "patient.get_symptom_history": ("query",),
        "patient.get_medication_adherence": ("drug",),
        "patient.get_social_history": (),
        "patient.get_functional_status": (),
        "patient.get_pain_assessment": (),
    }


def test_names_are_not_guessed() -> None:
    assert canonical("observation_search") is None
    assert canonical("Observation") is None
