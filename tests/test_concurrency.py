"""Sessions at once do not see each other, and how many run at once changes no score."""

from datetime import timedelta
from pathlib import Path

import pytest
from inspect_ai import eval
from inspect_ai.log import EvalLog

from inspect_physassist.benchmark import load_benchmark
from inspect_physassist.tasks import physassist
from inspect_physassist.tools.desk import Desk


def scores(log: EvalLog) -> dict[str, dict[str, str]]:
    return {
        str(sample.id): {name: repr(score.value) for name, score in (sample.scores or {}).items()}
        for sample in log.samples or []
    }


@pytest.mark.slow
def test_connections_and_seed_change_no_score(tmp_path: Path) -> None:
    one, many = (
        eval(
            physassist(language="both"),
            model="physassist/stale",
            seed=7,
            max_connections=connections,
            max_samples=connections,
            log_dir=str(tmp_path / str(connections)),
            display="none",
        )[0]
        for connections in (1, 16)
    )
    assert one.status == many.status == "success"
    assert len(scores(one)) == 24
    assert scores(one) == scores(many)


def test_two_clocks_on_one_chart_each_see_their_own() -> None:
    benchmark = load_benchmark()
    session = benchmark.sessions[0]
    chart = benchmark.chart(session)
    earlier = session.model_copy(update={"now": session.now - timedelta(days=2)})
    late, early = (Desk(session=one, chart=chart, language="en") for one in (session, earlier))
    query = {"subject_id": session.patient, "code": "creatinine", "_count": 100}
    before = early.call("Observation.search", query)
    after = late.call("Observation.search", query)
    again = early.call("Observation.search", query)
    assert before.text == again.text
    assert set(before.resource_ids) < set(after.resource_ids)


def test_an_order_of_one_sample_is_not_in_anothers_record() -> None:
    benchmark = load_benchmark()
    session = benchmark.sessions[0]
    mine, other = (
        Desk(session=session, chart=benchmark.chart(session), language="en") for _ in range(2)
    )
    order = {"medication": "acetaminophen", "dose": "650 mg", "route": "PO", "frequency": "q6h PRN"}
    placed = mine.call("MedicationRequest.create", order)
    query = {
        "subject_id": session.patient,
        "medication": "acetaminophen",
        "date_from": session.now.date().isoformat(),
    }
    assert placed.resource_ids[0] in mine.call("MedicationRequest.search", query).resource_ids
    assert placed.resource_ids[0] not in other.call("MedicationRequest.search", query).resource_ids
