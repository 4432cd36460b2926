"""What every part of the authored-chart compiler needs: the chart, its clock, its names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from inspect_physassist.chart.fhir import Resource, reference, stamped
from inspect_physassist.chart.record import Version
from inspect_physassist.chart.sources.authored_model import AuthoredChart
from inspect_physassist.chart.times import fhir_time
from inspect_physassist.terms.model import Analyte, Drug
from inspect_physassist.terms.vocabulary import Vocabulary


@dataclass(frozen=True)
class Context:
    """One authored chart being compiled. Its names have been checked against the vocabulary."""

    chart: AuthoredChart
    zone: ZoneInfo
    vocabulary: Vocabulary

    def at(self, local: datetime) -> datetime:
        """The moment of a local time."""
        return local.replace(tzinfo=self.zone)

    def after(self, local: datetime, passed: timedelta) -> datetime:
        """The moment some time after a local time, by the clock of the world and not of the wall."""
        return (self.at(local).astimezone(UTC) + passed).astimezone(self.zone)

    def time(self, local: datetime) -> str:
        """The FHIR dateTime of a local time."""
        return fhir_time(self.at(local))

    @property
    def subject(self) -> Resource:
        """The reference to the patient."""
        return {"reference": f"Patient/{self.chart.id}"}

    def encounter(self, identifier: str | None) -> Resource | None:
        """The reference to an encounter."""
        return reference("Encounter", identifier)

    def analyte(self, key: str) -> Analyte:
        """The analyte or vital sign of a key."""
        term = self.vocabulary[key]
        assert isinstance(term, Analyte)  # check_authored has seen to it
        return term

    def drug(self, key: str) -> Drug:
        """The drug of a key."""
        term = self.vocabulary[key]
        assert isinstance(term, Drug)  # check_authored has seen to it
        return term

    def version(
        self,
        known: datetime,
        resource_type: str,
        identifier: str,
        terms: tuple[str, ...] = (),
        **elements: Any,
    ) -> Version:
        """A version known from a local time, or from an aware moment."""
        moment = known if known.tzinfo is not None else self.at(known)
        source = f"urn:inspect-physassist:chart:{self.chart.id}"
        return Version(moment, stamped(resource_type, identifier, source, **elements), terms)


def slug(local: datetime) -> str:
    """A time as part of a resource id.

    >>> slug(datetime(2031, 3, 12, 6, 10))  # noqa: DTZ001
    '20310312T0610'
    """
    return local.strftime("%Y%m%dT%H%M" if local.second == 0 else "%Y%m%dT%H%M%S")
