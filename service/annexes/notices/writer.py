"""The writers of requests, one for each form. They sign the message or the notice of a delivery."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

import msgspec

from verger.service.annexes.notices import message, notice, push, signing_secret
from verger.service.annexes.notices.delivery import DueDelivery
from verger.service.annexes.notices.tables import Tables
from verger.service.archive.push_key import PushKey
from verger.service.database.pool import Database
from verger.service.keyring import Keyring


class WebhookRequest(NamedTuple):
    """The request of an attempt."""

    url: str
    headers: Mapping[str, str]
    body: bytes
    at: datetime
    """The time of the attempt, which is signed."""


class RequestWriter(Protocol):
    """Writes the requests of a form."""

    async def write_request(self, delivery: DueDelivery) -> WebhookRequest: ...


class StandardWriter:
    """Writes messages for programs, by the Standard Webhooks specification."""

    def __init__(self, database: Database, keyring: Keyring, base: str) -> None:
        self._database = database
        self._keyring = keyring
        self._base = base

    async def write_request(self, delivery: DueDelivery) -> WebhookRequest:
        return await self.signed(
            delivery, delivery.url, msgspec.json.encode(delivery.payload(self._base))
        )

    async def signed(self, delivery: DueDelivery, url: str, body: bytes) -> WebhookRequest:
        """Sign a body with the secrets of the webhook."""
        secrets = await signing_secret.valid(self._database, self._keyring, delivery.webhook)
        at = datetime.now(UTC)
        return WebhookRequest(url, message.headers(delivery.id, at, body, secrets), body, at)


class ChatWriter:
    """Writes notices for a chat, signed like messages for programs."""

    def __init__(self, standard: StandardWriter, tables: Tables) -> None:
        self._standard = standard
        self._tables = tables

    async def write_request(self, delivery: DueDelivery) -> WebhookRequest:
        shown = await delivery.notice(self._tables)
        url, body = notice.posted(delivery.form, delivery.url, shown)
        return await self._standard.signed(delivery, url, body)


class BrowserWriter:
    """Writes notices for a browser, encrypted for it."""

    def __init__(self, push_key: PushKey, tables: Tables, home: str) -> None:
        self._push_key = push_key
        self._tables = tables
        self._home = home

    async def write_request(self, delivery: DueDelivery) -> WebhookRequest:
        assert delivery.browser, "the database has the keys of every browser"
        shown = await delivery.notice(self._tables)
        url, body = notice.posted(delivery.form, delivery.url, shown)
        signer, at = push.Signer(await self._push_key.private(), self._home), datetime.now(UTC)
        headers = push.headers(url, signer, at, delivery.topic.hex)
        return WebhookRequest(url, headers, push.encrypted(body, delivery.browser), at)
