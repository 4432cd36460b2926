"""The `physassist/<name>` models: scripted, offline, each of one known behaviour."""

from __future__ import annotations

import itertools

import anyio
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolCall, ToolChoice, ToolInfo

from inspect_physassist.consultation import STAGE
from inspect_physassist.options import OptionError
from inspect_physassist.probes.behaviour import BEHAVIOURS, Move
from inspect_physassist.tools.catalogue import wire_name


@modelapi(name="physassist")
class ProbeAPI(ModelAPI):
    """A scripted model: it reads the session from the running consultation and acts its part.

    Args:
        model_name: One of the probes, e.g. `oracle`.
        base_url: Not used.
        api_key: Not used.
        config: Not used.
        delay: Seconds to wait before each answer (`-M delay=0.2`), for watching a run or interrupting it.

    Raises:
        OptionError: An unknown probe; names those there are.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - the signature ModelAPI prescribes
        delay: float = 0.0,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        if model_name not in BEHAVIOURS:
            raise OptionError(
                f"there is no probe physassist/{model_name}; allowed: {', '.join(sorted(BEHAVIOURS))}"
            )
        self._delay = float(delay)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """The probe's next move in the consultation under way.

        Raises:
            OptionError: No consultation is running.
        """
        stage = STAGE.get(None)
        if stage is None:
            raise OptionError(
                f"physassist/{self.model_name} answers only inside a physassist consultation"
            )
        if self._delay:
            await anyio.sleep(self._delay)
        turn = list(
            itertools.takewhile(
                lambda message: not isinstance(message, ChatMessageUser), reversed(input)
            )
        )
        step = sum(isinstance(message, ChatMessageAssistant) for message in turn)
        results = [
            message.text for message in reversed(turn) if isinstance(message, ChatMessageTool)
        ]
        move = BEHAVIOURS[self.model_name].act(stage, step, results)
        return _output(self.model_name, move, f"{stage.index + 1}-{step + 1}")

    def max_connections(self) -> int:
        """As many as the evaluation likes: nothing leaves the process."""
        return 64


def _output(name: str, move: Move, place: str) -> ModelOutput:
    calls = [
        ToolCall(id=f"{name}-{place}-{number}", function=wire_name(tool), arguments=dict(arguments))
        for number, (tool, arguments) in enumerate(move.calls, start=1)
    ]
    message = ChatMessageAssistant(
        content=move.text, tool_calls=calls or None, model=name, source="generate"
    )
    return ModelOutput(
        model=name,
        choices=[
            ChatCompletionChoice(message=message, stop_reason="tool_calls" if calls else "stop")
        ],
        # Stated, so that Inspect does not fetch a tokenizer to count them.
        usage=ModelUsage(input_tokens=0, output_tokens=0, total_tokens=0),
    )
