"""`eval.yaml`: the evaluation's title, version and tasks, read from the one place that states them."""

from __future__ import annotations

from functools import lru_cache

import yaml
from pydantic import BaseModel, ConfigDict, Field

from inspect_physassist.resources import eval_yaml


class TaskInfo(BaseModel):
    """A task and how many samples its defaults give."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    dataset_samples: int


class EvalInfo(BaseModel):
    """What `eval.yaml` says."""

    model_config = ConfigDict(frozen=True, extra="allow")

    title: str
    description: str
    arxiv: str
    version: str = Field(
        pattern=r"^\d+-[A-Z]$", description="N-X: N for scores, X for the interface."
    )
    tasks: tuple[TaskInfo, ...]


@lru_cache(maxsize=1)
def eval_info() -> EvalInfo:
    """The shipped `eval.yaml`, read once."""
    return EvalInfo.model_validate(yaml.safe_load(eval_yaml().read_text(encoding="utf-8")))
