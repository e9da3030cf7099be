"""The texts that people may write."""

from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from tests.support.play import Game, in_load, in_run, rule, table
from verger.domain.core.reason import Code
from verger.domain.core.text import (
    LABEL_LIMIT,
    PROSE_LIMIT,
    Label,
    Prose,
    cleaned,
    tidy,
    unusable_text,
    with_clean_texts,
)
from verger.domain.secrets.epoch import Nonce

TEXTS = st.text(
    st.sampled_from(
        "a \n\t\r\x00\x1f\x7f\x85\xa0\xad\u061c\u1680\u2003\u200b\u200d\u2028\u202e\u3000\ufeff"
    )
    | st.characters(exclude_categories=["Cs"]),
    max_size=110,
)
"""Texts with characters that are just permitted or just not permitted."""


def writing(label: str) -> Game:
    """Write an idea with this label."""
    game = in_load("Ann", "Bo")
    game.move("Ann", "write_node", label=label)
    return game


@rule("table.text")
@pytest.mark.parametrize(
    "label",
    [
        "x",
        "魔法",
        "Café",
        "NS9000 Racer",
        "سحر",
        "👩\u200d🚀 pilots",
        "نمی\u200cشود",
        "🏴\U000e0067\U000e0062\U000e007f",
        "\U0001f9d1\u200d\U0001fa70",
        "y" * LABEL_LIMIT,
    ],
)
def test_a_label_is_written_in_any_script(label: str) -> None:
    assert writing(label).shown("n1") == label


@rule("table.text")
@pytest.mark.parametrize(
    "label",
    [
        "",
        " ",
        "\u3000",
        "\u200d",
        " \u200e\u200f ",
        "\u3164",
        "\u2800",
        "\u0301",
        "\ufe0f",
        "\xad \u180e",
    ],
)
def test_a_label_that_nobody_sees_is_empty(label: str) -> None:
    refusal = in_load("Ann", "Bo").refused("Ann", Code.UNUSABLE_TEXT, "write_node", label=label)
    assert refusal.facts["text_fault"] == "empty"


@rule("table.text")
@pytest.mark.parametrize(
    "label", ["two\nlines", "tab\there", "\x00", "bell\x07", "\u202eesrever", "a\u200bb"]
)
def test_a_label_is_one_line_of_printable_characters(label: str) -> None:
    refusal = in_load("Ann", "Bo").refused("Ann", Code.UNUSABLE_TEXT, "write_node", label=label)
    assert str(refusal.facts["text_fault_in_words"]).startswith(
        "not made of characters that can be stored (U+"
    )


@rule("table.text")
def test_a_refusal_names_the_character_and_its_place() -> None:
    facts = (
        in_load("Ann", "Bo").refused("Ann", Code.UNUSABLE_TEXT, "write_node", label="a\0b").facts
    )
    assert (facts["code_point"], facts["text_index"]) == ("U+0000", 1)


@pytest.mark.parametrize(
    ("pasted", "prose", "label"),
    [
        ("One.\r\nTwo.", "One.\nTwo.", "One. Two."),
        (
            "One\u2028two\x0bthree\x0cfour\u2029five\x85six",
            "One\ntwo\nthree\nfour\nfive\nsix",
            None,
        ),
        ("Name:\tBo", "Name: Bo", None),
        ("quay\u200bside", "quayside", None),
        ("light\xadhouse", "lighthouse", None),
        ("\ufeffOnce a\u2060b", "Once ab", None),
        (
            "\u2068\u05e9\u05dc\u05d5\u05dd\u2069 \u202b\u05e9\u05dc\u05d5\u05dd\u202c",
            "\u05e9\u05dc\u05d5\u05dd \u05e9\u05dc\u05d5\u05dd",
            None,
        ),
        ("B\u200co", "Bo", None),
        ("flag x\U000e0067", "flag x", None),
        ("Zoe\u0308", "Zo\xeb", None),
        ("e\xad\u0301", "\xe9", None),
    ],
)
def test_pasted_text_is_cleaned(pasted: str, prose: str, label: str | None) -> None:
    assert cleaned(pasted) == prose
    assert cleaned(pasted, LABEL_LIMIT) == (label or prose.replace("\n", " "))


@pytest.mark.parametrize(
    "text",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "क्\u200dष",
        "👩🏽\u200d🚀 ❤️\u200d🔥",
        "🏴\U000e0067\U000e0062\U000e007f",
        "C++\u200f",
        "葛\U000e0100",
        "see \ufffc",
        "\U00010efd\u200d",
    ],
)
def test_characters_that_a_script_needs_stay(text: str) -> None:
    assert cleaned(text) == text


@given(text=TEXTS)
def test_a_clean_text_stays_as_it_is(text: str) -> None:
    for limit in (LABEL_LIMIT, PROSE_LIMIT):
        once = cleaned(text, limit)
        assert cleaned(once, limit) == once


def test_every_text_of_a_request_is_cleaned() -> None:
    inner = msgspec.defstruct("Inner", [("label", Label)], frozen=True)
    outer = msgspec.defstruct("Outer", [("text", Prose), ("parts", tuple[inner, ...]), ("id", str)])  # type: ignore[valid-type]
    sent = outer("a\r\nb", (inner("c\td"), inner("e")), "f\tg")
    assert with_clean_texts(sent) == outer("a\nb", (inner("c d"), inner("e")), "f\tg")


@rule("table.text")
def test_a_label_has_a_limited_length() -> None:
    game, label = in_load("Ann", "Bo"), "y" * (LABEL_LIMIT + 1)
    refusal = game.refused("Ann", Code.UNUSABLE_TEXT, "write_node", label=label)
    assert refusal.facts == {
        "field": "label",
        "text_fault": "too_long",
        "text_fault_in_words": "too long",
        "text_characters": 101,
        "text_characters_allowed": LABEL_LIMIT,
    }


@rule("table.text")
def test_prose_may_hold_line_breaks() -> None:
    text = "Rain.\n\nA car."
    in_run("Ann", "Bo").move("Ann", "frame", camera=text, place="A garage")


@rule("table.text")
@pytest.mark.parametrize("text", ["y" * (PROSE_LIMIT + 1), "\n", "a\rb", "\x1b[31m"])
def test_prose_has_its_limits_too(text: str) -> None:
    table("Ann", "Bo").refused("Bo", Code.UNUSABLE_TEXT, "add_limit", kind="veil", text=text)


@pytest.mark.parametrize("kind", [Label, Prose, Nonce], ids=["label", "prose", "nonce"])
@given(text=TEXTS)
@example(text="y" * (PROSE_LIMIT + 1))
def test_a_schema_takes_the_same_texts_as_the_server(kind: Any, text: str) -> None:
    said = msgspec.defstruct("Said", [("text", kind)], frozen=True)
    fits = Draft202012Validator(msgspec.json.schema(kind)).is_valid(text)
    fault = unusable_text(with_clean_texts(said(text)))
    # A schema cannot list everything that shows nothing, and counts the characters before they are cleaned.
    if fault and fault.facts["text_fault"] in ("empty", "too_long"):
        return
    assert fits is (fault is None) or len(cleaned(text)) < len(text)


@rule("table.text")
def test_the_refusal_says_where_the_text_stands() -> None:
    game = in_load("Ann", "Bo", phase=5)
    wanted = {"thing": {"label": ""}, "label": "needs"}
    assert game.refused("Ann", Code.UNUSABLE_TEXT, "tie", **wanted).facts["field"] == "thing.label"


@rule("table.text")
def test_an_optional_text_is_checked_if_it_is_given() -> None:
    game = table("Ann", "Bo")
    game.move("Ann", "propose", subject={"subject": "adopt_premise", "aspect": "tone", "text": "x"})
    game.refused("Bo", Code.UNUSABLE_TEXT, "decline", proposal="p1", reason=" ")


@pytest.mark.parametrize(
    ("label", "tidied"), [(" a  b ", "a b"), ("e\u0301", "é"), ("a\u3000b", "a b")]
)
def test_white_space_and_character_forms_of_labels_are_tidied(label: str, tidied: str) -> None:
    assert tidy(label) == tidied


@rule("table.text")
@pytest.mark.parametrize("text", ["", "\x00", "y" * (PROSE_LIMIT + 1)])
def test_proposed_texts_are_checked_too(text: str) -> None:
    subject = {"subject": "adopt_premise", "aspect": "tone", "text": text}
    refusal = table("Ann", "Bo").refused("Bo", Code.UNUSABLE_TEXT, "propose", subject=subject)
    assert refusal.facts["field"] == "subject.text"
