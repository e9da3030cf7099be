"""Refused requests that change a log or a table: redactions, archives, notes and seats. Some are blocked by the operator."""

import httpx

from tests.captures.desk import Desk, Scripts
from tests.captures.told import Step
from tests.captures.told import Table as Told
from tests.support.client import Client, Player, forked, of
from tests.support.ended import end
from tests.support.log import archived, evening, rows
from tests.support.postgres import execute

SCRIPTS = Scripts()

NDJSON = {"Content-Type": "application/x-ndjson"}
SEATS = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]


def redact(player: Player, version: int) -> httpx.Response:
    """Ask for a redaction."""
    body = {"versions": [version], "reason": "It names somebody."}
    return player.post(f"{player.home}/redactions", body)


def bring(player: Player, archive: bytes) -> httpx.Response:
    """Import an archive."""
    return player.ask("POST", "/v1/imports", content=archive, headers=NDJSON)


def start(desk: Desk, *seats: dict[str, str], **house_rules: int) -> httpx.Response:
    """Start a session."""
    body = {"title": "An evening", "seats": seats, "house_rules": house_rules}
    return Client(desk.http).post("/v1/sessions", body)


@SCRIPTS.provokes("nothing_to_redact")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    return redact(bo, bo.moves("signal")["version"])


@SCRIPTS.provokes("not_yours_to_redact")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    return redact(table["Ann"], table["Bo"].draws_a_line("Zwiebel!")["version"])


@SCRIPTS.provokes("inherited")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    version = ann.draws_a_line("Zwiebel!")["version"]
    return redact(forked(ann)["Ann"], version)


@SCRIPTS.provokes("too_many_forks")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    version = ann.draws_a_line("Zwiebel!")["version"]
    forked(forked(ann)["Ann"])
    return redact(ann, version)


@SCRIPTS.provokes("fork_too_deep")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    for _ in range(3):
        ann = forked(ann)["Ann"]
    return ann.post(f"{ann.home}/forks", {})


@SCRIPTS.provokes("log_too_long")
def _(desk: Desk) -> httpx.Response:
    return redact(desk.sat(Told("boosts", 60), "s2"), 2)


@SCRIPTS.provokes("unreadable_archive")
def _(desk: Desk) -> httpx.Response:
    return bring(desk.table()["Ann"], b'{"title":"An evening"}\n')


@SCRIPTS.provokes("wrong_archive")
def _(desk: Desk) -> httpx.Response:
    log = archived(rows(evening("war")[:20]))
    log[3] = log[3].replace(b"sits", b"stands", 1)
    return bring(desk.table()["Ann"], b"".join(log))


@SCRIPTS.provokes("ancestor_differs")
def _(desk: Desk) -> httpx.Response:
    ann, log = desk.table()["Ann"], rows(evening("coming_and_going"))
    of(bring(ann, b"".join(archived(log[:20]))), 201)
    return bring(ann, b"".join(archived(log)))


@SCRIPTS.provokes("ancestor_needed")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    version = ann.draws_a_line("Zwiebel!")["version"]
    fork = forked(ann)["Ann"]
    of(redact(ann, version), 201)
    archive = fork.get(f"{fork.home}/export").content
    for table in ("events", "forks", "snapshots"):
        # Remove both sessions, as if they had been played on another server.
        both = f"DELETE FROM {table} WHERE session IN ('{ann.session}', '{fork.session}')"  # noqa: S608
        execute(desk.url, f"SET session_replication_role = replica; {both}")
    return bring(desk.table()["Ann"], archive)


@SCRIPTS.provokes("session_exists")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return bring(ann, ann.get(f"{ann.home}/export").content)


@SCRIPTS.provokes("stub_differs")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    before = table["Ann"].get(f"{table['Ann'].home}/export").content
    table["Bo"].draws_a_line("Spiders.")
    end(desk.url, table.session)
    return bring(desk.table()["Ann"], before)


@SCRIPTS.provokes("session_archived")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    end(desk.url, table.session)
    return Client(desk.http).ask("GET", table["Ann"].home)


@SCRIPTS.provokes("session_deleted")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    end(desk.url, table.session, "session_deleted")
    return Client(desk.http).ask("GET", table["Ann"].home)


def gives_up(desk: Desk) -> Player:
    """Let both seats of a table agree to give up the session, and return the GM."""
    table = desk.table()
    subject = {"subject": "choose_house_rule", "house_rule": "session", "value": "given_up"}
    ann: Player = table["Ann"]
    ann.moves("propose", subject=subject)
    table["Bo"].moves("agree", proposal="p1")
    return ann


@SCRIPTS.provokes("not_given_up")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("DELETE", ann.home)


@SCRIPTS.provokes("has_forks")
def _(desk: Desk) -> httpx.Response:
    ann = gives_up(desk)
    forked(ann)
    return ann.ask("DELETE", ann.home)


@SCRIPTS.provokes("no_gm")
def _(desk: Desk) -> httpx.Response:
    return start(desk, SEATS[1])


@SCRIPTS.provokes("seat_limit")
def _(desk: Desk) -> httpx.Response:
    return start(desk, *SEATS, {"kind": "player", "name": "Cy"}, seat_limit=2)


@SCRIPTS.provokes("seat_taken")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("DELETE", f"{ann.home}/seats/s2")


@SCRIPTS.provokes("boosts_out")
def _(desk: Desk) -> httpx.Response:
    there = (
        Step("s1", {"move": "add_seat", "kind": "player", "name": "Una"}),
        Step("s1", {"move": "award_boost", "seat": "s2", "reason": "The leap!"}),
    )
    leto = desk.sat(Told("boosts", 144, then=there), "s1")
    return leto.ask("DELETE", f"{leto.home}/seats/s5")


@SCRIPTS.provokes("not_what_was_sealed")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    version = bo.moves("seal_note", text="The heir is Zwiebel.", eyes=[])["version"]
    of(redact(bo, version), 201)
    return bo.move("reveal_note", note="k1")


@SCRIPTS.provokes("sealed_elsewhere")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    ann.moves("seal_note", text="The heir is the doctor.", eyes=[])
    return forked(ann)["Ann"].move("reveal_note", note="k1")


@SCRIPTS.provokes("question_closed")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.move("signal", headers={"Verger-Question": "agreement-p1"})


@SCRIPTS.provokes("blocked")
def _(desk: Desk) -> httpx.Response:
    bot = desk.table()["Ann"].issued(label="a spam bot")
    blocking = "INSERT INTO blocks (token) SELECT id FROM tokens WHERE label = 'a spam bot'"
    execute(desk.url, blocking)
    return bot.move("add_limit", kind="line", text="No spiders.")
