"""The 18 tools: names, parameters and what they allow.

Providers refuse dots in tool names, so on the wire a dot is an underscore. The canonical name, with
its dot, is what sessions, logs and scorers use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from inspect_physassist.chart.names import (
    ADMINISTRATION_STATUS,
    CARE_PLAN_STATUS,
    CLINICAL_STATUS,
    CONDITION_CATEGORY,
    ENCOUNTER_STATUS,
    REPORT_TYPE,
    REQUEST_STATUS,
)
from inspect_physassist.session.model import Bilingual, Language
from inspect_physassist.tools.descriptions import (
    DEFAULT_COUNT,
    MAX_COUNT,
    PARAMETER_TEXTS,
    TOOL_TEXTS,
)

ToolKind = Literal["read", "patient", "write", "control"]
ParameterKind = Literal["id", "text", "free_text", "date", "count", "days", "choice"]

_SCHEMAS: Mapping[ParameterKind, Mapping[str, Any]] = MappingProxyType(
    {
        # `anyOf`, not a list of types: every provider takes it.
        "id": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "text": {"type": "string", "minLength": 1},
        "free_text": {"type": "string"},
        "date": {"type": "string"},
        "count": {
            "anyOf": [
                {"type": "integer", "minimum": 1, "maximum": MAX_COUNT},
                {"type": "string", "pattern": "^[0-9]+$"},
            ],
            "default": DEFAULT_COUNT,
        },
        "days": {
            "anyOf": [
                {"type": "integer", "minimum": 1},
                {"type": "string", "pattern": "^[0-9]+$"},
            ]
        },
        "choice": {"type": "string"},
    }
)


@dataclass(frozen=True)
class ParameterSpec:
    """One parameter of a tool."""

    name: str
    kind: ParameterKind
    required: bool
    description: Bilingual
    choices: tuple[str, ...] = ()

    def json_schema(self, language: Language) -> dict[str, Any]:
        """The parameter as JSON schema."""
        schema: dict[str, Any] = {
            **_SCHEMAS[self.kind],
            "description": self.description.in_(language),
        }
        if self.choices:
            schema["enum"] = list(self.choices)
        return schema


@dataclass(frozen=True)
class ToolSpec:
    """One of the 18 tools."""

    name: str
    kind: ToolKind
    parameters: tuple[ParameterSpec, ...]
    description: Bilingual

    @property
    def wire(self) -> str:
        """The name as sent to a provider."""
        return wire_name(self.name)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names, in order."""
        return tuple(parameter.name for parameter in self.parameters)

    def parameter(self, name: str) -> ParameterSpec | None:
        """The parameter of that name, if there is one."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)

    def json_schema(self, language: Language) -> dict[str, Any]:
        """The parameters as one JSON schema object that admits nothing else."""
        return {
            "type": "object",
            "properties": {
                parameter.name: parameter.json_schema(language) for parameter in self.parameters
            },
            "required": [parameter.name for parameter in self.parameters if parameter.required],
            "additionalProperties": False,
        }


def wire_name(canonical_name: str) -> str:
    """The name as sent to a provider, in `^[a-zA-Z0-9_-]{1,64}$`.

    >>> wire_name("patient.get_symptom_history")
    'patient_get_symptom_history'
    """
    return canonical_name.replace(".", "_")


OBSERVATION_CATEGORIES = ("laboratory", "vital-signs", "microbiology")
PRIORITIES = ("routine", "urgent", "asap")
FLAG_CATEGORIES = ("safety", "allergy", "administrative", "clinical")


def _parameter(
    tool: str,
    name: str,
    kind: ParameterKind = "text",
    *,
    required: bool = False,
    choices: tuple[str, ...] = (),
) -> ParameterSpec:
    own = f"{tool}.{name}"
    return ParameterSpec(
        name=name,
        kind="choice" if choices else kind,
        required=required,
        description=PARAMETER_TEXTS[own if own in PARAMETER_TEXTS else name],
        choices=choices,
    )


def _tool(name: str, kind: ToolKind, *parameters: ParameterSpec) -> ToolSpec:
    return ToolSpec(name=name, kind=kind, parameters=parameters, description=TOOL_TEXTS[name])


def _search(
    name: str, *own: tuple[str, tuple[str, ...]], stay: bool = True, dates: bool = True
) -> ToolSpec:
    """A read tool: the patient, the stay, its own filters, the dates, the count."""
    return _tool(
        name,
        "read",
        _parameter(name, "subject_id", "id", required=True),
        *((_parameter(name, "hadm_id", "id"),) if stay else ()),
        *(_parameter(name, own_name, choices=choices) for own_name, choices in own),
        *(
            (_parameter(name, "date_from", "date"), _parameter(name, "date_to", "date"))
            if dates
            else ()
        ),
        _parameter(name, "_count", "count"),
    )


def _interview(name: str, argument: str | None = None) -> ToolSpec:
    # An empty question is a question: "anything at all?"
    parameters = (_parameter(name, argument, "free_text", required=True),) if argument else ()
    return _tool(name, "patient", *parameters)


def _all() -> tuple[ToolSpec, ...]:
    order, service, flag = "MedicationRequest.create", "ServiceRequest.create", "Flag.create"
    return (
        _tool(
            "Patient.read", "read", _parameter("Patient.read", "subject_id", "id", required=True)
        ),
        _search("Encounter.search", ("status", ENCOUNTER_STATUS)),
        _search(
            "Condition.search",
            ("code", ()),
            ("clinical_status", CLINICAL_STATUS),
            ("category", CONDITION_CATEGORY),
            dates=False,
        ),
        _search("Observation.search", ("code", ()), ("category", OBSERVATION_CATEGORIES)),
        _search("MedicationRequest.search", ("medication", ()), ("status", REQUEST_STATUS)),
        _search(
            "MedicationAdministration.search", ("medication", ()), ("status", ADMINISTRATION_STATUS)
        ),
        _search(
            "DiagnosticReport.search", ("report_type", REPORT_TYPE), ("code", ()), ("keyword", ())
        ),
        _search("DocumentReference.search", ("type_code", ()), ("keyword", ())),
        _search("CarePlan.search", ("category", ()), ("status", CARE_PLAN_STATUS), dates=False),
        _interview("patient.get_symptom_history", "query"),
        _interview("patient.get_medication_adherence", "drug"),
        _interview("patient.get_social_history"),
        _interview("patient.get_functional_status"),
        _interview("patient.get_pain_assessment"),
        _tool(
            order,
            "write",
            _parameter(order, "medication", required=True),
            _parameter(order, "dose", required=True),
            _parameter(order, "route", required=True),
            _parameter(order, "frequency", required=True),
            _parameter(order, "indication"),
            _parameter(order, "duration_days", "days"),
            _parameter(order, "subject_id", "id"),
        ),
        _tool(
            service,
            "write",
            _parameter(service, "service_type", required=True),
            _parameter(service, "priority", required=True, choices=PRIORITIES),
            _parameter(service, "note"),
            _parameter(service, "target_date", "date"),
            _parameter(service, "subject_id", "id"),
        ),
        _tool(
            flag,
            "write",
            _parameter(flag, "category", required=True, choices=FLAG_CATEGORIES),
            _parameter(flag, "code", required=True),
            _parameter(flag, "detail", required=True),
            _parameter(flag, "subject_id", "id"),
        ),
        _tool("prepare_to_answer", "control"),
    )


TOOLS: Mapping[str, ToolSpec] = MappingProxyType({spec.name: spec for spec in _all()})
_BY_WIRE: Mapping[str, str] = MappingProxyType({spec.wire: spec.name for spec in TOOLS.values()})


def canonical(name: str) -> str | None:
    """The canonical name of a tool, given that or its wire name; None if there is no such tool.

    >>> canonical("Observation_search"), canonical("Observation.search"), canonical("observation")
    ('Observation.search', 'Observation.search', None)
    """
    return name if name in TOOLS else _BY_WIRE.get(name)
