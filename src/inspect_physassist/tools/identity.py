"""Tells whose id a call names, however it was sent."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

_ID_KEYS = frozenset(
    {"id", "value", "reference", "identifier", "subjectid", "subject", "patientid", "patient"}
)
# Arguments no tool takes; a model that sends one may still mean another patient by it.
_ID_ARGUMENTS = frozenset({"subjectid", "patientid", "patientreference", "subjectreference"})
_LOOSE_ARGUMENTS = frozenset({"patient", "subject"})
_LOOKS_LIKE_ID = re.compile(r"(?=.*\d)[\w.-]{1,64}")
_MAX_BITS = 1024


def patient_id(value: Any) -> str:
    """A patient's id as it is compared: the empty text for what names nobody.

    Letter case, blanks, zero-width characters and what stands before the last `Patient/` are how an
    id is written, not whose it is.

    >>> patient_id(123), patient_id(12.0), patient_id(" Patient/Patient/A\u200b1 "), patient_id(True)
    ('123', '12', 'a1', '')
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        return "number"  # Python does not print it; it is nobody's id here.
    plain = "".join(
        char
        for char in unicodedata.normalize("NFKC", str(value))
        if not char.isspace() and unicodedata.category(char) not in ("Cf", "Cc")
    )
    return plain.casefold().rpartition("patient/")[2]


def names_other(arguments: Mapping[Any, Any], own: str) -> bool:
    """Whether any argument by which a patient is named holds another patient's id.

    >>> names_other({"subject_id": ["p1", "p2"]}, "p1"), names_other({"Subject_ID": "P1 "}, "p1")
    (True, False)
    >>> names_other({"subject": "chest pain"}, "p1"), names_other({"patient": "Patient/p2"}, "p1")
    (False, True)
    """
    expected = patient_id(own)
    for name, value in arguments.items():
        folded = _key(name)
        if folded not in _ID_ARGUMENTS | _LOOSE_ARGUMENTS:
            continue
        for one in _scalars(value):
            asked = patient_id(one)
            if not asked or asked == expected:
                continue
            if folded in _ID_ARGUMENTS or _is_reference(one) or _LOOKS_LIKE_ID.fullmatch(asked):
                return True
    return False


def _is_reference(value: Any) -> bool:
    return isinstance(value, str) and "patient/" in value.casefold()


def _key(name: Any) -> str:
    return (
        "".join(char for char in name.casefold() if char.isalnum()) if isinstance(name, str) else ""
    )


def _scalars(value: Any) -> Iterator[Any]:
    """The values inside an argument; of an object those under a key that holds an id, if it has one."""
    held: list[Any] = [value]
    while held:
        one = held.pop()
        if isinstance(one, Mapping):
            ids = [inner for key, inner in one.items() if _key(key) in _ID_KEYS]
            held.extend(ids or one.values())
        elif isinstance(one, list | tuple | set | frozenset):
            held.extend(one)
        else:
            yield one
