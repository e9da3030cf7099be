"""Tables of every game with secrets of every kind, and the permitted readers of each."""

import json
from collections.abc import Callable
from typing import NamedTuple
from uuid import uuid4

import httpx

from tests.support.app import app_key
from tests.support.client import Client, Json, Player, Table, forked, of, started
from tests.support.client import played as played_verge
from tests.support.onlooker import onlooker
from tests.support.postgres import execute
from tests.support.receiver import hooked, hooked_widely
from tests.support.screen import framed

OPEN = {"onlookers": "anyone"}
CLUB = "the club"
"""The app that has started a table."""
NAMES = ("Ann", "Bo", "Cy", "Vi")
READING = (*NAMES, "Bo's reader")
"""The readers that receive the secrets of their seats."""
NOWHERE = "http://127.0.0.1:9/"
BELOW = 12
"""The minimum length of a sealed text that is searched. A shorter text occurs by chance, so its salt is
searched."""


class Secret(NamedTuple):
    """A text that only a few may receive."""

    what: str
    forms: tuple[str, ...]
    """The texts that reveal it. One is enough."""
    readers: frozenset[str] = frozenset()
    """The names of the permitted readers. They must be able to read it, and nobody else ever may.
    """

    def is_in(self, told: str) -> bool:
        """Return whether a text contains it."""
        return any(form in told for form in self.forms)


class Planted:
    """A table with secrets: its readers, and the ids for requests."""

    def __init__(self, table: Table, game: str) -> None:
        self.table, self.game = table, game
        self.session = table.session
        self.readers: dict[str, Player] = {
            name: player for name in NAMES if (player := table.players.get(name))
        }
        self.secrets: list[Secret] = []
        self.ids: dict[str, str] = {}
        self.versions: list[int] = [1]
        """The versions that are about secrets."""

    def of_nobody(self, what: str, *forms: str) -> None:
        """Add a secret that no answer shows again."""
        self.secrets.append(Secret(f"{self.game}: {what}", forms))

    def find_sealed(self, database_url: str) -> None:
        """Add all sealed parts of the session, each with the readers that may see it."""
        own = [(player.seat, name) for name, player in self.readers.items() if name in READING]
        sql = f"SELECT sealed FROM events WHERE session = '{self.session}' AND sealed IS NOT NULL"  # noqa: S608
        for line in execute(database_url, sql).splitlines():
            for part in json.loads(line):
                readers = frozenset(name for seat, name in own if seat in part["eyes"])
                forms = [part["salt"], *([part["text"]] if len(part["text"]) >= BELOW else [])]
                what = f"{self.game}: sealed {part['name']}"
                self.secrets += [Secret(what, (form,), readers) for form in forms]


def unique(what: str) -> str:
    """Return a text that begins with these words and occurs nowhere else."""
    return f"{what} {uuid4().hex}"


def nothing(table: Table) -> None:
    """Do nothing with the table: the default for `seated`, see `planted`."""


def planted(
    http: httpx.Client, database_url: str, seated: Callable[[Table], None] = nothing
) -> list[Planted]:
    """Return a table of each game, and a fork without players in the seats that have secrets.

    `seated` is called with each table before anything is hidden there.
    """
    tables = [
        _everywhere(_verge(http, seated), "verge"),
        _everywhere(_afterverse(http, seated), "afterverse"),
        *(_everywhere(_begun(http, game, seated), game) for game in ("edgerunner", "venus")),
    ]
    tables.append(_fork(tables[0]))
    for one in tables:
        one.find_sealed(database_url)
        _started_by_a_club(one, database_url)
    return tables


def _started_by_a_club(found: Planted, database_url: str) -> None:
    """Let an app read the table, as if the app had started it."""
    table = next(iter(found.readers.values()))
    key = app_key(database_url, sessions=1)
    newest = f"SELECT '{table.session}', id FROM apps ORDER BY made_at DESC LIMIT 1"  # noqa: S608
    execute(database_url, f"INSERT INTO app_sessions (session, app) {newest}")
    found.readers[CLUB] = Player(table.http, key, table.session, "")


def _begun(http: httpx.Client, game: str, seated: Callable[[Table], None]) -> Table:
    table = started(http, *NAMES, observers=1, ruleset=game, house_rules=OPEN)
    for name in NAMES[1:]:
        table.claim(name)
    seated(table)
    return table


def _verge(http: httpx.Client, seated: Callable[[Table], None]) -> Table:
    """Play Verge to Run, with two dice behind the GM's screen, and a conflict."""
    rules = OPEN | {"undo": "gm"}
    table = played_verge(http, *NAMES, until="run", observers=1, house_rules=rules)
    seated(table)
    framed(table["Ann"])
    table["Bo"].moves("call_conflict", reason="It is not that easy.")
    return table


def _afterverse(http: httpx.Client, seated: Callable[[Table], None]) -> Table:
    """Play Afterverse to a statement with a threshold and a roll that only the GM sees."""
    table = _begun(http, "afterverse", seated)
    ann, bo = table["Ann"], table["Bo"]
    ratings = zip(("BOD", "REA", "INT", "WIL", "PER", "MAN"), (2, 3, 6, 4, 5, 8), strict=True)
    sheet = {
        "attributes": [{"name": name, "rating": rating} for name, rating in ratings],
        "interests": [{"name": "Earth Flora", "level": 4}],
    }
    _agreed(table, {"subject": "write_sheet", "name": "Ashe", "sheet": sheet, "seat": bo.seat})
    _agreed(table, {"subject": "begin_session"})
    bo.moves("declare_fact", character="c1", interest="Earth Flora", text="It opens in smoke.")
    hidden = {"threshold": "hidden", "hits": 7}
    ann.moves("weigh_fact", statement="d1", threshold=hidden, hidden=True)
    ann.moves("roll", character="c1", test="t1")
    return table


def _agreed(table: Table, subject: Json) -> None:
    proposal = table["Bo"].moves("propose", subject=subject)["event"]["effects"][0]
    for seat in proposal["asked"]:
        table.of_seat(seat).moves("agree", proposal=proposal["proposal"])


def _everywhere(table: Table, game: str) -> Planted:
    """Add the secrets that each table has: notes, a redacted text, tokens, a claim code, webhooks."""
    found = Planted(table, game)
    ann, bo, cy = (table[name] for name in NAMES[:3])
    for author, eyes in ((bo, []), (bo, [ann.seat]), (ann, [])):
        made = author.moves("seal_note", text=unique("note"), eyes=eyes)
        found.versions.append(made["version"])
    _redact(found, bo)
    _webhook(found, bo)
    _tokens(found, ann, bo)
    about = {"of": "event", "version": cy.draws_a_line("Spiders.")["version"]}
    cy.moves("dispute", about=about, rule=_any_rule(ann, game), grounds="It was no line.")
    _lobby(found, ann)
    found.ids |= {"session": table.session, "dispute": "q1", "conflict": "c3", "ruleset": game}
    found.ids["element"] = "n1" if game == "verge" else "c1"
    found.readers |= {"anyone": onlooker(table), "Olga": _stranger(table)}
    return found


def _any_rule(player: Player, game: str) -> str:
    rules = player.read(f"/v1/rulesets/{game}")["rules"]
    return str(rules[0]["id"])


def _redact(found: Planted, bo: Player) -> None:
    text = unique("line")
    version = bo.draws_a_line(text)["version"]
    of(bo.post(f"{bo.home}/tokens", {"label": text}), 201)
    assert text in bo.get(f"{bo.home}/events/{version}").text
    assert text in bo.get(f"{bo.home}/tokens").text
    body = {"versions": [version], "reason": "It was secret."}
    of(bo.post(f"{bo.home}/redactions", body), 201)
    found.versions.append(version)
    found.of_nobody("a redacted text", text)


def _webhook(found: Planted, bo: Player) -> None:
    hook = hooked(bo, NOWHERE)
    hook.sends("ping")
    found.ids |= {"webhook": hook.id, "delivery": hook.deliveries()[0]["id"]}
    found.of_nobody("a webhook's secret", hook.secret.removeprefix("whsec_"))
    wide = hooked_widely(bo, NOWHERE)
    wide.sends("ping")
    found.ids |= {"wide_webhook": wide.id, "wide_delivery": wide.deliveries()[0]["id"]}
    found.of_nobody("a webhook's secret", wide.secret.removeprefix("whsec_"))


def _lobby(found: Planted, ann: Player) -> None:
    """List the table in the lobby, and have Eve ask to join. Her token and her idempotency key are secrets."""
    listing = {"language": "en", "plays": "Thursdays"}
    table = of(ann.ask("PUT", f"{ann.home}/listing", json=listing), 200)["listing"]["table"]
    key = uuid4().hex
    asked = of(Client(ann.http).post(f"/v1/tables/{table}/asks", {"name": "Eve"}, key), 201)
    found.of_nobody("a token", asked["token"])
    found.of_nobody("an idempotency key", key)
    found.ids |= {"table": table, "ask": asked["ask"]}
    found.readers["Eve"] = Player(ann.http, asked["token"], found.session, "")


def _tokens(found: Planted, ann: Player, bo: Player) -> None:
    key = uuid4().hex
    seat = of(ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Di"}, key), 201)
    code = seat["claim_code"]
    found.of_nobody("an idempotency key", key)
    found.of_nobody("a claim code", code, code.replace("-", ""))
    found.ids |= {"seat_id": seat["seat"], "removed": seat["seat"]}
    for player in found.table:
        found.of_nobody("a token", str(player.token))
    for name, more in (
        ("Bo's reader", {"scopes": ["read"]}),
        ("Bo's hooks", {"scopes": ["webhooks"]}),
        ("Bo's old", {}),
    ):
        issued = of(bo.post(f"{bo.home}/tokens", {"label": name, **more}), 201)
        found.of_nobody("a token", issued["token"])
        found.readers[name] = Player(bo.http, issued["token"], bo.session, bo.seat)
        found.ids["token"] = issued["id"]
    assert bo.ask("DELETE", f"{bo.home}/tokens/{found.ids['token']}").status_code == 204


def _stranger(table: Table) -> Player:
    token = started(table.http, "Olga", "Pit")["Olga"].token
    return Player(table.http, str(token), table.session, "")


def _fork(one: Planted) -> Planted:
    """Fork a table as its observer, who is the GM there. Players of the parent may read the fork."""
    fork = forked(one.table["Vi"], seat="s1")
    found = Planted(fork, "fork")
    found.readers["Vi"] = next(iter(fork))
    for name in ("Ann", "Bo"):
        found.readers[name] = Player(fork.http, str(one.table[name].token), fork.session, "")
    found.ids, found.versions = one.ids | {"session": fork.session}, one.versions
    return found
