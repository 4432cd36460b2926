from pathlib import Path

import pytest

from inspect_physassist.chart.record import RecordError
from inspect_physassist.chart.sources import open_source
from inspect_physassist.chart.sources.authored import AuthoredSource
from inspect_physassist.chart.sources.ndjson import NdjsonSource

from ..conftest import FIXTURES


def test_a_folder_is_opened_by_what_it_holds(tmp_path: Path):
    assert isinstance(open_source(FIXTURES), AuthoredSource)
    (tmp_path / "Patient.ndjson").write_text("", encoding="utf-8")
    assert isinstance(open_source(tmp_path), NdjsonSource)


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path):
    with pytest.raises(RecordError) as error:
        open_source(tmp_path / "nowhere")
    assert str(error.value).endswith(
        "is not a folder; give a folder of authored charts (*.yaml) or of a FHIR R4 export (*.ndjson, *.ndjson.gz)"
    )


def test_an_empty_folder_says_what_is_allowed(tmp_path: Path):
    with pytest.raises(RecordError, match=r"holds no record; give a folder of authored charts"):
        open_source(tmp_path)
