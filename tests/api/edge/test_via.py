"""Events name the program that acted. The name comes only from its token."""

import io

from tests.api.http.test_redactions import redacted
from tests.support.client import Client, Player, Table, forked, of, played
from tests.support.server import Server
from verger.domain.core.text import REDACTED
from verger.service.archive.verify_file import ArchiveVerifier, verify_archive

LANTERN = "Lantern 2.1"


def vias(player: Player) -> list[str | None]:
    return [event["event"].get("via") for event in player.log()]


def test_every_event_names_the_program_that_acted(server: Server) -> None:
    seats = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
    visitor = Client(server.http)
    body = {"title": "A game", "seats": seats, "via": "Lantern"}
    table = Table(server.http, of(visitor.post("/v1/sessions", body), 201))
    claim = {"code": table.codes["Bo"], "via": "Bo's bot"}
    token = of(visitor.post("/v1/seats/claim", claim), 201)["token"]
    bo = Player(server.http, token, table.session, "s2")
    bo.draws_a_line("Spiders.")
    bo.issued(via="Phone").draws_a_line("Snakes.")
    bo.issued().draws_a_line("Rats.")
    told = [event["event"].get("via") for event in bo.log()]
    assert told == ["Lantern", "Bo's bot", "Bo's bot", "Phone", None]


def test_a_request_cannot_name_another_program(bo: Player, server: Server) -> None:
    cell = f"{server.cell:02}-" if server.cell else ""
    claim = {"code": f"{cell}AAAA-BBBB-CCCC-DDDD", "via": "Somebody"}
    seats = [{"kind": "gm", "name": "Bo"}]
    for path, body in (
        ("/v1/seats/claim", claim),
        ("/v1/sessions", {"title": "A game", "seats": seats, "via": "Somebody"}),
    ):
        assert of(bo.post(path, body), 409)["code"] == "via_of_token"
    moved = bo.post(f"{bo.home}/moves", {"move": "signal", "via": "Somebody"})
    assert of(moved, 400)["code"] == "invalid_body"


def test_an_anonymous_move_names_no_program(bo: Player) -> None:
    bot = bo.issued(via="Bo's bot")
    assert "via" not in bot.moves("signal", anonymous=True)["event"]
    assert bot.draws_a_line("Spiders.")["event"]["via"] == "Bo's bot"


def test_a_move_that_the_server_makes_again_names_no_program(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", house_rules={"undo": "gm"})
    ann, bo = table["Ann"], table["Bo"].issued(via=LANTERN)
    for text in ("Gloomy.", "Slow."):
        bo.moves("propose", subject={"subject": "adopt_premise", "aspect": "tone", "text": text})
    ann.moves("leave_out", version=ann.head - 1)
    assert vias(ann)[-4:] == [LANTERN, LANTERN, None, None]
    assert ann.log()[-1]["event"]["repeats"] == ann.head - 2


def test_an_archive_and_a_fork_keep_the_name_and_verify(bo: Player) -> None:
    bot = bo.issued(via=LANTERN)
    bot.draws_a_line("Spiders.")
    assert vias(forked(bot)["Bo"])[-2:] == [LANTERN] * 2
    archive = bo.exported()
    assert f'"via":"{LANTERN}"'.encode() in archive
    assert isinstance(verify_archive(io.BytesIO(archive), lambda _: None), ArchiveVerifier)


def test_a_redaction_takes_the_name_only_out_of_the_named_events(bo: Player) -> None:
    bot = bo.issued(via=LANTERN)
    line = bot.draws_a_line("Spiders.")["version"]
    bot.draws_a_line("Snakes.")
    event = redacted(bo, line)
    assert vias(bo)[line - 1 :] == [REDACTED, LANTERN, None]
    assert event["event"]["effects"][0]["rewritten"] == [line]


def test_an_event_without_other_texts_can_lose_its_name(bo: Player) -> None:
    bot = bo.issued(via=LANTERN)
    line = bot.moves("signal", anonymous=False)["version"]
    assert redacted(bo, line)["event"]["effects"][0]["rewritten"] == [line]
    assert vias(bo)[line - 1] == REDACTED


def test_a_redacted_text_is_also_removed_from_names_of_programs(server: Server) -> None:
    table = played(server.http, "Ann", "Bo")
    bo = table["Bo"].issued(via="Gerda Zwiebel")
    line = table["Bo"].draws_a_line("Gerda Zwiebel")["version"]
    bo.draws_a_line("Snakes.")
    redacted(table["Bo"], line)
    assert vias(bo)[-2:] == [REDACTED, None]
    assert "Zwiebel" not in str(table["Bo"].see("/tokens"))
