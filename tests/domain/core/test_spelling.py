"""The forms of texts for comparison, and the places where a text can be cut."""

import re
import subprocess
import sys
from shutil import which
from unicodedata import category

import pytest

from verger.domain.core.spelling import caseless, read_as, sought
from verger.domain.core.unicode import IGNORABLE, VERSION, cut, group, shows


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("Die Straße", "STRASSE"),
        ("Maẞe", "masse"),
        ("\u0130zmir", "izmir"),
        ("ISPARTA", "\u0131sparta"),
        ("ΣΑΣ", "σας"),
        ("Zo\u00eb", "zoe\u0308"),
        ("ﬁre", "FI"),
        ("Night\u00a0Market", "night  market"),
        ("quay\u200bside", "quayside"),
    ],
)
def test_a_search_finds_full_case_and_every_form(title: str, asked: str) -> None:
    assert sought(asked) in sought(title)


@pytest.mark.parametrize(("one", "other"), [("Zoe", "zoe"), ("Zo\u00eb", "Zoe"), ("Bo", "B\u043e")])
def test_a_reader_sees_case_accents_and_scripts(one: str, other: str) -> None:
    assert read_as(one) != read_as(other)


def test_entries_of_a_sheet_are_compared_without_case() -> None:
    assert caseless("Sneak\u00a0Attack") == caseless("sneak attack")


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdef", 4, "abc…"),
        ("ab👩🏽\u200d🚀cd", 6, "ab…"),
        ("ab🇩🇪🇫🇷cd", 6, "ab🇩🇪…"),
        ("abe\u0301fgh", 4, "ab…"),
        ("कक्षा में", 4, "क…"),
        ("a\u1112\u1161\u11abb", 4, "a…"),
        ("a" + "\u0301" * 9, 5, "a" + "\u0301" * 3 + "…"),
    ],
)
def test_a_text_is_cut_between_the_characters_that_a_reader_sees(
    text: str, most: int, shown: str
) -> None:
    assert cut(text, most, "…") == shown


def test_ignorable_characters_are_those_of_unicode() -> None:
    # Of the assigned format characters, only these are not ignorable (UAX #44, Default_Ignorable_Code_Point).
    seen = {*range(0x600, 0x606), *range(0x13430, 0x13440), *range(0xFFF9, 0xFFFC)}
    seen |= {0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    for code in range(0x30000):
        if category(chr(code)) == "Cf" and group(chr(code)) != "-":
            assert shows(chr(code)) is (code in seen), hex(code)


@pytest.mark.skipif(which("perl") is None, reason="needs perl")
def test_ignorable_characters_are_those_that_perl_knows() -> None:
    asked = (
        "use Unicode::UCD; print Unicode::UCD::UnicodeVersion(), qq(\\n); "
        "for (0..0xd7ff, 0xe000..0x10ffff) { print qq($_ ) if chr =~ /\\p{DI}/ }"
    )
    version, _, codes = subprocess.check_output(["perl", "-e", asked], text=True).partition("\n")
    if not version.startswith(VERSION):
        pytest.skip(f"this perl has Unicode {version}")
    every = "".join(map(chr, [*range(0xD800), *range(0xE000, sys.maxunicode + 1)]))
    assert [*map(ord, re.findall(f"[{IGNORABLE}]", every))] == [*map(int, codes.split())]
