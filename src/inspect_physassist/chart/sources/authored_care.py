"""Compiles who the patient is and what is said of them: encounters, problems, allergies, notes, care plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from inspect_physassist.chart.fhir import (
    HL7,
    ICD10CM,
    attachment,
    coding,
    concept,
    drug_concept,
    hl7,
    loinc,
)
from inspect_physassist.chart.record import Version
from inspect_physassist.chart.sources.authored_context import Context
from inspect_physassist.chart.sources.authored_model import (
    Allergy,
    CarePlanEntry,
    EncounterEntry,
    Note,
    Problem,
)
from inspect_physassist.chart.times import ALWAYS
from inspect_physassist.terms.model import Drug

_CLASSES: Mapping[str, tuple[str, str]] = {
    "inpatient": ("IMP", "inpatient encounter"),
    "emergency": ("EMER", "emergency"),
    "ambulatory": ("AMB", "ambulatory"),
}
_MARITAL: Mapping[str, tuple[str, str]] = {
    "married": ("M", "Married"),
    "single": ("S", "Never Married"),
    "widowed": ("W", "Widowed"),
    "divorced": ("D", "Divorced"),
}
_LANGUAGES: Mapping[str, str] = {"en": "English", "zh": "Chinese", "es": "Spanish"}
_NOTE_CATEGORY = "http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category"
_ACTIVITY: Mapping[str, str] = {
    "active": "in-progress",
    "on-hold": "on-hold",
    "completed": "completed",
    "revoked": "cancelled",
}


def care_versions(context: Context) -> Iterator[Version]:
    """The versions of the patient and of all that is said of them."""
    yield _patient(context)
    for allergy in context.chart.allergies:
        yield _allergy(context, allergy)
    for encounter in context.chart.encounters:
        yield from _encounter(context, encounter)
    for problem in context.chart.problems:
        yield from _problem(context, problem)
    for note in context.chart.notes:
        yield _note(context, note)
    for plan in context.chart.care_plans:
        yield from _care_plan(context, plan)


def _patient(context: Context) -> Version:
    person = context.chart.demographics
    marital = _MARITAL[person.marital_status] if person.marital_status else None
    language = coding("urn:ietf:bcp:47", person.language, _LANGUAGES[person.language])
    return context.version(
        ALWAYS,
        "Patient",
        context.chart.id,
        active=True,
        name=[{"use": "official", "family": person.family, "given": person.given.split()}],
        gender=person.sex,
        birthDate=person.birth_date.isoformat(),
        maritalStatus=hl7("v3-MaritalStatus", *marital) if marital else None,
        communication=[
            {"language": concept(_LANGUAGES[person.language], language), "preferred": True}
        ],
    )


def _allergy(context: Context, allergy: Allergy) -> Version:
    term = context.vocabulary.get(allergy.key) if allergy.key else None
    is_drug = isinstance(term, Drug) or (term is not None and term.kind == "drug_class")
    reaction: dict[str, object] = {"manifestation": [concept(allergy.reaction)]}
    if allergy.severity:
        reaction["severity"] = allergy.severity
    return context.version(
        allergy.recorded,
        "AllergyIntolerance",
        allergy.id,
        (allergy.key,) if allergy.key else (),
        clinicalStatus=hl7("allergyintolerance-clinical", "active", "Active"),
        verificationStatus=hl7("allergyintolerance-verification", "confirmed", "Confirmed"),
        type=allergy.type,
        category=["medication"] if is_drug else None,
        code=drug_concept(term if isinstance(term, Drug) else None, allergy.substance),
        patient=context.subject,
        recordedDate=context.time(allergy.recorded),
        reaction=[reaction],
    )


def _encounter(context: Context, stay: EncounterEntry) -> Iterator[Version]:
    code, display = _CLASSES[stay.kind]
    shared: dict[str, Any] = {
        "class_": coding(f"{HL7}/v3-ActCode", code, display),
        "serviceType": concept(stay.service),
        "subject": context.subject,
        "reasonCode": [concept(stay.reason)],
        "location": [{"location": {"display": stay.location}}],
    }
    start = context.time(stay.start)
    yield context.version(
        stay.start, "Encounter", stay.id, status="in-progress", period={"start": start}, **shared
    )
    if stay.end is not None:
        yield context.version(
            stay.end,
            "Encounter",
            stay.id,
            status="finished",
            period={"start": start, "end": context.time(stay.end)},
            hospitalization={"dischargeDisposition": concept(stay.disposition)}
            if stay.disposition
            else None,
            **shared,
        )


def _problem(context: Context, problem: Problem) -> Iterator[Version]:
    display = (
        "Problem List Item" if problem.category == "problem-list-item" else "Encounter Diagnosis"
    )

    def version(known: datetime, status: str, abated: datetime | None) -> Version:
        return context.version(
            known,
            "Condition",
            problem.id,
            (problem.key,) if problem.key else (),
            clinicalStatus=hl7("condition-clinical", status, status.capitalize()),
            verificationStatus=hl7("condition-ver-status", "confirmed", "Confirmed"),
            category=[hl7("condition-category", problem.category, display)],
            code=concept(problem.text, coding(ICD10CM, problem.code, problem.text)),
            subject=context.subject,
            encounter=context.encounter(problem.encounter),
            onsetDateTime=problem.onset.isoformat() if problem.onset else None,
            abatementDateTime=context.time(abated) if abated else None,
            recordedDate=context.time(problem.recorded),
        )

    if problem.abated is None:
        yield version(problem.recorded, problem.status, None)
        return
    # R4 invariant con-4: what has abated is inactive, resolved or in remission.
    after = (
        problem.status if problem.status in ("inactive", "resolved", "remission") else "resolved"
    )
    if problem.abated > problem.recorded:
        before = "recurrence" if problem.status == "recurrence" else "active"
        yield version(problem.recorded, before, None)
    yield version(max(problem.abated, problem.recorded), after, problem.abated)


def _note(context: Context, note: Note) -> Version:
    content = {"attachment": attachment(note.text, note.title, context.at(note.written))}
    encounter = context.encounter(note.encounter)
    return context.version(
        note.signed,
        "DocumentReference",
        note.id,
        status="current",
        docStatus="final",
        type=loinc(note.loinc, note.title),
        category=[
            concept("Clinical Note", coding(_NOTE_CATEGORY, "clinical-note", "Clinical Note"))
        ],
        subject=context.subject,
        date=context.time(note.signed),
        author=[{"display": note.author}],
        description=note.title,
        content=[content],
        context={"encounter": [encounter]} if encounter else None,
    )


def _care_plan(context: Context, plan: CarePlanEntry) -> Iterator[Version]:
    start = context.time(plan.created)

    def version(known: datetime, status: str, end: datetime | None) -> Version:
        return context.version(
            known,
            "CarePlan",
            plan.id,
            status=status,
            intent="plan",
            category=[concept(plan.category)],
            title=plan.title,
            description=plan.description,
            subject=context.subject,
            encounter=context.encounter(plan.encounter),
            period={"start": start} | ({"end": context.time(end)} if end else {}),
            created=start,
            activity=[
                {"detail": {"status": _ACTIVITY[status], "description": activity}}
                for activity in plan.activities
            ],
        )

    if plan.period_end is None or plan.period_end <= plan.created:
        yield version(plan.created, plan.status, plan.period_end)
    elif plan.status == "active":
        # The end of a plan that runs is itself planned, and so known from the beginning.
        yield version(plan.created, "active", plan.period_end)
        yield version(plan.period_end, "completed", plan.period_end)
    else:
        yield version(plan.created, "active", None)
        yield version(plan.period_end, plan.status, plan.period_end)
