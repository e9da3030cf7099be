"""Webhooks: verify that the server signed a delivery (Standard Webhooks), and read it."""

import base64
import hmac
import re
import time
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from verger_client.errors import NotVerified

TOLERANCE_SECONDS = 300


class Delivery(msgspec.Struct, frozen=True):
    """A delivery. It reports a new version of a session, or, from a newer server, another fact."""

    type: str
    timestamp: datetime
    data: dict[str, Any]


def verified(secret: str | Iterable[str], headers: Mapping[str, str], body: bytes) -> Delivery:
    """Return a delivery if it is signed with the secret. `body` has the received bytes, unchanged.

    While a secret is being replaced, pass the old and the new one. Raises `NotVerified`.
    """
    fields = {name.lower(): value for name, value in headers.items()}
    id, at = fields.get("webhook-id", ""), fields.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,15}", at) or abs(time.time() - int(at)) > TOLERANCE_SECONDS:
        raise NotVerified("The delivery is too old, or from the future.")
    signed = f"{id}.{at}.".encode() + body
    secrets = [secret] if isinstance(secret, str) else secret
    right = [_signature(one, signed) for one in secrets]
    sent = fields.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(one.encode(), other) for one in sent for other in right):
        raise NotVerified("The delivery is not signed with this secret.")
    return msgspec.json.decode(body, type=Delivery)


def _signature(secret: str, signed: bytes) -> bytes:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
