"""Rules on words: what a text names, which numbers it holds, and that both languages say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from inspect_physassist.session.model import Bilingual, Fact, Session
from inspect_physassist.terms.vocabulary import Vocabulary
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.figures import days_in, figures_in
from inspect_physassist.verify.ground import drugs_in
from inspect_physassist.verify.structure import leaves


def wording(session: Session, vocabulary: Vocabulary) -> list[Complaint]:
    """Every breach of the rules on wording that needs no record."""
    return [
        *_physician(session, vocabulary),
        *_same_numbers(session, vocabulary),
        *_literacy(session, vocabulary),
    ]


def _named(text: str, vocabulary: Vocabulary) -> set[str]:
    """Every key the text names, with the classes and broader concepts those imply."""
    found: set[str] = set()
    for mention in vocabulary.mentions(text):
        for key in mention.keys:
            found |= vocabulary.implies(key)
    return found


def _physician(session: Session, vocabulary: Vocabulary) -> Iterator[Complaint]:
    for index, turn in enumerate(session.turns):
        for language in ("en", "zh"):
            implicit = turn.physician.implicit.in_(language)
            explicit = turn.physician.explicit.in_(language)
            for key in turn.antecedent_terms:
                if key in _named(implicit, vocabulary):
                    yield Complaint(
                        session.id,
                        index,
                        None,
                        f"the implicit text ({language}) names its antecedent {key!r}",
                    )
                if key not in _named(explicit, vocabulary):
                    yield Complaint(
                        session.id,
                        index,
                        None,
                        f"the explicit text ({language}) does not name its antecedent {key!r}",
                    )
            for item in turn.rubric:
                for leaf in leaves(item.check):
                    cited = getattr(leaf, "cites", None)
                    if cited is None:
                        continue
                    for text, kind in ((implicit, "implicit"), (explicit, "explicit")):
                        if cited.value in [figure.value for figure in figures_in(text, vocabulary)]:
                            yield Complaint(
                                session.id,
                                index,
                                item.id,
                                f"the {kind} text ({language}) states the value {cited.value:g}",
                            )


def _texts(session: Session) -> Iterator[tuple[int | None, str | None, str, Bilingual]]:
    for index, turn in enumerate(session.turns):
        yield index, None, "the reference answer", turn.reference
        yield index, None, "the implicit text", turn.physician.implicit
        yield index, None, "the explicit text", turn.physician.explicit
        for item in turn.rubric:
            yield index, item.id, "the item's text", item.text
        for entry in turn.knowledge:
            yield index, None, f"the knowledge from {entry.source!r}", entry.text
    for fact in session.facts:
        for level in ("low", "medium", "high"):
            yield None, None, f"fact {fact.id} at {level} literacy", getattr(fact.says, level)


def _content(text: str, vocabulary: Vocabulary) -> Counter[str]:
    numbers = Counter(figure.plain for figure in figures_in(text, vocabulary))
    numbers.update(day.strftime("%m-%d") for day in days_in(text))
    return numbers


def _same_numbers(session: Session, vocabulary: Vocabulary) -> Iterator[Complaint]:
    for index, item, what, text in _texts(session):
        english, chinese = (
            set(_content(text.in_(language), vocabulary)) for language in ("en", "zh")
        )
        if english != chinese:
            yield Complaint(
                session.id,
                index,
                item,
                f"{what} has other numbers in English ({_shown(english - chinese)}) than in Chinese ({_shown(chinese - english)})",
            )


def _shown(numbers: set[str]) -> str:
    return ", ".join(sorted(numbers)) or "none more"


def _literacy(session: Session, vocabulary: Vocabulary) -> Iterator[Complaint]:
    for fact in session.facts:
        for language in ("en", "zh"):
            contents = {
                level: set(_content(getattr(fact.says, level).in_(language), vocabulary))
                for level in ("low", "medium", "high")
            }
            if len({frozenset(numbers) for numbers in contents.values()}) > 1:
                yield Complaint(
                    session.id,
                    None,
                    None,
                    f"fact {fact.id} ({language}) holds other numbers at one literacy level than at another",
                )
        yield from _same_drugs(session, fact, vocabulary)


def _same_drugs(session: Session, fact: Fact, vocabulary: Vocabulary) -> Iterator[Complaint]:
    """Lower literacy may leave a drug's name out ("a water pill"), but never names another."""
    known = drugs_in(fact.says.high.en, vocabulary) | drugs_in(fact.says.high.zh, vocabulary)
    for level in ("low", "medium", "high"):
        said = getattr(fact.says, level)
        english, chinese = (drugs_in(said.in_(language), vocabulary) for language in ("en", "zh"))
        if english != chinese:
            yield Complaint(
                session.id,
                None,
                None,
                f"fact {fact.id} at {level} literacy names other drugs in English ({_shown(english - chinese)}) than in Chinese ({_shown(chinese - english)})",
            )
        if other := (english | chinese) - known:
            yield Complaint(
                session.id,
                None,
                None,
                f"fact {fact.id} at {level} literacy names {_shown(other)}, which it does not at high literacy",
            )
