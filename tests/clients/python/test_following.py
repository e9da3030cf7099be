"""The Python client receives every event once, even if connections break."""

from collections.abc import Generator
from itertools import islice
from threading import Timer

import pytest

from tests.clients.python.conftest import Table
from tests.support.cutting import cutting
from tests.support.postgres import lose
from tests.support.server import Server
from verger_client import NoSeat, Problem, Reset, Session, Verger
from verger_client.types import FeedItem


def lines(seat: Session, count: int) -> None:
    for number in range(count):
        seat.move("add_limit", kind="line", text=f"Line {number}.")


def test_every_event_comes_once_though_connections_are_cut(server: Server, table: Table) -> None:
    lines(table.ann, 6)
    token = table.bo.token
    with cutting(server.port, 2_500, 4_000) as way, Verger(way.url, token) as other:
        heard = list(islice(other.session(table.bo.id).follow(), 8))
        assert way.cut == 2
    assert heard == list(table.ann.events())


def test_following_continues_after_a_restart_of_the_server(server: Server, table: Table) -> None:
    events = table.bo.follow(after=1)
    assert next(events).version == 2
    server.kill()
    server.restart()
    lines(table.ann, 1)
    assert next(events).version == 3


def test_a_session_is_yielded_again_whenever_it_has_changed(table: Table) -> None:
    moments = table.bo.live()
    assert next(moments).version == 2
    lines(table.ann, 1)
    assert next(moments).version == 3
    lines(table.ann, 3)
    slow = next(moments)
    assert slow.version == 6
    assert len(slow.state().table.limits) == 4
    # While nothing happens, the client does not yield its newest moment again.
    Timer(0.5, lines, (table.ann, 1)).start()
    assert next(moments).version == 7


def test_a_seat_that_play_waits_for_has_a_turn(table: Table) -> None:
    turns = table.bo.turns()
    table.ann.move("propose", subject={"subject": "finish_compile"})
    turn = next(turns)
    assert "agreement" in [wait.what for wait in turn.moment.awaits]
    (form,) = [form for form in turn.forms if form.move == "agree"]
    made = turn.answer(form)
    assert made
    assert made.event.move == {"move": "agree", "proposal": "p1"}


def test_an_answer_counts_until_its_question_is_closed(table: Table) -> None:
    table.ann.move("propose", subject={"subject": "finish_compile"})
    moment = table.bo.now()
    (form,) = [form for form in moment.answers() if form.move == "agree"]
    lines(table.ann, 1)
    assert moment.answer(form)
    assert moment.answer(form) is None


def test_turns_of_a_token_with_two_seats_need_the_name_of_a_seat(
    server: Server, table: Table
) -> None:
    with Verger(server.url, table.bo.token) as both:
        both.claim(table.ann.add_seat(name="Bob", kind="player").claim_code or "")
        turns = both.session(table.bo.id).turns()
        with pytest.raises(NoSeat, match="Name a seat of the token: s2, s3"):
            next(turns)


def test_a_log_that_went_back_is_an_error(table: Table) -> None:
    with pytest.raises(Reset) as caught:
        next(table.bo.follow(after=9))
    assert caught.value.after == 2


def test_a_live_session_is_read_again_after_the_log_went_back(
    server: Server, database: str, table: Table
) -> None:
    lines(table.ann, 3)
    moments = table.bo.live()
    assert next(moments).version == 5
    server.kill()
    lose(database, table.bo.id, after=3)
    server.restart()
    assert next(moments).version == 3


def test_following_ends_when_the_token_is_revoked(table: Table) -> None:
    events = table.bo.follow()
    assert next(events).version == 1
    own = next(one.id for one in table.bo.list_tokens().tokens if one.is_own)
    table.bo.revoke_token(own)
    with pytest.raises(Problem) as caught:
        list(events)
    assert caught.value.code == "invalid_token"


def test_one_feed_has_every_session_of_a_token(server: Server, verger: Verger) -> None:
    ann = verger.start("Low Tide", "Ann", "Bo")
    with Verger(server.url, ann.token) as own:
        second = own.start("High Tide", "Ann")
        assert second.token is None
        feed = own.feed()
        heard = list(islice(feed, 2))
        assert {item.session for item in heard} == {ann.id, second.id}
        assert {one.session for one in own.sessions(limit=1)} == {ann.id, second.id}
        lines(ann, 1)
        item = next(feed)
        assert (item.session, item.version, item.now.title) == (ann.id, 2, "Low Tide")
        again = next(own.feed(after=heard[-1].place))
        assert again.place == item.place
        with pytest.raises(Reset) as caught:
            next(own.feed(after="nowhere"))
    assert isinstance(caught.value.after, str)


class Restored(Verger):
    """A client that begins to read the feed at a position from before a restore of the database."""

    before = "00000000.1." + "0" * 32 + ".0"

    def feed(self, after: str | None = None) -> Generator[FeedItem]:
        after, self.before = self.before or after, ""
        return super().feed(after)


def test_turns_come_from_every_table_of_a_token_and_again_after_a_reset_of_the_feed(
    server: Server, verger: Verger, table: Table
) -> None:
    other = verger.start("High Tide", "Ann", "Bo")
    with Restored(server.url, table.bo.token) as bo:
        bo.claim(other.invitations["Bo"])
        turns = bo.turns()
        both = {table.bo.id, other.id}
        for _ in ("at first", "anew"):
            assert {next(turns).moment.session.id for _ in range(2)} == both
        for one in (table.ann, other):
            lines(one, 1)
            assert next(turns).moment.session.id == one.id
