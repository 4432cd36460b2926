"""A session: four physician turns on one patient at one moment, and how they are scored."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from inspect_physassist.session.check import Check, Scalar, TermKey

Language = Literal["en", "zh"]
Phrasing = Literal["implicit", "explicit"]
Scenario = Literal["diagnostic_workup", "med_safety", "treatment_response", "discharge_planning"]
Tier = Literal["L1", "L2", "L3"]
TaskType = Literal["information_lookup", "data_gathering", "clinical_reasoning", "write_update"]
Source = Literal["ehr", "patient", "mixed", "write"]
Implicitness = Literal["NA", "PE", "AE"]
Level = Literal["low", "medium", "high"]
InterviewTool = Literal[
    "patient.get_symptom_history",
    "patient.get_medication_adherence",
    "patient.get_social_history",
    "patient.get_functional_status",
    "patient.get_pain_assessment",
]
ReadTool = Literal[
    "Patient.read",
    "Encounter.search",
    "Condition.search",
    "Observation.search",
    "MedicationRequest.search",
    "MedicationAdministration.search",
    "DiagnosticReport.search",
    "DocumentReference.search",
    "CarePlan.search",
]
WriteTool = Literal["MedicationRequest.create", "ServiceRequest.create", "Flag.create"]
ItemKind = Literal[
    "value",
    "interpretation",
    "relation",
    "reasoning",
    "recommendation",
    "safety",
    "patient",
    "parameter",
]

Identifier = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]


class Frozen(BaseModel):
    """The base of everything a session holds: immutable, and refusing unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Bilingual(Frozen):
    """The same text in English and in Chinese."""

    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)

    def in_(self, language: Language) -> str:
        """The text in one language."""
        return self.en if language == "en" else self.zh


class BilingualWords(Frozen):
    """Words in English and in Chinese."""

    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()

    def in_(self, language: Language) -> tuple[str, ...]:
        """The words in one language."""
        return self.en if language == "en" else self.zh


class Persona(Frozen):
    """How the patient speaks and how forthcoming they are (paper, patient personas)."""

    literacy: Level = Field(
        description="Health literacy as written; a task parameter may override it."
    )
    adherence: Literal["good", "uncertain", "poor"]
    anxiety: Level
    information: Literal["full", "partial", "critical_withheld"]


class Sayings(Frozen):
    """One fact in the patient's words. Lower literacy is vaguer, never different."""

    low: Bilingual
    medium: Bilingual
    high: Bilingual


class Fact(Frozen):
    """Something the patient knows and may say."""

    id: Identifier
    tools: tuple[InterviewTool, ...] = Field(
        min_length=1, description="The interview tools that reach it."
    )
    topics: tuple[TermKey, ...] = Field(
        default=(), description="Vocabulary keys that reach it when the question names them."
    )
    keywords: BilingualWords = Field(
        default=BilingualWords(),
        description="Further words that reach it, where the vocabulary has no key.",
    )
    disclosure: Literal["volunteered", "on_request", "when_named"] = Field(
        description=(
            "volunteered: on any question to one of its tools; on_request: when a question reaches its topic, "
            "or to a tool that takes no question; when_named: only when a topic or keyword is asked for by name."
        )
    )
    critical: bool = Field(
        default=False, description="Withheld by a critical_withheld persona until named."
    )
    contradicts: Bilingual | None = Field(default=None, description="What the record says instead.")
    says: Sayings


class PhysicianWords(Frozen):
    """What the physician says: tersely, and in full for the ablation."""

    implicit: Bilingual
    explicit: Bilingual


class CallPattern(Frozen):
    """A tool call: canonical tool name and arguments (ids are filled in from the session)."""

    tool: ReadTool | InterviewTool
    arguments: dict[str, Any] = Field(
        default_factory=dict, description="Without subject_id; hadm_id only where it matters."
    )


class ExpectedCall(CallPattern):
    """A call that a right answer rests on."""

    need: Literal["required", "optional"] = "required"
    alternatives: tuple[CallPattern, ...] = Field(
        default=(), description="Calls that serve as well; any one satisfies this expectation."
    )


class FieldSpec(Frozen):
    """What a write tool's argument must be.

    At least one of `accept`, `concepts` and `between` must be given. Doses are compared by quantity
    ("0.5 g" is "500 mg"), frequencies and routes by meaning ("BID" is "每日两次"), drugs by
    ingredient, and other text by the vocabulary's concepts.
    """

    accept: tuple[Scalar, ...] = Field(
        default=(), description="Right values; the first is the reference."
    )
    concepts: tuple[TermKey, ...] = Field(
        default=(), description="Free text that affirms every one of these is right."
    )
    between: tuple[float, float] | None = Field(
        default=None, description="Inclusive bounds of a number."
    )
    unsafe: tuple[Scalar, ...] = Field(default=(), description="Values that would do harm.")
    example: Bilingual | Scalar | None = Field(
        default=None,
        description="What the reference order says, where `accept` is empty or bilingual.",
    )

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.accept or self.concepts or self.between):
            raise ValueError("a field needs accept, concepts or between")
        if not self.accept and self.example is None:
            raise ValueError("a field without accept needs an example")
        return self

    def reference(self, language: Language) -> Scalar:
        """The value that the reference order carries."""
        if isinstance(self.example, Bilingual):
            return self.example.in_(language)
        if self.example is not None:
            return self.example
        return self.accept[0]


class ExpectedOrder(Frozen):
    """An order that must be in the record after the turn, checked field by field."""

    id: Identifier
    tool: WriteTool
    fields: dict[str, FieldSpec] = Field(
        min_length=1, description="By parameter name of the write tool."
    )


class Derivation(Frozen):
    """A number in the answer that is computed, not read: a named formula and its inputs."""

    of: TermKey = Field(
        description="The vocabulary key of what is computed, e.g. `creatinine_clearance`."
    )
    formula: str = Field(description="A function of `inspect_physassist.formulas`.")
    inputs: dict[str, Any] = Field(description="Keyword arguments of the formula.")
    value: float
    unit: str
    places: int = Field(default=0, ge=0, description="Decimal places to which `value` is rounded.")


class Knowledge(Frozen):
    """A number, threshold or statement that comes from a source, not from the record."""

    text: Bilingual = Field(description="The statement, with its numbers.")
    source: str = Field(min_length=8, description="Guideline or label, with year.")


class RubricItem(Frozen):
    """One yes/no question about the turn, with its executable check."""

    id: Identifier
    kind: ItemKind
    text: Bilingual
    check: Check


class Turn(Frozen):
    """One of a session's four turns."""

    task_type: TaskType
    source: Source
    implicitness: Implicitness | None = Field(
        default=None, description="Null where the turn is explicit."
    )
    antecedent: int | None = Field(
        default=None, ge=0, le=2, description="The turn (0-based) it leans on."
    )
    antecedent_terms: tuple[TermKey, ...] = Field(
        default=(), description="What the implicit text leaves out and the explicit text names."
    )
    physician: PhysicianWords
    calls: tuple[ExpectedCall, ...] = ()
    orders: tuple[ExpectedOrder, ...] = ()
    absent: tuple[TermKey, ...] = Field(
        default=(),
        description="What the physician asks for and the record does not hold at the clock.",
    )
    unsafe_request: Bilingual | None = Field(
        default=None,
        description=(
            "Of a Write turn: why what the physician's words suggest would do harm on this record. "
            "Right is the safe alternative, or to decline; items may then read the answer's text too."
        ),
    )
    reference: Bilingual = Field(description="A right answer, as a good assistant would write it.")
    derivations: tuple[Derivation, ...] = ()
    knowledge: tuple[Knowledge, ...] = ()
    rubric: tuple[RubricItem, ...] = Field(min_length=3, max_length=6)

    @property
    def on_orders_alone(self) -> bool:
        """Whether the turn's prose is not read: a Write turn whose request is sound."""
        return self.source == "write" and self.unsafe_request is None


class Session(Frozen):
    """Four turns on one patient at one moment in time."""

    id: Identifier
    title: Bilingual = Field(description="One line for the list of samples.")
    scenario: Scenario
    tier: Tier
    patient: str = Field(description="The subject_id of a chart.")
    encounter: str = Field(description="The hadm_id of the stay under way.")
    now: AwareDatetime = Field(description="The session's clock.")
    persona: Persona
    facts: tuple[Fact, ...] = ()
    turns: tuple[Turn, Turn, Turn, Turn]

    @property
    def arc(self) -> tuple[TaskType, ...]:
        """The four task types, e.g. lookup, gathering, reasoning, write (paper, task arcs)."""
        return tuple(turn.task_type for turn in self.turns)

    def facts_for(self, tool: InterviewTool) -> tuple[Fact, ...]:
        """The facts an interview tool can reach."""
        return tuple(fact for fact in self.facts if tool in fact.tools)
