"""The authored chart: one patient's record as a clinician writes it, in YAML.

All local times are in the chart's time zone and written `2031-03-12T06:10`. `authored.py` compiles
this to FHIR R4. Text that appears in the record is in English, as in the paper's records; display names
in Chinese come from the vocabulary.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from inspect_physassist.session.check import TermKey


def _naive(value: datetime) -> datetime:
    if value.tzinfo is not None:
        raise ValueError("write local time without an offset; the chart's timezone gives it")
    return value


LocalTime = Annotated[datetime, AfterValidator(_naive)]
LocalId = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9.-]{0,40}$", description="Unique in the chart.")
]


class _Authored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Demographics(_Authored):
    """Who the patient is."""

    given: str
    family: str
    sex: Literal["female", "male"]
    birth_date: date
    marital_status: Literal["married", "single", "widowed", "divorced"] | None = None
    language: Literal["en", "zh", "es"] = "en"


class Allergy(_Authored):
    """A recorded allergy or intolerance."""

    id: LocalId
    substance: str = Field(description="As recorded, e.g. `Penicillin`.")
    key: TermKey | None = Field(default=None, description="Vocabulary key of a drug or drug class.")
    reaction: str
    severity: Literal["mild", "moderate", "severe"] | None = None
    type: Literal["allergy", "intolerance"] = "allergy"
    recorded: LocalTime


class EncounterEntry(_Authored):
    """A stay or a visit."""

    id: LocalId
    kind: Literal["inpatient", "emergency", "ambulatory"]
    start: LocalTime
    end: LocalTime | None = Field(
        default=None, description="Absent while the stay is under way at every session."
    )
    reason: str
    service: str = Field(description="e.g. `General Medicine`.")
    location: str = Field(description="e.g. `Ward 7B`.")
    disposition: str | None = Field(
        default=None, description="Discharge disposition, of an ended stay."
    )


class Problem(_Authored):
    """An entry of the problem list, or a diagnosis of one stay."""

    id: LocalId
    code: str = Field(description="ICD-10-CM, with its dot.")
    text: str
    key: TermKey | None = Field(
        default=None, description="Vocabulary concept, for search by synonym."
    )
    status: Literal["active", "inactive", "resolved", "recurrence", "remission"] = "active"
    category: Literal["problem-list-item", "encounter-diagnosis"] = "problem-list-item"
    onset: date | None = None
    recorded: LocalTime
    abated: LocalTime | None = None
    encounter: LocalId | None = None


class ResultNote(_Authored):
    """What is special about one value of a panel."""

    status: Literal["final", "preliminary", "corrected"] = "final"
    comment: str | None = Field(default=None, description="e.g. `Specimen haemolysed.`")
    flag: Literal["H", "L", "HH", "LL", "A", "N"] | None = Field(
        default=None, description="Overrides the flag computed from the reference range."
    )


class Panel(_Authored):
    """Laboratory results of one collection."""

    at: LocalTime = Field(description="When collected.")
    issued: LocalTime | None = Field(
        default=None, description="When reported; 45 minutes later if absent."
    )
    encounter: LocalId | None
    values: dict[TermKey, float | str] = Field(
        min_length=1,
        description="Analyte key to value in the vocabulary's unit; text for a non-numeric result.",
    )
    notes: dict[TermKey, ResultNote] = Field(default_factory=dict)


class VitalSet(_Authored):
    """Vital signs taken at one time, visible at once."""

    at: LocalTime
    encounter: LocalId | None
    values: dict[TermKey, float | str] = Field(min_length=1)


class Susceptibility(_Authored):
    """One antibiotic tested against an organism."""

    drug: TermKey
    result: Literal["S", "I", "R"]
    mic: str | None = Field(default=None, description="e.g. `<=1`, in ug/mL.")


class Organism(_Authored):
    """What grew."""

    name: str
    quantity: str | None = None
    susceptibilities: tuple[Susceptibility, ...] = ()


class Culture(_Authored):
    """A microbiology result, possibly reported in steps."""

    id: LocalId
    test: str = Field(description="e.g. `Blood culture`.")
    specimen: str = Field(description="e.g. `Blood, left arm`.")
    collected: LocalTime
    encounter: LocalId | None
    preliminary: str | None = Field(default=None, description="Text of the preliminary report.")
    preliminary_issued: LocalTime | None = None
    issued: LocalTime | None = Field(default=None, description="When the final report was issued.")
    organisms: tuple[Organism, ...] = Field(default=(), description="Empty: no growth.")
    comment: str | None = None


class OrderEvent(_Authored):
    """A change of an order's status."""

    at: LocalTime
    status: Literal["on-hold", "active", "stopped", "completed", "cancelled"]
    reason: str | None = None


class MedicationOrder(_Authored):
    """A prescription or an inpatient order."""

    id: LocalId
    drug: TermKey = Field(
        description="Vocabulary key; its preparation is in `product` where it matters."
    )
    product: str | None = Field(
        default=None, description="As written, e.g. `metoprolol succinate ER 50 mg tablet`."
    )
    dose: str = Field(description="Amount and unit, e.g. `500 mg`, `2 tablets`, `18 units`.")
    route: str = Field(description="e.g. `PO`, `IV`, `SC`, `inhaled`.")
    frequency: str = Field(description="e.g. `BID`, `q8h`, `once daily`, `PRN every 6 hours`.")
    category: Literal["inpatient", "outpatient", "discharge"] = Field(
        description="outpatient: taken at home, as reconciled or prescribed."
    )
    written: LocalTime
    start: LocalTime | None = Field(
        default=None, description="First dose due; `written` if absent."
    )
    stop: LocalTime | None = Field(default=None, description="Planned end.")
    events: tuple[OrderEvent, ...] = ()
    indication: str | None = None
    note: str | None = None
    encounter: LocalId | None


class Dose(_Authored):
    """One administration, or one that did not happen."""

    at: LocalTime
    status: Literal["completed", "not-done", "in-progress"] = "completed"
    dose: str | None = Field(default=None, description="Where it differs from the order's.")
    reason: str | None = Field(default=None, description="Why not done, e.g. `Patient refused`.")


class Administrations(_Authored):
    """The doses given of one order."""

    order: LocalId
    doses: tuple[LocalTime | Dose, ...] = Field(min_length=1)


class Report(_Authored):
    """A diagnostic report other than laboratory or microbiology."""

    id: LocalId
    category: Literal["RAD", "CAR", "PATH", "PFT", "GI", "NEU"]
    title: str = Field(description="e.g. `CT Abdomen and Pelvis with contrast`.")
    loinc: str = Field(description="LOINC code of the study.")
    performed: LocalTime
    issued: LocalTime
    encounter: LocalId | None
    text: str = Field(description="The whole report: indication, technique, findings, impression.")
    conclusion: str = Field(description="The impression alone.")
    status: Literal["final", "preliminary", "amended"] = "final"


class Note(_Authored):
    """A signed clinical document."""

    id: LocalId
    title: str = Field(description="e.g. `Discharge summary`.")
    loinc: str = Field(
        description="LOINC document type, e.g. 18842-5 discharge summary, 11506-3 progress note."
    )
    written: LocalTime
    signed: LocalTime
    author: str
    encounter: LocalId | None
    text: str


class CarePlanEntry(_Authored):
    """One care plan with its activities."""

    id: LocalId
    title: str
    category: str = Field(description="e.g. `Discharge planning`, `Physical therapy`.")
    created: LocalTime
    period_end: LocalTime | None = None
    status: Literal["active", "on-hold", "completed", "revoked"] = "active"
    description: str
    activities: tuple[str, ...] = ()
    encounter: LocalId | None


class AuthoredChart(_Authored):
    """One patient's record."""

    id: LocalId = Field(description="The subject_id.")
    timezone: str = Field(description="IANA name, e.g. `America/Chicago`.")
    demographics: Demographics
    allergies: tuple[Allergy, ...] = ()
    encounters: tuple[EncounterEntry, ...] = Field(min_length=1)
    problems: tuple[Problem, ...] = ()
    results: tuple[Panel, ...] = ()
    vitals: tuple[VitalSet, ...] = ()
    cultures: tuple[Culture, ...] = ()
    orders: tuple[MedicationOrder, ...] = ()
    administrations: tuple[Administrations, ...] = ()
    reports: tuple[Report, ...] = ()
    notes: tuple[Note, ...] = ()
    care_plans: tuple[CarePlanEntry, ...] = ()
