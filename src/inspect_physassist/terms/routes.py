"""Routes as orders write them, in English and Chinese, and when two are the same.

After HL7 v3 RouteOfAdministration. What cannot be read is None, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from inspect_physassist.terms.writings import tidy, written


@lru_cache(maxsize=1)
def _routes() -> Mapping[str, str]:
    return {
        tidy(str(writing)): code
        for code, writings in written("routes")["routes"].items()
        for writing in (code, *writings)
    }


def parse_route(text: str) -> str | None:
    """The route's short code, or None.

    >>> parse_route("intravenous"), parse_route("静脉滴注"), parse_route("p.o."), parse_route("PO/IV")
    ('IV', 'IV', 'PO', None)
    """
    route = re.sub(r"\s*(?:\([^()]*\)| over .*| with (?:food|meals?|water))$", "", tidy(text))
    table = _routes()
    return table.get(route) or table.get(re.sub(r"\s*(?:route|use|途径|给药)$", "", route))


def same_route(one: str, other: str) -> bool:
    """Whether two writings are the same known route.

    >>> same_route("subcut", "皮下注射"), same_route("PO", "NG"), same_route("?", "?")
    (True, False, False)
    """
    code = parse_route(one)
    return code is not None and code == parse_route(other)
