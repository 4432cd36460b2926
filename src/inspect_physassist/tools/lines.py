"""One resource as the compact lines the model reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType

from inspect_physassist.chart.fhir import FLAG_DETAIL
from inspect_physassist.chart.record import ChartView
from inspect_physassist.session.model import Language
from inspect_physassist.tools.elements import (
    Json,
    codes,
    concept_text,
    dosage_text,
    first,
    first_code,
    joined,
    local_time,
    medication_text,
    notes_text,
    one_line,
    period,
    quantity_text,
    range_text,
    value_text,
    when,
)
from inspect_physassist.tools.wording import Wording


class LineWriter:
    """Writes the resources of one view in one language."""

    def __init__(self, view: ChartView, language: Language) -> None:
        self.view = view
        self.zone = view.timezone
        self.words = Wording(language)

    def line(self, resource: Json, *, named: bool = True) -> str:
        """The resource as one entry, its reference last.

        Args:
            resource: Of any of the types the read tools return.
            named: Whether an Observation says its name; not needed under a heading.
        """
        kind = str(resource.get("resourceType"))
        text = (
            self.observation(resource, named)
            if kind == "Observation"
            else _WRITERS[kind](self, resource)
        )
        return f"{text}  [{kind}/{resource.get('id')}]"

    def name(self, resource: Json) -> str:
        """An Observation's name; in Chinese the vocabulary's, the recorded one after it."""
        recorded = concept_text(resource.get("code"))
        if self.words.language == "en":
            return recorded
        for code in codes(resource.get("code")):
            for key in self.view.vocabulary.resolve(code):
                known = self.view.vocabulary.name(key, "zh")
                return known if known == recorded else f"{known} {recorded}"
        return recorded

    def observation(self, resource: Json, named: bool = True) -> str:
        """`2031-03-12 06:10  Creatinine 2.1 mg/dL  H  (0.6-1.2)  final`."""
        value = joined((value_text(resource), self._components(resource)), ", ")
        gap = " " if "valueQuantity" in resource else ": "
        head = joined((self.name(resource) if named else "", value), gap)
        reference = range_text(resource)
        comment = notes_text(resource, self.zone)
        specimen = str(first(resource.get("specimen")).get("display", ""))
        return joined(
            (
                when(resource, "effective", self.zone)
                or local_time(resource.get("issued"), self.zone),
                head,
                self._flags(resource),
                f"({reference})" if reference else "",
                self.words.code(str(resource.get("status", "")), "Observation"),
                self._labelled("specimen", "" if specimen == "Blood" else specimen),
                self._labelled("issued", self._reported(resource)),
                self._labelled("comment", comment),
            ),
            "  ",
        )

    def _reported(self, resource: Json) -> str:
        """When a culture was reported: days after collection, unlike other results."""
        if "MB" not in codes(resource.get("category")):
            return ""
        return local_time(resource.get("issued"), self.zone)

    def _components(self, resource: Json) -> str:
        return ", ".join(
            joined(
                (
                    concept_text(part.get("code")),
                    value_text(part),
                    self._flags(part),
                    notes_text(part, self.zone),
                ),
                " ",
            )
            for part in resource.get("component", ())
        )

    def _flags(self, resource: Json) -> str:
        """The interpretation: `H`, in Chinese with its word; a normal result carries none."""
        shown = []
        for code in codes(resource.get("interpretation")) or [
            concept_text(resource.get("interpretation"))
        ]:
            if code not in ("", "N"):
                word = self.words.code(code)
                shown.append(code if word == code else f"{code}({word})")
        return " ".join(shown)

    def _labelled(self, label: str, text: str) -> str:
        return f"{self.words.label(label)}: {text}" if text else ""

    def condition(self, resource: Json) -> str:
        """A diagnosis."""
        code = next((code for code in codes(resource.get("code"))), "")
        name = concept_text(resource.get("code"))
        return joined(
            (
                local_time(resource.get("recordedDate"), self.zone),
                name if code in ("", name) else f"{name} ({code})",
                self.words.code(first_code(resource.get("clinicalStatus")), "Condition"),
                self.words.listed(
                    self.words.code(code) for code in codes(resource.get("category"))
                ),
                self._labelled("onset", when(resource, "onset", self.zone)),
                self._labelled("abated", when(resource, "abatement", self.zone)),
                self._labelled("note", notes_text(resource, self.zone)),
                self._stay(resource),
            ),
            "  ",
        )

    def _stay(self, resource: Json) -> str:
        target = str(first(resource.get("encounter")).get("reference", ""))
        return self._labelled("stay", target.removeprefix("Encounter/"))

    def encounter(self, resource: Json) -> str:
        """A stay or visit."""
        start, end = period(resource.get("period"), self.zone)
        held = first(resource.get("class"))
        place = first(first(resource.get("location")).get("location")).get("display", "")
        hospitalization = first(resource.get("hospitalization"))
        under_way = resource.get("status") == "in-progress"
        return joined(
            (
                f"{start} - {end or (self.words.label('under_way') if under_way else '')}".rstrip(
                    " -"
                ),
                self.words.code(str(held.get("display") or held.get("code") or "")),
                self.words.code(str(resource.get("status", "")), "Encounter"),
                self._labelled(
                    "reason",
                    ", ".join(filter(None, map(concept_text, resource.get("reasonCode", ())))),
                ),
                self._labelled("service", concept_text(resource.get("serviceType"))),
                self._labelled("location", str(place)),
                self._labelled(
                    "disposition", concept_text(hospitalization.get("dischargeDisposition"))
                ),
            ),
            "  ",
        )

    def order(self, resource: Json) -> str:
        """A medication order."""
        instruction = first(resource.get("dosageInstruction"))
        bounds = first(first(first(instruction.get("timing")).get("repeat")).get("boundsPeriod"))
        validity = first(first(resource.get("dispenseRequest")).get("validityPeriod"))
        start, stop = period(bounds or validity, self.zone)
        written = local_time(resource.get("authoredOn"), self.zone)
        supply = quantity_text(first(resource.get("dispenseRequest")).get("expectedSupplyDuration"))
        indication = ", ".join(filter(None, map(concept_text, resource.get("reasonCode", ()))))
        return joined(
            (
                written,
                medication_text(resource),
                dosage_text(resource),
                self.words.listed(
                    self.words.code(code) for code in codes(resource.get("category"))
                ),
                self.words.code(str(resource.get("status", "")), "MedicationRequest"),
                self._labelled("reason", concept_text(resource.get("statusReason"))),
                self._labelled("start", start if start != written else ""),
                self._labelled("stop", stop),
                self._labelled("duration", supply),
                self._labelled("for", indication),
                self._labelled("note", notes_text(resource, self.zone)),
            ),
            "  ",
        )

    def administration(self, resource: Json) -> str:
        """A dose given or not given."""
        reasons = resource.get("statusReason", ())
        return joined(
            (
                when(resource, "effective", self.zone),
                medication_text(resource),
                dosage_text(resource),
                self.words.code(str(resource.get("status", "")), "MedicationAdministration"),
                self._labelled("reason", ", ".join(filter(None, map(concept_text, reasons)))),
                self._labelled("note", notes_text(resource, self.zone)),
            ),
            "  ",
        )

    def report(self, resource: Json) -> str:
        """The head of a diagnostic report; its text is set below it."""
        return joined(
            (
                when(resource, "effective", self.zone),
                concept_text(resource.get("code")),
                self.words.listed(
                    filter(None, (concept_text(one) for one in resource.get("category", ())))
                ),
                self.words.code(str(resource.get("status", "")), "DiagnosticReport"),
                self._labelled("issued", local_time(resource.get("issued"), self.zone)),
            ),
            "  ",
        )

    def document(self, resource: Json) -> str:
        """The head of a note; its text is set below it."""
        author = ", ".join(
            str(one["display"]) for one in resource.get("author", ()) if one.get("display")
        )
        return joined(
            (
                local_time(resource.get("date"), self.zone),
                concept_text(resource.get("type")) or str(resource.get("description", "")),
                self.words.code(str(resource.get("docStatus") or resource.get("status") or "")),
                self._labelled("author", author),
            ),
            "  ",
        )

    def care_plan(self, resource: Json) -> str:
        """A care plan with its activities."""
        start, end = period(resource.get("period"), self.zone)
        activities = [
            one_line(detail.get("description")) or concept_text(detail.get("code"))
            for activity in resource.get("activity", ())
            if (detail := first(activity.get("detail")))
        ]
        return joined(
            (
                local_time(resource.get("created"), self.zone) or start,
                str(resource.get("title", "")),
                ", ".join(filter(None, map(concept_text, resource.get("category", ())))),
                self.words.code(str(resource.get("status", "")), "CarePlan"),
                self._labelled("until", end),
                one_line(resource.get("description")),
                self._labelled("activities", self.words.listed(filter(None, activities))),
                self._labelled("note", notes_text(resource, self.zone)),
            ),
            "  ",
        )

    def patient(self, resource: Json) -> str:
        """Who the patient is, with age as of the clock."""
        name = first(resource.get("name"))
        full = (
            name.get("text") or " ".join((*name.get("given", ()), name.get("family", ""))).strip()
        )
        born = str(resource.get("birthDate", ""))
        age = age_at(born, self.view.now.astimezone(self.zone).date())
        language = concept_text(first(resource.get("communication")).get("language"))
        deceased = local_time(resource.get("deceasedDateTime"), self.zone)
        return joined(
            (
                str(full),
                self.words.code(str(resource.get("gender", ""))),
                self._labelled("age", "" if age is None else str(age)),
                self._labelled("born", born),
                self._labelled("marital", concept_text(resource.get("maritalStatus"))),
                self._labelled("language", language),
                self._labelled("deceased", deceased),
            ),
            "  ",
        )

    def allergy(self, resource: Json) -> str:
        """A recorded allergy or intolerance."""
        reactions = [
            joined(
                (
                    ", ".join(filter(None, map(concept_text, reaction.get("manifestation", ()))))
                    or str(reaction.get("description", "")),
                    self.words.code(str(reaction.get("severity", ""))),
                ),
                ", ",
            )
            for reaction in resource.get("reaction", ())
        ]
        return joined(
            (
                concept_text(resource.get("code")),
                self.words.code(str(resource.get("type", ""))),
                self.words.code(first_code(resource.get("clinicalStatus")), "Condition"),
                self._labelled("reaction", "; ".join(filter(None, reactions))),
                self._labelled("recorded", local_time(resource.get("recordedDate"), self.zone)),
            ),
            "  ",
        )

    def service(self, resource: Json) -> str:
        """A request for a test, consult or the like."""
        return joined(
            (
                local_time(resource.get("authoredOn"), self.zone),
                concept_text(resource.get("code")),
                self.words.code(str(resource.get("priority", ""))),
                self.words.code(str(resource.get("status", "")), "ServiceRequest"),
                self._labelled("due", when(resource, "occurrence", self.zone)),
                self._labelled("note", notes_text(resource, self.zone)),
            ),
            "  ",
        )

    def flag(self, resource: Json) -> str:
        """A warning on the record."""
        detail = next(
            (
                held.get("valueString", "")
                for held in resource.get("extension", ())
                if held.get("url") == FLAG_DETAIL
            ),
            "",
        )
        return joined(
            (
                local_time(first(resource.get("period")).get("start"), self.zone),
                concept_text(resource.get("code")),
                ", ".join(self.words.code(first_code(one)) for one in resource.get("category", ())),
                self.words.code(str(resource.get("status", "")), "Flag"),
                one_line(detail),
            ),
            "  ",
        )


_WRITERS: Mapping[str, Callable[[LineWriter, Json], str]] = MappingProxyType(
    {
        "Condition": LineWriter.condition,
        "Encounter": LineWriter.encounter,
        "MedicationRequest": LineWriter.order,
        "MedicationAdministration": LineWriter.administration,
        "DiagnosticReport": LineWriter.report,
        "DocumentReference": LineWriter.document,
        "CarePlan": LineWriter.care_plan,
        "Patient": LineWriter.patient,
        "AllergyIntolerance": LineWriter.allergy,
        "ServiceRequest": LineWriter.service,
        "Flag": LineWriter.flag,
    }
)


def age_at(born: str, on: date) -> int | None:
    """Whole years of age; None where no birth year is recorded.

    >>> age_at("1960-03-13", date(2031, 3, 12)), age_at("1960", date(2031, 3, 12))
    (70, 71)
    """
    parts = born.split("-")
    if not parts[0].isdigit():
        return None
    birthday = tuple(int(part) for part in parts[1:] if part.isdigit())
    return on.year - int(parts[0]) - (on.timetuple()[1 : 1 + len(birthday)] < birthday)
