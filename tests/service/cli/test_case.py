"""`verger case` writes one document about an action or a dispute, with everything that belongs to it."""

import gzip
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.api.http.test_redactions import redacted
from tests.service.cli.test_command_line import written
from tests.support.afterverse import after_a_throw
from tests.support.client import fought, played
from tests.support.log import archived, evening, rows
from tests.support.play import table
from tests.support.server import serving
from verger.service.cli import main

Says = Callable[..., str]
MOVE = re.compile(r"(?m)^- \*\*Event (\d+): ([a-z ]+), by ([^*]+)\*\*$")


def marked(text: str) -> str:
    """Return Markdown without escapes and invisible isolation characters."""
    return re.sub("[\u2068\u2069\\\\]", "", text)


@pytest.fixture
def says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Says:
    """Return a function that runs `verger case` on the lines of an archive and returns its output."""

    def case(lines: list[bytes], id: str, *more: str) -> str:
        assert main(["case", str(written(tmp_path, lines)), id, *more]) == 0
        return marked(capsys.readouterr().out)

    return case


def of(name: str) -> list[bytes]:
    """Return the archive of an evening."""
    return archived(rows(evening(name)))


def moves(case: str) -> list[int]:
    """Return the versions of the moves in a case."""
    return [int(version) for version, *_ in MOVE.findall(case)]


DISPUTED = [140, 141, 142, 151, 152, 153]
"""The versions of a disputed declaration and its consents, and of the same moves repeated after a rewind."""


@pytest.mark.parametrize(
    ("name", "id", "title", "versions"),
    [
        ("second_thoughts", "q1", "Dispute 1", DISPUTED),
        ("second_thoughts", "141", "The action of event 141", DISPUTED),
        ("war", "d26", "Declaration 26", [235, 236, 237, 238, 239, 241, 242, 243]),
        ("war", "c6", "Conflict 6", [245, 246, 247, 248, 249]),
        ("edgerunner_takeover", "36", "The action of event 36", [33, 34, 35, 36, 37]),
        ("venus_lighthouse", "t2", "Roll 2", [24, 25, 26, 32, 33, 34, 35]),
        ("afterverse_warehouse", "t3", "Test 3", [31, 32, 33, 34, 35, 36]),
        ("afterverse_warehouse", "p5", "Proposal 5", [31, 32, 33, 34, 35, 36]),
        ("war", "1", "Event 1", [1]),
    ],
)
def test_a_case_has_the_whole_action(
    says: Says, name: str, id: str, title: str, versions: list[int]
) -> None:
    told = says(of(name), id)
    assert (told.splitlines()[0], moves(told)) == (f"# {title}", versions)


def test_a_case_links_declaration_ruling_dispute_undo_and_result(says: Says) -> None:
    told, log = says(of("second_thoughts"), "q1"), rows(evening("second_thoughts"))
    parts = [
        "- **This record holds together.**",
        "- **Event 140: declare, by Ruth**",
        "Ruth wants to strengthen “Diver Holm”: “He surfaces, with a bell.”",
        "“A plan.”",
        "Event 150 undid it.",
        "Ruth pays 1 story token.",
        "Rule consent.declare: declaration: d4; actions declared: 1.",
        f"Recorded at 2026-01-01 12:16:20 UTC. Hash: {log[139].hash.hex()}",
        "It repeats event 140.",
        "- **Event 153 is the last that counts.**",
        "Otto gets 1 story token.\n\n## The rules",
        "- **mark.power**",
        "- **Dispute 1: the ruling was upheld.**",
        "Ines disputed the ruling on event 142 (event 143).",
        "- **Event 150, by Ruth**",
        "No throw was repeated.",
        "verger verify ./",
    ]
    places = [told.find(part) for part in parts]
    assert places == sorted(places), dict(zip(parts, places, strict=True))
    assert -1 not in places, dict(zip(parts, places, strict=True))


def test_the_result_counts_the_tokens_of_moves_that_count(says: Says) -> None:
    result = says(of("second_thoughts"), "q1").partition("## The result")[2].partition("##")[0]
    assert re.findall(r"\w+ (?:pays|gets) .+\.", result) == [
        "Ruth pays 1 story token.",
        "Otto gets 1 story token.",
    ]


def test_the_result_names_the_end_of_a_conflict(says: Says) -> None:
    assert "\n\n  The conflict ends: It is over, in print.\n" in says(of("war"), "c6")


def test_a_dispute_about_a_refusal_has_its_ruling_and_no_moves(says: Says) -> None:
    told = says(of("disputed_rulings"), "q1")
    assert moves(told) == []
    assert "A refused move is not in the record." in told
    assert "Finn disputed the refusal of the move write_node" in told


def test_an_action_that_was_undone_says_that_it_does_not_count(says: Says) -> None:
    game = after_a_throw()
    first = len(game.log)
    game.move("Ann", "rewind", to=1)
    told = says(archived(rows(game.log)), str(first))
    assert f"They were undone by event {first + 1}." in told
    assert f"This undid events 2 to {first}." in told


def test_a_repeated_throw_has_the_dice_of_before(says: Says) -> None:
    game = after_a_throw()
    first = len(game.log)
    game.move("Ann", "rewind", to=first - 1)
    game.rolls("Bo", "c1", 6, 6, 6, 6)
    told = says(archived(rows(game.log)), "t1")
    assert moves(told) == [first - 1, first, first + 2]
    assert f"Before: Bo, 1, 2, 3 and 4 at version {first}." in told
    assert "6 faces: 6, 6, 6, 6. Event 1 committed to the secret number of these dice." in told


def test_dice_are_proved_by_their_seed_once_it_is_shown(database_url: str, says: Says) -> None:
    with serving(database_url) as server:
        bo = fought(played(server.http, "Ann", "Bo", until="run"))["Bo"]
        last = str(bo.head)
        assert "nothing proves the dice." in says([bo.exported()], last)
        shown = bo.moves("reveal_dice")
        told = says([bo.exported()], last)
    assert f"Event {shown['version']} showed the number, and it gives these dice: " in told
    assert "nothing proves the dice." not in told


def test_words_that_were_taken_out_are_named_with_their_redactor(
    database_url: str, says: Says
) -> None:
    with serving(database_url) as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        line = bo.draws_a_line("Spiders.")["version"]
        redacted(bo, line)
        told = says([bo.exported()], str(line))
    assert "Spiders" not in told
    assert f"**From event {line}, removed by Bo on " in told
    assert "No text was taken out." not in told


def test_a_page_has_the_same_texts_and_no_markup_of_people(says: Says) -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "add_limit", kind="line", text="<script>alert(1)</script>")
    page = says(archived(rows(game.log)), str(len(game.log)), "--form", "html")
    assert "<script" not in page
    assert "<script>alert(1)</script>" in unescape(page)
    assert "<h2>The moves</h2>" in page


@pytest.mark.parametrize(
    ("id", "known"),
    [
        ("q9", "1 to 164, q1, c1, c2, c3, d1,"),
        ("n1", "1 to 164, q1,"),
        ("t1", "1 to 164, q1,"),
        ("165", "1 to 164, q1,"),
        ("0", "1 to 164, q1,"),
        ("-1", "1 to 164, q1,"),
        ("9" * 5000, "1 to 164, q1,"),
        ("action", "1 to 164, q1,"),
        ("", "1 to 164, q1,"),
    ],
)
def test_an_unknown_case_is_named_with_the_existing_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], id: str, known: str
) -> None:
    assert main(["case", str(written(tmp_path, of("second_thoughts"))), "--", id]) == 2
    told = capsys.readouterr()
    says = f"verger: the archive has no dispute, action or version {id!r}; it has {known}"
    assert (told.out, told.err.startswith(says)) == ("", True)


@pytest.mark.parametrize(
    ("changed", "status", "says"),
    [
        (lambda lines: [*lines[:40], *lines[41:]], 1, "version 40 is wrong: it is missing"),
        (lambda lines: lines[:40], 2, "the archive is not as it was exported"),
        (lambda lines: [gzip.compress(b"".join(lines))], 2, "it is compressed with gzip"),
        (lambda lines: [b"{}\n", *lines], 2, "the first line is no archive's"),
    ],
)
def test_a_file_that_is_not_good_has_no_cases(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: Any, status: int, says: str
) -> None:
    file = written(tmp_path, changed(of("war")))
    assert main(["case", str(file), "1"]) == status
    told = capsys.readouterr()
    assert (told.out, says in told.err) == ("", True)
