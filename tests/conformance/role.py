"""Roles for requests: a session in the middle of play, and clients with every kind of token for it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import httpx

from tests.support.client import Client, Player, Table, forked, of, played
from tests.support.postgres import execute
from tests.support.receiver import hooked


class Asker(NamedTuple):
    """A client: a token, if any, and its session."""

    token: str | None
    session: str


class Company(NamedTuple):
    """Clients that send requests in turns: their tokens, the ids of their valid tokens, and their sessions."""

    tokens: list[str | None]
    ids: list[str]
    sessions: list[str]


def table(http: httpx.Client, **more: Any) -> Table:
    """Return a table that has many things to read, such as a dispute, a note and a webhook."""
    found = played(http, "Ann", "Bo", "Cy", "Vi", until="run", observers=1, **more)
    ann, bo = found["Ann"], found["Bo"]
    version = bo.draws_a_line("Spiders.")["version"]
    about = {"of": "event", "version": version}
    bo.moves("dispute", about=about, rule="compile.limits", grounds="It was no line.")
    ann.moves("seal_note", text="He lies.")
    hooked(ann, "http://127.0.0.1:9/")
    return found


def gm(found: Table, _: str) -> Asker:
    """The GM: the seat with the most rights."""
    return _as(found["Ann"])


def player(found: Table, _: str) -> Asker:
    """A player."""
    return _as(found["Bo"])


def observer(found: Table, _: str) -> Asker:
    """An observer: a seat that only watches."""
    return _as(found["Vi"])


def bot(found: Table, _: str) -> Asker:
    """A program with a token for two seats."""
    ann, bo = found["Ann"], found["Bo"]
    seat = of(ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Di"}), 201)
    of(Client(bo.http, bo.token).post("/v1/seats/claim", {"code": seat["claim_code"]}), 201)
    return Asker(_issued(bo, via="Lantern 2.1")["token"], bo.session)


def reader(found: Table, _: str) -> Asker:
    """A token with only the scope `read`."""
    return Asker(_issued(found["Ann"], scopes=["read"])["token"], found.session)


def listener(found: Table, _: str) -> Asker:
    """A token with only the scope `webhooks`."""
    return Asker(_issued(found["Ann"], scopes=["webhooks"])["token"], found.session)


def guest(found: Table, _: str) -> Asker:
    """Somebody who may read a fork because of a seat in its parent, and has no seat in the fork."""
    return Asker(found["Bo"].token, forked(found["Ann"]).session)


def stranger(found: Table, _: str) -> Asker:
    """Somebody with a token for another session."""
    return Asker(played(found.http, "Ann")["Ann"].token, found.session)


def revoked(found: Table, _: str) -> Asker:
    """A token that was valid until somebody revoked it."""
    ann, issued = found["Ann"], _issued(found["Ann"])
    assert ann.ask("DELETE", f"{ann.home}/tokens/{issued['id']}").status_code == 204
    return Asker(issued["token"], found.session)


def expired(found: Table, database_url: str) -> Asker:
    """A token that has expired."""
    issued = _issued(found["Ann"], expires_in=60)
    execute(database_url, f"UPDATE tokens SET expires_at = now() WHERE id = '{issued['id']}'")  # noqa: S608
    return Asker(issued["token"], found.session)


def nobody(found: Table, _: str) -> Asker:
    """Somebody without a token."""
    return Asker(None, found.session)


def onlooker(found: Table, _: str) -> Asker:
    """Somebody without a token, who asks about a session that anyone may watch."""
    return Asker(None, table(found.http, house_rules={"onlookers": "anyone"}).session)


ROLES: Mapping[str, Callable[[Table, str], Asker]] = {
    role.__name__: role
    for role in (
        gm,
        player,
        observer,
        bot,
        reader,
        listener,
        guest,
        stranger,
        revoked,
        expired,
        nobody,
        onlooker,
    )
}


def sit(names: Iterable[str], http: httpx.Client, database_url: str) -> Company:
    """Start a new table, and return clients with these roles at it."""
    found = table(http)
    askers = [ROLES[name](found, database_url) for name in names]
    ids = [id for one in askers for id in _own(Client(http, one.token), one.session)]
    return Company([one.token for one in askers], ids, [one.session for one in askers])


def _own(client: Client, session: str) -> list[str]:
    listed = client.get(f"/v1/sessions/{session}/tokens").json()
    return [one["id"] for one in listed.get("tokens", ()) if one["is_own"]]


def _as(one: Player) -> Asker:
    return Asker(one.token, one.session)


def _issued(by: Player, **more: Any) -> Any:
    return of(by.post(f"{by.home}/tokens", {"label": "a program", **more}), 201)
