"""What an authored chart must not contradict, beyond its shape; each fault names its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from inspect_physassist.chart.sources.authored_model import AuthoredChart, Dose, MedicationOrder
from inspect_physassist.terms.model import Analyte, Drug
from inspect_physassist.terms.vocabulary import Vocabulary

_ENDED = ("stopped", "completed", "cancelled")


def check_authored(chart: AuthoredChart, vocabulary: Vocabulary) -> list[str]:
    """Every fault of a chart, each as `place: what is wrong`; empty when it is sound."""
    return [
        *_identity(chart),
        *_encounters(chart),
        *_results(chart, vocabulary),
        *_vitals(chart, vocabulary),
        *_cultures(chart, vocabulary),
        *_orders(chart, vocabulary),
        *_documents(chart),
        *_keys(chart, vocabulary),
    ]


def _after(
    place: str, later: datetime | None, what: str, earlier: datetime, than: str
) -> Iterator[str]:
    if later is not None and later < earlier:
        yield f"{place}: {what} {later.isoformat()} is before {than} {earlier.isoformat()}"


def _identity(chart: AuthoredChart) -> Iterator[str]:
    for part in (
        "allergies",
        "encounters",
        "problems",
        "cultures",
        "orders",
        "reports",
        "notes",
        "care_plans",
    ):
        for identifier, count in Counter(entry.id for entry in getattr(chart, part)).items():
            if count > 1:
                yield f"{part}: id {identifier!r} is used {count} times"
    reports = {report.id for report in chart.reports}
    for culture in chart.cultures:
        if culture.id in reports:
            yield f"cultures: id {culture.id!r} is also a report's; both become DiagnosticReports"


def _encounters(chart: AuthoredChart) -> Iterator[str]:
    known = {encounter.id for encounter in chart.encounters}
    for encounter in chart.encounters:
        yield from _after(
            f"encounters.{encounter.id}", encounter.end, "end", encounter.start, "start"
        )
        if encounter.disposition and encounter.end is None:
            yield f"encounters.{encounter.id}: disposition of a stay that has no end"
    parts = (
        "problems",
        "results",
        "vitals",
        "cultures",
        "orders",
        "reports",
        "notes",
        "care_plans",
    )
    for part in parts:
        for index, entry in enumerate(getattr(chart, part)):
            if entry.encounter is not None and entry.encounter not in known:
                yield f"{part}.{getattr(entry, 'id', index)}: encounter {entry.encounter!r} is not in the chart"


def _results(chart: AuthoredChart, vocabulary: Vocabulary) -> Iterator[str]:
    for panel in chart.results:
        place = f"results at {panel.at.isoformat()}"
        yield from _after(place, panel.issued, "issued", panel.at, "at")
        for key, value in panel.values.items():
            term = vocabulary.get(key)
            if not isinstance(term, Analyte) or term.kind != "analyte":
                yield f"{place}: {key!r} is no analyte of the vocabulary"
            elif term.unit is None and not isinstance(value, str):
                yield f"{place}: {key} is a text result, {value!r} a number"
        for key in panel.notes.keys() - panel.values.keys():
            yield f"{place}: a note on {key!r}, which has no value there"


def _vitals(chart: AuthoredChart, vocabulary: Vocabulary) -> Iterator[str]:
    for vitals in chart.vitals:
        for key in vitals.values:
            term = vocabulary.get(key)
            if not isinstance(term, Analyte) or term.kind != "vital":
                yield f"vitals at {vitals.at.isoformat()}: {key!r} is no vital sign of the vocabulary"


def _cultures(chart: AuthoredChart, vocabulary: Vocabulary) -> Iterator[str]:
    for culture in chart.cultures:
        place = f"cultures.{culture.id}"
        if (culture.preliminary is None) != (culture.preliminary_issued is None):
            yield f"{place}: preliminary and preliminary_issued go together"
        yield from _after(
            place, culture.preliminary_issued, "preliminary_issued", culture.collected, "collected"
        )
        earlier = culture.preliminary_issued or culture.collected
        yield from _after(place, culture.issued, "issued", earlier, "what came first")
        if culture.organisms and culture.issued is None:
            yield f"{place}: organisms without an issued final report"
        for organism in culture.organisms:
            for tested in organism.susceptibilities:
                if not isinstance(vocabulary.get(tested.drug), Drug):
                    yield f"{place}: {tested.drug!r} is no drug of the vocabulary"


def _orders(chart: AuthoredChart, vocabulary: Vocabulary) -> Iterator[str]:
    orders = {order.id: order for order in chart.orders}
    for order in chart.orders:
        place = f"orders.{order.id}"
        if not isinstance(vocabulary.get(order.drug), Drug):
            yield f"{place}: {order.drug!r} is no drug of the vocabulary"
        yield from _after(place, order.stop, "stop", order.start or order.written, "its start")
        yield from _events(place, order)
    for given in chart.administrations:
        found = orders.get(given.order)
        if found is None:
            yield f"administrations: order {given.order!r} is not in the chart"
            continue
        for dose in given.doses:
            at = dose.at if isinstance(dose, Dose) else dose
            yield from _after(
                f"administrations of {given.order}", at, "a dose at", found.written, "written"
            )


def _events(place: str, order: MedicationOrder) -> Iterator[str]:
    before = order.written
    ended = False
    for event in order.events:
        yield from _after(place, event.at, "an event at", before, "what came before,")
        if ended:
            yield f"{place}: {event.status} after it had ended"
        before, ended = event.at, event.status in _ENDED


def _documents(chart: AuthoredChart) -> Iterator[str]:
    for report in chart.reports:
        yield from _after(
            f"reports.{report.id}", report.issued, "issued", report.performed, "performed"
        )
    for note in chart.notes:
        yield from _after(f"notes.{note.id}", note.signed, "signed", note.written, "written")
    for plan in chart.care_plans:
        yield from _after(
            f"care_plans.{plan.id}", plan.period_end, "period_end", plan.created, "created"
        )
    for problem in chart.problems:
        if (
            problem.abated is not None
            and problem.onset is not None
            and problem.abated.date() < problem.onset
        ):
            yield f"problems.{problem.id}: abated before its onset"


def _keys(chart: AuthoredChart, vocabulary: Vocabulary) -> Iterator[str]:
    for part in ("allergies", "problems"):
        for entry in getattr(chart, part):
            if entry.key is not None and entry.key not in vocabulary:
                yield f"{part}.{entry.id}: {entry.key!r} is not in the vocabulary"
