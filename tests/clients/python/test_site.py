"""The example site of the guide runs many tables: it starts them, receives their events, and archives them."""

import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from tests.support.app import app_key
from tests.support.patience import until
from tests.support.root import DOCS
from tests.support.server import Server
from verger_client import Problem, Verger, verify

TABLES = 5


@pytest.fixture
def site(database: str, server: Server) -> Iterator[tuple[Any, httpx.Client]]:
    """Start the guide's example site. Yield its module and an HTTP client for its pages."""
    spec = spec_from_file_location("site_of_guide", DOCS / "site.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as pages:
        address = f"http://127.0.0.1:{pages.server_address[1]}"
        key = app_key(database, sessions=TABLES)
        # In memory, because the site can still write when the folder of the test is removed.
        site = module.Site(server.url, key, ":memory:", address)
        pages.RequestHandlerClass = module.handler(site)
        for work in (pages.serve_forever, site.follow):
            Thread(target=work, daemon=True).start()
        with httpx.Client(base_url=address) as client:
            yield site, client
        pages.shutdown()


def test_the_site_of_the_guide_runs_its_tables_with_an_app_key(
    site: tuple[Any, httpx.Client], server: Server, tmp_path: Path
) -> None:
    own, pages = site
    asked = [{"title": f"Table {number}", "names": ["Ann", "Bo"]} for number in range(TABLES)]
    links = [pages.post("/tables", json=one).json() for one in asked]
    with Verger(server.url) as verger:
        seats = [verger.claim(link) for table in links for link in table.values()]
        own.rotate()
        for seat in seats:
            seat.move("add_limit", kind="line", text="spiders")
        assert "quota" in pages.post("/tables", json=asked[0]).json()["error"]
        events = TABLES + 2 * len(seats)
        until(lambda: own.db.execute("SELECT count(*) FROM events").fetchone() == (events,))
        until(lambda: own.db.execute("SELECT count(*) FROM hooks").fetchone() == (events,))
        forged = {"webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}
        assert pages.post("/hook", headers=forged, content=b"{}").status_code == 400
        with own.archive(seats[0].id, tmp_path).open("rb") as archive:
            assert verify(archive).events == 5
        with pytest.raises(Problem, match="session_archived"):
            seats[0].get_session()
        assert pages.post("/tables", json=asked[0]).status_code == 201
