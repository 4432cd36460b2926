from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from inspect_physassist.chart.record import Chart, ChartView
from inspect_physassist.chart.sources.authored import load_authored
from inspect_physassist.resources import data_dir
from inspect_physassist.terms.model import Concept, Names
from inspect_physassist.terms.vocabulary import Vocabulary, load_terms

FIXTURES = Path(__file__).parent / "fixtures"
CHICAGO = ZoneInfo("America/Chicago")


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    """Shipped names of analytes and drugs, and the few findings these tests use."""
    terms = [
        term
        for name in ("analytes", "vitals", "drugs")
        for term in load_terms(data_dir() / "terms" / f"{name}.yaml")
    ]
    findings = [
        Concept(
            key="hypertension",
            names=Names(en=("Hypertension", "high blood pressure"), zh=("高血压",)),
        ),
        Concept(key="diabetes", names=Names(en=("Diabetes mellitus", "diabetes"), zh=("糖尿病",))),
        Concept(
            key="type_2_diabetes",
            names=Names(en=("Type 2 diabetes mellitus", "T2DM"), zh=("2型糖尿病",)),
            parents=("diabetes",),
        ),
        Concept(
            key="pyelonephritis",
            names=Names(en=("Pyelonephritis", "kidney infection"), zh=("肾盂肾炎",)),
        ),
    ]
    known = {term.key for term in terms}
    return Vocabulary([*terms, *(one for one in findings if one.key not in known)])


@pytest.fixture(scope="session")
def chart(vocabulary: Vocabulary) -> Chart:
    """One small record with every kind of entry and every kind of change over time."""
    return load_authored(FIXTURES / "pt-lindqvist-0093.yaml", vocabulary)


class At:
    """Views of the fixture chart at a local time."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def __call__(self, local: str) -> ChartView:
        return self.chart.as_of(datetime.fromisoformat(local).replace(tzinfo=CHICAGO))


@pytest.fixture
def at(chart: Chart) -> At:
    return At(chart)


def ids(result) -> list[str]:
    return [resource["id"] for resource in result.resources]
