"""The kinds of deliveries, each with its message for programs and its notice for people."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

import msgspec
from msgspec.structs import replace

from verger.service.annexes.notices import message, notice
from verger.service.annexes.notices.message import Gathered
from verger.service.annexes.notices.notice import DigestTable, Form, Notice
from verger.service.annexes.notices.push import Subscription
from verger.service.annexes.notices.tables import Tables
from verger.service.database.record import Record


class _Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of every delivery that is due, with the present form and address of its webhook."""

    id: UUID
    webhook: UUID
    topic: UUID
    """The session of the delivery, or the webhook if it has no single session. A newer notice replaces an older one of its topic."""
    type: str
    at: datetime
    tries: int
    has_failed: bool
    """Whether nothing has arrived at the webhook since the delivery's schedule began."""
    form: Form
    url: str
    browser: Subscription | None
    """The browser that receives it, if the form is `web_push`."""

    is_retried: ClassVar[bool] = True


class EventDelivery(_Delivery, frozen=True, kw_only=True):
    """The delivery of an event."""

    session: UUID
    version: int

    def payload(self, base: str) -> message.SessionMoved:
        link = base + message.event_path(self.session, self.version)
        moved = message.SessionMovedData(self.session, self.version, self.type, link)
        return message.SessionMoved(self.at, moved)

    async def notice(self, tables: Tables) -> Notice:
        """Return the notice for people: the open questions to their seats."""
        now = await tables.now(self.session, self.version)
        seats = await tables.seats(self.webhook, self.session) or ()
        return notice.notice(now, seats, tables.page(self.session))


class DigestDelivery(_Delivery, frozen=True, kw_only=True):
    """The delivery of all events that a webhook gathered."""

    sessions: tuple[Gathered, ...]

    def payload(self, base: str) -> message.SessionsMoved:
        sessions = tuple(replace(one, link=base + one.link) for one in self.sessions)
        return message.SessionsMoved(self.at, message.SessionsMovedData(sessions))

    async def notice(self, tables: Tables) -> Notice:
        """Return the notice for people, with the sessions that the webhook still covers."""
        shown = []
        for moved in self.sessions:
            seats = await tables.seats(self.webhook, moved.session)
            if seats is not None:
                now = await tables.now(moved.session, moved.version)
                shown.append(DigestTable(now, seats, moved.events))
        only = self.sessions[0].session if len(self.sessions) == 1 else None
        return notice.digest_notice(shown, tables.page(only))


class AskDelivery(_Delivery, frozen=True, kw_only=True):
    """The delivery of a message that somebody asks for a seat."""

    session: UUID

    def payload(self, base: str) -> message.SeatAsked:
        link = base + message.listing_path(self.session)
        return message.SeatAsked(self.at, message.SeatAskedData(self.session, link))

    async def notice(self, tables: Tables) -> Notice:
        now = await tables.now(self.session)
        return notice.notice(now, (), tables.page(self.session), notice.SOMEBODY)


class PingDelivery(_Delivery, frozen=True, kw_only=True):
    """The delivery of a ping, which is tried only once."""

    session: UUID | None
    """The session of the webhook; None if the webhook covers many."""

    is_retried: ClassVar[bool] = False

    def payload(self, base: str) -> message.WebhookPing:
        del base
        return message.WebhookPing(self.at, message.WebhookPingData(self.session, self.webhook))

    async def notice(self, tables: Tables) -> Notice:
        return notice.ping_notice(tables.page(self.session))


DueDelivery = EventDelivery | DigestDelivery | AskDelivery | PingDelivery
"""A delivery that is due. The column `type` has the type of its event, or of its message."""

_sessions = msgspec.json.Decoder(tuple[Gathered, ...])


def due_delivery(row: Record) -> DueDelivery:
    """Return the delivery of a row of `sql.NEXT_DELIVERY`."""
    columns = {**row}
    same = {name: columns[name] for name in _Delivery.__struct_fields__ if name in columns}
    same["browser"] = Subscription(row["p256dh"], row["auth"]) if row["p256dh"] else None
    match columns["type"]:
        case message.DIGEST:
            return DigestDelivery(**same, sessions=_sessions.decode(row["gathered"]))
        case message.ASKED:
            return AskDelivery(**same, session=columns["session"])
        case message.PING:
            return PingDelivery(**same, session=columns["webhook_session"])
        case _:
            return EventDelivery(**same, session=columns["session"], version=row["version"])
