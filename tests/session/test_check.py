"""The check language reads from and writes to plain data."""

import pytest
from pydantic import TypeAdapter, ValidationError

from inspect_physassist.session.check import Affirms, Check, ConceptMention

CHECK: TypeAdapter[Check] = TypeAdapter(Check)


@pytest.mark.parametrize(
    "data",
    [
        {"cites": {"of": "creatinine", "value": 2.1, "unit": "mg/dL"}},
        {"affirms": {"concept": "hold", "about": "metformin"}},
        {"not": {"any": [{"avoids": "sepsis"}, {"dated": {"date": "2031-03-12"}}]}},
        {"order_absent": {"tool": "Flag.create", "field": "code", "values": ["x"]}},
    ],
)
def test_round_trip(data: dict[str, object]) -> None:
    check = CHECK.validate_python(data)
    assert CHECK.validate_python(CHECK.dump_python(check, mode="json", by_alias=True)) == check


def test_a_bare_concept_is_short_for_a_mention() -> None:
    assert CHECK.validate_python({"affirms": "sepsis"}) == Affirms(
        affirms=ConceptMention(concept="sepsis")
    )


@pytest.mark.parametrize(
    "data", [{}, {"cites": {}, "not": {}}, {"says": "sepsis"}, [], {"all": []}]
)
def test_anything_else_is_refused(data: object) -> None:
    with pytest.raises(ValidationError):
        CHECK.validate_python(data)
