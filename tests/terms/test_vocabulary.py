"""The vocabulary finds whole terms and resolves names and codes."""

import pytest

from inspect_physassist.terms.vocabulary import (
    Vocabulary,
    VocabularyError,
    default_vocabulary,
    load_terms,
)

VOCABULARY = default_vocabulary()


@pytest.mark.parametrize(
    "name",
    [
        "Creatinine",
        "Cr",
        "CR",
        "2160-0",
        "http://loinc.org|2160-0",
        "肌酐",
        "creatinine",
        " 血肌酐 ",
    ],
)
def test_creatinine_resolves_however_it_is_asked_for(name: str) -> None:
    assert VOCABULARY.resolve(name)[0] == "creatinine"


@pytest.mark.parametrize("name", ["creat inine", "creatin", "", "9999-9", "rea"])
def test_a_part_of_a_name_is_not_a_name(name: str) -> None:
    assert VOCABULARY.resolve(name) == ()


def keys(text: str) -> list[str]:
    return [mention.keys[0] for mention in VOCABULARY.mentions(text)]


def test_longest_name_wins() -> None:
    assert keys("urine creatinine 88, creatinine 2.1") == ["creatinine_urine", "creatinine"]
    assert keys("尿肌酐升高，血肌酐正常")[0] == "creatinine_urine"


def test_short_names_match_in_their_own_case_only() -> None:
    assert keys("K 6.1, Na 138") == ["potassium", "sodium"]
    assert keys("k na map rr pt") == []


def test_no_term_inside_another_word() -> None:
    assert keys("the arm, a crate, Kansas, INRush") == []


def test_plural_and_brand_and_chinese_drug() -> None:
    assert keys("Lipitor, metformins and 华法林") == ["atorvastatin", "metformin", "warfarin"]


def test_offsets_point_into_the_original_text() -> None:
    text = "Ｋ：６．１，血钾高"
    for mention in VOCABULARY.mentions(text):
        assert text[mention.start : mention.end] == mention.text


def test_a_drug_implies_its_classes() -> None:
    assert "beta_blocker" in VOCABULARY.implies("metoprolol")
    assert "insulin_lispro" in VOCABULARY.narrower("insulin")


def test_nearest_names_help_with_a_typo() -> None:
    assert VOCABULARY.nearest("creatinin", ["Creatinine", "Potassium"]) == ["Creatinine"]


def test_a_broken_vocabulary_file_is_named(tmp_path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("drugs: [{key: Bad Key, names: {en: [x], zh: [y]}}]")
    with pytest.raises(VocabularyError, match=r"bad\.yaml: drugs\[0\] \(Bad Key\) key"):
        load_terms(bad)


def test_a_key_stands_once() -> None:
    term = VOCABULARY["metformin"]
    with pytest.raises(VocabularyError, match="'metformin' is defined twice"):
        Vocabulary([term, term])
