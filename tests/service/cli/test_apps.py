"""`verger apps`: the operator makes apps, gives them keys and ends them."""

import re

import pytest

from tests.service.cli.conftest import Place
from tests.service.cli.test_command_line import said, verger
from tests.support.client import Client, of
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.server import serving

TABLE = {"title": "Low Tide", "seats": [{"kind": "gm", "name": "Ann"}]}


def key(told: str) -> str:
    found = re.search(r"^key (vg_[\w-]{43})$", told, re.MULTILINE)
    assert found, told
    return found[1]


def test_an_app_is_made_given_another_key_and_ended(place: Place) -> None:
    (running, environment), name = place, "The Salt Club"
    first = key(said(verger("apps", "--make", name, "--sessions", "3", environment=environment)))
    of(Client(running.http, first).post("/v1/sessions", TABLE), 201)
    second = key(said(verger("apps", "--key", name, environment=environment)))
    listed = said(verger("apps", environment=environment))
    assert listed.startswith("The Salt Club  1 of 3 sessions  2 keys  today ")
    for one in (first, second):
        assert Client(running.http, one).read("/v1/app")["name"] == name
    assert first not in listed
    assert second not in listed

    told = said(verger("apps", "--end", name, environment=environment))
    assert (
        told
        == "The Salt Club has ended: its keys stop working within three seconds, and its sessions continue\n"
    )
    with serving(environment["DATABASE_URL"]) as other:
        assert a_problem(Client(other.http, second).get("/v1/app"), "invalid_token")
    record = said(verger("record", environment=environment))
    recorded = [line.split("  ")[2] for line in record.splitlines() if "  apps --" in line]
    assert recorded == ["apps --make", "apps --key", "apps --end"]
    assert first not in record
    assert second not in record


def test_earlier_keys_end_in_a_day_or_at_once(place: Place) -> None:
    (_, environment), url = place, place[1]["DATABASE_URL"]
    said(verger("apps", "--make", "Club of one", environment=environment))
    told = said(verger("apps", "--key", "Club of one", environment=environment))
    assert told.endswith("It is shown once. Earlier keys of Club of one expire in a day.\n")
    left = "SELECT extract(epoch FROM min(expires_at) - now()) / 3600 > 23 FROM tokens t"
    of_club = f"{left} JOIN apps a ON a.id = t.app WHERE a.name = 'Club of one'"
    assert execute(url, of_club) == "t"
    told = said(verger("apps", "--key", "Club of one", "--at-once", environment=environment))
    assert told.endswith("It is shown once. Earlier keys of Club of one are invalid now.\n")
    assert execute(url, of_club) == "f"
    assert "  1 key  " in said(verger("apps", environment=environment))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--key", "Nobody"), "there is no app called Nobody: verger apps lists them"),
        (("--end", "Nobody"), "there is no app called Nobody: verger apps lists them"),
        (("--make", "A\tB" * 50), "a name can have up to 100 characters, all of them printable"),
        (("--make", "X", "--sessions", "-1"), "--sessions must be 0 or more"),
    ],
)
def test_an_impossible_request_is_refused_in_a_sentence(
    place: Place, arguments: tuple[str, ...], why: str
) -> None:
    answer = verger("apps", *arguments, environment=place[1])
    assert (answer.returncode, answer.stderr) == (2, f"verger: {why}\n")


def test_the_name_of_an_app_is_given_only_once(place: Place) -> None:
    said(verger("apps", "--make", "Twice", environment=place[1]))
    answer = verger("apps", "--make", "Twice", environment=place[1])
    why = "there is or was an app called Twice: choose another name"
    assert (answer.returncode, answer.stderr) == (2, f"verger: {why}\n")
