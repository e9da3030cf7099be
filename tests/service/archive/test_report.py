"""The report gives a lay reader the verdict, proved facts and open points. Words of people are never markup."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from tests.api.http.test_redactions import redacted
from tests.support.client import played as table
from tests.support.game import NOON
from tests.support.log import SESSION, archived, evening, rows
from tests.support.play import Game
from tests.support.play import table as at_table
from tests.support.server import serving
from verger.projections.story.passage import Heading
from verger.service.archive.checked_log import log_of
from verger.service.archive.checkpoint import new_key, signed
from verger.service.archive.played import Played, Player, Redaction, played
from verger.service.archive.report import Report
from verger.service.archive.report_page import report_page
from verger.service.archive.verdict import Checked, DiceCounts, StateCounts, Verdict
from verger.service.cli import main

HOSTILE = "\"'><img src=x onerror=alert(1)><script>alert(2)</script>&amp;"
LINES = archived(rows(evening("war")))
DICE = DiceCounts(verified=3, unrevealed=195, reported=2, repeated=0)

Tells = Callable[..., str]


@pytest.fixture
def tells(tmp_path: Path) -> Tells:
    """Return a function that runs `verger verify --report` on an archive, checks its exit status, and returns the page."""

    def page(archive: bytes, status: int, *more: str) -> str:
        file, report = tmp_path / "it's.ndjson", tmp_path / "out.html"
        file.write_bytes(archive)
        assert main(["verify", str(file), "--report", str(report), *more]) == status
        return report.read_text(encoding="utf-8")

    return page


def test_the_report_of_a_good_record_has_the_play_and_the_open_points(tells: Tells) -> None:
    page = tells(b"".join(LINES), 0)
    assert page.index("This record holds together.") < page.index("What was played")
    assert '<h1 dir="auto">The Bridge at Kessel</h1>' in page
    assert re.search(r"Ugo</span> \(GM, 86 events\)<br>.*Vera</span> \(player, 61 events\)", page)
    assert "Began</dt><dd>1 January 2026, 12:00 UTC" in page
    assert 'dir="auto">Scene: The river bank — First notice of loss: Vera</li>' in page
    assert "That 195 dice fell by chance." in page
    assert "That this is the whole record, and the only one." in page
    assert "verger verify &#x27;./it&#x27;&quot;&#x27;&quot;&#x27;s.ndjson&#x27;</code>" in page


def test_the_report_names_each_gm_of_an_evening(tells: Tells) -> None:
    game = at_table("Ann", "Bo", "Cy")
    game.agreed("Bo", "hand_over_gm", seat="s3")
    page = tells(b"".join(archived(rows(game.log))), 0)
    parts = re.findall(r"</span> \(([\w ]+), \d events?\)", page)
    assert parts == ["GM at first", "player", "GM at the end"]


def test_the_report_names_the_last_event_that_was_signed_for(tmp_path: Path, tells: Tells) -> None:
    (private, public), file = new_key(), tmp_path / "checkpoint.json"
    log = rows(evening("war"))
    file.write_bytes(msgspec.json.encode(signed(private, SESSION, 200, log[199].hash)))
    page = tells(b"".join(LINES), 0, "--checkpoint", str(file), "--key", public.hex())
    assert "The server signed the record, up to event 200." in page
    assert "The events after event 200." in page
    assert "Ask the table for a checkpoint." not in page


def test_the_report_of_a_wrong_record_ends_before_the_wrong_event(tells: Tells) -> None:
    page = tells(b"".join([*LINES[:120], *LINES[121:]]), 1)
    assert "This record is wrong from event 120 on." in page
    assert "it is missing, or out of place: version 121 stands there" in page
    assert "What was played, up to event 119" in page
    assert "The record before event 120 holds together." in page
    assert "Anything from event 120 on." in page
    assert "holds together.</strong>" not in page


def test_the_report_of_a_record_with_a_wrong_first_event_has_no_play(
    tells: Tells,
) -> None:
    page = tells(b"".join([LINES[0], *LINES[2:]]), 1)
    assert "This record is wrong from event 1 on." in page
    assert "What was played" not in page
    assert "What is proved" not in page


@pytest.mark.parametrize(
    ("archive", "headline"),
    [
        (b"".join(LINES).replace(b'"format":1', b'"format":2', 1), "This file could not be checked."),
        (b"no archive", "This file could not be checked."),
        (re.sub(rb'[0-9]+(?=","lineage")', b"0", b"".join(LINES)), "This record could not be checked to the end."),
    ],
)  # fmt: skip
def test_a_record_that_could_not_be_checked_has_no_verdict(
    tells: Tells, archive: bytes, headline: str
) -> None:
    page = tells(archive, 2)
    assert headline in page
    assert "This record holds together." not in page


def test_redacted_and_sealed_texts_are_counted_and_not_shown(database: str, tells: Tells) -> None:
    with serving(database) as server:
        people = table(server.http, "Ann", "Bo").players
        ann, bo = people["Ann"], people["Bo"]
        bo.moves("seal_note", text="The butler did it.", eyes=["s2"])
        ann.moves("seal_note", text="No, the cook.", eyes=["s1"])
        said = bo.draws_a_line("Spiders.")["version"]
        redacted(bo, said, reason="He asked.")
        page = tells(bo.exported(), 0)
    assert re.search(
        rf"From event {said}, removed by \u2068Bo\u2069 on .* \(event {said + 1}\)\.", page
    )
    assert "The reason given: \u2068He asked.\u2069" in page
    assert "The content of the texts that were taken out of 1 event." in page
    assert "The content of 1 sealed note." in page
    assert "butler" not in page


def report(text: str) -> Report:
    """Return a report with this text in place of all words of people."""
    checked = Checked("ab" * 32, 2, (2,), (1,), DICE, StateCounts(1, 0), None)
    taken = Redaction(2, NOON, text, text, (1,))
    told = Played(
        text,
        text,
        (Player(text, "GM", 1),),
        NOON,
        NOON + timedelta(hours=2),
        2,
        (Heading(2, text, is_undone=False),),
        (taken,),
        1,
    )
    verdict = Verdict("verified", None, None, SESSION, "verge", 1, 2, checked)
    return Report(text, 1, "cd" * 32, NOON, text, verdict, told)


def test_words_of_people_stay_text() -> None:
    harmless = re.findall(r"<[^>]*>", report_page(report("x")))
    assert re.findall(r"<[^>]*>", report_page(report(HOSTILE))) == harmless


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    assert not re.search(
        r"(?i)\b(src|href|action)=|url\(|@import|https?:|<script", report_page(report("x"))
    )


def test_the_report_has_some_headings_and_the_number_of_the_others() -> None:
    told = report("x")
    assert told.played
    many = told._replace(played=told.played._replace(headings=told.played.headings * 70))
    page = report_page(many)
    assert page.count('<li class="l2"') == 60
    assert "And 10 more." in page


def test_the_report_has_no_events_after_a_wrong_version(tmp_path: Path) -> None:
    file = tmp_path / "war.ndjson"
    file.write_bytes(b"".join(LINES))
    log = log_of(file, 10)
    assert log
    found = played(log)
    assert (found.events, found.ended) == (10, evening("war")[9].at)
    assert log_of(file, 0) is None


def test_a_redactor_has_the_name_of_that_time_and_a_player_the_newest(tmp_path: Path) -> None:
    file, game = tmp_path / "named.ndjson", renamed()
    file.write_bytes(b"".join(archived(rows(game.log))))
    log = log_of(file, len(game.log))
    assert log
    found = played(log)
    assert [seat.name for seat in found.seats] == ["Ann", "Robin"]
    assert [one.by for one in found.redactions] == ["Bo"]


def renamed() -> Game:
    """Return a game after Bo redacted a text and then took another name."""
    game = at_table("Ann", "Bo")
    line = len(game.log) + 1
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    game.move("Bo", "redact", versions=[line], reason="It is gone.", reach="own", rewritten=[line])
    game.move("Bo", "rename", name="Robin")
    return game
