"""The names of seats must be different enough for a reader of the log."""

import pytest

from tests.support.play import Game, rule, table
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.spelling import are_confusable


@rule("table.names")
@pytest.mark.parametrize(
    "name",
    [
        "bo li",
        "Bo  Li",
        "Bo\u00a0Li",
        "Bo Li\u200e",
        "\uff22\uff4f Li",
        "B\u043e Li",
        "\u0412\u041e LI",
        "\U0001d401o Li",
        "Bo\u3164Li",
    ],
)
def test_a_name_that_reads_like_that_of_another_seat_is_refused(name: str) -> None:
    refusal = table("Ann", "Bo Li").refused(
        "Ann", Code.NAME_TAKEN, "add_seat", kind="player", name=name
    )
    assert refusal.facts["seat_name"] == "Bo Li"


@rule("table.names")
@pytest.mark.parametrize(
    "name", ["Bo", "Bo Lin", "B\u00f6 Li", "Bo Li 2", "\u674e", "\u0628\u0648"]
)
def test_a_name_that_readers_can_distinguish_is_accepted(name: str) -> None:
    game = table("Ann", "Bo Li")
    game.move("Ann", "add_seat", kind="player", name=name)
    assert game.state.table.seats[-1].name == name


@rule("table.names")
def test_the_refusal_suggests_a_name_that_is_free() -> None:
    game = table("Ann", "Bo", "Bo 2")
    for name in ("BO", "Bo 2"):
        refusal = game.refused("Ann", Code.NAME_TAKEN, "add_seat", kind="player", name=name)
        assert str(refusal.facts["free_name"]).casefold() == "bo 3"
    game.move("Ann", "add_seat", kind="player", name="Bo 3")


@rule("table.names")
def test_a_person_who_claims_a_seat_can_keep_its_name_or_bring_a_free_one() -> None:
    game = table("Ann", "Bo")
    game.move("Ann", "add_seat", kind="player", name="Cy")
    game.refused("s3", Code.NAME_TAKEN, "take_seat", name="bo")
    game.move("s3", "take_seat", name="cy")
    assert game.state.table.name(SeatId("s3")) == "cy"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0422\u04af\u043c\u044d\u043d", "\u0422\u0443\u043c\u044d\u043d"),
        ("\u0e14\u0e32", "\u0e15\u0e32"),
        ("\u067e\u06c1\u0644", "\u067e\u06be\u0644"),
        ("Jos\u00e9", "Jose"),
        ("Ian", "Lan"),
        ("Amy", "Arny"),
        ("\u30ab\u30ca", "\u30ac\u30ca"),
    ],
)
def test_readers_of_a_script_distinguish_its_letters(one: str, other: str) -> None:
    assert not are_confusable(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ian", "lan"),
        ("Ann 1", "Ann I"),
        ("Anna-Lena", "Anna\u2011Lena"),
        ("O'Hara", "O\u2019Hara"),
    ],
)
def test_characters_that_hardly_differ_make_no_other_name(one: str, other: str) -> None:
    assert are_confusable(one, other)
    assert are_confusable(other, one)


def test_redacted_names_are_no_names() -> None:
    game: Game = table("Ann", "[redacted]")
    game.move("Ann", "add_seat", kind="player", name="[redacted]")
