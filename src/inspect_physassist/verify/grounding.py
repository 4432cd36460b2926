"""Every number, date and drug in what is expected stands in the record, or is derived, or has a source."""

from __future__ import annotations

from collections.abc import Iterator

from inspect_physassist.formulas import compute
from inspect_physassist.session.model import Bilingual, Derivation, Language, Session, Turn
from inspect_physassist.terms.vocabulary import Vocabulary
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.execution import Replay
from inspect_physassist.verify.figures import day_shown, days_in, figures_in
from inspect_physassist.verify.ground import Ground, drugs_in
from inspect_physassist.verify.orders import orders_grounded
from inspect_physassist.verify.structure import leaves


def grounding(session: Session, result: Replay, vocabulary: Vocabulary) -> list[Complaint]:
    """Complaints about what stands in expectations and nowhere else, in the replay's language."""
    complaints: list[Complaint] = []
    ground = Ground(vocabulary)
    ground.add(session.now.date().isoformat())
    for index, turn in enumerate(session.turns):
        ground.add(turn.physician.implicit.in_(result.language))
        ground.add(turn.physician.explicit.in_(result.language))
        for text in result.outputs[index]:
            ground.add(text)
        complaints += _derivations(session, index, turn, ground)
        for entry in turn.knowledge:
            ground.add(entry.text.in_(result.language))
        complaints += orders_grounded(session, index, turn, ground, vocabulary, result.language)
        complaints += _expectations(session, index, turn, ground, vocabulary, result.language)
    return complaints


def _derivations(session: Session, index: int, turn: Turn, ground: Ground) -> Iterator[Complaint]:
    for entry in turn.derivations:
        try:
            value = round(compute(entry.formula, entry.inputs), entry.places)
        except ValueError as error:
            yield Complaint(session.id, index, None, f"derivation of {entry.of}: {error}")
            continue
        if value != entry.value:
            yield Complaint(
                session.id,
                index,
                None,
                f"derivation of {entry.of}: {entry.formula} gives {value:g}, not {entry.value:g}",
            )
        yield from _inputs(session, index, entry, ground)
        ground.add_value(entry.value)


def _inputs(session: Session, index: int, entry: Derivation, ground: Ground) -> Iterator[Complaint]:
    for name, given in entry.inputs.items():
        for value in given if isinstance(given, list) else [given]:
            if isinstance(value, bool | str):
                continue
            if not ground.has_value(float(value)):
                yield Complaint(
                    session.id,
                    index,
                    None,
                    f"derivation of {entry.of}: the input {name}={value:g} is not in what the calls return",
                )


def _expectations(
    session: Session,
    index: int,
    turn: Turn,
    ground: Ground,
    vocabulary: Vocabulary,
    language: Language,
) -> Iterator[Complaint]:
    texts: list[tuple[str | None, str, Bilingual]] = [
        (None, "the reference answer", turn.reference)
    ]
    texts += [(item.id, "its text", item.text) for item in turn.rubric]
    for item, what, text in texts:
        written = text.in_(language)
        for figure in figures_in(written, vocabulary):
            if not ground.has_figure(figure):
                yield Complaint(
                    session.id,
                    index,
                    item,
                    f"{what} ({language}) cites {figure.plain}, which is neither in what the calls return nor derived",
                )
        for day in days_in(written):
            if not ground.has_day(day):
                yield Complaint(
                    session.id,
                    index,
                    item,
                    f"{what} ({language}) cites {day_shown(day)}, which is not in what the calls return",
                )
        for drug in sorted(drugs_in(written, vocabulary)):
            if not ground.has_drug(drug):
                yield Complaint(
                    session.id,
                    index,
                    item,
                    f"{what} ({language}) names {drug}, which is not in what the calls return",
                )
    for rubric in turn.rubric:
        for leaf in leaves(rubric.check):
            cited = getattr(leaf, "cites", None)
            if cited is not None and not ground.has_value(cited.value):
                yield Complaint(
                    session.id,
                    index,
                    rubric.id,
                    f"its check cites {cited.value:g}, which is neither in what the calls return nor derived",
                )
            compared = getattr(leaf, "compares", None)
            limit = None if compared is None else compared.value
            if limit is not None and not ground.has_value(limit):
                yield Complaint(
                    session.id,
                    index,
                    rubric.id,
                    f"its check compares with {limit:g}, which is neither in what the calls return nor derived",
                )
            dated = getattr(leaf, "dated", None)
            if dated is not None and not ground.has_day(dated.date):
                yield Complaint(
                    session.id,
                    index,
                    rubric.id,
                    f"its check wants {dated.date}, which is not in what the calls return",
                )
            if dated is not None and dated.date > session.now.date():
                yield Complaint(
                    session.id,
                    index,
                    rubric.id,
                    f"its check wants {dated.date}, which lies after the clock",
                )
