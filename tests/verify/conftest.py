"""Shipped sessions, and one-mutation copies of them, checked as `physassist check` does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspect_physassist.benchmark import Benchmark, benchmark_at
from inspect_physassist.session.model import Session
from inspect_physassist.terms.vocabulary import default_vocabulary
from inspect_physassist.verify.check import check_session

Edit = Callable[[dict[str, Any]], None]
Complaints = Callable[[str, Edit], list[str]]


@pytest.fixture(scope="session")
def benchmark_shipped() -> Benchmark:
    return benchmark_at(None)


@pytest.fixture(scope="session")
def complaints(benchmark_shipped: Benchmark) -> Complaints:
    """What is wrong with a shipped session after one edit of its dump."""
    sessions = {session.id: session for session in benchmark_shipped.sessions}

    def run(name: str, edit: Edit) -> list[str]:
        dump = sessions[name].model_dump(mode="json", by_alias=True)
        edit(dump)
        edited = Session.model_validate(dump)
        found = check_session(edited, benchmark_shipped, default_vocabulary())
        return [str(complaint) for complaint in found]

    return run
