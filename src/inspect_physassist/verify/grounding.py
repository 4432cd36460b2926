"""Every number, date and drug in what is expected stands in the record, or is derived, or has a source."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from inspect_physassist.formulas import compute
from inspect_physassist.session.model import Bilingual, Derivation, Language, Session, Turn
from inspect_physassist.terms.model import Drug
from inspect_physassist.terms.vocabulary import Vocabulary
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.execution import Replay
from inspect_physassist.verify.figures import Figure, days_in, figures_in
from inspect_physassist.verify.structure import leaves


class Ground:
    """What is known by a turn: the figures, days and drugs of everything it may rest on."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._figures: list[float] = []
        self._days: set[tuple[int, int]] = set()
        self._drugs: set[str] = set()

    def add(self, text: str) -> None:
        """Let what a text holds be known."""
        self._figures += [figure.value for figure in figures_in(text, self._vocabulary)]
        self._days |= {(day.month, day.day) for day in days_in(text)}
        self._drugs |= drugs_in(text, self._vocabulary)

    def add_value(self, value: float) -> None:
        """Let a number be known."""
        self._figures.append(value)

    def has_figure(self, figure: Figure) -> bool:
        """Whether a known number, rounded as this one is written, is this one."""
        return any(round(known, figure.decimals) == figure.value for known in self._figures)

    def has_value(self, value: float) -> bool:
        """Whether the number is known as it stands."""
        return any(abs(known - value) < 1e-9 for known in self._figures)

    def has_day(self, day: date) -> bool:
        """Whether the day of the year is known."""
        return (day.month, day.day) in self._days

    def has_drug(self, key: str) -> bool:
        """Whether the drug is known."""
        return key in self._drugs


def drugs_in(text: str, vocabulary: Vocabulary) -> set[str]:
    """The ingredients a text names."""
    return {
        key
        for mention in vocabulary.mentions(text)
        for key in mention.keys
        if isinstance(vocabulary[key], Drug)
    }


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
        for order in turn.orders:
            for spec in order.fields.values():
                for value in (*spec.accept, *spec.unsafe, spec.reference(result.language)):
                    ground.add(str(value))
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
                    f"{what} ({language}) cites {day:%d %B}, which is not in what the calls return",
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
