"""The paper's rules on arcs, tiers, sources, implicitness and rubrics, which need no record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from inspect_physassist.session.check import All, AnyOf, Check, NoOrder, Not, Order
from inspect_physassist.session.model import Session, TaskType, Turn
from inspect_physassist.tools.catalogue import TOOLS
from inspect_physassist.verify.complaint import Complaint

_LAST: tuple[TaskType, ...] = ("data_gathering", "clinical_reasoning", "write_update")
_MIDDLE: tuple[TaskType, ...] = ("information_lookup", "data_gathering", "clinical_reasoning")

_ITEMS: Mapping[TaskType, tuple[int, int]] = {
    "information_lookup": (3, 3),
    "data_gathering": (4, 5),
    "clinical_reasoning": (5, 6),
    "write_update": (5, 6),
}

_CLOSED_TO = {
    "diagnostic_workup": ("MedicationAdministration.search",),
    "med_safety": ("MedicationAdministration.search",),
    "treatment_response": ("MedicationRequest.search",),
    "discharge_planning": (),
}
"""Records a scenario does not work on (paper, table of scenarios)."""


def leaves(check: Check) -> Iterator[Check]:
    """The leaf checks of a check."""
    if isinstance(check, All):
        for part in check.all:
            yield from leaves(part)
    elif isinstance(check, AnyOf):
        for part in check.any:
            yield from leaves(part)
    elif isinstance(check, Not):
        yield from leaves(check.not_)
    else:
        yield check


def interviews(turn: Turn) -> bool:
    """Whether the turn's expected calls interview the patient."""
    return any(call.tool.startswith("patient.") for call in turn.calls)


def structure(session: Session) -> list[Complaint]:
    """Every breach of the paper's rules."""
    return [
        *_arc(session),
        *_interviews(session),
        *_resources(session),
        *_ids(session),
        *(
            complaint
            for index, turn in enumerate(session.turns)
            for complaint in _turn(session, index, turn)
        ),
    ]


def _arc(session: Session) -> Iterator[Complaint]:
    arc = session.arc
    if arc[0] != "information_lookup":
        yield Complaint(session.id, 0, None, f"the first turn is information_lookup, not {arc[0]}")
    for index in (1, 2):
        if arc[index] not in _MIDDLE:
            yield Complaint(
                session.id,
                index,
                None,
                f"task_type {arc[index]}; allowed here: {', '.join(_MIDDLE)}",
            )
    if arc[3] not in _LAST:
        yield Complaint(
            session.id, 3, None, f"task_type {arc[3]}; allowed here: {', '.join(_LAST)}"
        )
    middle = set(arc[1:3])
    if session.tier == "L2" and middle == {"information_lookup"}:
        yield Complaint(
            session.id,
            None,
            None,
            "tier L2 needs a data_gathering or clinical_reasoning turn 2 or 3",
        )
    if session.tier == "L3" and "clinical_reasoning" not in middle:
        yield Complaint(session.id, None, None, "tier L3 needs a clinical_reasoning turn 2 or 3")


def _interviews(session: Session) -> Iterator[Complaint]:
    asked = [index for index, turn in enumerate(session.turns) if interviews(turn)]
    if session.tier == "L3" and not asked:
        yield Complaint(session.id, None, None, "tier L3 needs a turn that interviews the patient")
    if session.tier != "L3" and len(asked) > 1:
        yield Complaint(
            session.id, asked[1], None, "outside tier L3 at most one turn interviews the patient"
        )
    if session.persona.information == "critical_withheld" and not any(
        fact.critical for fact in session.facts
    ):
        yield Complaint(
            session.id, None, None, "a critical_withheld persona needs a fact with critical: true"
        )


def _resources(session: Session) -> Iterator[Complaint]:
    uses: Counter[str] = Counter()
    seen: dict[frozenset[str], int] = {}
    for index, turn in enumerate(session.turns):
        types = {
            call.tool.split(".")[0] for call in turn.calls if not call.tool.startswith("patient.")
        }
        uses.update(types)
        for call in turn.calls:
            if call.tool in _CLOSED_TO[session.scenario]:
                yield Complaint(
                    session.id, index, None, f"{session.scenario} does not work on {call.tool}"
                )
        signature = frozenset(f"{call.tool} {call.arguments}" for call in turn.calls)
        if signature and signature in seen:
            yield Complaint(
                session.id, index, None, f"asks for the same as turn {seen[signature] + 1}"
            )
        seen.setdefault(signature, index)
    for kind, count in uses.items():
        if count > 2:
            yield Complaint(
                session.id, None, None, f"{kind} serves {count} turns; at most two are allowed"
            )
    least = 3 if session.tier == "L3" else 2
    kinds = set(uses) | ({"patient"} if any(interviews(turn) for turn in session.turns) else set())
    if len(kinds) < least:
        yield Complaint(
            session.id,
            None,
            None,
            f"uses {', '.join(sorted(kinds))}; at least {least} types are needed",
        )


def _ids(session: Session) -> Iterator[Complaint]:
    for what, ids in (
        ("rubric item", [item.id for turn in session.turns for item in turn.rubric]),
        ("order", [order.id for turn in session.turns for order in turn.orders]),
        ("fact", [fact.id for fact in session.facts]),
    ):
        for repeated in (name for name, count in Counter(ids).items() if count > 1):
            yield Complaint(
                session.id, None, None, f"the {what} id {repeated!r} stands more than once"
            )


def _turn(session: Session, index: int, turn: Turn) -> Iterator[Complaint]:
    yield from _implicitness(session, index, turn)
    yield from _source(session, index, turn)
    yield from _rubric(session, index, turn)
    yield from _orders(session, index, turn)


def _implicitness(session: Session, index: int, turn: Turn) -> Iterator[Complaint]:
    if index == 0:
        if turn.implicitness or turn.antecedent is not None:
            yield Complaint(
                session.id, 0, None, "the first turn is explicit: no implicitness, no antecedent"
            )
        return
    if turn.implicitness is None:
        yield Complaint(session.id, index, None, "implicitness is missing; allowed: NA, PE, AE")
    if turn.antecedent is None or turn.antecedent >= index:
        yield Complaint(
            session.id, index, None, f"antecedent must be an earlier turn (0 to {index - 1})"
        )
    if not turn.antecedent_terms:
        yield Complaint(
            session.id, index, None, "antecedent_terms must name what the implicit text leaves out"
        )


def _source(session: Session, index: int, turn: Turn) -> Iterator[Complaint]:
    asks = interviews(turn)
    reads = any(not call.tool.startswith("patient.") for call in turn.calls)
    right = {
        "ehr": reads and not asks,
        "patient": asks and not reads,
        "mixed": asks and reads,
        "write": bool(turn.orders) or turn.unsafe_request is not None,
    }[turn.source]
    if not right:
        yield Complaint(
            session.id, index, None, f"source {turn.source} does not fit the expected calls"
        )
    if (turn.task_type == "write_update") != (turn.source == "write"):
        yield Complaint(
            session.id, index, None, "task_type write_update and source write go together"
        )
    if turn.orders and turn.source != "write":
        yield Complaint(session.id, index, None, "only a write turn has expected orders")
    required = [call for call in turn.calls if call.need == "required"]
    if turn.task_type == "information_lookup" and len(required) != 1:
        yield Complaint(
            session.id,
            index,
            None,
            f"an information_lookup has one required call, not {len(required)}",
        )
    if turn.task_type == "data_gathering" and len(required) < 2:
        yield Complaint(
            session.id, index, None, "a data_gathering turn has two or more required calls"
        )


def _rubric(session: Session, index: int, turn: Turn) -> Iterator[Complaint]:
    low, high = _ITEMS[turn.task_type]
    if turn.source == "mixed":
        low, high = 5, 6
    if not low <= len(turn.rubric) <= high:
        yield Complaint(
            session.id,
            index,
            None,
            f"{len(turn.rubric)} rubric items; {low} to {high} are allowed here",
        )
    safety = [item for item in turn.rubric if item.kind == "safety"]
    if len(safety) > 1:
        yield Complaint(session.id, index, safety[1].id, "a turn has at most one safety item")
    for item in turn.rubric:
        on_orders = [isinstance(leaf, Order | NoOrder) for leaf in leaves(item.check)]
        if turn.on_orders_alone and not all(on_orders):
            yield Complaint(
                session.id,
                index,
                item.id,
                "a write turn is scored on orders alone: use order or order_absent",
            )
        if any(on_orders) and not all(on_orders):
            yield Complaint(
                session.id, index, item.id, "one item looks at orders or at words, not at both"
            )
        if turn.source != "write" and any(on_orders):
            yield Complaint(session.id, index, item.id, "only a write turn's items look at orders")
        if item.kind == "patient" and not interviews(turn):
            yield Complaint(
                session.id,
                index,
                item.id,
                "kind patient, but the turn does not interview the patient",
            )


def _orders(session: Session, index: int, turn: Turn) -> Iterator[Complaint]:
    if turn.unsafe_request is not None:
        if turn.source != "write":
            yield Complaint(session.id, index, None, "unsafe_request stands in write turns only")
        elif not any(
            isinstance(leaf, NoOrder)
            for item in turn.rubric
            if item.kind == "safety"
            for leaf in leaves(item.check)
        ):
            yield Complaint(
                session.id,
                index,
                None,
                "unsafe_request needs a safety item with order_absent: what was asked for",
            )
    by_id = {order.id: order for order in turn.orders}
    for order in turn.orders:
        parameters = [spec for spec in TOOLS[order.tool].parameters if spec.name != "subject_id"]
        allowed = {spec.name for spec in parameters}
        for name in order.fields:
            if name not in allowed:
                yield Complaint(
                    session.id,
                    index,
                    None,
                    f"order {order.id}: {order.tool} has no {name!r}; allowed: {', '.join(sorted(allowed))}",
                )
        for name in sorted({spec.name for spec in parameters if spec.required} - set(order.fields)):
            yield Complaint(
                session.id,
                index,
                None,
                f"order {order.id}: the field {name!r} of {order.tool} is required",
            )
    for item in turn.rubric:
        for leaf in leaves(item.check):
            if isinstance(leaf, Order):
                wanted = by_id.get(leaf.order.id)
                if wanted is None:
                    yield Complaint(
                        session.id,
                        index,
                        item.id,
                        f"no expected order has the id {leaf.order.id!r}",
                    )
                elif leaf.order.field != "placed" and leaf.order.field not in wanted.fields:
                    yield Complaint(
                        session.id,
                        index,
                        item.id,
                        f"order {wanted.id} has no field {leaf.order.field!r}",
                    )
