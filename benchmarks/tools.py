"""How fast the read tools answer on the largest patient of a FHIR export, once the chart is loaded.

    python benchmarks/tools.py [--records ../shared/data/clinosim-fhir-r4]

Every read tool is called with several arguments, from newest to filtered; the median of each and of all
is printed in milliseconds, beside the time that parsing the same patient's resources from JSON takes,
which is what a tool that reads the record anew for each call would pay at least.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from inspect_physassist.benchmark import load_benchmark
from inspect_physassist.chart.sources import open_source
from inspect_physassist.tools.desk import Desk

LATE = datetime(2100, 1, 1, tzinfo=UTC)
"""After everything in the record, so that all of it is searched."""

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("Patient.read", {}),
    ("Encounter.search", {}),
    ("Condition.search", {}),
    ("Observation.search", {"code": "creatinine"}),
    ("Observation.search", {"code": "potassium", "_count": 1}),
    ("Observation.search", {"code": "heart rate"}),
    ("Observation.search", {"category": "laboratory", "_count": 50}),
    ("Observation.search", {"category": "vital-signs"}),
    ("Observation.search", {"code": "no such analyte"}),
    ("MedicationRequest.search", {}),
    ("MedicationRequest.search", {"medication": "acetaminophen"}),
    ("MedicationAdministration.search", {}),
    ("MedicationAdministration.search", {"medication": "acetaminophen"}),
    ("DiagnosticReport.search", {}),
    ("DocumentReference.search", {"_count": 5}),
    ("CarePlan.search", {}),
]


def main() -> None:
    """Time the tools and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--records", type=Path, default=Path("../shared/data/clinosim-fhir-r4"))
    parser.add_argument("--rounds", type=int, default=30)
    chosen = parser.parse_args()
    if not chosen.records.is_dir():
        raise SystemExit(f"{chosen.records} is not there; give a FHIR R4 export with --records")
    source = open_source(chosen.records)
    begin = time.perf_counter()
    charts = [source.chart(subject) for subject in source.subject_ids()]
    print(f"{len(charts)} charts loaded in {time.perf_counter() - begin:.1f} s")
    chart = max(charts, key=lambda one: sum(one.report.loaded.values()))
    print(f"largest: {sum(chart.report.loaded.values())} resources")
    template = load_benchmark().sessions[0]
    desk = Desk(
        session=template.model_copy(update={"patient": chart.subject_id, "now": LATE}),
        chart=chart,
        language="en",
    )
    medians = []
    for tool, arguments in CALLS:
        times = []
        for _ in range(chosen.rounds):
            begin = time.perf_counter()
            outcome = desk.call(tool, {"subject_id": chart.subject_id, **arguments})
            times.append((time.perf_counter() - begin) * 1000)
        medians.append(statistics.median(times))
        print(
            f"  {medians[-1]:7.3f} ms  {tool} {arguments or ''}  ({outcome.status}, {outcome.matched} matched)"
        )
    median = statistics.median(medians)
    resources = [desk.view.resources(kind) for kind in chart.report.loaded]
    text = [json.dumps(resource, default=str) for held in resources for resource in held]
    begin = time.perf_counter()
    for line in text:
        json.loads(line)
    parsing = (time.perf_counter() - begin) * 1000
    print(f"median read tool: {median:.3f} ms (at most 1 ms is wanted)")
    print(
        f"parsing the same {len(text)} resources once: {parsing:.1f} ms; ratio tool to parsing: {median / parsing:.4f}"
    )


if __name__ == "__main__":
    main()
