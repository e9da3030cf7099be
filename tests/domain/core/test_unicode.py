"""The rules read each text in the same way in every version of Python."""

import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.captures.characters import VERSION
from tests.support.late_letters import PAIRS
from tests.support.play import in_load, rule
from tests.support.root import ROOT
from verger.domain.core.text import REDACTED, tidy
from verger.domain.core.unicode import SPACES, folded, group, normalized, ranges, trimmed, words
from verger.domain.games.verge.reason import Code as Own
from verger.domain.history.free_text import Texts
from verger.domain.table.sheet import named_twice

DIGEST = "a45ea5416b5307b98af1efee27a560601269d47120ae57401b1110489849da8e"
"""The output of the check of the table: a digest of how the rules read each character."""


@rule("network.similar")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_labels_that_differ_in_a_later_character_are_different(one: str, other: str) -> None:
    game = in_load("Ann", "Bo")
    game.move("Ann", "write_node", label=one)
    game.move("Bo", "write_node", label=other)
    assert [game.shown(id) for id in ("n1", "n2")] == [one, other]


@rule("network.similar")
@pytest.mark.parametrize("label", [label for pair in PAIRS for label in pair])
def test_a_label_with_a_later_character_is_similar_to_itself(label: str) -> None:
    game = in_load("Ann", "Bo")
    game.move("Ann", "write_node", label=label)
    refusal = game.refused("Bo", Own.SIMILAR, "write_node", label=f"{label[:3].upper()}{label[3:]}")
    assert refusal.facts["existing_label"] == label


@pytest.mark.parametrize(
    ("label", "recorded"),
    [
        ("e\u0301\U00010efd", "\u00e9\U00010efd"),
        ("e\U00010efd\u0301", "e\U00010efd\u0301"),
        ("\U00010efe\u0316\U00010efd\U0001e030", "\U00010efe\u0316\U00010efd\U0001e030"),
    ],
)
def test_later_characters_stay_as_and_where_they_were_written(label: str, recorded: str) -> None:
    assert tidy(f" {label} ") == recorded


def test_names_that_differ_in_a_later_capital_are_two() -> None:
    assert named_twice(["Garay \U00010d50", "Garay \U00010d70"], "table.sheets") is None
    assert named_twice(["Garay \U00010d50", "garay  \U00010d50"], "table.sheets") is not None


def test_a_redaction_takes_a_later_character_for_a_letter() -> None:
    taken = Texts(["harbour"])
    assert taken.left_of("harbour\U00011f04") == "harbour\U00011f04"
    assert taken.left_of("harbour\U00011f04 harbour.") == REDACTED
    unspaced = "\U00011f04\U00011f05\U00011f06\U00011f07"
    assert Texts([unspaced]).left_of(f"x{unspaced}x") == REDACTED


@pytest.mark.thorough
@given(st.text(st.characters(codec="utf-8"), max_size=110))
def test_assigned_characters_are_read_as_python_reads_them(text: str) -> None:
    known = "".join([one for one in text if group(one) != "-"])
    assert normalized("NFC", known) == unicodedata.normalize("NFC", known)
    assert normalized("NFKD", known) == unicodedata.normalize("NFKD", known)
    assert folded(known) == known.casefold()
    assert (trimmed(text), words(text)) == (text.strip(), text.split())


def test_white_space_is_the_same_as_in_this_interpreter() -> None:
    assert [one for one in map(chr, range(sys.maxunicode + 1)) if one.isspace()] == list(SPACES)


def test_ranges_hold_the_characters_of_their_groups() -> None:
    assert ranges("N").startswith(r"\U00000030-\U00000039\U000000b2-\U000000b3")


@pytest.mark.thorough
def test_the_table_is_right_for_this_interpreter_and_all_characters_are_read_as_ever() -> None:
    # If this Python has the pinned Unicode version, the check also writes the table again and compares both.
    check = [sys.executable, "-m", "tests.captures.characters", "--check"]
    assert subprocess.check_output(check, cwd=ROOT, text=True) == f"{DIGEST}\n"
    assert unicodedata.unidata_version >= VERSION
