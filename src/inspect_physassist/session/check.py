"""The check language: what a rubric item demands of an answer, as data.

A check is a mapping with one key. Leaves look at the assistant's answer to one turn (or, for
`order` and `order_absent`, at what the record holds afterwards); `all`, `any` and `not` combine
them. The names in `of`, `concept`, `about` and `than` are keys of the vocabulary (`data/terms/`).
The evaluator is `inspect_physassist.scoring.checks`.

In YAML:

```yaml
check: {cites: {of: creatinine, value: 2.1, unit: mg/dL}}
check: {affirms: {concept: recommend_hold, about: metformin}}
check: {all: [{trend: {of: lactate, direction: falling}}, {denies: sepsis}]}
```
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

TermKey = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", description="A vocabulary key.")]
Scalar = str | int | float


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CitedValue(_Frozen):
    """A quantity the answer must state, in this unit or one convertible to it."""

    of: TermKey = Field(
        description="Analyte, vital sign, score, formula or drug the number belongs to."
    )
    value: float
    unit: str = Field(
        description="UCUM; `1` for a pure number, `{score}` for points, `{INR}` for INR."
    )


class ConceptMention(_Frozen):
    """A concept, and what it must be said of when that matters."""

    concept: TermKey
    about: TermKey | None = Field(
        default=None,
        description="Drug, analyte or concept that it must be said of, in the same clause.",
    )


def _short(value: Any) -> Any:
    """`affirms: hyperkalemia` is short for `affirms: {concept: hyperkalemia}`."""
    return {"concept": value} if isinstance(value, str) else value


Mention = Annotated[
    ConceptMention, BeforeValidator(_short, json_schema_input_type=TermKey | ConceptMention)
]


class TrendClaim(_Frozen):
    """The direction of a series, said of it."""

    of: TermKey
    direction: Literal["rising", "falling", "stable"]


class ComparisonClaim(_Frozen):
    """A quantity set against a limit or an earlier value."""

    of: TermKey
    relation: Literal["above", "below", "equal"]
    than: TermKey | None = Field(
        default=None, description="A concept such as `baseline` or `reference_range`."
    )
    value: float | None = Field(default=None, description="Or a number, with `unit`.")
    unit: str | None = None


class DateClaim(_Frozen):
    """A calendar date, in any usual way of writing it."""

    date: date
    about: TermKey | None = None


class OrderField(_Frozen):
    """One field of an expected order is right in the order that was placed."""

    id: str = Field(description="The id of one of the turn's expected orders.")
    field: str = Field(description="A parameter of the write tool, or `placed`: the order exists.")


class OrderAbsent(_Frozen):
    """No order of this kind with any of these values was placed in the turn."""

    tool: Literal["MedicationRequest.create", "ServiceRequest.create", "Flag.create"]
    field: str
    values: tuple[Scalar, ...] = Field(min_length=1)


class Cites(_Frozen):
    """Met when the value is stated of that quantity, rounded no more coarsely than is safe."""

    cites: CitedValue


class Affirms(_Frozen):
    """Met when the concept is stated, nowhere denied, and nothing that contradicts it is stated."""

    affirms: Mention


class Denies(_Frozen):
    """Met when the concept is stated to be absent, and nowhere affirmed."""

    denies: Mention


class Avoids(_Frozen):
    """Met when the concept is nowhere affirmed."""

    avoids: Mention


class Trend(_Frozen):
    """Met when the direction is stated of the series, and no other direction is."""

    trend: TrendClaim


class Compares(_Frozen):
    """Met when the relation is stated of the quantity, and not its opposite."""

    compares: ComparisonClaim


class Dated(_Frozen):
    """Met when the date is stated."""

    dated: DateClaim


class RecordedClaim(_Frozen):
    """What the record is asked for."""

    of: TermKey = Field(description="Analyte, drug, report or concept that was looked for.")


class NotRecorded(_Frozen):
    """Met when the answer says that the record holds none of it, and states no value of it."""

    not_recorded: RecordedClaim


class Order(_Frozen):
    """Met when the placed order's field is right."""

    order: OrderField


class NoOrder(_Frozen):
    """Met when no such order was placed."""

    order_absent: OrderAbsent


class All(_Frozen):
    """Met when every part is."""

    all: tuple[Check, ...] = Field(min_length=1)


class AnyOf(_Frozen):
    """Met when some part is."""

    any: tuple[Check, ...] = Field(min_length=1)


class Not(_Frozen):
    """Met when the part is not."""

    not_: Check = Field(alias="not")


def _key(value: Any) -> str | None:
    if isinstance(value, dict):
        return next(iter(value), None) if len(value) == 1 else None
    if isinstance(value, Not):
        return "not"
    return next(iter(type(value).model_fields), None) if isinstance(value, BaseModel) else None


Check = Annotated[
    Annotated[Cites, Tag("cites")]
    | Annotated[Affirms, Tag("affirms")]
    | Annotated[Denies, Tag("denies")]
    | Annotated[Avoids, Tag("avoids")]
    | Annotated[Trend, Tag("trend")]
    | Annotated[Compares, Tag("compares")]
    | Annotated[Dated, Tag("dated")]
    | Annotated[NotRecorded, Tag("not_recorded")]
    | Annotated[Order, Tag("order")]
    | Annotated[NoOrder, Tag("order_absent")]
    | Annotated[All, Tag("all")]
    | Annotated[AnyOf, Tag("any")]
    | Annotated[Not, Tag("not")],
    Discriminator(
        _key,
        custom_error_type="check",
        custom_error_message=(
            "a check is a mapping with one key: cites, affirms, denies, avoids, trend, compares, "
            "dated, not_recorded, order, order_absent, all, any or not"
        ),
    ),
]

All.model_rebuild()
AnyOf.model_rebuild()
Not.model_rebuild()
