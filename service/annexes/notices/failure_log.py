"""The log lines about failing receivers: one line for each host, at intervals."""

import time
from collections import OrderedDict
from urllib.parse import urlsplit

import structlog

from verger.service.annexes.notices.outbox import LeasedWebhook
from verger.service.annexes.notices.sender import Outcome

AGAIN_SECONDS = 600.0
"""After a logged failure, further failures of the same host are not logged for this number of seconds."""
HOSTS = 1_000
"""The maximum number of remembered hosts. If there are more, the host logged longest ago is forgotten."""

_log = structlog.get_logger()


class FailureLog:
    """Logs failed attempts, with the host of the address only: the rest of an address can be a secret."""

    def __init__(self) -> None:
        self._logged: OrderedDict[str, float] = OrderedDict()

    def failed(self, webhook: LeasedWebhook, outcome: Outcome) -> None:
        """Log a failed attempt, unless one at the same host was logged lately."""
        host = urlsplit(f"//{webhook.target}").hostname or ""
        now = time.monotonic()
        if now - self._logged.get(host, -AGAIN_SECONDS) < AGAIN_SECONDS:
            return
        self._logged[host] = now
        self._logged.move_to_end(host)
        if len(self._logged) > HOSTS:
            self._logged.popitem(last=False)
        _log.warning(
            "webhook_target_failed",
            host=host,
            outcome=outcome.name,
            status=outcome.status,
            webhook=str(webhook.id),
        )
