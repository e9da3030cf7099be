"""For each kind of `HOST`, the printed addresses can be opened. With `::`, no IPv4 address is printed."""

import json
import re
import socket
from contextlib import closing, suppress
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest

from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.server import Server
from tests.support.settings import DURABILITY
from verger.service.demo import FILE


def _has_ipv6() -> bool:
    with suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


ipv6 = pytest.mark.skipif(not _has_ipv6(), reason="this machine has no IPv6")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the demonstration's tokens. The first of these servers plays the demonstration."""
    return tmp_path_factory.mktemp("checkout")


@pytest.mark.parametrize(
    ("host", "processes"),
    [
        ("0.0.0.0", 1),  # noqa: S104, a server of a test
        ("localhost", 1),
        pytest.param("::1", 1, marks=ipv6),
        pytest.param("::", 1, marks=ipv6),
        pytest.param("::", 2, marks=ipv6),
    ],
)
def test_every_address_that_is_printed_can_be_opened(
    host: str, processes: int, database: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    settings = {"DATABASE_URL": database, "HOST": host, "VERGER_DEMO": "on"}
    settings |= {"VERGER_PROCESSES": str(processes), **DURABILITY}
    browser = httpx.Client(trust_env=False, follow_redirects=True, timeout=PATIENCE_SECONDS)
    with closing(Server(settings, {})) as server, browser:
        printed = until(lambda: server.printed, lambda printed: "  tokens  " in printed)
        addresses = re.findall(r"http\S+", printed)
        assert len(addresses) == 6
        if host == "::":
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", server.port))
        tokens = json.loads((folder / FILE).read_text())["tokens"]
        dee = {"Authorization": f"Bearer {tokens['Dee']}"}
        for address in map(httpx.URL, addresses):
            assert address.port == server.port
            assert address.host == "localhost" or not ip_address(address.host).is_unspecified
            assert browser.get(address, headers=dee).status_code == 200
