"""The right answer, spoilt in one way: stale values, wrong units, every conclusion at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from inspect_physassist.chart.record import ChartView
from inspect_physassist.consultation import Stage
from inspect_physassist.session.check import (
    Affirms,
    Avoids,
    CitedValue,
    Compares,
    ConceptMention,
    Denies,
    Trend,
)
from inspect_physassist.session.model import Bilingual, Language, Turn
from inspect_physassist.terms.model import Analyte, Concept
from inspect_physassist.terms.units import convert, parse_unit
from inspect_physassist.terms.vocabulary import LOINC, Vocabulary
from inspect_physassist.tools.catalogue import TOOLS
from inspect_physassist.verify.figures import Figure, figures_in
from inspect_physassist.verify.structure import leaves

DATED_TOOLS: frozenset[str] = frozenset(
    name
    for name, spec in TOOLS.items()
    if any(parameter.name == "date_to" for parameter in spec.parameters)
)

WRONG_UNITS: Mapping[str, str] = {
    "g/dL": "g/L",
    "mg/dL": "g/dL",
    "mmol/L": "umol/L",
    "meq/L": "umol/L",
    "umol/L": "mmol/L",
    "ug/mL": "ng/mL",
    "ng/mL": "ug/mL",
    "ng/L": "ug/L",
    "pg/mL": "ng/mL",
    "mg/L": "mg/dL",
    "10*3/uL": "10*6/uL",
    "10*9/L": "10*12/L",
    "mL/min": "L/min",
    "kg": "g",
    "Cel": "[degF]",
    "s": "min",
}
"""A unit of the same kind that makes the value another one; `WRONG_UNIT` where none is listed."""

WRONG_UNIT = "fL"
UNITLESS = frozenset({"1", "{score}", "{INR}", "[pH]"})

_AFTER = re.compile(
    r"\s*(?P<unit>[A-Za-zµμ°%℃℉×^⁹³²\d*/.\[\]{}\u4e00-\u9fff]{1,24}(?:\s?1\.73\s?m2|\s?m²)?)"
)

_FINDING = Bilingual(en="There is {name}. There is no {name}.", zh="存在{name}。无{name}。")
_FINDING_OF = Bilingual(
    en="There is {name} of {about}. There is no {name} of {about}.",
    zh="{about}存在{name}。{about}无{name}。",
)
_ACTION = Bilingual(
    en="{name} {about}. Do not {name} {about}.", zh="{name}{about}。不要{name}{about}。"
)
_TREND = Bilingual(
    en="{name} is rising. {name} is falling. {name} is stable.",
    zh="{name}上升。{name}下降。{name}稳定。",
)
_COMPARISON = Bilingual(
    en="{name} is above {than}. {name} is below {than}. {name} is equal to {than}.",
    zh="{name}高于{than}。{name}低于{than}。{name}等于{than}。",
)


def cited(turn: Turn) -> Iterator[CitedValue]:
    """The values that the turn's checks want cited."""
    for item in turn.rubric:
        for leaf in leaves(item.check):
            value = getattr(leaf, "cites", None)
            if isinstance(value, CitedValue):
                yield value


def _vocabulary(stage: Stage) -> Vocabulary:
    return stage.desk.view.chart.vocabulary


def _reference(stage: Stage) -> tuple[Turn, str]:
    turn = stage.session.turns[stage.index]
    return turn, turn.reference.in_(stage.language)


def oldest(view: ChartView, analyte: Analyte) -> float | None:
    """The oldest value on record of an analyte, in the vocabulary's unit; None if there is none."""
    for resource in reversed(view.resources("Observation")):
        codes = {
            (coding.get("system"), coding.get("code"))
            for coding in resource["code"].get("coding", ())
        }
        quantity = resource.get("valueQuantity")
        if (LOINC, analyte.loinc) in codes and quantity and analyte.unit:
            return convert(
                float(quantity["value"]), quantity.get("code", analyte.unit), analyte.unit, analyte
            )
    return None


def stale_values(view: ChartView, turn: Turn) -> dict[float, float]:
    """For each value the turn wants cited that has an older, different one on record: that oldest one."""
    changes: dict[float, float] = {}
    for value in cited(turn):
        term = view.chart.vocabulary.get(value.of)
        if isinstance(term, Analyte) and term.unit:
            found = oldest(view, term)
            as_asked = None if found is None else convert(found, term.unit, value.unit, term)
            if as_asked is not None and f"{as_asked:.4g}" != f"{value.value:.4g}":
                changes[value.value] = as_asked
    return changes


def _is(figure: Figure, value: float) -> bool:
    return round(value, figure.decimals) == figure.value


def _rewrite(
    text: str, figures: list[Figure], change: Callable[[Figure, str], tuple[str, int] | None]
) -> str:
    """The text with figures changed, from the last on so that offsets stay right.

    `change` takes a figure and the text after it, and gives what replaces the figure and how many characters
    after it go; None leaves it.
    """
    for figure in reversed(figures):
        new = change(figure, text[figure.end :])
        if new is not None:
            text = text[: figure.start] + new[0] + text[figure.end + new[1] :]
    return text


def oldest_values(stage: Stage) -> str:
    """The reference answer with each cited value replaced by the oldest one on record."""
    turn, text = _reference(stage)
    changes = stale_values(stage.desk.view, turn)

    def change(figure: Figure, after: str) -> tuple[str, int] | None:
        for right, old in changes.items():
            if _is(figure, right):
                return f"{old:g}", 0
        return None

    return _rewrite(text, figures_in(text, _vocabulary(stage)), change)


def wrong_units(stage: Stage) -> str:
    """The reference answer with each cited value in a unit that makes it another value."""
    turn, text = _reference(stage)
    wanted = [value for value in cited(turn) if value.unit not in UNITLESS]

    def change(figure: Figure, after: str) -> tuple[str, int] | None:
        for value in wanted:
            if _is(figure, value.value):
                wrong = WRONG_UNITS.get(value.unit, WRONG_UNIT)
                return f"{text[figure.start : figure.end]} {wrong}", _unit_length(after)
        return None

    return _rewrite(text, figures_in(text, _vocabulary(stage)), change)


def _unit_length(after: str) -> int:
    """How many characters the unit at the head of a text takes, with the blank before it; 0 if there is none."""
    match = _AFTER.match(after)
    if not match:
        return 0
    for end in range(match.end(), match.start("unit"), -1):
        if parse_unit(after[match.start("unit") : end]) is not None:
            return end
    return 0


def every_conclusion(stage: Stage) -> str:
    """The reference answer, and beside it every conclusion its checks look for together with its opposite."""
    turn, text = _reference(stage)
    vocabulary, language = _vocabulary(stage), stage.language
    claims: list[str] = []
    for item in turn.rubric:
        for leaf in leaves(item.check):
            if isinstance(leaf, Affirms | Denies | Avoids):
                mention: ConceptMention = getattr(leaf, next(iter(type(leaf).model_fields)))
                for key in (mention.concept, *_opposites(mention.concept, vocabulary)):
                    claims.append(_claim(key, mention.about, vocabulary, language))
            elif isinstance(leaf, Trend):
                claims.append(
                    _TREND.in_(language).format(name=vocabulary.name(leaf.trend.of, language))
                )
            elif isinstance(leaf, Compares):
                claim = leaf.compares
                than = (
                    vocabulary.name(claim.than, language)
                    if claim.than
                    else f"{claim.value:g} {claim.unit or ''}".strip()
                )
                claims.append(
                    _COMPARISON.in_(language).format(
                        name=vocabulary.name(claim.of, language), than=than
                    )
                )
    return "\n".join([text, *dict.fromkeys(claims)])


def _opposites(key: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    term = vocabulary[key]
    return term.contradicts if isinstance(term, Concept) else ()


def _claim(key: str, about: str | None, vocabulary: Vocabulary, language: Language) -> str:
    term = vocabulary[key]
    name = vocabulary.name(key, language)
    if isinstance(term, Concept) and term.kind == "action":
        object_ = vocabulary.name(about, language) if about else ""
        return _ACTION.in_(language).format(name=name, about=object_).replace(" .", ".")
    if about:
        return _FINDING_OF.in_(language).format(name=name, about=vocabulary.name(about, language))
    return _FINDING.in_(language).format(name=name)
