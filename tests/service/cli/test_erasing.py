"""`verger redact --seat` and `--token` remove everything that a person wrote, in all their sessions."""

import subprocess
from uuid import UUID

import pytest

from tests.service.cli.conftest import Place
from tests.service.cli.test_command_line import said, verger
from tests.support.client import Player, Table, forked, of, started
from tests.support.dump import dump
from tests.support.postgres import execute

REASON = ("--reason", "The player asked for it")
MINE, REFUSED = ("Gerda Zwiebel hates spiders.", "The Copper Bell"), "Mirror of Salt"


def redact(place: Place, *arguments: object) -> subprocess.CompletedProcess[str]:
    return verger("redact", *arguments, *REASON, environment=place[1])


def written(place: Place, name: str = "Bertram") -> tuple[Table, Player]:
    """Return a table with two texts that Bo wrote, and one that was refused."""
    table = started(place[0].http, "Ann", "Bo")
    claim = {"code": table.codes["Bo"], "name": name}
    answer = of(place[0].http.post("/v1/seats/claim", json=claim), 201)
    bo = Player(place[0].http, answer["token"], answer["session"], answer["seat"])
    for text in MINE:
        bo.draws_a_line(text)
    table["Ann"].draws_a_line("No rats.")
    refused = bo.move("write_node", label=REFUSED)
    assert refused.status_code == 409
    return table, bo


def texts_of(place: Place, player: Player) -> str:
    statement = f"SELECT string_agg(data, ' ') FROM events WHERE session = '{player.session}'"  # noqa: S608
    return execute(place[1]["DATABASE_URL"], statement)


def token_of(player: Player) -> UUID:
    (own,) = (one["id"] for one in player.see("/tokens")["tokens"] if one["is_own"])
    return UUID(own)


def test_a_dry_run_shows_what_goes_and_nothing_does(own_place: Place) -> None:
    table, bo = written(own_place)
    seat = f"{bo.session}:s2"
    lines = said(redact(own_place, "--seat", seat, "--dry-run")).splitlines()
    assert lines == [
        f"{bo.session}  seat s2  3 texts in 3 events, 0 events that repeat them,"
        " 0 rulings change, 0 forks, 1 refused moves",
        "3 texts of 1 seats would be removed",
        "This was a dry run: nothing was removed.",
    ]
    assert (table["Ann"].head, said(verger("record", environment=own_place[1]))) == (5, "")
    assert all(text in texts_of(own_place, bo) for text in MINE)


def test_everything_of_a_token_goes_in_all_its_sessions_and_others_texts_stay(
    own_place: Place,
) -> None:
    _, bo = written(own_place)
    token = token_of(bo)
    other = started(own_place[0].http, "Cy", "Dee")
    claim = {"code": other.codes["Dee"], "name": "Bertram"}
    of(bo.post("/v1/seats/claim", claim), 201)
    there = Player(bo.http, str(bo.token), other.session, "s2")
    there.draws_a_line(MINE[0])
    forked(bo, seat="s2")
    told = said(redact(own_place, "--token", token))
    assert f"{bo.session}  seat s2  3 texts in 3 events" in told
    assert f"{there.session}  seat s2  2 texts in 2 events" in told
    assert "texts of 3 seats removed" in told
    assert "These remain:" in told
    left = dump(own_place[1]["DATABASE_URL"])
    assert not any(text in left for text in (*MINE, REFUSED, "Bertram"))
    assert "No rats." in left
    assert "Ann" in texts_of(own_place, bo)
    assert said(verger("verify", "--all", environment=own_place[1])).startswith("3 of 3 sessions")
    record = said(verger("record", environment=own_place[1]))
    assert record.count("redact  ") >= 3
    again = said(redact(own_place, "--token", token))
    assert "0 texts of 3 seats removed" in again


def test_the_gm_goes_without_the_names_of_the_others(own_place: Place) -> None:
    table = started(own_place[0].http, "Ann", "Bo", title="A night of Ann's")
    bo = table.claim("Bo")
    table["Ann"].draws_a_line("Gerda Zwiebel")
    said(redact(own_place, "--seat", f"{bo.session}:s1"))
    left = texts_of(own_place, bo)
    assert '"Bo"' in left
    assert not any(text in left for text in ('"Ann"', "Gerda", "A night of"))


def test_texts_of_an_earlier_holder_of_the_seat_stay(own_place: Place) -> None:
    table = started(own_place[0].http, "Ann", "Bo")
    bo = table.claim("Bo")
    for text in MINE:
        bo.draws_a_line(text)
    new = table.take_over("Bo")
    new.draws_a_line("The new player's text.")
    said(redact(own_place, "--token", token_of(new)))
    left = texts_of(own_place, bo)
    assert all(text in left for text in MINE)
    assert "The new player" not in left


def test_a_seat_named_with_its_token_goes_from_the_first_event(own_place: Place) -> None:
    table = started(own_place[0].http, "Ann", "Bo")
    table.claim("Bo").draws_a_line(MINE[0])
    new = table.take_over("Bo")
    new.draws_a_line(MINE[1])
    said(redact(own_place, "--seat", f"{new.session}:s2", "--token", token_of(new)))
    left = texts_of(own_place, new)
    assert [text for text in MINE if text in left] == []


@pytest.mark.parametrize(
    "arguments",
    [
        "--seat s2",
        "--seat 00000000-0000-0000-0000-000000000000:s2",
        "--token 00000000-0000-0000-0000-000000000000",
        "--token mine",
        "--dry-run",
        "--seat {0}:s9",
        "{0} --seat {0}:s2",
        "{0} --dry-run --text Gerda",
        "--seat {0}:s2 --text Gerda",
    ],
)
def test_an_impossible_request_removes_nothing(place: Place, arguments: str) -> None:
    ann = started(place[0].http, "Ann", "Bo")["Ann"]
    finished = redact(place, *arguments.format(ann.session).split())
    assert finished.returncode == 2
    assert "Traceback" not in finished.stderr
    assert ann.head == 1
