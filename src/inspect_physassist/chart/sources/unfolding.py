"""From an exported resource, which shows how things ended, to what it showed at each time before."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from inspect_physassist.chart.fhir import Resource, hl7
from inspect_physassist.chart.record import Version
from inspect_physassist.chart.sources.tally import Tally
from inspect_physassist.chart.sources.timeline import Timeline, name_of, references_in
from inspect_physassist.chart.times import ALWAYS, fhir_time

_AT_ADMISSION = ("preAdmissionIdentifier", "origin", "admitSource", "reAdmission")
_AT_DISCHARGE_ROLES = frozenset({"DIS"})
_KNOWN_DIAGNOSES = frozenset({"AD", "CM", "CC", "pre-op"})
_ENDED = frozenset({"completed", "stopped", "cancelled", "on-hold"})
_OVER = frozenset({"resolved", "inactive", "remission"})


class Unfolder:
    """Unfolds the resources of one patient into versions."""

    def __init__(self, timeline: Timeline, tally: Tally) -> None:
        self.timeline = timeline
        self.tally = tally
        # Conditions first known at a discharge, with their codes: no reason may name them sooner.
        self._late_reasons = {
            name_of(condition): frozenset(
                one["code"] for one in condition.get("code", {}).get("coding", ()) if "code" in one
            )
            for condition in timeline.by_type.get("Condition", ())
            if name_of(condition) in timeline.discharge
        }

    def versions(self, resource: Resource) -> list[Version]:
        """The versions of one resource; none, and a count, when nothing says when it was known."""
        kind = resource["resourceType"]
        name = name_of(resource)
        known = self.timeline.known.get(name) or self.timeline.known_from(resource)
        if known is None:
            self.tally.set_aside[_why_unknown(kind)] += 1
            return []
        if known == ALWAYS and kind == "FamilyMemberHistory":
            self.tally.noted["undated family history, shown from the beginning"] += 1
        unfold: Callable[[Resource, datetime], Iterator[Version]] | None = {
            "Patient": self._patient,
            "Encounter": self._encounter,
            "Condition": self._condition,
            "MedicationRequest": self._medication_request,
            "ServiceRequest": self._service_request,
            "MedicationAdministration": self._administration,
            "DiagnosticReport": self._report,
            "Procedure": self._procedure,
            "CarePlan": self._care_plan,
        }.get(kind)
        if kind not in ("Encounter", "Condition"):
            self._withhold_reasons(resource, known)
        if unfold is not None:
            return list(unfold(resource, known))
        return list(self._with_period(resource, known))

    def _two(
        self, early: Resource, late: Resource, known: datetime, changed: datetime | None
    ) -> Iterator[Version]:
        """As it stood until it changed, and after; the early state for good when no change is dated."""
        if changed is None:
            yield Version(known, early)
        elif changed <= known:
            yield Version(known, late)
        else:
            yield Version(known, early)
            yield Version(changed, late)

    def _withhold_reasons(self, resource: Resource, known: datetime) -> None:
        hidden: set[str] = set()
        for target in references_in(resource.get("reasonReference", [])):
            first_known = self.timeline.discharge.get(target)
            if target in self._late_reasons and (first_known is None or first_known > known):
                hidden |= self._late_reasons[target]
        if not hidden:
            return
        reasons = resource.get("reasonCode", [])
        kept = [
            reason
            for reason in reasons
            if hidden.isdisjoint(one.get("code") for one in reason.get("coding", ()))
        ]
        if len(kept) < len(reasons):
            self.tally.repaired["reason that is a discharge diagnosis withheld"] += 1
            if kept:
                resource["reasonCode"] = kept
            else:
                del resource["reasonCode"]

    def _patient(self, resource: Resource, known: datetime) -> Iterator[Version]:
        died = self.timeline.end_of(resource.get("deceasedDateTime"))
        if died is None and resource.get("deceasedBoolean") is True:
            self.tally.repaired["undated death withheld"] += 1
        if died is None and resource.get("deceasedBoolean") is not True:
            yield Version(ALWAYS, resource)
            return
        alive = {key: item for key, item in resource.items() if not key.startswith("deceased")}
        alive["deceasedBoolean"] = False
        alive["active"] = True
        yield from self._two(alive, resource, ALWAYS, died)

    def _encounter(self, resource: Resource, known: datetime) -> Iterator[Version]:
        stay = self.timeline.stays[resource["id"]]
        over = resource.get("status") == "finished"
        if over and stay.end is None:
            self.tally.noted["finished stay without an end, shown as under way"] += 1
        if not over or stay.end is None:
            moments = self._moments(resource, known, None)
            for moment in moments:
                yield Version(moment, self._stay_at(resource, moment))
            return
        for moment in self._moments(resource, known, stay.end):
            yield Version(moment, self._stay_at(resource, moment))
        yield Version(stay.end, resource)

    def _moments(self, resource: Resource, known: datetime, end: datetime | None) -> list[datetime]:
        """When something about a stay changed while it lasted."""
        moments = {known}
        for element in ("location", "participant", "statusHistory", "classHistory"):
            for entry in resource.get(element, ()):
                for moment in (
                    self.timeline.moment(entry.get("period")),
                    self.timeline.end_of({"end": entry.get("period", {}).get("end")}),
                ):
                    if moment is not None and known < moment and (end is None or moment < end):
                        moments.add(moment)
        return sorted(moments)

    def _stay_at(self, resource: Resource, moment: datetime) -> Resource:
        stay = copy.deepcopy(resource)
        stay.pop("length", None)
        history = [
            entry["status"]
            for entry in self._so_far(stay.get("statusHistory", []), moment)
            if entry.get("status", "planned") not in ("planned", "finished")
        ]
        if stay.get("status") in ("finished", "in-progress", "onleave", "triaged", "arrived"):
            stay["status"] = history[-1] if history else "in-progress"
        if (
            "period" in stay
            and (self.timeline.end_of({"end": stay["period"].get("end")}) or moment) > moment
        ):
            del stay["period"]["end"]
        for element in ("location", "participant", "statusHistory", "classHistory"):
            if element in stay:
                stay[element] = self._so_far(stay[element], moment)
        if "location" in stay:
            for entry in stay["location"]:
                if entry.get("status") == "completed" and "end" not in entry.get("period", {}):
                    entry["status"] = "active"
        if "participant" in stay:
            stay["participant"] = [
                entry
                for entry in stay["participant"]
                if _AT_DISCHARGE_ROLES.isdisjoint(
                    one.get("code")
                    for role in entry.get("type", ())
                    for one in role.get("coding", ())
                )
            ]
        if "diagnosis" in stay:
            stay["diagnosis"] = [
                entry
                for entry in stay["diagnosis"]
                if not _KNOWN_DIAGNOSES.isdisjoint(
                    one.get("code") for one in entry.get("use", {}).get("coding", ())
                )
            ]
        admission = {
            key: item
            for key, item in stay.pop("hospitalization", {}).items()
            if key in _AT_ADMISSION
        }
        if admission:
            stay["hospitalization"] = admission
        return {key: item for key, item in stay.items() if item not in ([], {})}

    def _so_far(self, entries: list[Resource], moment: datetime) -> list[Resource]:
        """The entries begun by then, none with an end that was still to come."""
        kept = []
        for entry in entries:
            begun = self.timeline.moment(entry.get("period"))
            if begun is not None and begun > moment:
                continue
            ended = self.timeline.end_of({"end": entry.get("period", {}).get("end")})
            if ended is not None and ended > moment:
                entry = entry | {"period": _open(entry["period"])}
            kept.append({key: item for key, item in entry.items() if item != {}})
        return kept

    def _condition(self, resource: Resource, known: datetime) -> Iterator[Version]:
        recorded = self.timeline.end_of(resource.get("recordedDate"))
        if recorded is not None and recorded < known:
            self.tally.repaired["discharge diagnosis shown from the discharge on"] += 1
        if recorded is not None and recorded > known:
            self.tally.repaired["condition shown from the first stay that cites it"] += 1
        ended = self.timeline.end_of(resource.get("abatementDateTime")) or self.timeline.end_of(
            resource.get("abatementPeriod")
        )
        status = {one.get("code") for one in resource.get("clinicalStatus", {}).get("coding", ())}
        stay = self.timeline.stay_of(resource)
        if ended is None and status & _OVER and stay is not None:
            ended = stay.end
        moments = {known} | {
            time for time in (ended, recorded) if time is not None and time > known
        }
        for moment in sorted(moments):
            stood = resource
            if ended is not None and ended > moment:
                stood = {
                    key: item for key, item in stood.items() if not key.startswith("abatement")
                }
                stood["clinicalStatus"] = hl7("condition-clinical", "active", "Active")
            if recorded is not None and recorded > moment:
                stood = {key: item for key, item in stood.items() if key != "recordedDate"}
            yield Version(moment, stood)

    def _medication_request(self, resource: Resource, known: datetime) -> Iterator[Version]:
        stay = self.timeline.stay_of(resource)
        status = resource.get("status")
        if status not in _ENDED:
            if status == "active" and stay is not None and stay.end is not None:
                self.tally.noted["order still active after its stay ended"] += 1
            yield Version(known, resource)
            return
        planned = [
            self.timeline.end_of(
                {"end": timing.get("repeat", {}).get("boundsPeriod", {}).get("end")}
            )
            for instruction in resource.get("dosageInstruction", ())
            if (timing := instruction.get("timing", {}))
        ]
        ended = next((moment for moment in planned if moment is not None), None)
        if ended is None:
            # Exports state that an order ended, not when. The stay's end is the earliest sure moment.
            self.tally.noted["order's end undated, taken as its stay's end or last dose"] += 1
            ended = stay.end if stay is not None else self.timeline.last_dose.get(name_of(resource))
        early = {key: item for key, item in resource.items() if key != "statusReason"} | {
            "status": "active"
        }
        yield from self._two(early, resource, known, ended)

    def _service_request(self, resource: Resource, known: datetime) -> Iterator[Version]:
        if resource.get("status") not in _ENDED | {"revoked"}:
            yield Version(known, resource)
            return
        stay = self.timeline.stay_of(resource)
        done = self.timeline.fulfilled.get(name_of(resource)) or (stay.end if stay else None)
        early = {key: item for key, item in resource.items() if key != "statusReason"} | {
            "status": "active"
        }
        yield from self._two(early, resource, known, done)

    def _administration(self, resource: Resource, known: datetime) -> Iterator[Version]:
        ended = self.timeline.end_of(resource.get("effectivePeriod"))
        if ended is None or ended <= known:
            yield Version(known, resource)
            return
        early = {key: item for key, item in resource.items() if key != "statusReason"} | {
            "status": "in-progress",
            "effectivePeriod": _open(resource["effectivePeriod"]),
        }
        yield from self._two(early, resource, known, ended)

    def _report(self, resource: Resource, known: datetime) -> Iterator[Version]:
        issued = self.timeline.end_of(resource.get("issued"))
        effective = self.timeline.end_of(resource.get("effectiveDateTime"))
        if issued is not None and effective is not None and issued < effective:
            self.tally.repaired["report issued before its results, issued with them"] += 1
            resource = resource | {"issued": fhir_time(known.astimezone(self.timeline.zone))}
        yield Version(known, resource)

    def _procedure(self, resource: Resource, known: datetime) -> Iterator[Version]:
        ended = self.timeline.end_of(resource.get("performedPeriod"))
        if ended is None or ended <= known:
            yield Version(known, resource)
            return
        later = (
            "outcome",
            "complication",
            "complicationDetail",
            "followUp",
            "report",
            "note",
            "statusReason",
        )
        early = {key: item for key, item in resource.items() if key not in later} | {
            "status": "in-progress",
            "performedPeriod": _open(resource["performedPeriod"]),
        }
        yield from self._two(early, resource, known, ended)

    def _care_plan(self, resource: Resource, known: datetime) -> Iterator[Version]:
        if resource.get("status") not in ("completed", "revoked", "on-hold"):
            yield Version(known, resource)  # the end of a plan that runs is itself planned
            return
        stay = self.timeline.stay_of(resource)
        end = resource.get("period", {}).get("end")
        ended = self.timeline.end_of({"end": end}) if end else (stay.end if stay else None)
        early = copy.deepcopy(resource) | {"status": "active"}
        early.get("period", {}).pop("end", None)
        for activity in early.get("activity", ()):
            if activity.get("detail", {}).get("status") in ("completed", "cancelled", "stopped"):
                activity["detail"]["status"] = "in-progress"
            activity.pop("outcomeCodeableConcept", None)
            activity.pop("progress", None)
        yield from self._two(early, resource, known, ended)

    def _with_period(self, resource: Resource, known: datetime) -> Iterator[Version]:
        """What lasted a while: open, and not over, until it ended."""
        element = next(
            (name for name in ("period", "timingPeriod") if "end" in resource.get(name, {})), None
        )
        if element is None or resource["resourceType"] == "Coverage":
            yield Version(known, resource)
            return
        ended = self.timeline.end_of(resource[element])
        running = {"inactive": "active", "completed": "active", "finished": "active"}
        early = resource | {element: _open(resource[element])}
        if "status" in resource:
            early["status"] = running.get(resource["status"], resource["status"])
        yield from self._two(early, resource, known, ended)


def _open(period: Mapping[str, Any]) -> Resource:
    """A Period without its end."""
    return {key: item for key, item in period.items() if key != "end"}


def _why_unknown(kind: str) -> str:
    if kind == "DocumentReference":
        return "document undated, or of a whole stay that has not ended"
    if kind == "Condition":
        return "condition undated, or a discharge diagnosis of a stay that has not ended"
    return f"{kind} undated"


def subject_of(resource: Mapping[str, Any]) -> str | None:
    """The id of the patient a resource is about."""
    if resource.get("resourceType") == "Patient":
        return resource.get("id")
    for element in ("subject", "patient", "beneficiary", "individual"):
        for target in references_in(resource.get(element, [])):
            if target.startswith("Patient/"):
                return target.removeprefix("Patient/")
    return None
