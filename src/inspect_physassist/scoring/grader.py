"""The model in role `grader`, as something that answers a prompt."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from inspect_ai.model import (
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelRefusalError,
    ResponseSchema,
)
from inspect_ai.util import json_schema
from pydantic import BaseModel

from inspect_physassist.scoring.judge import JudgeServiceError


class _ItemVerdict(BaseModel):
    id: str
    why: str
    met: bool


class _Verdicts(BaseModel):
    items: list[_ItemVerdict]


@lru_cache(maxsize=1)
def _service_errors() -> tuple[type[Exception], ...]:
    """What a provider raises when its service fails, as against a fault of ours.

    Inspect raises a `RuntimeError` where the provider hands it an error back or a request times out,
    and passes the clients' own exceptions on. The clients are imported here, when a grader is first
    asked, since they are slow to import.
    """
    import anthropic
    import httpx
    import openai
    from google.genai import errors as google

    return (
        RuntimeError,
        OSError,
        ModelRefusalError,
        httpx.HTTPError,
        openai.OpenAIError,
        anthropic.AnthropicError,
        google.APIError,
    )


_FOR_GOOD = frozenset({401, 403, 404})
"""HTTP status codes of a grader that is set up wrongly."""


def _refused_for_good(error: Exception) -> bool:
    response = getattr(error, "response", None)
    codes = (getattr(error, "status_code", None), getattr(error, "code", None))
    return not _FOR_GOOD.isdisjoint({*codes, getattr(response, "status_code", None)})


class Grader:
    """One sample's grader, with what it used."""

    def __init__(self, model: Model, *, structured: bool = True) -> None:
        """Wrap a model.

        Args:
            model: The grader.
            structured: Ask for structured output, where the provider has it.
        """
        self._model = model
        schema = ResponseSchema(name="verdicts", json_schema=json_schema(_Verdicts), strict=True)
        self._config = GenerateConfig(response_schema=schema) if structured else GenerateConfig()
        self._requests = 0
        self._input_tokens = 0
        self._output_tokens = 0

    @property
    def name(self) -> str:
        """The model's full name."""
        return str(self._model)

    async def ask(self, prompt: str) -> str:
        """Put a prompt to the grader.

        Raises:
            JudgeServiceError: The service failed after Inspect's own retries.
            Exception: What the provider raised, where asking again cannot help: a wrong key, no
                permission, no such model.
        """
        self._requests += 1
        try:
            output = await self._model.generate(
                [ChatMessageUser(content=prompt)], config=self._config
            )
        except _service_errors() as error:
            if _refused_for_good(error):
                raise
            raise JudgeServiceError(f"{type(error).__name__}: {error}"[:300]) from error
        if output.usage is not None:
            self._input_tokens += output.usage.input_tokens
            self._output_tokens += output.usage.output_tokens
        return output.completion

    def used(self) -> dict[str, Any]:
        """Which model it was and what it used, for the score's metadata."""
        return {
            "model": self.name,
            "requests": self._requests,
            "input_tokens": self._input_tokens,
            "output_tokens": self._output_tokens,
        }
