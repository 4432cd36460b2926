from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from fhir.resources.R4B.bundle import Bundle

from inspect_physassist.tools.catalogue import TOOLS
from inspect_physassist.tools.desk import Desk

SUBJECT = "pt-osei-1001"
READS = [name for name, spec in TOOLS.items() if spec.kind == "read"]


@pytest.mark.parametrize("tool", READS)
def test_every_read_tool_prints_a_valid_bundle_with_the_resources_it_reports(
    desk: Callable[..., Desk], tool: str
) -> None:
    outcome = desk(observation_format="fhir").call(tool, {"subject_id": SUBJECT})
    bundle = json.loads(outcome.text)
    Bundle.model_validate(bundle)
    shown = [
        f"{entry['resource']['resourceType']}/{entry['resource']['id']}"
        for entry in bundle["entry"]
        if entry["search"]["mode"] != "outcome"
    ]
    assert shown == list(outcome.resource_ids)
    assert shown


@pytest.mark.parametrize("tool", READS)
def test_both_formats_show_the_same_resources(desk: Callable[..., Desk], tool: str) -> None:
    compact, bundle = (
        desk(observation_format=shape).call(tool, {"subject_id": SUBJECT})
        for shape in ("compact", "fhir")
    )
    assert compact.resource_ids == bundle.resource_ids


def test_front_sheet_counts_the_patient_alone_as_a_match(desk: Callable[..., Desk]) -> None:
    bundle = json.loads(
        desk(observation_format="fhir").call("Patient.read", {"subject_id": SUBJECT}).text
    )
    assert bundle["total"] == 1
    assert [entry["search"]["mode"] for entry in bundle["entry"]] == ["match", "include", "outcome"]
