"""The vocabulary's entries: what a word in an answer, a question or a search can mean."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Names(_Entry):
    """Every way a thing is written, the display name first.

    Matching is by whole terms. A Latin name of up to three characters or written all in capitals is
    matched in that case only (`K`, `Na`, `INR`); others in any case.
    """

    en: tuple[str, ...] = Field(min_length=1)
    zh: tuple[str, ...] = Field(min_length=1)


class Range(_Entry):
    """A reference interval, inclusive; None where open."""

    low: float | None = None
    high: float | None = None
    critical_low: float | None = None
    critical_high: float | None = None


class Analyte(_Entry):
    """A laboratory analyte in one specimen, or a vital sign."""

    key: Key
    kind: Literal["analyte", "vital"] = "analyte"
    names: Names
    loinc: str = Field(pattern=r"^\d{1,5}-\d$")
    unit: str | None = Field(
        description="UCUM, the unit in which authored charts give it; None for text results."
    )
    specimen: Literal[
        "blood", "urine", "csf", "ascites", "pleural", "stool", "arterial", "venous", "none"
    ] = "blood"
    decimals: int = Field(default=1, description="Decimal places as reported.")
    range: Range | None = Field(default=None, description="For adults, either sex.")
    range_female: Range | None = None
    range_male: Range | None = None
    molar_mass: float | None = Field(
        default=None, description="g/mol, for mass-to-amount conversion."
    )
    valence: int | None = Field(default=None, description="Charge, for mEq conversion.")
    panel: str | None = Field(default=None, description="e.g. `Basic metabolic panel`.")
    source: str | None = Field(default=None, description="Of the reference range.")


class Drug(_Entry):
    """A drug ingredient."""

    key: Key
    kind: Literal["drug"] = "drug"
    names: Names = Field(description="Generic name first, then salts, brands, abbreviations.")
    rxnorm: str | None = Field(default=None, description="RxCUI of the ingredient, where sure.")
    classes: tuple[Key, ...] = ()


class Concept(_Entry):
    """A diagnosis, finding, conclusion, or action a text can state.

    kind: `finding` (diagnoses, states, conclusions), `drug_class`, `score` (a computed quantity),
    `action` (what is recommended: hold, start, order_test ...), `cue` (baseline, reference range).
    """

    key: Key
    kind: Literal["finding", "drug_class", "score", "action", "cue"] = "finding"
    names: Names
    contradicts: tuple[Key, ...] = Field(
        default=(), description="Stating one of these as well leaves both unmet. Symmetric."
    )
    unit: str | None = Field(default=None, description="UCUM unit of a score or computed quantity.")
    parents: tuple[Key, ...] = Field(
        default=(), description="Broader concepts that this one implies."
    )


Term = Analyte | Drug | Concept
