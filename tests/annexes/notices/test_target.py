"""The target of a webhook must be a public address. This is checked for each connection."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import httpcore
import pytest
from structlog.testing import capture_logs

from tests.support.certificate import certificate
from tests.support.receiver import Receiver
from verger.service.annexes.notices import sender, target
from verger.service.annexes.notices.sender import Sender
from verger.service.annexes.notices.target import NameLookup, TargetError, Targets, is_public

HOST = "hooks.example"

PRIVATE = {
    "unspecified": ["0.0.0.0", "::", "0.1.2.3"],  # noqa: S104, an example
    "loopback": ["127.0.0.1", "127.255.0.9", "::1"],
    "private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1"],
    "link-local": ["169.254.169.254", "fe80::1", "fe80::1%eth0"],
    "shared": ["100.64.0.1", "100.127.255.255"],
    "multicast": ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
    "reserved": ["240.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1", "fec0::1", "4000::1"],
    "documentation": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
    "mapped": ["::ffff:127.0.0.1", "::ffff:93.184.215.14", "::127.0.0.1"],
    "translated": ["64:ff9b::7f00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::1", "2002:7f00:1::"],
    "relayed": ["192.88.99.1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
}
PUBLIC = ["93.184.215.14", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00::1"]


@pytest.mark.parametrize("kind", PRIVATE)
def test_an_address_that_is_not_public_is_recognized(kind: str) -> None:
    assert [address for address in PRIVATE[kind] if is_public(address)] == []


def test_a_public_address_is_recognized() -> None:
    assert [address for address in PUBLIC if not is_public(address)] == []


class Resolver:
    """A name resolver that gives these answers in turn, and then repeats the last one."""

    def __init__(self, *answers: list[str], seconds: float = 0) -> None:
        self._answers, self._seconds = list(answers), seconds
        self.asked = 0

    async def __call__(self, _host: str, _port: int) -> list[str]:
        self.asked += 1
        await asyncio.sleep(self._seconds)
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


def reason(url: str, *, private: bool = False, names: Resolver | None = None) -> str | None:
    """Return the reason why a URL is refused, or None."""
    targets = Targets(private=private, resolve=names)
    try:
        asyncio.run(targets.check(url))
    except TargetError as error:
        return error.reason
    finally:
        targets.close()
    return None


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://93.184.215.14/", "scheme"),
        ("ftp://93.184.215.14/", "scheme"),
        ("//93.184.215.14/", "scheme"),
        ("https:/93.184.215.14", "malformed"),
        ("https://", "malformed"),
        ("https://a:b@93.184.215.14/", "userinfo"),
        ("https://@93.184.215.14/", "userinfo"),
        ("https://93.184.215.14/#part", "malformed"),
        ("https://93.184.215.14/\r\nHost: other", "malformed"),
        ("https://93.184.215.14/ x", "malformed"),
        ("https://93.184.215.14\\@10.0.0.1/", "malformed"),
        ("https://93.184.215.14:0/", "malformed"),
        ("https://93.184.215.14:99999/", "malformed"),
        ("https://[::1/", "malformed"),
        ("https://bücher.example/", "malformed"),
        ("https://93.184.215.14/" + "x" * 2_000, "malformed"),
        ("https://127.0.0.1/", "private_address"),
        ("https://[::ffff:127.0.0.1]/", "private_address"),
        ("https://localhost/", "private_address"),
        ("https://2130706433/", "private_address"),
        ("https://0x7f.1/", "private_address"),
        ("https://169.254.169.254/latest/meta-data", "private_address"),
        ("https://" + "x" * 300 + ".example/", "unresolved"),
    ],
)
def test_a_url_that_is_no_public_https_address_is_refused(url: str, why: str) -> None:
    assert reason(url) == why


@pytest.mark.parametrize("url", ["https://93.184.215.14/", "https://[2606:4700::1111]:8443/a?b=c"])
def test_a_public_https_url_is_accepted(url: str) -> None:
    assert reason(url) is None


def test_a_name_with_a_public_and_a_private_address_is_refused() -> None:
    names = Resolver(["93.184.215.14", "10.0.0.1"])
    assert reason(f"https://{HOST}/", names=names) == "private_address"


def test_if_the_operator_allows_private_targets_only_userinfo_is_refused() -> None:
    assert reason("http://127.0.0.1:8000/", private=True) is None
    assert reason("http://a@127.0.0.1:8000/", private=True) == "userinfo"


def test_a_name_that_nobody_answers_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(target, "RESOLVE_SECONDS", 0.01)
    assert reason(f"https://{HOST}/", names=Resolver([], seconds=60)) == "unresolved"


def sending(names: Resolver, *, private: bool) -> Sender:
    return Sender(Targets(private=private, resolve=names))


async def test_a_name_that_resolves_to_a_private_address_after_its_check_is_not_connected_to(
    receiver: Receiver,
) -> None:
    names = Resolver(["93.184.215.14"], ["127.0.0.1"])
    targets = Targets(private=False, resolve=names)
    await targets.check(f"https://{HOST}/")
    outcome = await Sender(targets).post(f"http://{HOST}:{receiver.server.server_port}/", {}, b"{}")
    assert (outcome.error, outcome.status) == ("private_address", None)
    assert (names.asked, receiver.received) == (2, [])


async def test_the_address_that_was_checked_is_the_one_connected_to(receiver: Receiver) -> None:
    names = Resolver(["127.0.0.1"], ["0.0.0.0"])  # noqa: S104, an example
    url = f"http://{HOST}:{receiver.server.server_port}/hook?a=b"
    outcome = await sending(names, private=True).post(url, {"webhook-id": "x"}, b"{}")
    assert (outcome.status, names.asked) == (200, 1)
    (received,) = receiver.received
    assert received.headers["host"] == f"{HOST}:{receiver.server.server_port}"
    assert (received.path, received.body) == ("/hook?a=b", b"{}")


async def test_another_address_of_a_host_is_tried_if_the_first_does_not_answer(
    receiver: Receiver,
) -> None:
    names = Resolver(["127.0.0.2", "127.0.0.1"])
    url = f"http://{HOST}:{receiver.server.server_port}/"
    assert (await sending(names, private=True).post(url, {}, b"{}")).status == 200


@asynccontextmanager
async def over_tls(file: Path) -> AsyncIterator[tuple[int, list[str]]]:
    """Start a TLS server. Yield its port and the list of host names that clients send in SNI."""
    names: list[str] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    context.sni_callback = lambda _link, name, _context: names.append(name)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1], names


async def test_tls_is_for_the_name_and_trusts_only_the_systems_authorities(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = certificate(tmp_path, HOST)
    async with over_tls(file) as (port, names):
        url = f"https://{HOST}:{port}/"
        assert (
            await sending(Resolver(["127.0.0.1"]), private=True).post(url, {}, b"")
        ).error == "tls"
        trusting = ssl.create_default_context(cafile=file)
        monkeypatch.setattr(httpcore, "default_ssl_context", lambda: trusting)
        post = sending(Resolver(["127.0.0.1"]), private=True).post
        assert (await post(url, {}, b"")).status == 204
        assert names == [HOST, HOST]
        assert (await post(f"https://other.example:{port}/", {}, b"")).error == "tls"


@asynccontextmanager
async def saying(*parts: bytes) -> AsyncIterator[str]:
    """Yield the URL of a server that answers every connection with these parts, and repeats the last part without end."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for part in parts[:-1]:
                writer.write(part)
            while parts[-1:]:
                writer.write(parts[-1])
                await writer.drain()
                await asyncio.sleep(0.001)
        except (OSError, RuntimeError):
            pass  # uvloop has a special error for a connection that the reader has closed
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://{HOST}:{server.sockets[0].getsockname()[1]}/"


async def test_only_the_status_of_an_endless_answer_is_read() -> None:
    async with saying(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 4_096) as url:
        outcome = await sending(Resolver(["127.0.0.1"]), private=True).post(url, {}, b"")
    assert (outcome.status, outcome.error) == (200, None)


async def test_endless_headers_are_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "ATTEMPT_SECONDS", 0.2)
    async with saying(b"HTTP/1.1 200 OK\r\n", b"a") as url:
        outcome = await sending(Resolver(["127.0.0.1"]), private=True).post(url, {}, b"")
    assert (outcome.status, outcome.error) == (None, "timeout")


@pytest.mark.parametrize("said", [b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/9 x\r\n\r\n"])
async def test_an_answer_that_is_not_http_is_a_failure(said: bytes) -> None:
    async with saying(said, b" ") as url:
        outcome = await sending(Resolver(["127.0.0.1"]), private=True).post(url, {}, b"")
    assert (outcome.status, outcome.error) == (None, "broken")


async def test_a_port_without_a_listener_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    outcome = await sending(Resolver(["127.0.0.1"]), private=True).post(
        f"http://{HOST}:{port}/", {}, b""
    )
    assert outcome.error == "unreachable"


async def test_an_unforeseen_error_is_a_failure_like_others() -> None:
    async def odd(*_: object) -> list[str]:
        raise RuntimeError

    outcome = await Sender(Targets(private=True, resolve=odd)).post(f"http://{HOST}/", {}, b"")
    assert (outcome.status, outcome.error) == (None, "broken")


async def test_an_internal_error_ends_the_attempt_and_is_logged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Sender, "_post", fails)
    with capture_logs() as logged:
        outcome = await Sender(Targets(private=False)).post(f"https://{HOST}", {}, b"")
    assert outcome.error == "broken"
    assert logged == [{"event": "webhook_broken", "error": "RuntimeError", "log_level": "error"}]


SLOW_SECONDS = 20.0
"""How long a look-up of a slow name takes, if nobody ends the wait."""


class NameServer:
    """A name server that answers at once for some names, and only after a long time for others."""

    def __init__(self, *quick: str) -> None:
        self.quick = set(quick)
        self.asked: list[str] = []
        self.enough = Event()

    def __call__(self, host: str, _port: int) -> list[str]:
        self.asked.append(host)
        if host not in self.quick:
            self.enough.wait(SLOW_SECONDS)
        return ["93.184.215.14"]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    found = NameServer(HOST, "another.other")
    monkeypatch.setattr(target, "_getaddrinfo", found)
    yield found
    found.enough.set()


@asynccontextmanager
async def slow(
    server: NameServer, names: NameLookup, *hosts: str, port: int = 443
) -> AsyncIterator[None]:
    """Look up names without an answer at the same time. At the end of the block, none may have an answer."""
    tasks = [asyncio.create_task(names.look_up(host, port)) for host in hosts]
    await asyncio.sleep(0)
    yield
    assert server.enough.is_set() or not any(task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    names.close()


async def test_slow_names_of_one_domain_hold_up_no_other_name(server: NameServer) -> None:
    names = NameLookup()
    async with slow(
        server, names, *[f"{number}.slow.example" for number in range(3 * target.RESOLVERS)]
    ):
        assert await names.look_up("another.other", 443) == ["93.184.215.14"]


async def test_slow_names_hold_up_no_name_that_was_quick(server: NameServer) -> None:
    names = NameLookup()
    await names.look_up(HOST, 443)
    async with slow(server, names, *[f"slow.{number}" for number in range(3 * target.RESOLVERS)]):
        assert await names.look_up(HOST, 443) == ["93.184.215.14"]
        assert await names.look_up("93.184.215.99", 443) == ["93.184.215.99"]
        assert await names.look_up("2a00::1", 443) == ["2a00::1"]


async def test_a_name_that_was_quick_and_is_slow_now_takes_the_place_of_none(
    server: NameServer,
) -> None:
    names, others = NameLookup(), [f"{number}.once" for number in range(target.KNOWN_RESOLVERS)]
    server.quick.update(others)
    for host in (HOST, *others):
        await names.look_up(host, 443)
    server.quick.difference_update(others)
    # Before the look-ups at the second port, each name is known to be slow.
    async with (
        slow(server, names, *others[1:]),
        slow(server, names, *others[1:], port=8443),
    ):
        assert await names.look_up(HOST, 443) == ["93.184.215.14"]


async def test_one_look_up_is_enough_for_all_who_ask_for_a_name(server: NameServer) -> None:
    names = NameLookup()
    async with slow(server, names, *["slow.example"] * 5):
        server.enough.set()
        assert await names.look_up("slow.example", 443) == ["93.184.215.14"]
    assert server.asked.count("slow.example") == 1
