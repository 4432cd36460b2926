"""One sample's desk: everything its tools act on, and the one way to call them."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspect_physassist.chart.create import CreateError
from inspect_physassist.chart.filters import SearchError, beyond
from inspect_physassist.chart.record import Chart
from inspect_physassist.patient.reply import Patient, Reply
from inspect_physassist.patient.scripted import ScriptedPatient
from inspect_physassist.session.model import Language, Level, Session
from inspect_physassist.tools.arguments import ArgumentCheck, CallRefusedError, printable
from inspect_physassist.tools.catalogue import TOOLS, ToolSpec, canonical
from inspect_physassist.tools.ehr import ObservationFormat, read
from inspect_physassist.tools.interview import outcome_of, question_of
from inspect_physassist.tools.orders import write
from inspect_physassist.tools.outcome import ToolOutcome
from inspect_physassist.tools.wording import Wording

_NEAREST = 3


@dataclass(frozen=True)
class Call:
    """A call whose arguments are in order."""

    spec: ToolSpec
    arguments: Mapping[str, Any]


class Desk:
    """The record as of the session's clock, the patient, and the 18 tools over them.

    Nothing is shared with another desk: what one sample orders or hears, no other sees.
    """

    def __init__(
        self,
        *,
        session: Session,
        chart: Chart,
        language: Language,
        literacy: Level | None = None,
        observation_format: ObservationFormat = "compact",
        patient: Patient | None = None,
    ) -> None:
        """Set up the desk of one sample.

        Args:
            session: Whose clock, patient, encounter and facts hold.
            chart: The record of that patient.
            language: In which the tools and the patient answer.
            literacy: The patient's health literacy; the session's persona's when absent.
            observation_format: How read tools print results.
            patient: Another voice for the patient; the scripted one when absent.

        Raises:
            ValueError: The chart is another patient's.
        """
        if chart.subject_id != session.patient:
            raise ValueError(
                f"session {session.id} is about patient {session.patient}, not {chart.subject_id}"
            )
        self.view = chart.as_of(session.now)
        self.subject_id = session.patient
        self.hadm_id = session.encounter
        self.language: Language = language
        self.observation_format: ObservationFormat = observation_format
        self.patient: Patient = patient or ScriptedPatient(
            session.facts,
            session.persona,
            literacy or session.persona.literacy,
            language,
            chart.vocabulary,
        )
        self._words = Wording(language)
        self._check = ArgumentCheck(self.view, self._words)

    def call(self, name: str, arguments: Any) -> ToolOutcome:
        """Carry out one call; whatever is wrong with it becomes a refusal, never an exception.

        Args:
            name: Canonical or wire name of the tool, as the model sent it.
            arguments: As the model sent them, whatever they are.

        Raises:
            TypeError: The patient answers asynchronously; use `acall`.
        """
        checked = self.check(name, arguments)
        if isinstance(checked, ToolOutcome):
            return checked
        if checked.spec.kind != "patient":
            return self._perform(checked)
        if inspect.iscoroutinefunction(self.patient.ask):
            raise TypeError("this patient answers asynchronously: use Desk.acall")
        reply = self.patient.ask(*question_of(checked.spec.name, checked.arguments))
        assert isinstance(reply, Reply)
        return outcome_of(reply)

    async def acall(self, name: str, arguments: Any) -> ToolOutcome:
        """As `call`, for any patient."""
        checked = self.check(name, arguments)
        if isinstance(checked, ToolOutcome):
            return checked
        if checked.spec.kind != "patient":
            return self._perform(checked)
        reply = self.patient.ask(*question_of(checked.spec.name, checked.arguments))
        return outcome_of(await reply if inspect.isawaitable(reply) else reply)

    def check(self, name: str, arguments: Any) -> Call | ToolOutcome:
        """The call in canonical form, or its refusal; carries nothing out."""
        try:
            self._check.own_patient(arguments)  # Whatever the tool: an attempt is one.
            spec = self._spec(name)
            try:
                return Call(spec, self._check.checked(spec, arguments))
            except SearchError as error:
                raise self._check.layer_refusal(spec, error, arguments) from error
        except CallRefusedError as refused:
            return _refusal(refused)

    def unparsable(self, name: str) -> ToolOutcome:
        """The refusal of a call whose arguments the provider could not even parse."""
        try:
            spec = self._spec(name)
        except CallRefusedError as refused:
            return _refusal(refused)
        return _refusal(self._check.unparsable(spec))

    def _spec(self, name: Any) -> ToolSpec:
        name = name if isinstance(name, str) else ""
        known = canonical(name)
        if known is None:
            wires = [spec.wire for spec in TOOLS.values()]
            near = _nearest_tools(name, wires) or wires
            text = self._words.say(
                "unknown_tool",
                name=printable(name[:64]),
                nearest=self._words.names(near),
            )
            raise CallRefusedError("unknown_tool", text)
        return TOOLS[known]

    def _perform(self, call: Call) -> ToolOutcome:
        spec, arguments = call.spec, call.arguments
        if spec.kind == "control":
            return ToolOutcome(status="ok", text=self._words.say("answer_now"))
        try:
            if spec.kind == "write":
                return write(self.view, self.language, spec.name, arguments, self.hadm_id)
            return self._read(spec, arguments)
        except (SearchError, CreateError) as error:
            return _refusal(self._check.layer_refusal(spec, error, arguments))

    def _read(self, spec: ToolSpec, arguments: Mapping[str, Any]) -> ToolOutcome:
        dates = (arguments.get("date_from"), arguments.get("date_to"))
        past_now = beyond(self.view.now, self.view.timezone, *dates)
        return read(
            self.view, self.language, self.observation_format, spec.name, arguments, past_now
        )


def _refusal(refused: CallRefusedError) -> ToolOutcome:
    return ToolOutcome(status="refused", reason=refused.reason, text=refused.text)


def _nearest_tools(name: str, wires: list[str]) -> list[str]:
    """The tools written most like a name, best first.

    >>> _nearest_tools("get_symptoms", ["Patient_read", "patient_get_symptom_history"])
    ['patient_get_symptom_history']
    """
    folded = {wire.lower(): wire for wire in wires}
    close = difflib.get_close_matches(
        name.lower().replace(".", "_"), folded, n=_NEAREST, cutoff=0.5
    )
    return [folded[one] for one in close]
