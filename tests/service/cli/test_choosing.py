"""`verger expire` finds sessions by the address that started them, by app, by age, and sessions that nobody played."""

import asyncio
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

import pytest

from tests.service.cli.conftest import Place
from tests.service.cli.test_command_line import said, verger
from tests.support.app import TABLE, app_key
from tests.support.client import Client, Player, forked, of, started
from tests.support.dump import dump
from tests.support.log import archived, evening, rows
from tests.support.postgres import execute, fresh_database
from tests.support.server import SECRET_KEY, serving
from tests.support.settings import Settings
from verger.service.cli import ending
from verger.service.cli.choosing import Chosen
from verger.service.cli.database import at_work

HOME, AWAY = "203.0.113.7", "203.0.113.8"
NEW_KEY = "0d15ea5e" * 8


@pytest.fixture
def flooded(postgres_url: str) -> Iterator[Place]:
    """Start a server behind a trusted proxy. Yield it and its environment."""
    with (
        fresh_database(postgres_url) as url,
        serving(url, verger_trusted_proxies="private") as running,
    ):
        yield running, {"DATABASE_URL": url, "VERGER_SECRET_KEYS": SECRET_KEY}


def expire(place: Place, *arguments: object) -> subprocess.CompletedProcess[str]:
    return verger("expire", *arguments, environment=place[1])


def found(place: Place, *arguments: object) -> set[str]:
    """Return the ids of the sessions that `verger expire` lists."""
    *lines, end = said(expire(place, *arguments)).splitlines()
    assert end.startswith(f"{len(lines)} sessions;")
    return {line.split()[0] for line in lines}


def from_address(place: Place, address: str) -> Player:
    place[0].http.headers["X-Forwarded-For"] = address
    return started(place[0].http, "Ann", "Bo")["Ann"]


def test_the_sessions_of_a_flood_are_found_by_address_and_deleted(flooded: Place) -> None:
    flood = {from_address(flooded, HOME).session for _ in range(5)}
    played_there = from_address(flooded, HOME)
    played_there.draws_a_line("Spiders.")
    friends = from_address(flooded, AWAY)
    assert found(flooded, "--address", HOME) == flood | {played_there.session}
    assert found(flooded, "--address", "203.0.113.0/24") == flood | {
        played_there.session,
        friends.session,
    }
    assert found(flooded, "--address", "198.51.100.1") == set()
    chosen = ("--address", HOME, "--never-played", "--newer", "2h")
    assert found(flooded, *chosen) == flood
    assert found(flooded, "--address", HOME, "--older", "1h") == set()
    deleted = said(expire(flooded, *chosen, "--delete"))
    assert "5 of 5 sessions deleted\n" in deleted
    assert (friends.head, played_there.head) == (1, 2)
    assert found(flooded, "--address", HOME) == {played_there.session}


def test_an_ipv6_network_is_found_by_any_of_its_addresses(flooded: Place) -> None:
    first = from_address(flooded, "2001:db8:1:2::1")
    second = from_address(flooded, "2001:db8:1:2:ffff::2")
    neighbour = from_address(flooded, "2001:db8:1:3::1")
    for address in ("2001:db8:1:2:3::9", "2001:db8:1:2::/64", "2001:db8:1:2::9/120"):
        assert found(flooded, "--address", address) == {first.session, second.session}
    assert neighbour.session in found(flooded, "--address", "2001:db8:1::/60")


def test_forks_and_imports_are_found_and_are_not_called_unplayed(flooded: Place) -> None:
    ann = from_address(flooded, AWAY)
    flooded[0].http.headers["X-Forwarded-For"] = HOME
    child = forked(ann)["Ann"]
    imported = of(ann.imports(b"".join(archived(rows(evening("losses"))[:1]))), 201)["session"]
    assert found(flooded, "--address", HOME) == {child.session, imported}
    assert found(flooded, "--never-played") == {ann.session}


def test_the_sessions_of_an_app_are_found_and_have_no_address(flooded: Place) -> None:
    club = Client(flooded[0].http, app_key(flooded[1]["DATABASE_URL"], "Salt Club"))
    from_address(flooded, HOME)
    begun = of(club.post("/v1/sessions", TABLE), 201)["session"]
    assert found(flooded, "--app", "Salt Club") == {begun}
    assert found(flooded, "--app", "Salt Club", "--address", HOME) == set()
    unknown = expire(flooded, "--app", "Pepper Club", "--delete")
    assert (unknown.returncode, "there is no app called Pepper Club" in unknown.stderr) == (2, True)


def test_an_address_is_found_after_the_key_was_rotated_and_not_without_a_key(
    flooded: Place,
) -> None:
    ann, settings = from_address(flooded, HOME), flooded[1]
    both = settings | {"VERGER_SECRET_KEYS": f"{NEW_KEY},{SECRET_KEY}"}
    said(verger("keys", "--encrypt", environment=both))
    assert found((flooded[0], both), "--address", HOME) == {ann.session}
    other = settings | {"VERGER_SECRET_KEYS": NEW_KEY}
    assert found((flooded[0], other), "--address", HOME) == set()


def test_no_address_is_in_the_database(flooded: Place) -> None:
    from_address(flooded, HOME)
    from_address(flooded, "2001:db8:1:2::1")
    kept = dump(flooded[1]["DATABASE_URL"])
    assert execute(flooded[1]["DATABASE_URL"], "SELECT count(network) FROM session_starts") == "2"
    assert not any(text in kept for text in (HOME, "2001:db8"))
    assert not any(text in flooded[0].said for text in (HOME, "2001:db8"))


def test_a_session_that_goes_on_after_it_was_chosen_stays(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = started(place[0].http, "Ann", "Bo")["Ann"]
    chosen = Chosen(UUID(ann.session), 1, datetime.now(UTC))
    ann.draws_a_line("Spiders.")

    async def end() -> int:
        async with at_work(Settings(database_url=place[1]["DATABASE_URL"])) as parts:
            return await ending._end_all(parts, [chosen], None)  # noqa: SLF001, a race between two steps

    assert asyncio.run(end()) == 1
    assert "stays: somebody still plays in the session" in capsys.readouterr().out
    assert ann.head == 2


@pytest.mark.parametrize(
    "arguments",
    [
        "--address somewhere",
        "--address 203.0.113.7:8000",
        "--address 203.0.0.0/8",
        "--address 2001:db8::/32",
        "--newer soon",
        "--never-played 00000000-0000-0000-0000-000000000000",
    ],
)
def test_an_impossible_choice_is_refused(place: Place, arguments: str) -> None:
    finished = expire(place, *arguments.split(), "--delete")
    assert finished.returncode == 2
    assert finished.stderr
    assert "Traceback" not in finished.stderr
