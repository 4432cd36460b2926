"""What each resource is called: its codes, its names, and the vocabulary keys they come to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from inspect_physassist.chart.fhir import attachment_text
from inspect_physassist.chart.snapshot import Row
from inspect_physassist.terms.model import Analyte, Concept, Drug
from inspect_physassist.terms.vocabulary import Vocabulary, fold

_WORD = re.compile(r"[^\W_]+")
_LOINC_PART = re.compile(r"\s*\[| in (?=[A-Z])|, ")
_FLUIDS = {
    "urine": "urine",
    "csf": "csf",
    "cerebral": "csf",
    "cerebrospinal": "csf",
    "pleural": "pleural",
    "ascites": "ascites",
    "peritoneal": "ascites",
    "stool": "stool",
    "synovial": "synovial",
    "arterial": "arterial",
    "venous": "venous",
}
_CODE_ELEMENTS: Mapping[str, tuple[str, ...]] = {
    "MedicationRequest": ("medicationCodeableConcept",),
    "MedicationAdministration": ("medicationCodeableConcept",),
    "DocumentReference": ("type",),
    "CarePlan": ("category",),
    "Encounter": ("type", "reasonCode"),
}


def words(text: str) -> tuple[str, ...]:
    """The words of a text, folded; each Chinese run is one.

    >>> words("C-reactive protein [Mass/volume]")
    ('c', 'reactive', 'protein', 'mass', 'volume')
    """
    return tuple(_WORD.findall(fold(text)))


def base_name(text: str) -> str:
    """A name without its specimen and property.

    >>> base_name("Creatinine [Mass/volume] in Serum or Plasma"), base_name("Creatinine, urine")
    ('creatinine', 'creatinine')
    """
    return fold(_LOINC_PART.split(text, maxsplit=1)[0]).strip()


@dataclass(frozen=True, eq=False)
class Label:
    """What one concept is called. Shared by every resource with that concept, so compared by identity."""

    codes: frozenset[str]
    """Codes and `system|code`, folded."""
    names: tuple[str, ...]
    """As written: text first, then displays."""
    keys: tuple[str, ...]
    """The vocabulary keys it is itself."""
    implied: frozenset[str]
    """Those, their classes and broader concepts."""
    specimen: str
    """`blood` unless it says otherwise."""
    bases: frozenset[str]
    """The names without specimen and property: what the same analyte in another specimen shares."""
    panel: str | None = None

    @cached_property
    def display(self) -> str:
        """The name to show."""
        return self.names[0] if self.names else next(iter(sorted(self.codes)), "")

    @cached_property
    def name_words(self) -> tuple[tuple[str, ...], ...]:
        """The words of each name."""
        return tuple(words(name) for name in self.names)


class Labeller:
    """Labels the rows of one chart, each distinct concept once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._labels: dict[Any, tuple[Label, ...]] = {}
        self._of_row: dict[tuple[str, float], tuple[Label, ...]] = {}
        self._texts: dict[tuple[str, float], tuple[str, frozenset[str]]] = {}

    def labels(self, row: Row) -> tuple[Label, ...]:
        """The labels of a row: of its code, and of each coded component (blood pressure has two)."""
        known = self._of_row.get((row.reference, row.since))
        if known is not None:
            return known
        kind = row.resource["resourceType"]
        found = tuple(_concepts(kind, row.resource))
        signature = (kind, row.terms, tuple(_signature(one) for one in found))
        labels = self._labels.get(signature)
        if labels is None:
            labels = self._labels[signature] = tuple(
                self._label(kind, one, row.terms if index == 0 else ())
                for index, one in enumerate(found)
            )
        self._of_row[row.reference, row.since] = labels
        return labels

    def _label(self, kind: str, concept: Mapping[str, Any], terms: tuple[str, ...]) -> Label:
        vocabulary = self.vocabulary
        codings = [one for one in concept.get("coding", ()) if one.get("code")]
        given = [concept.get("text"), *(one.get("display") for one in concept.get("coding", ()))]
        names = tuple(dict.fromkeys(name for name in given if name))
        keys = [*terms]
        if not keys:
            for one in codings:
                keys += vocabulary.resolve(f"{one.get('system', '')}|{one['code']}")
        if not keys and kind != "DiagnosticReport":
            for name in names:
                keys += self._fitting(kind, vocabulary.resolve(name))
        if kind in ("Condition", "DiagnosticReport") or (
            not keys and kind.startswith("Medication")
        ):
            for name in names:
                for mention in vocabulary.mentions(name):
                    keys += self._fitting(kind, mention.keys)
        keys = list(dict.fromkeys(keys))
        analyte = next(
            (term for key in keys if isinstance(term := vocabulary.get(key), Analyte)), None
        )
        return Label(
            codes=frozenset(
                code
                for one in codings
                for code in (fold(one["code"]), fold(f"{one.get('system', '')}|{one['code']}"))
            ),
            names=names,
            keys=tuple(keys),
            implied=frozenset(broader for key in keys for broader in vocabulary.implies(key)),
            specimen=analyte.specimen if analyte else _specimen(names),
            bases=frozenset(
                base_name(name) for name in (*names, *(vocabulary.name(key, "en") for key in keys))
            ),
            panel=analyte.panel if analyte else None,
        )

    def _fitting(self, kind: str, keys: tuple[str, ...]) -> list[str]:
        """The keys that a resource of this type can be: an order for a drug, a result of an analyte."""
        fits: type[Drug] | type[Analyte] | type[Concept] | tuple[type, ...]
        if kind.startswith("Medication"):
            fits = Drug
        elif kind == "Observation":
            fits = (Analyte, Concept)
        elif kind == "Condition":
            fits = Concept
        else:
            return list(keys)
        return [key for key in keys if isinstance(self.vocabulary[key], fits)]

    def text(self, row: Row) -> tuple[str, frozenset[str]]:
        """The folded text of a report or note, and the keys of every term it mentions."""
        known = self._texts.get((row.reference, row.since))
        if known is None:
            resource = row.resource
            concept = resource.get("code", resource.get("type", {}))
            parts = [
                concept.get("text", ""),
                resource.get("description", ""),
                resource.get("conclusion", ""),
                attachment_text(resource) or "",
            ]
            text = "\n".join(part for part in parts if part)
            keys = {key for mention in self.vocabulary.mentions(text) for key in mention.keys}
            implied = frozenset(broader for key in keys for broader in self.vocabulary.implies(key))
            known = self._texts[row.reference, row.since] = (fold(text), implied)
        return known


def _concepts(kind: str, resource: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for element in _CODE_ELEMENTS.get(kind, ("code",)):
        held = resource.get(element)
        if isinstance(held, Mapping):
            yield held
        elif isinstance(held, list):
            yield from held
    if kind == "CarePlan" and resource.get("title"):
        yield {"text": resource["title"]}
    for component in resource.get("component", ()) if kind == "Observation" else ():
        # Susceptibilities are uncoded components of a culture: an antibiotic is not what was measured.
        if component.get("code", {}).get("coding"):
            yield component["code"]


def _signature(concept: Mapping[str, Any]) -> tuple[Any, ...]:
    codings = concept.get("coding", ())
    return (
        concept.get("text"),
        *((one.get("system"), one.get("code"), one.get("display")) for one in codings),
    )


def _specimen(names: tuple[str, ...]) -> str:
    for name in names:
        for word in words(name):
            if word in _FLUIDS:
                return _FLUIDS[word]
    return "blood"


def names_specimen(query: str) -> bool:
    """Whether a query itself says of which specimen.

    >>> names_specimen("serum creatinine"), names_specimen("尿肌酐"), names_specimen("Cr")
    (True, True, False)
    """
    asked = set(words(query))
    return bool(
        asked & (_FLUIDS.keys() | {"serum", "blood", "plasma", "fluid", "capillary"})
    ) or any(char in query for char in "血尿液便")
