"""Compiles what was ordered and what was given."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from inspect_physassist.chart.fhir import (
    Resource,
    annotation,
    concept,
    dosage_instruction,
    dose_and_rate,
    drug_concept,
    hl7,
    route_concept,
)
from inspect_physassist.chart.record import Version
from inspect_physassist.chart.sources.authored_context import Context, slug
from inspect_physassist.chart.sources.authored_model import (
    Administrations,
    Dose,
    MedicationOrder,
    OrderEvent,
)

_ENDED = ("stopped", "completed", "cancelled")


def order_versions(context: Context) -> Iterator[Version]:
    """The versions of all orders and administrations of a chart."""
    orders = {order.id: order for order in context.chart.orders}
    for order in orders.values():
        yield from _order(context, order)
    for given in context.chart.administrations:
        yield from _administrations(context, orders[given.order], given)


def _medication(context: Context, order: MedicationOrder) -> Resource:
    drug = context.drug(order.drug)
    return drug_concept(drug, order.product or drug.names.en[0])


def _dosage(context: Context, order: MedicationOrder) -> Resource:
    dosage = dosage_instruction(order.dose, order.route, order.frequency)
    bounds = {"start": context.time(order.start or order.written)}
    if order.stop is not None:
        bounds["end"] = context.time(order.stop)
    dosage["timing"]["repeat"] = {"boundsPeriod": bounds}
    return dosage


def _order(context: Context, order: MedicationOrder) -> Iterator[Version]:
    shared: dict[str, Any] = {
        "intent": "order",
        "category": [
            hl7("medicationrequest-category", order.category, order.category.capitalize())
        ],
        "medicationCodeableConcept": _medication(context, order),
        "subject": context.subject,
        "encounter": context.encounter(order.encounter),
        "authoredOn": context.time(order.written),
        "reasonCode": [concept(order.indication)] if order.indication else None,
        "dosageInstruction": [_dosage(context, order)],
    }
    notes = [annotation(order.note)] if order.note else []

    def version(known: datetime, status: str, reason: str | None) -> Version:
        return context.version(
            known,
            "MedicationRequest",
            order.id,
            (order.drug,),
            status=status,
            statusReason=concept(reason) if reason else None,
            note=list(notes),
            **shared,
        )

    yield version(order.written, "active", None)
    for event in _with_planned_end(order):
        # R4 has no date of a status change; a dated note says when it was made.
        text = f"{event.status}: {event.reason}" if event.reason else event.status
        notes.append(annotation(text, context.at(event.at)))
        yield version(event.at, event.status, event.reason)


def _with_planned_end(order: MedicationOrder) -> list[OrderEvent]:
    """The order's events, and its completion when a planned stop passed before it had ended."""
    if order.stop is None:
        return list(order.events)
    before = [event for event in order.events if event.at <= order.stop]
    if before and before[-1].status in _ENDED:
        return list(order.events)
    completed = OrderEvent(at=order.stop, status="completed", reason="Planned end")
    after = [event for event in order.events if event.at > order.stop]
    return [*before, completed, *after]


def _administrations(
    context: Context, order: MedicationOrder, given: Administrations
) -> Iterator[Version]:
    for entry in given.doses:
        dose = entry if isinstance(entry, Dose) else Dose(at=entry)
        written = dose.dose or order.dose
        dosage: Resource = {"text": f"{written} {order.route}", "route": route_concept(order.route)}
        amount = dose_and_rate(written)
        if "doseQuantity" in amount:
            dosage["dose"] = amount["doseQuantity"]
        elif "rateQuantity" in amount:
            dosage["rateQuantity"] = amount["rateQuantity"]
        amounts = "dose" in dosage or "rateQuantity" in dosage
        done = dose.status != "not-done"
        yield context.version(
            dose.at,
            "MedicationAdministration",
            f"{order.id}-{slug(dose.at)}"[:64],
            (order.drug,),
            status=dose.status,
            statusReason=[concept(dose.reason)] if dose.reason else None,
            category=hl7("medication-admin-category", "inpatient", "Inpatient"),
            medicationCodeableConcept=_medication(context, order),
            subject=context.subject,
            context=context.encounter(order.encounter),
            effectiveDateTime=context.time(dose.at),
            request={"reference": f"MedicationRequest/{order.id}"},
            # R4 invariant mad-1: a dosage says dose or rate. One that is no amount goes into a note.
            dosage=dosage if amounts and done else None,
            note=[annotation(dosage["text"])] if done and not amounts else None,
        )
