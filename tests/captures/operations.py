"""Record examples of every operation of the API: `python -m tests.captures.operations`.

Ann and Bo sit down to a game of Verge. Their requests and the answers are written to
openapi/examples/operations.jsonl.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.captures.capture import Capture, Json
from tests.captures.lines import lines
from tests.support.app import app_key
from tests.support.client import Client, Player, Table, of, played, started
from tests.support.contract import document
from tests.support.onlooker import onlooker
from tests.support.postgres import fresh_database, migrated_server
from tests.support.receiver import QUICK, Hook, Receiver, receiving
from tests.support.server import Server, serving
from tests.support.stated import UNASKED, stated
from verger.service.edge.form import NDJSON, SSE
from verger.service.openapi.examples import FILE

SESSION = "/v1/sessions/{session}"
WANTED = {"verger_webhook_private_targets": "on", "verger_lobby": "on", **UNASKED}
ARCHIVE = {"Content-Type": NDJSON}
SEATS = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
OPENING: list[tuple[str, str, Json]] = [
    ("Ann", "write_node", {"label": "Rain"}),
    ("Bo", "write_node", {"label": "Debt"}),
    ("Ann", "write_node", {"label": "Harbour Watch"}),
    ("Ann", "write_edge", {"label": "guards", "other": "n2"}),
    ("Ann", "mark", {"element": "n2", "mark": "!"}),
]
SHEET: Json = {
    "subject": "write_sheet",
    "name": "Sparrow",
    "seat": "s2",
    "sheet": {
        "attributes": [{"name": "REA", "rating": 5}, {"name": "PER", "rating": 4}],
        "skills": [{"name": "Stealth", "level": 3}],
        "interests": [{"name": "Opera", "level": 3}],
    },
}


class Captures:
    """Sends requests about several tables to two servers, and keeps the answers as examples."""

    def __init__(self, server: Server, elsewhere: Server, url: str) -> None:
        self.url = url
        self.capture = Capture()
        self.http, self.elsewhere = server.http, elsewhere.http
        self.visitor = Client(server.http)

    def all(self) -> None:
        """Send requests to every operation of the API document.

        Replacements of volatile values are numbered in the order of the requests, so a new example
        belongs at the end: there it does not change the others.
        """
        self._documents()
        table = self._sitting_down()
        self._tokens(table["Ann"])
        self._playing(table)
        self._following(table["Bo"])
        self._writing(table["Bo"])
        self._disputing(table)
        self._keeping(table["Ann"])
        self._loading()
        self._fighting()
        self._sheets()
        with receiving() as receiver:
            self._webhooks(receiver)
        self._looking_on()
        self._drawing()
        self._figures()
        self._telling()
        self._trying()
        self._opening(table["Bo"])
        self._giving_up()
        self._apps()
        self._lobby()
        self._stating()
        self._other_reads(table["Bo"])

    def read(self, told: str, by: Player, path: str = "", **query: Any) -> Any:
        """Send a GET request below the address of a session."""
        return self.capture.ask(told, by, "GET", f"{by.home}{path}", params=query or None)

    def post(self, told: str, by: Player, path: str, body: Json, **options: Any) -> Any:
        """Send a POST request below the address of a session."""
        return self.capture.ask(told, by, "POST", f"{by.home}{path}", json=body, **options)

    def _documents(self) -> None:
        ask = self.capture.ask
        ask("The process is alive", self.visitor, "GET", "/healthz")
        ask("The process is ready", self.visitor, "GET", "/readyz")
        ask("The games of this server", self.visitor, "GET", "/v1/rulesets")
        ask("The rules of Verge", self.visitor, "GET", "/v1/rulesets/verge")
        ask("The schemas of Venus", self.visitor, "GET", "/v1/rulesets/venus/schemas")
        path = "/v1/rulesets/verge/odds/signal"
        ask("A signal of two dice", self.visitor, "GET", path, params={"dice": 2})

    def _figures(self) -> None:
        """Read the metrics of the process."""
        ask, path = self.capture.ask, "/metrics"
        ask("The metrics of the process", self.visitor, "GET", path, lines=3)
        accept = {"Accept": "application/openmetrics-text"}
        ask("The metrics as OpenMetrics", self.visitor, "GET", path, lines=3, headers=accept)

    def _sitting_down(self) -> Table:
        """Ann starts a session and Bo claims a seat of it."""
        body = {"title": "An evening of Verge", "ruleset": "verge", "seats": SEATS}
        ask, key = self.capture.ask, {"Idempotency-Key": "example-key-of-ann-0001"}
        told, path = "Ann starts a game for two", "/v1/sessions"
        begun = ask(told, self.visitor, "POST", path, json=body, headers=key)
        table = Table(self.http, begun)
        claim = {"code": table.codes["Bo"]}
        told = "Bo takes a seat with its claim code"
        key = {"Idempotency-Key": "example-key-of-bo-0001"}
        claimed = ask(told, self.visitor, "POST", "/v1/seats/claim", json=claim, headers=key)
        bo = Player(self.http, claimed["token"], table.session, claimed["seat"])
        table.players["Bo"] = bo
        ann = table["Ann"]
        ask("Bo's sessions", bo, "GET", "/v1/sessions")
        self.read("The table in its first phase", bo)
        new = self.post("Ann adds a seat for Cy", ann, "/seats", {"kind": "player", "name": "Cy"})
        ask("Ann renews a claim code", ann, "POST", f"{ann.home}/seats/{new['seat']}/code")
        ask("Ann removes a seat that nobody took", ann, "DELETE", f"{ann.home}/seats/{new['seat']}")
        return table

    def _tokens(self, ann: Player) -> None:
        body = {"label": "Ann's tablet"}
        issued = self.post("A further token, for another device", ann, "/tokens", body)
        self.read("The tokens that act for Ann's seat", ann, "/tokens")
        self.capture.ask("A code for Ann's phone", ann, "POST", f"{ann.home}/device-codes")
        path = f"{ann.home}/tokens/{issued['id']}"
        self.capture.ask("Ann renews her token", ann, "POST", "/v1/tokens/renewal")
        self.capture.ask("Ann revokes the token of a lost tablet", ann, "DELETE", path)

    def _playing(self, table: Table) -> None:
        """Bo reads the options, makes one of the moves, and tries an illegal one."""
        bo = table["Bo"]
        self.read("The moves that Bo can make", bo, "/options")
        self.read("The pending actions of the table", bo, "/awaited")
        line = {"move": "add_limit", "kind": "line", "text": "Spiders."}
        told = "A trial of a move, which would be accepted"
        self.post(told, bo, "/moves", line, params={"dry_run": "true"})
        fields = {"Idempotency-Key": "0b2f6d5e", "If-Match": f'"{bo.head}"'}
        made = self.post("Bo draws a line", bo, "/moves", line, headers=fields)
        bo.move("write_node", label="Rain")
        self.read("The refused moves", bo, "/refusals")
        version = made["version"]
        self.read("The event of Bo's line", bo, f"/events/{version}")
        self.read("The ruling on Bo's line", bo, f"/events/{version}/ruling")

    def _following(self, bo: Player) -> None:
        path = f"{bo.home}/events"
        self.read("The first page of the log", bo, "/events", limit=1)
        self.capture.follow("The log as lines of JSON", bo, path, NDJSON, after=2)
        self.capture.follow("The log as a live stream", bo, path, SSE, after=2)

    def _opening(self, bo: Player) -> None:
        """Bo gets a ticket. With it, a page can follow the session without Bo's token."""
        told, path = "A ticket for a page's EventSource", f"{bo.home}/stream-tickets"
        self.capture.ask(told, bo, "POST", path)

    def _giving_up(self) -> None:
        """A table agrees to end its session. The GM exports the archive, and deletes the session."""
        table = played(self.http, "Ann", "Bo")
        ann = table["Ann"]
        subject = {"subject": "choose_house_rule", "house_rule": "session", "value": "given_up"}
        ann.moves("propose", subject=subject)
        table["Bo"].moves("agree", proposal="p1")
        tag, keeping = ann.get(f"{ann.home}/export").headers["etag"], {"archived": "true"}
        told, headers = "Ann ends the session after an export", {"If-Match": tag}
        self.capture.ask(told, ann, "DELETE", ann.home, params=keeping, headers=headers)

    def _writing(self, bo: Player) -> None:
        note = {"move": "seal_note", "text": "The harbour master is my brother.", "eyes": []}
        sealed = self.post("Bo seals a note for later", bo, "/moves", note)
        self.read("The event with its sealed text", bo, f"/events/{sealed['version']}")
        self.read("Bo's note, as Bo reads it", bo, "/notes")
        body = {"versions": [bo.head], "reason": "It named somebody real."}
        fields = {"Idempotency-Key": "6e1c9a40"}
        self.post("Bo redacts one of Bo's texts", bo, "/redactions", body, headers=fields)

    def _disputing(self, table: Table) -> None:
        bo = table["Bo"]
        line = next(one for one in bo.log() if one["type"] == "add_limit")
        about = {"of": "event", "version": line["version"]}
        dispute = {"move": "dispute", "about": about, "rule": "compile.limits", "grounds": "Why?"}
        self.post("Ann disputes the ruling on Bo's line", table["Ann"], "/moves", dispute)
        self.read("Disputes about limits", bo, "/disputes", rule="compile.limits")
        self.read("A dispute about a limit", bo, "/disputes/q1")

    def _keeping(self, ann: Player) -> None:
        """Export, import and fork the session."""
        self.read("The whole log as a file", ann, "/export")
        content = ann.get(f"{ann.home}/export").content
        away = started(self.elsewhere, "Ada", "Ben")["Ada"]
        told = "Ann imports an archive on another server"
        self.capture.ask(told, away, "POST", "/v1/imports", content=content, headers=ARCHIVE)
        self.read("A checkpoint of the newest version", ann, "/checkpoint")
        self.capture.ask("The keys of this server", self.visitor, "GET", "/v1/keys")
        body = {"version": 2, "title": "Had it gone otherwise"}
        fields = {"Idempotency-Key": "example-key-of-ann-0002"}
        self.post("Ann forks the session at version 2", ann, "/forks", body, headers=fields)
        self.read("The forks of the session", ann, "/forks")

    def _loading(self) -> None:
        """Ann and Bo write a network, and read it and its history."""
        table = played(self.http, "Ann", "Bo", house_rules={"undo": "gm"})
        table.agree("Ann", "finish_compile")
        begun = table["Ann"].head
        for name, move, fields in OPENING:
            table[name].moves(move, **fields)
        bo = table["Bo"]
        self.read("The network so far", bo, "/network")
        self.read("The changes of the last two moves", bo, "/diff", **{"from": bo.head - 2})
        body = {"without": [begun + 2]}
        self.post("The log without Bo's first node", bo, "/what-if", body)
        table["Ann"].moves("rewind", to=begun + 3)
        self.read("After an undo", bo, "/timeline")
        self.read("The landmarks after an undo", bo, "/landmarks")

    def _fighting(self) -> None:
        """Bo calls a conflict, and Ann joins it."""
        table = played(self.http, "Ann", "Bo", until="run")
        ann, bo = table["Ann"], table["Bo"]
        own = bo.see("/state")["play"]["characters"][bo.seat]
        bo.moves("call_conflict", reason="It is not that easy.")
        bo.moves("join_conflict", node=own, goal={"statement": "To win.", "target": "n1"})
        ann.moves("join_conflict", node="n1", goal={"statement": "To stay.", "target": "n1"})
        self.read("The table in a conflict", bo, "/state")
        conflict = bo.see("/state")["play"]["conflict"]["id"]
        self.read("The conflict that Bo called", bo, f"/conflicts/{conflict}")
        self.read("Paths that give Bo dice", bo, f"/conflicts/{conflict}/paths", limit=2)
        path = bo.see(f"/conflicts/{conflict}/paths")["paths"][0]["path"]
        roll = {"move": "roll", "explanation": "By force.", "path": path}
        dry = {"dry_run": "true"}
        self.post("A trial of a move that begins with dice", bo, "/moves", roll, params=dry)
        self.read("The tokens of each account", bo, "/banks")
        self.read("The movements of tokens", bo, "/ledger", limit=500)
        self.read("The commitment to the dice", bo, "/dice")

    def _telling(self) -> None:
        """Read the log as a story: as JSON, Markdown and HTML."""
        ann = played(self.http, "Ann", "Bo", until="load")["Ann"]
        ann.moves("write_node", label="Rain")
        ann.moves("add_limit", kind="line", text="Spiders.")
        self.read("The log as a story", ann, "/story")
        told, path = "The story as text, from version 5", f"{ann.home}/story"
        for form in ("text/markdown", "text/html"):
            headers = {"Accept": form}
            self.capture.ask(told, ann, "GET", path, params={"from": 5}, headers=headers)

    def _sheets(self) -> None:
        table = played(self.http, "Ann", "Bo", ruleset="afterverse")
        table["Bo"].moves("propose", subject=SHEET)
        table["Ann"].moves("agree", proposal="p1")
        self.read("The sheets of a table of Afterverse", table["Bo"], "/sheets")

    def _trying(self) -> None:
        """Trials of two moves whose results nobody knows yet: a roll, and revealing the seed of the dice."""
        table = played(self.http, "Ann", "Bo", ruleset="afterverse")
        ann, bo = table["Ann"], table["Bo"]
        for subject in (SHEET, {"subject": "begin_session"}):
            asked = bo.moves("propose", subject=subject)["event"]["effects"][0]["proposal"]
            ann.moves("agree", proposal=asked)
        ann.moves("open_situation", text="Rows of crates under one lamp.")
        pool = {"pool": "attributes", "attribute": "REA", "second": "PER"}
        test = {"about": "Who is there?", "form": "alone", "into": "awareness"}
        ann.moves("call_test", **test, actors=[{"character": "c1", "pool": pool}])
        roll, dry = {"move": "roll", "test": "t1", "character": "c1"}, {"dry_run": "true"}
        self.post("A trial of a roll, which dice decide", bo, "/moves", roll, params=dry)
        bo.moves("roll", test="t1", character="c1")
        reveal = {"move": "reveal_dice"}
        self.post("A trial of revealing the seed", bo, "/moves", reveal, params=dry)

    def _drawing(self) -> None:
        """Read a network and a map as pictures, and the network in other formats."""
        bo = played(self.http, "Ann", "Bo", until="run")["Bo"]
        self.read("The network as a picture", bo, "/network.svg")
        mark = {"move": "mark", "element": "n1", "mark": "!"}
        self.post("The network with a mark that Bo could write", bo, "/moves/picture", mark)
        self.read("The network in Graphviz's language", bo, "/network.dot")
        self.read("The network as GraphML", bo, "/network.graphml")
        ann = played(self.http, "Ann", "Bo", ruleset="edgerunner")["Ann"]
        ann.moves("draw_map", name="The warehouse", metaphorical=False)
        ann.moves("add_zone", name="Loading dock")
        ann.moves("add_zone", name="Office")
        ann.moves("add_border", one="z1", other="z2", ways=[{"value": 2, "condition": "the door"}])
        self.read("The map as a picture", ann, "/map.svg")

    def _looking_on(self) -> None:
        """Somebody without a token reads a session that anyone may watch."""
        table = played(self.http, "Ann", "Bo", house_rules={"onlookers": "anyone"})
        self.read("A session that allows onlookers, read without a token", onlooker(table))

    def _apps(self) -> None:
        """A club that starts a session for two of its members."""
        club = Client(self.http, app_key(self.url, "The Salt Club"))
        body = {"title": "Low Tide", "seats": SEATS}
        begun = self.capture.ask(
            "A club starts a game for two", club, "POST", "/v1/sessions", json=body
        )
        code = {"code": begun["seats"][0]["claim_code"]}
        of(self.visitor.post("/v1/seats/claim", code), 201)
        self.capture.ask("The app and its quota", club, "GET", "/v1/app")
        self.capture.ask("The events of the app's sessions", club, "GET", "/v1/feed")
        self.capture.follow("The feed as lines of JSON", club, "/v1/feed", NDJSON)
        self.capture.follow("The feed as a live stream", club, "/v1/feed", SSE)

    def _webhooks(self, receiver: Receiver) -> None:
        """Bo registers a webhook, so that a bot receives new limits."""
        bo = played(self.http, "Ann", "Bo")["Bo"]
        ask, key = self.capture.ask, {"Idempotency-Key": "example-key-of-bo-0002"}
        new = {"url": receiver.url, "description": "For Bo's bot.", "types": ["add_limit"]}
        made = self.post("Bo registers a webhook for limits", bo, "/webhooks", new, headers=key)
        hook = Hook(bo, made, bo.home)
        ask("Bo tests the webhook", bo, "POST", f"{hook.home}/ping")
        hook.settled(1)
        bo.draws_a_line("Spiders.")
        (limit, _) = hook.settled(2)
        self.read("Bo's webhooks", bo, "/webhooks")
        ask("The webhook and its progress", bo, "GET", hook.home)
        ask("The deliveries of the webhook", bo, "GET", f"{hook.home}/deliveries")
        path = f"{hook.home}/deliveries/{limit['id']}"
        ask("The delivery of the limit", bo, "GET", path)
        ask("Bo sends a delivery again", bo, "POST", f"{path}/redeliver")
        hook.until(lambda found: len(found[0]["attempts"]) == 2)
        ask("Bo rotates the secret", bo, "POST", f"{hook.home}/secret")
        ask("Bo pauses the webhook", bo, "PATCH", hook.home, json={"enabled": False})
        ask("Bo deletes the webhook", bo, "DELETE", hook.home)

    def _lobby(self) -> None:
        """Ann lists her table. Two people ask for a seat, and Ann accepts one of them."""
        seats = [*SEATS, {"kind": "player", "name": "Cy"}]
        ask = self.capture.ask
        begun = of(self.visitor.post("/v1/sessions", {"title": "Low Tide", "seats": seats}), 201)
        ann = Player(self.http, begun["token"], begun["session"], "s1")
        listing = {"language": "en", "plays": "Thursdays, from 20.00 in Vienna"}
        told, path = "Ann lists her table", f"{ann.home}/listing"
        table = ask(told, ann, "PUT", path, json=listing)["listing"]["table"]
        ask("Tables with a free seat", self.visitor, "GET", "/v1/tables", params={"language": "en"})
        asks, key = f"/v1/tables/{table}/asks", {"Idempotency-Key": "example-key-of-dee-0001"}
        told, body = "Dee asks for a seat", {"name": "Dee", "note": "I have played once."}
        asked = ask(told, self.visitor, "POST", asks, json=body, headers=key)
        other = of(self.visitor.post(asks, {"name": "Eve"}), 201)
        self.read("The listing of Ann's table, with a request", ann, "/listing")
        ask("Dee is let in", ann, "POST", f"/v1/asks/{asked['ask']}/seat", json={"seat": "s2"})
        ask("Ann declines a request", ann, "DELETE", f"/v1/asks/{other['ask']}")
        dee = Client(self.http, asked["token"])
        ask("The result of Dee's request", dee, "GET", "/v1/asks")
        ask("Ann removes her table from the lobby", ann, "DELETE", path)

    def _stating(self) -> None:
        stated(self.url)
        told = "The newest statement of the server"
        self.capture.ask(told, self.visitor, "GET", "/v1/statements")

    def _other_reads(self, bo: Player) -> None:
        """Send the reads of a session that have no example yet: those without a path parameter, and a history."""
        known = {kept.operation for kept in self.capture.kept}
        for path, methods in document()["paths"].items():
            read, below = methods.get("get"), path.removeprefix(SESSION)
            if read and below != path and "{" not in below and read["operationId"] not in known:
                self.read(read["summary"], bo, below)
        ann = played(self.http, "Ann", "Bo", until="run")["Ann"]
        self.read("The beginning of a node's history", ann, "/elements/n1/history", limit=3)


@contextmanager
def _servers(postgres: str) -> Iterator[tuple[Server, Server, str]]:
    with (
        fresh_database(postgres) as one,
        fresh_database(postgres) as other,
        serving(one, quicker=QUICK, **WANTED) as server,
        serving(other) as elsewhere,
    ):
        yield server, elsewhere, one


def captured(postgres: str) -> str:
    """Return the text of the file of examples. The servers use databases of this PostgreSQL server."""
    with _servers(postgres) as servers:
        captures = Captures(*servers)
        captures.all()
    operations: dict[str, list[Json]] = {}
    for kept in captures.capture.kept:
        operations.setdefault(kept.operation, []).append(kept.shown)
    return lines({"operation": id} | one for id in sorted(operations) for one in operations[id])


if __name__ == "__main__":
    with migrated_server() as url:
        FILE.write_text(captured(url))
