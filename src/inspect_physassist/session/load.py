"""Reading sessions from YAML, with one clear message for each thing that is wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from inspect_physassist.session.model import Session

SCHEMA_NAME = "session.schema.json"


class SessionError(ValueError):
    """A session file that cannot be used; the message names file, place and what is allowed."""


@dataclass(frozen=True)
class LoadedSession:
    """A session and the file it came from."""

    session: Session
    path: Path


class _DuplicateKeyError(yaml.YAMLError):
    """A mapping says one key twice; YAML would let the last one win without a word."""


class _Loader(yaml.CSafeLoader):
    """The safe loader, refusing a key that stands twice in one mapping."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: dict[tuple[str, str], int] = {}
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            line, name = key.start_mark.line + 1, (key.tag, key.value)
            if name in seen:
                raise _DuplicateKeyError(
                    f"line {line}: the key {key.value!r} stands in line {seen[name]} already"
                )
            seen[name] = line
        return super().construct_mapping(node, deep)


def read_yaml(path: Path) -> Any:
    """The document of a YAML file.

    Raises:
        SessionError: Missing, unreadable, not YAML, or a key stands twice in one mapping.
    """
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except (OSError, UnicodeDecodeError) as error:
        raise SessionError(f"{path}: cannot be read: {error}") from error
    except _DuplicateKeyError as error:
        raise SessionError(f"{path}: {error}") from error
    except yaml.YAMLError as error:
        raise SessionError(f"{path}: not YAML: {' '.join(str(error).split())}") from error


def describe(error: ValidationError) -> str:
    """Every complaint of a validation, as `place: what is wrong`, one per line."""
    lines = []
    for entry in error.errors(include_url=False, include_input=False):
        place = ".".join(str(part) for part in entry["loc"]) or "(the whole document)"
        lines.append(f"{place}: {entry['msg']}")
    return "\n".join(lines)


def load_session(path: Path) -> Session:
    """The session of one YAML file.

    Raises:
        SessionError: Not YAML, or not a session.
    """
    document = read_yaml(path)
    if not isinstance(document, dict):
        raise SessionError(
            f"{path}: a session is a mapping, with the keys of data/schema/{SCHEMA_NAME}"
        )
    try:
        # JSON mode, so that a date YAML has already parsed and one it left as text are treated alike.
        return Session.model_validate_json(json.dumps(document, default=str))
    except ValidationError as error:
        raise SessionError(
            "\n".join(f"{path}: {line}" for line in describe(error).splitlines())
        ) from error


def session_files(path: Path) -> Sequence[Path]:
    """The session files of a path: itself, or every `*.yaml` below its `sessions/` (or below itself).

    Raises:
        SessionError: The path does not exist, or holds no session.
    """
    if not path.exists():
        raise SessionError(
            f"{path} does not exist; give a session file, or a folder with sessions/ and charts/"
        )
    if path.is_file():
        return (path,)
    folder = path / "sessions" if (path / "sessions").is_dir() else path
    files = sorted(folder.rglob("*.yaml"))
    if not files:
        raise SessionError(f"{folder} holds no session (*.yaml)")
    return files


def load_sessions(path: Path) -> list[LoadedSession]:
    """Every session of a path, in order of file name.

    Raises:
        SessionError: Any file is not a session (all complaints of all files together), or two share an id.
    """
    loaded: list[LoadedSession] = []
    complaints: list[str] = []
    seen: dict[str, Path] = {}
    for file in session_files(path):
        try:
            session = load_session(file)
        except SessionError as error:
            complaints.append(str(error))
            continue
        if session.id in seen:
            complaints.append(f"{file}: the id {session.id!r} stands in {seen[session.id]} already")
        seen[session.id] = file
        loaded.append(LoadedSession(session, file))
    if complaints:
        raise SessionError("\n".join(complaints))
    return loaded


def session_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a session file, from the model; `data/schema/` holds a copy."""
    schema = Session.model_json_schema(by_alias=True, mode="validation")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_NAME,
        **schema,
    }
