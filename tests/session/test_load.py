"""A session file is read whole, or refused with every complaint named."""

from pathlib import Path

import pytest

from inspect_physassist.resources import data_dir
from inspect_physassist.session.load import SessionError, load_session, load_sessions, session_files

SHIPPED = sorted((data_dir() / "sessions").rglob("*.yaml"))


def test_a_shipped_session_loads() -> None:
    session = load_session(SHIPPED[0])
    assert session.id == SHIPPED[0].stem
    assert len(session.turns) == 4
    assert session.now.utcoffset() is not None


def edited(tmp_path: Path, old: str, new: str) -> Path:
    text = SHIPPED[0].read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "edited.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("tier: L1", "tier: L9", r"tier: Input should be 'L1', 'L2' or 'L3'"),
        ("patient:", "pateint:", r"pateint: Extra inputs are not permitted"),
        ("kind: value", "kind: price", r"turns\.0\.rubric\.\d+\.kind: Input should be"),
        ("- {cites:", "- {quotes:", r"a check is a mapping with one key"),
    ],
)
def test_a_wrong_entry_is_named_with_its_place(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    text = SHIPPED[0].read_text(encoding="utf-8")
    if old not in text:
        old, new = "check: {cites:", "check: {quotes:"
    with pytest.raises(SessionError, match=complaint):
        load_session(edited(tmp_path, old, new))


def test_a_clock_without_an_offset_is_refused(tmp_path: Path) -> None:
    import re

    text = SHIPPED[0].read_text(encoding="utf-8")
    path = tmp_path / "naive.yaml"
    path.write_text(re.sub(r"(?m)^(now: \S+?)[+-]\d{2}:\d{2}$", r"\1", text), encoding="utf-8")
    with pytest.raises(SessionError, match="now: Input should have timezone info"):
        load_session(path)


def test_what_is_not_yaml_and_what_is_not_a_mapping(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("id: [", encoding="utf-8")
    with pytest.raises(SessionError, match=r"broken\.yaml: not YAML"):
        load_session(broken)
    broken.write_text("- 1\n", encoding="utf-8")
    with pytest.raises(SessionError, match="a session is a mapping"):
        load_session(broken)
    broken.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SessionError, match="cannot be read"):
        load_session(broken)


def test_a_missing_path_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(SessionError, match=r"does not exist; give a session file, or a folder"):
        session_files(tmp_path / "nowhere")
    with pytest.raises(SessionError, match="holds no session"):
        session_files(tmp_path)


def test_the_same_id_twice_names_both_files(tmp_path: Path) -> None:
    text = SHIPPED[0].read_text(encoding="utf-8")
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(SessionError, match=r"b\.yaml: the id .* stands in .*a\.yaml"):
        load_sessions(tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("id: a\ntitle: b\nid: c\n", "line 3: the key 'id' stands in line 1 already"),
        ("turns:\n  - {en: a, zh: b, en: c}\n", "line 2: the key 'en' stands in line 2 already"),
    ],
)
def test_a_key_that_stands_twice_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SessionError, match=rf"twice\.yaml: {complaint}"):
        load_session(path)
