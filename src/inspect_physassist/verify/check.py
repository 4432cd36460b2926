"""Checks whole sets of sessions: what `physassist check` runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import jsonschema

from inspect_physassist.benchmark import Benchmark, load_benchmark
from inspect_physassist.resources import data_dir
from inspect_physassist.session.check import Check
from inspect_physassist.session.load import (
    SCHEMA_NAME,
    LoadedSession,
    SessionError,
    load_session,
    read_yaml,
    session_files,
)
from inspect_physassist.session.model import Language, Session
from inspect_physassist.terms.vocabulary import Vocabulary, default_vocabulary
from inspect_physassist.tools.desk import Desk
from inspect_physassist.verify.complaint import Complaint
from inspect_physassist.verify.encounters import encounters
from inspect_physassist.verify.execution import alternatives, replay
from inspect_physassist.verify.grounding import grounding
from inspect_physassist.verify.leaks import hidden_leaks, leaks
from inspect_physassist.verify.pairs import dated_values
from inspect_physassist.verify.scores import given_away, scores
from inspect_physassist.verify.structure import leaves, structure
from inspect_physassist.verify.wording import wording


@dataclass
class Report:
    """What was checked and what is wrong."""

    sessions: int = 0
    turns: int = 0
    items: int = 0
    problems: list[str] = field(default_factory=list)

    def summary(self) -> str:
        """The closing line.

        >>> Report(12, 48, 214).summary()
        '12 sessions, 48 turns, 214 rubric items, 0 problems'
        """
        counts = (
            (self.sessions, "session"),
            (self.turns, "turn"),
            (self.items, "rubric item"),
            (len(self.problems), "problem"),
        )
        return ", ".join(f"{count} {what}{'' if count == 1 else 's'}" for count, what in counts)


def check_paths(paths: Sequence[Path]) -> Report:
    """Check every session of the paths, or the shipped ones; a broken file is a problem, the rest go on."""
    report = Report()
    for path in paths or (data_dir(),):
        try:
            files = session_files(path.expanduser())
        except SessionError as error:
            report.problems.append(str(error))
            continue
        _check_files(path, files, report)
    return report


def _check_files(root: Path, files: Sequence[Path], report: Report) -> None:
    good: list[LoadedSession] = []
    seen: dict[str, Path] = {}
    for file in files:
        report.problems += schema_problems(file)
        try:
            session = load_session(file)
        except SessionError as error:
            report.problems += str(error).splitlines()
            continue
        report.sessions += 1
        report.turns += len(session.turns)
        report.items += sum(len(turn.rubric) for turn in session.turns)
        if session.id in seen:
            report.problems.append(
                f"{file}: the id {session.id!r} stands in {seen[session.id]} already"
            )
        seen[session.id] = file
        good.append(LoadedSession(session, file))
    try:
        benchmark = load_benchmark(root, loaded=good)
    except SessionError as error:
        report.problems.append(str(error))
        return
    vocabulary = default_vocabulary()
    for item in good:
        try:
            found = check_session(item.session, benchmark, vocabulary)
        except SessionError as error:
            report.problems.append(str(error))
            continue
        report.problems += [str(complaint) for complaint in found]


def schema_problems(path: Path) -> list[str]:
    """Where a session file departs from `data/schema/session.schema.json`."""
    try:
        document = json.loads(json.dumps(read_yaml(path), default=str))
    except SessionError:
        return []  # Loading the session says it.
    schema = json.loads((data_dir() / "schema" / SCHEMA_NAME).read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    return [
        f"{path}: {'.'.join(str(part) for part in error.absolute_path) or '(the whole document)'}: schema: {error.message[:300]}"
        for error in validator.iter_errors(document)
    ]


def check_session(
    session: Session, benchmark: Benchmark, vocabulary: Vocabulary
) -> list[Complaint]:
    """Everything that is wrong with one session.

    Raises:
        SessionError: Its chart cannot be had.
    """
    unknown = unknown_keys(session, vocabulary)
    if unknown:
        return unknown  # Nothing else can be relied on.
    complaints = [*structure(session), *wording(session, vocabulary)]
    chart = benchmark.chart(session)
    view = chart.as_of(session.now)
    complaints += encounters(session, view)

    def desk(language: Language) -> Desk:
        return Desk(session=session, chart=chart, language=language)

    complaints += alternatives(session, desk("en"))
    for language in get_args(Language):
        result = replay(session, desk(language), language)
        complaints += result.complaints
        complaints += grounding(session, result, vocabulary)
        complaints += dated_values(session, result, vocabulary)
        complaints += scores(session, result, vocabulary)
        complaints += leaks(session, result)
        complaints += hidden_leaks(session, desk(language), language)
        complaints += given_away(session, vocabulary, language)
    return list(dict.fromkeys(complaints))


def unknown_keys(session: Session, vocabulary: Vocabulary) -> list[Complaint]:
    """Complaints about vocabulary keys that are not defined, with the nearest that are."""
    complaints: list[Complaint] = []

    def want(key: str | None, turn: int | None, item: str | None) -> None:
        if key is not None and key not in vocabulary:
            near = ", ".join(vocabulary.nearest(key, vocabulary)) or "none is like it"
            complaints.append(
                Complaint(
                    session.id, turn, item, f"the vocabulary has no key {key!r}; nearest: {near}"
                )
            )

    for fact in session.facts:
        for topic in fact.topics:
            want(topic, None, None)
    for index, turn in enumerate(session.turns):
        for key in (*turn.antecedent_terms, *turn.absent):
            want(key, index, None)
        for entry in turn.derivations:
            want(entry.of, index, None)
        for order in turn.orders:
            for spec in order.fields.values():
                for concept in spec.concepts:
                    want(concept, index, None)
        for rubric in turn.rubric:
            for leaf in leaves(rubric.check):
                for key in keys_of(leaf):
                    want(key, index, rubric.id)
    return complaints


def keys_of(leaf: Check) -> list[str]:
    """The vocabulary keys that a leaf check names."""
    inner = getattr(leaf, next(iter(type(leaf).model_fields)))
    return [
        key
        for name in ("of", "concept", "about", "than")
        if isinstance(key := getattr(inner, name, None), str)
    ]
