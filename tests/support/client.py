"""A small client of the API: players with their tokens, and tables that are played into a phase."""

import itertools
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal
from uuid import uuid4

import httpx

from tests.support import contract
from tests.support.patience import PATIENCE_SECONDS
from tests.support.play import LABELS

Json = dict[str, Any]
Phase = Literal["compile", "load", "run"]

CLERK: Json = {
    "action": "create",
    "label": "The Night Clerk",
    "kind": "person",
    "edge": "saw",
    "other": "n2",
    "narration": "He was on the quay that night.",
    "nature": "backstory",
}
"""A change that needs the consent of others, because they may object to it."""


class Client:
    """Sends requests, with a token or without, and checks every answer against the OpenAPI document."""

    def __init__(self, http: httpx.Client, token: str | None = None) -> None:
        self.http, self.token = http, token

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request of any method."""
        headers = self.authorization | dict(options.pop("headers", None) or {})
        answer = self.http.request(method, path, headers=headers, **options)
        contract.check(answer)
        return answer

    def imports(self, archive: bytes) -> httpx.Response:
        """Send an archive, and return the answer, also if it is a refusal."""
        lines = {"Content-Type": "application/x-ndjson"}
        return self.ask("POST", "/v1/imports", content=archive, headers=lines)

    @property
    def authorization(self) -> dict[str, str]:
        """The header that carries the token."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str, headers: Mapping[str, str] | None = None, **query: Any) -> Any:
        """Read an address, and return the answer, also if it is a refusal."""
        return self.ask("GET", path, params=query or None, headers=headers)

    def read(self, path: str, **query: Any) -> Any:
        """Read an address, and require success."""
        return of(self.get(path, **query), 200)

    def post(self, path: str, body: Any, key: str | None = None, **options: Any) -> httpx.Response:
        """Send a request that changes something, and return the answer, also if it is a refusal."""
        headers = dict(options.pop("headers", {}))
        if key is not None:
            headers["Idempotency-Key"] = key
        return self.ask("POST", path, json=body, headers=headers, **options)


class Player(Client):
    """Somebody at a table: a token, and the session and seat that it is for."""

    def __init__(self, http: httpx.Client, token: str, session: str, seat: str) -> None:
        super().__init__(http, token)
        self.session, self.seat = session, seat
        self.home = f"/v1/sessions/{session}"

    def at(self, http: httpx.Client) -> "Player":
        """Return the same player at another server."""
        assert self.token is not None
        return Player(http, self.token, self.session, self.seat)

    def see(self, path: str = "", **query: Any) -> Any:
        """Read a part of the session, by its path below it."""
        return self.read(f"{self.home}{path}", **query)

    def move(
        self,
        move: str,
        /,
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        **fields: Any,
    ) -> httpx.Response:
        """Send a move, and return the answer, also if it is a refusal."""
        body = {"move": move, **fields}
        return self.post(f"{self.home}/moves", body, key, headers=headers or {}, params=query)

    def moves(self, move: str, /, **fields: Any) -> Json:
        """Make a move that has to be accepted, and return its event."""
        found: Json = of(self.move(move, **fields), 201)
        return found

    def draws_a_line(self, text: str, **options: Any) -> Json:
        """Have the player draw a line, which every seat can do at any time."""
        return self.moves("add_limit", kind="line", text=text, **options)

    def issued(self, **more: Any) -> "Player":
        """The same player with another token of the seat."""
        token = of(self.post(f"{self.home}/tokens", {"label": "a bot", **more}), 201)["token"]
        return Player(self.http, token, self.session, self.seat)

    def exported(self, **query: Any) -> bytes:
        """The session's archive, as this seat may read it."""
        answer = self.get(f"{self.home}/export", **query)
        assert answer.status_code == 200, answer.text
        content: bytes = answer.content
        return content

    def tag(self, version: int) -> str:
        """The ETag of this seat's read at a version."""
        return f'"{self.event_tag(version)}-{self.seat}"'

    def event_tag(self, version: int) -> str:
        """The beginning of the ETag of every read at a version, for any reader."""
        return f"{version}-{self.log()[version - 1]['hash'][:16]}"

    @property
    def head(self) -> int:
        """The session's newest version."""
        version: int = self.see()["version"]
        return version

    def log(self) -> list[Json]:
        """Every event of the session, page by page."""
        found: list[Json] = []
        after: int | None = 0
        while after is not None:
            page = self.see("/events", after=after, limit=500)
            found += page["events"]
            after = page["next_after"]
        return found

    @contextmanager
    def follows(
        self, *, form: str = "text/event-stream", last_id: str | None = None, **query: Any
    ) -> Iterator[Iterator[str]]:
        """A live stream of the session, as lines."""
        headers = self.authorization | {"Accept": form}
        if last_id is not None:
            headers["Last-Event-ID"] = last_id
        with self.http.stream(
            "GET", f"{self.home}/events", headers=headers, params=query
        ) as answer:
            assert answer.status_code == 200, answer.read()
            yield in_time(answer.iter_lines())


def in_time(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines of a stream. Fail if the test's time is over, even if keep-alive lines still arrive."""
    end = time.monotonic() + PATIENCE_SECONDS
    for line in lines:
        assert time.monotonic() < end, "the stream does not say what is waited for"
        yield line


class Table:
    """A session that has started: the claim codes of all seats, and a player with a token for each claimed seat."""

    def __init__(self, http: httpx.Client, started: Json) -> None:
        self.session: str = started["session"]
        self.codes = {seat["name"]: seat.get("claim_code") for seat in started["seats"]}
        own = next(seat["name"] for seat in started["seats"] if seat["seat"] == started["seat"])
        self.http = http
        self.players = {own: Player(http, started["token"], self.session, started["seat"])}

    def __getitem__(self, name: str) -> Player:
        return self.players[name]

    def __iter__(self) -> Iterator[Player]:
        return iter(self.players.values())

    def claim(self, name: str) -> Player:
        """Sit down with the claim code of a seat."""
        code = self.codes[name]
        assert code, f"{name} has no claim code"
        self.players[name] = seated(self.http, code)
        return self.players[name]

    def of_seat(self, seat: str) -> Player:
        """The player who holds a seat."""
        return next(player for player in self if player.seat == seat)

    def agree(self, name: str, subject: str, **more: Any) -> None:
        """Have one seat propose something, and all others agree."""
        event = self[name].moves("propose", subject={"subject": subject, **more})
        proposal = event["event"]["effects"][0]
        for seat in proposal["asked"]:
            self.of_seat(seat).moves("agree", proposal=proposal["proposal"])

    def reissue(self, name: str) -> None:
        """Have the table reissue a seat, and put its new claim code into `codes`."""
        seat = self[name].seat
        by = "Bo" if name == "Ann" else "Ann"
        self.agree(by, "reissue_seat", seat=seat)
        answer = self[by].ask("POST", f"{self[by].home}/seats/{seat}/code")
        self.codes[name] = of(answer, 201)["claim_code"]

    def take_over(self, name: str) -> Player:
        """Have somebody else take a seat, with a new token."""
        self.reissue(name)
        return self.claim(name)


def seated(http: httpx.Client, code: str) -> Player:
    """Claim a seat with a code, and return its player."""
    claimed = of(Client(http).post("/v1/seats/claim", {"code": code}), 201)
    return Player(http, claimed["token"], claimed["session"], claimed["seat"])


def from_afar() -> dict[str, str]:
    """Return the header of a request from a new address, which has sent no other request."""
    return {"X-Forwarded-For": ".".join(map(str, (10, *uuid4().bytes[:3])))}


def of(answer: httpx.Response, status: int) -> Any:
    """Return the body of an answer, and require its status."""
    assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
    return answer.json()


def started(http: httpx.Client, *names: str, observers: int = 0, **more: Any) -> Table:
    """Start a session. The first name is the GM's; the last `observers` names are observers."""
    kinds = ["gm", *["player"] * (len(names) - 1 - observers), *["observer"] * observers]
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, names, strict=True)]
    body = {"title": "An evening of Verge", "seats": seats, **more}
    return Table(http, of(Client(http).post("/v1/sessions", body), 201))


def with_free_seat(http: httpx.Client, **more: Any) -> Table:
    """A table with Ann and Bo, and an empty seat for Cy."""
    table = started(http, "Ann", "Bo", "Cy", **more)
    table.claim("Bo")
    return table


def forked(by: Player, **body: Any) -> Table:
    """Fork a player's session, and return the fork. Only this player is seated there."""
    answer = of(by.post(f"{by.home}/forks", body), 201)
    return Table(by.http, {**answer, "token": by.token})


def played(
    http: httpx.Client, *names: str, until: Phase = "compile", observers: int = 0, **more: Any
) -> Table:
    """Return a table with everybody seated, which has reached a phase with the fewest possible moves."""
    table = started(http, *names, observers=observers, **more)
    for name in names[1:]:
        table.claim(name)
    if until == "compile":
        return table
    table.agree(names[0], "finish_compile")
    if until == "run":
        _play_load(table)
        table.agree(names[0], "accept_network")
        _play_notices(table)
    return table


def _play_load(table: Table) -> None:
    gm = next(iter(table))
    for number in itertools.count():
        (wait,) = gm.see("/awaited")["awaited"]
        if len(wait["seats"]) > 1:
            return
        player = table.of_seat(wait["seats"][0])
        move, fields = _plain(player, wait["what"], number)
        player.moves(move, **fields)


def _play_notices(table: Table) -> None:
    """Have every player lose the first notice of loss without a fight."""
    gm = next(iter(table))
    for wait in gm.see("/awaited")["awaited"]:
        for seat in wait["seats"] if wait["what"] == "choose_loss" else ():
            player = table.of_seat(seat)
            player.moves("choose_loss", edge=_first_choice(player, "choose_loss"))
            gm.moves("frame", camera="A door ajar.", place="Home", notice=seat)
            gm.moves("call_conflict", reason="It is gone.", notice=True)
            goal = {"statement": "It is lost.", "target": "n1"}
            gm.moves("join_conflict", node="n1", goal=goal)
            while waits := [
                w for w in gm.see("/awaited")["awaited"] if w["what"] == "join_conflict"
            ]:
                table.of_seat(waits[0]["seats"][0]).moves("stand_aside")
            gm.moves("end_scene")


_TO_THE_END: dict[str, tuple[str, Json]] = {
    "narrate": ("narrate", {"text": "So it goes."}),
    "go_on": ("stop_conflict", {}),
    "trade_dice": ("trade_dice", {}),
}


def fought(table: Table) -> Table:
    """Play a conflict between the first two seats from its call to its end, with all dice."""
    gm, player = list(table)[:2]
    own = player.see("/state")["play"]["characters"][player.seat]
    player.moves("call_conflict", reason="It is not that easy.")
    player.moves("join_conflict", node=own, goal={"statement": "To win.", "target": own})
    gm.moves("join_conflict", node="n1", goal={"statement": "To stay.", "target": "n1"})
    for one in (player, gm):
        one.moves("roll", explanation="By force.")
    while waits := [one for one in gm.see("/awaited")["awaited"] if one["what"] in _TO_THE_END]:
        move, fields = _TO_THE_END[waits[0]["what"]]
        table.of_seat(waits[0]["seats"][0]).moves(move, **fields)
    return table


def _plain(player: Player, what: str, number: int) -> tuple[str, Json]:
    label = LABELS[number % len(LABELS)] + (str(number) if number >= len(LABELS) else "")
    match what:
        case "node":
            return "write_node", {"label": label}
        case "edge":
            return "write_edge", {"label": "knows", "other": "n1"}
        case "tie":
            return "tie", {"thing": {"label": label}, "label": "needs"}
        case "mark":
            return "mark", {"element": _first_choice(player, "mark"), "mark": "!"}
        case _:
            return "end_turn", {}


def _first_choice(player: Player, move: str) -> str:
    """The first choice of a move's first field."""
    options = player.see("/options")["options"]
    option = next(option for option in options if option["fixed"]["move"] == move)
    return str(option["fields"][0]["choices"][0]["value"])


def frames(lines: Iterator[str]) -> Iterator[Json]:
    """The messages of an event stream: their id, their name if they have one, and their data."""
    frame: Json = {}
    for line in lines:
        if not line:
            if "data" in frame:
                yield frame
            frame = {}
        elif not line.startswith((":", "retry:")):
            name, _, value = line.partition(": ")
            frame[name] = json.loads(value) if name == "data" else value
