"""Makes exported resources valid FHIR R4 without losing what they say; every change is counted by kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import timedelta, tzinfo
from typing import Any

from inspect_physassist.chart.fhir import HL7, Resource, hl7
from inspect_physassist.chart.sources.tally import Tally
from inspect_physassist.chart.times import fhir_time, parse_span
from inspect_physassist.terms.vocabulary import LOINC

_LOINC_CODE = re.compile(r"\d{1,7}-\d|L[APG]\d+-\d")
_ID = re.compile(r"[A-Za-z0-9\-.]{1,64}")
_SOUND_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?")
_ADMINISTRATION_DOSAGE = (
    "id",
    "extension",
    "modifierExtension",
    "text",
    "site",
    "route",
    "method",
    "dose",
    "rateRatio",
    "rateQuantity",
)
_INSTANTS: Mapping[str, tuple[str, ...]] = {
    "Observation": ("issued", "effectiveInstant"),
    "DiagnosticReport": ("issued",),
    "DocumentReference": ("date",),
}
_CULTURE = re.compile(
    r"\b(?:bacteria|fungus|virus|mycobacterium \w+) identified\b|\bculture\b", re.I
)
_TEXT_ELEMENTS = frozenset(
    {"text", "div", "data", "display", "valueString", "description", "conclusion"}
)

# Half of a surrogate pair, which JSON can escape and nothing can store.
_HALF = re.compile("[\ud800-\udfff]")


class Repairer:
    """Repairs the resources of one export."""

    def __init__(self, zone: tzinfo, source: str, tally: Tally) -> None:
        """A repairer.

        Args:
            zone: What times without an offset are local to.
            source: URI for `meta.source` where a resource has none.
            tally: Where each change is counted.
        """
        self.zone = zone
        self.source = source
        self.tally = tally

    def repair(self, resource: Mapping[str, Any]) -> Resource:
        """The resource as valid R4; the one given is left as it was."""
        fixed: Resource = self._clean(resource, "")
        self._meta(fixed)
        kind = fixed.get("resourceType", "")
        for element in _INSTANTS.get(kind, ()):
            fixed = self.as_instant(fixed, element)
        own: Callable[[Resource], None] | None = {
            "MedicationAdministration": self._administration,
            "DiagnosticReport": self._report,
            "Observation": self._observation,
        }.get(kind)
        if own is not None:
            own(fixed)
        return fixed

    def as_instant(self, resource: Resource, element: str) -> Resource:
        """The resource with an instant where it gave a date alone: the last second of that day."""
        text = resource.get(element)
        span = parse_span(text, self.zone) if isinstance(text, str) else None
        if span is None or span.has_time:
            return resource
        self._count("date taken as the end of its day where a time is needed")
        return resource | {element: fhir_time(span.end - timedelta(seconds=1))}

    def _count(self, kind: str) -> None:
        self.tally.repaired[kind] += 1

    def _clean(self, value: Any, element: str) -> Any:
        """The value without what JSON of FHIR may not hold, its codes and times in order."""
        if isinstance(value, str):
            return self._string(value, element)
        if isinstance(value, dict):
            result = {}
            for key, item in value.items():
                cleaned = self._clean(item, key)
                if cleaned or cleaned is False or cleaned == 0:
                    result[key] = cleaned
                elif cleaned is not None:
                    self._count("empty value dropped")
            if result.get("system") == LOINC and "code" in result:
                self._loinc(result)
            return result
        if isinstance(value, list):
            cleaned_items = [self._clean(item, element) for item in value]
            kept = [item for item in cleaned_items if item not in ("", {}, [])]
            if element == "coding":  # a system alone says nothing
                kept = [item for item in kept if "code" in item or "display" in item]
            if len(kept) < len(cleaned_items):
                self._count("empty value dropped")
            return kept
        return value

    def _loinc(self, coding: Resource) -> None:
        if not _LOINC_CODE.fullmatch(str(coding["code"])):
            self._count("bad LOINC code dropped")
            del coding["code"], coding["system"]

    def _string(self, text: str, element: str) -> str:
        if _HALF.search(text):
            self._count("broken character replaced")
            text = text.encode("utf-8", "replace").decode()
        if element in ("id", "reference"):
            return self._identity(text, element)
        if element in _TEXT_ELEMENTS or not text[:4].isdigit() or not _TIME.fullmatch(text):
            return text
        if _SOUND_TIME.fullmatch(text):
            return text
        span = parse_span(text, self.zone)
        if span is None:
            return text
        date, time = text[:10], text[11:]
        clock, offset = time, ""
        match = re.search(r"(?:Z|[+-]\d{2}:\d{2})$", time)
        if match:
            clock, offset = time[: match.start()], match.group()
        else:
            self._count("offset added to a time")
            offset = span.start.isoformat()[-6:]
        if clock.count(":") == 1:
            self._count("seconds added to a time")
            clock += ":00"
        return f"{date}T{clock}{offset}"

    def _identity(self, text: str, element: str) -> str:
        """Ids and references in the characters R4 allows, alike in both so that they still meet."""
        if element == "id":
            if not _ID.fullmatch(text):
                self._count("id made valid")
            return valid_id(text) or text
        kind, slash, identifier = text.rpartition("/")
        return (
            f"{kind}/{valid_id(identifier)}"
            if slash and kind.isalpha() and "?" not in text
            else text
        )

    def _meta(self, resource: Resource) -> None:
        meta = {key: item for key, item in resource.get("meta", {}).items() if key != "lastUpdated"}
        if "lastUpdated" in resource.get("meta", {}):
            # When the exporting server last touched it: it tells of changes that were still to come.
            self._count("meta.lastUpdated dropped")
        if "source" not in meta:
            self._count("meta.source added")
            meta["source"] = self.source
        resource["meta"] = meta

    def _administration(self, resource: Resource) -> None:
        """R4 gives an administration one dose and one rate, and no timing."""
        dosage = resource.get("dosage")
        if not isinstance(dosage, dict):
            return
        extra = {key: dosage.pop(key) for key in list(dosage) if key not in _ADMINISTRATION_DOSAGE}
        if extra:
            self._count("MedicationAdministration.dosage brought to R4")
        said = []
        for item in extra.get("doseAndRate", ()):
            for name, target in (
                ("doseQuantity", "dose"),
                ("rateQuantity", "rateQuantity"),
                ("rateRatio", "rateRatio"),
            ):
                if name not in item:
                    continue
                taken = target in dosage or (target.startswith("rate") and _has_rate(dosage))
                if not taken:
                    dosage[target] = item[name]
                elif dosage.get(target) != item[name]:
                    said.append(f"{name}: {_quantity_text(item[name])}")
        if "timing" in extra and "text" not in dosage:
            said.append(_timing_text(extra["timing"]))
        said = [part for part in said if part]
        if said:
            also = "; ".join(said)
            dosage["text"] = (
                f"{dosage['text']} (also recorded: {also})" if "text" in dosage else also
            )
        if "dose" not in dosage and not _has_rate(dosage):
            # R4 invariant mad-1: without dose or rate there is no dosage; what it said becomes a note.
            text = dosage.get("text")
            if text:
                self._count("dosage without an amount kept as a note")
                resource.setdefault("note", []).append({"text": text})
            del resource["dosage"]

    def _report(self, resource: Resource) -> None:
        if not resource.get("code"):
            titles = [
                item.get("title") for item in resource.get("presentedForm", ()) if item.get("title")
            ]
            self._count("report without a code named from its text")
            resource["code"] = {"text": titles[0] if titles else "Report"}

    def _observation(self, resource: Resource) -> None:
        categories = resource.setdefault("category", [])
        codes = {one.get("code") for held in categories for one in held.get("coding", ())}
        if "LAB" in codes and "laboratory" not in codes:
            self._count("laboratory category added")
            categories.append(hl7("observation-category", "laboratory", "Laboratory"))
        if not categories:
            del resource["category"]
        names = [resource.get("code", {}).get("text", "")]
        names += [one.get("display", "") for one in resource.get("code", {}).get("coding", ())]
        if "MB" not in codes and any(_CULTURE.search(name) for name in names):
            self._count("microbiology category added")
            resource.setdefault("category", []).append(microbiology())


def valid_id(text: str | None) -> str | None:
    """An id in the characters R4 allows.

    >>> valid_id("pt_0417 a"), valid_id("12345678.0")
    ('pt-0417-a', '12345678.0')
    """
    return None if text is None else re.sub(r"[^A-Za-z0-9\-.]", "-", text)[:64]


def microbiology() -> Resource:
    """The category by which cultures are found."""
    return {"coding": [{"system": f"{HL7}/v2-0074", "code": "MB", "display": "Microbiology"}]}


def _has_rate(dosage: Mapping[str, Any]) -> bool:
    return "rateQuantity" in dosage or "rateRatio" in dosage


def _quantity_text(value: Mapping[str, Any]) -> str:
    if "numerator" in value:
        return (
            f"{_quantity_text(value['numerator'])}/{_quantity_text(value.get('denominator', {}))}"
        )
    return f"{value.get('value', '')} {value.get('unit', '')}".strip()


def _timing_text(timing: Mapping[str, Any]) -> str:
    repeat = timing.get("repeat", {})
    if timing.get("code", {}).get("text"):
        return str(timing["code"]["text"])
    if "frequency" not in repeat:
        return ""
    unit = repeat.get("periodUnit", "")
    return f"{repeat['frequency']} per {repeat.get('period', 1)} {unit}".strip()
