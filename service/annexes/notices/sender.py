"""The sender makes one attempt: a request to a checked address, with a limit for each wait."""

import asyncio
import contextlib
import ssl
import time
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Literal, get_args

import httpcore
import msgspec
import structlog

from verger.service.annexes.notices.share import Turn, WebhookHealth
from verger.service.annexes.notices.target import Refused, TargetError, Targets

ATTEMPT_SECONDS = 20.0
"""How long an attempt may take in total (15 to 30 s in the specification)."""
CONNECT_SECONDS = 5.0
"""How long a connection to each address of a host may take."""
ADDRESSES = 4
"""The maximum number of addresses of a host that are tried."""
ANSWER_LIMIT = 16 * 1024
"""The maximum number of bytes to read of an answer's body, so that its sender can finish."""
ANSWER_SECONDS = 1.0
"""How long reading this part may take after the status is known."""

Fault = Literal["timeout", "unreachable", "tls", "broken"] | Refused

OUTCOMES = ("delivered", "refused", *[word for part in get_args(Fault) for word in get_args(part)])
"""The possible outcomes of an attempt, each as a word."""

_log = structlog.get_logger()
_AGENT = f"Verger/{version('verger')} (webhooks)"


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of an attempt."""

    ms: int
    status: int | None = None
    """The status of the answer; None if there was no answer."""
    error: Fault | None = None
    headers: Mapping[str, str] = {}

    @property
    def is_delivered(self) -> bool:
        """Whether the receiver accepted it, with any 2xx status."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def name(self) -> str:
        """The outcome as a word."""
        return self.error or ("delivered" if self.is_delivered else "refused")

    @property
    def is_gone(self) -> bool:
        """Whether the receiver does not want any more deliveries."""
        return self.status == 410


class Sender:
    """Sends requests. It follows no redirects, uses no proxies and keeps no connections."""

    def __init__(self, targets: Targets) -> None:
        self._targets = targets
        self._tls: ssl.SSLContext | None = None

    async def post(
        self, url: str, headers: Mapping[str, str], body: bytes, turn: Turn | None = None
    ) -> Outcome:
        """Make one attempt. It ends within `ATTEMPT_SECONDS`, or earlier if the turn ends it."""
        turn = turn or Turn("", "", WebhookHealth.NEW)
        began = time.monotonic()
        status: int | None = None
        error: Fault | None = None
        fields: dict[str, str] = {}
        try:
            async with asyncio.timeout(ATTEMPT_SECONDS) as limit:
                turn.tries(limit)
                status, fields = await self._post(url, headers, body, turn)
        except (TimeoutError, httpcore.TimeoutException):
            error = "timeout"
        except TargetError as refused:
            error = refused.reason
        except httpcore.ConnectError as failed:
            error = "tls" if isinstance(failed.args[0], ssl.SSLError) else "unreachable"
        except (httpcore.NetworkError, httpcore.ProtocolError):
            error = "broken"
        except Exception as failed:  # noqa: BLE001, an unknown error must count as an attempt
            _log.error("webhook_broken", error=type(failed).__name__)
            error = "broken"
        finally:
            turn.tries(None)
        return Outcome(round((time.monotonic() - began) * 1_000), status, error, fields)

    async def _post(
        self, url: str, headers: Mapping[str, str], body: bytes, turn: Turn
    ) -> tuple[int, dict[str, str]]:
        origin = httpcore.URL(url).origin
        tls = await self._trust() if origin.scheme == b"https" else None
        sent = [("User-Agent", _AGENT), *headers.items()]
        async with (
            httpcore.AsyncHTTPConnection(
                origin, ssl_context=tls, network_backend=_Checked(self._targets, turn)
            ) as connection,
            connection.stream("POST", url, headers=sent, content=body) as answer,
        ):
            await _drain(answer)
            fields = {
                name.decode("latin-1").lower(): value.decode("latin-1")
                for name, value in answer.headers
            }
            return answer.status, fields

    async def _trust(self) -> ssl.SSLContext:
        """Return the trusted certificates. A thread reads them, because that takes too long for the event loop."""
        if self._tls is None:
            self._tls = await asyncio.to_thread(httpcore.default_ssl_context)
        return self._tls


async def _drain(answer: httpcore.Response) -> None:
    """Read the answer within limits, so that its sender can finish. The status is known already."""
    read = 0
    with contextlib.suppress(TimeoutError, httpcore.NetworkError, httpcore.ProtocolError):
        async with asyncio.timeout(ANSWER_SECONDS):
            async for chunk in answer.aiter_stream():
                read += len(chunk)
                if read > ANSWER_LIMIT:
                    return


class _Checked(httpcore.AsyncNetworkBackend):
    """Checks an address just before it connects to it. The request and TLS still use the host's name."""

    def __init__(self, targets: Targets, turn: Turn) -> None:
        self._targets, self._turn = targets, turn
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109, ARG002, the library's signature
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of a host that accepts."""
        failed: Exception | None = None
        for address in (await self._targets.addresses(host, port))[:ADDRESSES]:
            self._turn.leads_to(address)
            try:
                return await self._network.connect_tcp(address, port, CONNECT_SECONDS)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        assert failed is not None
        raise failed
