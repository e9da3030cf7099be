"""Every kind of API caller, at a table that an app started."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from tests.support.client import Client, Json, Player, forked, of, seated, started
from tests.support.postgres import execute
from tests.support.server import Server

SEATS = [
    {"kind": "gm", "name": "Ann"},
    {"kind": "player", "name": "Bo"},
    {"kind": "observer", "name": "Vi"},
    {"kind": "player", "name": "Cy"},
]
EMPTY = "s4"
"""Cy's seat, which nobody has taken."""


class Place(NamedTuple):
    """A server with a lobby, its database, and the key of an app."""

    server: Server
    url: str
    key: str


class Scene:
    """A table of Ann (GM), Bo (player) and Vi (observer), with Cy's empty seat, started by an app."""

    def __init__(self, place: Place, *, is_open: bool = False) -> None:
        self.place, self.http = place, place.server.http
        self.club = Client(self.http, place.key)
        rules = {"onlookers": "anyone"} if is_open else {}
        body = {"title": "Low Tide", "seats": SEATS, "house_rules": rules}
        begun = of(self.club.post("/v1/sessions", body), 201)
        self.session: str = begun["session"]
        self.codes = {seat["name"]: seat["claim_code"] for seat in begun["seats"]}
        self.ann, self.bo, self.vi = map(self.claim, ("Ann", "Bo", "Vi"))
        self.line: int = self.bo.draws_a_line("Spiders.")["version"]
        """The version of Bo's move."""

    def claim(self, name: str) -> Player:
        """Claim a seat with its code, without a token."""
        return seated(self.http, self.codes[name])

    def issued(self, by: Player, **more: Any) -> Json:
        """Issue another token for a seat, and return the answer."""
        found: Json = of(by.post(f"{by.home}/tokens", {"label": "a program", **more}), 201)
        return found

    def without(self, token: str | None, session: str = "") -> Player:
        """Return a client with this token or none, at this table or another one."""
        return Player(self.http, token or "", session or self.session, "")

    @cached_property
    def fork(self) -> Player:
        """Ann in her fork of the table, where she has made a move."""
        fork = forked(self.ann)["Ann"]
        fork.draws_a_line("Snakes.")
        return fork


def _stranger(scene: Scene) -> Player:
    return scene.without(started(scene.http, "Dee")["Dee"].token)


def _guest(scene: Scene) -> Player:
    return scene.without(scene.bo.token, scene.fork.session)


def _read_only(scene: Scene) -> Player:
    return scene.without(scene.issued(scene.ann, scopes=["read"])["token"])


def _expired(scene: Scene) -> Player:
    issued = scene.issued(scene.ann, expires_in=60)
    over = f"UPDATE tokens SET expires_at = now() WHERE id = '{issued['id']}'"  # noqa: S608
    execute(scene.place.url, over)
    return scene.without(issued["token"])


def _revoked(scene: Scene) -> Player:
    issued = scene.issued(scene.ann)
    gone = scene.ann.ask("DELETE", f"{scene.ann.home}/tokens/{issued['id']}")
    assert gone.status_code == 204
    return scene.without(issued["token"])


def _device(scene: Scene) -> Player:
    code = of(scene.bo.ask("POST", f"{scene.bo.home}/device-codes"), 201)["code"]
    return seated(scene.http, code)


def _former(scene: Scene) -> Player:
    token = scene.claim("Cy")
    token.moves("leave")
    scene.codes["Cy"] = of(scene.ann.ask("POST", f"{scene.ann.home}/seats/{EMPTY}/code"), 201)[
        "claim_code"
    ]
    return token


CALLERS: Mapping[str, Callable[[Scene], Player]] = {
    "no token": lambda scene: scene.without(None),
    "foreign token": _stranger,
    "parent's seat": _guest,
    "observer": lambda scene: scene.vi,
    "player": lambda scene: scene.bo,
    "gm": lambda scene: scene.ann,
    "read only": _read_only,
    "expired": _expired,
    "revoked": _revoked,
    "app": lambda scene: scene.without(scene.place.key),
    "onlooker": lambda scene: scene.without(None),
    "device": _device,
    "former seat": _former,
}
"""Every kind of caller. The device is Bo's. The former seat is Cy's, who has left it."""


def scene_for(place: Place, caller: str) -> Scene:
    """Return a new table. If the caller is an onlooker, the table lets anyone look on."""
    return Scene(place, is_open=caller == "onlooker")
