"""Doses, frequencies and routes as orders write them, in English and Chinese, and when two are the same."""

from inspect_physassist.terms.doses import DoseQuantity, dose_between, parse_dose, same_dose
from inspect_physassist.terms.frequencies import (
    DayTime,
    Frequency,
    Meals,
    parse_frequency,
    same_frequency,
)
from inspect_physassist.terms.routes import parse_route, same_route

__all__ = [
    "DayTime",
    "DoseQuantity",
    "Frequency",
    "Meals",
    "dose_between",
    "parse_dose",
    "parse_frequency",
    "parse_route",
    "same_dose",
    "same_frequency",
    "same_route",
]
