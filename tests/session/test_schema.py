"""The shipped JSON Schema is the model's, and the shipped sessions keep to it."""

import json

from inspect_physassist.resources import data_dir
from inspect_physassist.session.load import SCHEMA_NAME, session_schema


def test_the_shipped_schema_is_up_to_date() -> None:
    shipped = json.loads((data_dir() / "schema" / SCHEMA_NAME).read_text(encoding="utf-8"))
    assert shipped == session_schema(), "run: physassist schema"
