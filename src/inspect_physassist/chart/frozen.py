"""Read-only JSON: what lets concurrent samples share one loaded record.

A plain `dict` handed out to one sample could be changed under another; a deep copy per search costs
more than the search. These are real dicts and lists, so `json.dumps`, pydantic and `==` treat them as
such, but they refuse to be changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

_READ_ONLY = "a chart's resources are read-only; copy.deepcopy gives one that can be changed"


class FrozenDict(dict[str, Any]):
    """A JSON object that cannot be changed.

    >>> import copy
    >>> patient = freeze({"name": [{"family": "Hale"}]})
    >>> patient["name"][0]["family"] = "Other"
    Traceback (most recent call last):
    TypeError: a chart's resources are read-only; copy.deepcopy gives one that can be changed
    >>> plain = copy.deepcopy(patient)
    >>> plain["name"][0]["family"] = "Other"
    >>> patient["name"][0]["family"]
    'Hale'
    """

    __slots__ = ()

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(_READ_ONLY)

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        return {key: thaw(value) for key, value in self.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return freeze, (thaw(self),)


class FrozenList(list[Any]):
    """A JSON array that cannot be changed."""

    __slots__ = ()

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(_READ_ONLY)

    __setitem__ = __delitem__ = append = extend = insert = pop = remove = clear = sort = reverse = (
        _refuse
    )
    __iadd__ = __imul__ = _refuse

    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        return [thaw(value) for value in self]

    def __reduce__(self) -> tuple[Any, ...]:
        return freeze, (thaw(self),)


def freeze(value: Any) -> Any:
    """The same JSON, read-only all the way down; what is frozen already is returned as it is."""
    if isinstance(value, FrozenDict | FrozenList):
        return value
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Mapping):
        return FrozenDict({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return FrozenList([freeze(item) for item in value])
    return value


def thaw(value: Any) -> Any:
    """The same JSON as plain dicts and lists, sharing nothing with the original."""
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [thaw(item) for item in value]
    return value
