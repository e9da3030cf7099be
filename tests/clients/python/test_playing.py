"""Play with the Python client: take a seat, make moves, be refused, and choose a move again."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.clients.python.conftest import Table
from tests.support.app import app_key
from tests.support.server import Server
from verger_client import AsyncVerger, Moment, Problem, Refused, Stale, Verger


def line(text: str) -> dict[str, Any]:
    return {"move": "add_limit", "kind": "line", "text": text}


def test_a_move_becomes_an_event(table: Table) -> None:
    made = table.bo.move("add_limit", kind="line", text="spiders")
    assert (made.version, made.event.seat) == (3, table.bo.seat)
    assert made.event.ruling.sentence == "Bo draws a line."
    assert table.ann.get_event(3) == made
    assert table.ann.get_ruling(3).ruling == made.event.ruling
    assert [event.version for event in table.ann.events(limit=1)] == [1, 2, 3]
    assert list(table.ann.events(type="add_limit")) == [made]


def test_the_history_of_an_element_is_read(table: Table) -> None:
    table.ann.move("propose", subject={"subject": "finish_compile"})
    table.bo.move("agree", proposal="p1")
    made = table.ann.move("write_node", label="Rain")
    (entry,) = table.bo.get_element_history("n1").entries
    assert (entry.version, entry.seat, entry.undone_by) == (made.version, table.ann.seat, None)


def test_a_refusal_says_why_in_a_sentence_and_to_programs(table: Table) -> None:
    with pytest.raises(
        Refused,
        match=r"This move belongs to the step load, but play is in the step compile\. .*\(wrong_step\)",
    ) as caught:
        table.bo.move("write_node", label="Salt Fever")
    assert (caught.value.code, caught.value.rule) == ("wrong_step", "load.ideas")
    facts = caught.value.body.facts
    assert (facts["step_needed"], facts["step"]) == ("load", "compile")


def test_a_move_with_the_same_key_is_made_once(table: Table) -> None:
    made = [table.bo.move(line("spiders"), key="a-key-of-mine-kept") for _ in range(2)]
    assert made[0] == made[1]
    assert table.bo.now().version == 3


def test_a_move_on_an_old_version_is_not_made(table: Table) -> None:
    seen = table.bo.now()
    table.ann.move(line("spiders"))
    with pytest.raises(Stale) as caught:
        table.bo.move(line("snakes"), seen=seen.version)
    assert [event.version for event in caught.value.events] == [3]
    assert seen.move(line("snakes")) is None
    assert table.bo.now().version == 3


def test_insisting_chooses_the_move_again_from_the_newest_moment(table: Table) -> None:
    drawn = []

    def choose(moment: Moment) -> dict[str, Any]:
        drawn.append(moment.version)
        if len(drawn) < 3:
            table.ann.move(line(f"Line {len(drawn)}."))
        return line(f"After version {moment.version}.")

    made = table.bo.insist(choose)
    assert made
    assert drawn == [2, 3, 4]
    assert made.event.move["text"] == "After version 4."
    assert table.bo.insist(lambda _: None) is None


def test_a_tried_move_is_not_recorded(table: Table) -> None:
    would = table.bo.try_move(line("spiders"))
    assert would
    assert would.ruling.sentence == "Bo draws a line."
    assert table.bo.now().version == 2


def test_a_moment_does_not_change(table: Table) -> None:
    moment = table.bo.now()
    table.ann.move(line("spiders"))
    table.ann.move("propose", subject={"subject": "finish_compile"})
    assert moment.state().table.limits == ()
    assert len(table.bo.get_state().table.limits) == 1
    assert "agree" not in {form.move for form in moment.options()}
    assert "agree" in {form.move for form in table.bo.options()}


def test_forms_are_filled_in_and_sent(table: Table) -> None:
    (form,) = [one for one in table.bo.options() if one.move == "add_limit"]
    assert form.label == "Set a limit"
    made = table.bo.move(form.fill(text="spiders"))
    assert made.event.move == line("spiders")


def test_a_seat_is_taken_by_a_link_too(verger: Verger) -> None:
    ann = verger.start("Low Tide", "Ann", "Bo", observers=["Cy"])
    bo = verger.claim(ann.link(ann.invitations["Bo"]), name="Bob", via="A bot 1.0")
    assert [seat.name for seat in bo.now().view.seats] == ["Ann", "Bob", "Cy"]
    assert bo.move(line("spiders")).event.via == "A bot 1.0"
    ann.add_seat(name="Dee", kind="observer")
    dee = verger.claim(ann.renew_claim_code("s4").claim_code or "")
    assert (dee.seat, dee.now().view.seats[3].kind) == ("s4", "observer")
    with pytest.raises(Problem, match="seat_taken"):
        ann.renew_claim_code("s4")


def test_a_further_token_plays_the_seat_until_it_is_revoked(server: Server, table: Table) -> None:
    issued = table.bo.issue_token(label="a bot", scopes=["read", "play"])
    with Verger(server.url, issued.token) as other:
        bo = other.session(table.bo.id)
        assert bo.now().session.seat == table.bo.seat
        bo.move(line("spiders"))
        assert [session.session for session in other.sessions()] == [bo.id]
        assert other.renew_token().id == issued.id
        table.bo.revoke_token(issued.id)
        with pytest.raises(Problem) as caught:
            bo.now()
    assert (caught.value.status, caught.value.code) == (401, "invalid_token")


def test_a_fork_goes_on_from_a_version(table: Table) -> None:
    table.ann.move(line("spiders"))
    fork = table.ann.fork(2, "Another evening")
    assert fork.seat == table.ann.seat
    assert fork.now().view.title == "Another evening"
    assert fork.now().state().table.limits == ()
    assert list(fork.invitations) == ["Bo"]


def test_an_app_starts_sessions_and_hands_out_every_seat(database: str, server: Server) -> None:
    with Verger(server.url, app_key(database, "The Salt Club")) as club:
        table = club.start("Low Tide", "Ann", "Bo", house_rules={"onlookers": "anyone"})
        assert (table.seat, table.token, list(table.invitations)) == (None, None, ["Ann", "Bo"])
        assert (club.get_app().name, club.get_app().sessions) == ("The Salt Club", 1)
        today = club.get_app().today
        assert (today.requests, today.moves) == (club.get_app().today.requests - 1, 0)
    with Verger(server.url) as anybody:
        assert anybody.session(table.id).now().view.your_seats == ()


def test_no_object_with_a_token_shows_it(server: Server, verger: Verger) -> None:
    ann = verger.start("Low Tide", "Ann", "Bo")
    issued = ann.issue_token(label="a bot")
    secrets = [ann.token, *ann.invitations.values(), issued.token, ann.offer_device_code().code]
    holders = [ann, vars(ann), ann._connection, verger, issued, ann.offer_device_code(), ann.now()]  # noqa: SLF001
    told = repr(holders)
    assert all(secrets)
    assert [secret for secret in secrets if secret and str(secret) in told] == []


@pytest.fixture
async def patient(server: Server) -> AsyncIterator[AsyncVerger]:
    async with AsyncVerger(server.url) as verger:
        yield verger


async def test_the_async_client_plays_the_same_way(patient: AsyncVerger) -> None:
    ann = await patient.start("Low Tide", "Ann", "Bo")
    bo = await patient.claim(ann.invitations["Bo"])
    async for moment in ann.live():
        if moment.version == 3:
            break
        await bo.move(line("spiders"))
    with pytest.raises(Refused):
        await bo.move("write_node", label="Salt Fever")
    assert [event.version async for event in bo.events(after=1)] == [2, 3]
