"""Free texts are the parts of an event that people wrote. They can be removed from every place."""

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from tests.support.asked import wire
from tests.support.play import effect
from verger.domain.core.ruling import Allowed, Applied
from verger.domain.core.text import REDACTED
from verger.domain.games.rulesets import EDITIONS
from verger.domain.history.free_text import (
    BLANK,
    WRITTEN,
    Texts,
    blanked,
    is_text,
    texts,
    texts_of,
)

MOVED = {
    "token": "story",
    "amount": 1,
    "source": "bank",
    "target": "seat:s1",
    "reason": "given",
    "rule": "table.claim",
}


def test_ids_marks_and_digests_are_no_texts() -> None:
    written = wire({"move": "write_edge", "label": "loves", "other": "n1", "direction": "in"})
    assert list(texts_of(written)) == [("label", "loves")]
    assert list(texts_of(effect("mark_added", element="n1", marks="!!"))) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Salt Fever", REDACTED),
        ("The Salt Fever, again", REDACTED),
        ("Salt Fever's end", REDACTED),
        ("Salt Fevers", REDACTED),
        ("Sea Salt Fever", REDACTED),
        ("SeaSalt Fever", "SeaSalt Fever"),
        ("salt fever", "salt fever"),
    ],
)
def test_a_text_goes_with_all_of_the_text_that_contains_it_as_whole_words(
    text: str, left: str
) -> None:
    assert Texts(["Salt Fever"]).left_of(text) == left


def test_a_short_text_goes_only_if_it_stands_apart_or_in_quotation_marks() -> None:
    ruling = Allowed("Ann draws a line by “a”.", (Applied(wire_rule("a"), {"kind": "a"}),))
    left = Texts(["a"]).taken_out(ruling)
    assert left.sentence == REDACTED
    assert Texts(["a"]).taken_out(Allowed("Ann draws a line.")).sentence == "Ann draws a line."
    assert left.rules[0].facts == {"kind": "a"}
    assert Texts(["a"]).left_of("He says “a” and leaves.") == REDACTED


def wire_rule(id: str) -> Any:
    return id


def test_a_name_goes_as_a_word_however_short() -> None:
    taken = texts([wire({"move": "take_seat", "name": "Bo"})])
    ruling = Allowed("Bo sits down.", (Applied(wire_rule("x"), {"seat_name": "Bo", "seat": "s2"}),))
    left = taken.taken_out(ruling)
    assert left.sentence == REDACTED
    assert left.rules[0].facts == {"seat_name": REDACTED, "seat": "s2"}


@pytest.mark.parametrize(
    "fact", ["turn_seat_name", "waiting_names", "close_labels", "test_subject", "roll_in_words"]
)
def test_the_last_word_in_the_name_of_a_fact_says_that_it_holds_texts(fact: str) -> None:
    taken = texts([wire({"move": "take_seat", "name": "Bo"})])
    kept = {"step": "Bo", "label_kind": "Bo"}
    left = taken.taken_out(Applied(wire_rule("x"), {fact: "Bo", **kept}))
    assert left.facts == {fact: REDACTED, **kept}


def test_texts_that_look_like_ids_damage_none() -> None:
    taken = Texts(["s1", "n1", "story", "!!", "creator", "table.claim", "proposed"])
    for whole in (
        effect("mark_added", element="n1", marks="!!"),
        effect("tokens_moved", **MOVED),
        effect("house_rule_chosen", house_rule="residual_control", value="creator"),
    ):  # fmt: skip
        assert taken.taken_out(whole) is whole


def test_a_text_is_removed_as_it_was_sent_and_as_it_was_recorded() -> None:
    taken = texts([wire({"move": "write_node", "label": "  Cafe\u0301   Noir "})])
    assert taken.left_of("Caf\u00e9 Noir") == REDACTED
    assert taken.left_of("  Cafe\u0301   Noir ") == REDACTED


def test_texts_go_also_in_scripts_without_spaces_and_with_special_marks() -> None:
    assert Texts(["東京の塔"]).left_of("昨日東京の塔へ") == REDACTED
    assert Texts(["(what?)"]).left_of("He said (what?).") == REDACTED
    assert Texts(["(what?)"]).left_of("He said (what).") == "He said (what)."


def test_the_texts_of_a_struct_come_in_the_order_of_its_json() -> None:
    ruling = Allowed(
        "Bo sits.", (Applied(wire_rule("x"), {"seat": "s2", "seat_name": "Bo"}),), ("No.", "")
    )
    blank, said = blanked(ruling)
    parts = msgspec.json.encode(blank).decode().split(msgspec.json.encode(BLANK).decode())
    tokens = [msgspec.json.encode(text).decode() for text in said]
    assert said == ["Bo sits.", "Bo", "No."]
    told = "".join(part + token for part, token in zip(parts, [*tokens, ""], strict=True))
    assert told == msgspec.json.encode(ruling).decode()


@pytest.mark.parametrize("text", ["Gerda", 'Ger"da', "東京", "«!»", "a\nb"])
def test_the_quick_search_never_misses_a_text(text: str) -> None:
    for sentence in (text, f"Then\n{text}!", f"“{text}”"):
        assert Texts([text]).may_be_in(msgspec.json.encode({"t": sentence}).decode())


def structs(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs that a type can contain."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
        for inner in get_type_hints(hint, include_extras=True).values():
            yield from structs(inner)
    for arm in get_args(hint):
        yield from structs(arm)


def test_every_text_of_a_correction_is_known_by_its_name() -> None:
    """Corrections are stored in effects without their types."""
    found = {
        name
        for ruleset in EDITIONS
        for struct in structs(ruleset.corrections.kinds)
        for name, hint in get_type_hints(struct, include_extras=True).items()
        if is_text(hint)
    }
    assert {"label", "job", "track"} <= found <= {*WRITTEN}
