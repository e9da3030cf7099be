"""The viewer and the documentation of two servers at two paths of one host. The proxy removes the path."""

import re
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.annexes.page.test_calling import bell
from tests.annexes.page.test_push import CLOSED, SUBSCRIBES
from tests.annexes.page.test_sandbox import guide, question
from tests.annexes.page.window import Window, Windows
from tests.support.client import Table, started
from tests.support.http_client import HttpClient
from tests.support.patience import PATIENCE_SECONDS
from tests.support.port import free_port
from tests.support.postgres import fresh_database
from tests.support.proxies import PROXIES, Place, proxied
from tests.support.receiver import Receiver
from tests.support.root import ROOT
from tests.support.server import serving
from tests.support.subscriber import Subscriber

PROXY = next((proxy for proxy in PROXIES.values() if proxy.program), None)
OWN, OTHER = "/games/verger", "/games"

pytestmark = pytest.mark.skipif(PROXY is None, reason="no proxy here")


class Host(NamedTuple):
    """The address of a host with two servers, and one session on each server."""

    url: str
    own: Table
    other: Table


@pytest.fixture(scope="module")
def host(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    assert PROXY
    port = free_port()
    with (
        fresh_database(postgres_url, durable=False) as one,
        fresh_database(postgres_url, durable=False) as two,
        serving(
            one, verger_url=f"http://127.0.0.1:{port}{OWN}", verger_webhook_private_targets="on"
        ) as own,
        serving(two, verger_url=f"http://127.0.0.1:{port}{OTHER}/") as other,
        proxied(
            PROXY,
            tmp_path_factory.mktemp("proxy"),
            port,
            [Place(OWN, own.port, strips=True), Place(OTHER, other.port, strips=True)],
        ) as url,
        closing(HttpClient(url + OWN, PATIENCE_SECONDS)) as first,
        closing(HttpClient(url + OTHER, PATIENCE_SECONDS)) as second,
    ):
        tables = (
            started(http, "Ann", "Bo", title=name)
            for http, name in ((first, "Low Tide"), (second, "High Water"))
        )
        yield Host(url, *tables)


@pytest.fixture
def window(browser: Browser, host: Host) -> Iterator[Window]:
    with Windows(browser, host.url).open(permissions=["notifications"]) as window:
        asked = list[str]()
        window.page.on("request", lambda request: asked.append(request.url))
        yield window
        assert asked
        assert [url for url in asked if not url.startswith((f"{host.url}{OTHER}/", "data:"))] == []


def opened(window: Window, table: Table) -> Page:
    page, ann = window.page, table["Ann"]
    page.goto(f"{ann.http.base_url}watch/{ann.session}#token={ann.token}")
    expect(page.locator("#standing")).to_contain_text("compile", ignore_case=True)
    return page


def links(page: Page) -> list[str]:
    """Return every link and source of the page that is an HTTP address."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[href], [src]')].map((one) => one.href?.baseVal ?? one.href ?? one.src)"
    )
    return [url for url in found if url.startswith("http")]


def test_a_newcomer_finds_the_viewer_from_the_documentation_and_plays(
    host: Host, window: Window
) -> None:
    page = window.expects("412").page
    page.goto(f"{host.url}{OWN}/docs")
    page.get_by_role("link", name="Try a table").click()
    question(page).get_by_role("button", name="Consent", exact=True).click()
    expect(guide(page)).to_contain_text("2 of 5")
    assert re.fullmatch(rf"{host.url}{OWN}/watch/[0-9a-f-]{{36}}", page.url)
    for tab in page.get_by_role("tablist", name="Panels").get_by_role("tab").all():
        tab.click()
        assert [url for url in links(page) if not url.startswith(f"{host.url}{OWN}/")] == []


def test_servers_of_one_host_do_not_see_each_others_tables(host: Host, window: Window) -> None:
    for table in (host.own, host.other):
        opened(window, table)
    page = window.page
    for base, own, other in ((OWN, "Low Tide", "High Water"), (OTHER, "High Water", "Low Tide")):
        page.goto(f"{host.url}{base}/watch")
        expect(page.get_by_role("link", name=own)).to_be_visible()
        expect(page.get_by_role("link", name=other)).to_have_count(0)


def test_the_search_and_the_reference_are_of_this_server(host: Host, window: Window) -> None:
    page = window.page
    page.goto(f"{host.url}{OWN}/docs")
    page.get_by_role("searchbox").fill("rewind")
    page.locator(".search").get_by_role("link", name="Rewind: undo and redo").click()
    expect(page).to_have_url(re.compile(rf"^{host.url}{OWN}/docs/replay"))
    page.goto(f"{host.url}{OWN}/docs/reference")
    page.locator("#operations-sessions-startSession").wait_for()
    expect(page.locator(".servers option")).to_have_text(re.compile(rf"^{OWN} "))


def test_the_client_of_a_page_asks_the_server_that_it_came_from(host: Host, window: Window) -> None:
    page = window.page
    page.goto(f"{host.url}{OWN}/docs")
    with page.expect_request("**/v1/rulesets") as asked:
        page.evaluate(
            """async (client) => {
            const { Verger } = await import(client);
            await new Verger().listRulesets();
        }""",
            f"{OWN}/docs/verger-client/index.js",
        )
    assert asked.value.url == f"{host.url}{OWN}/v1/rulesets"


def test_the_worker_of_a_page_is_below_its_path(
    host: Host, window: Window, receiver: Receiver
) -> None:
    page = opened(window, host.own)
    below = SUBSCRIBES.replace("/watch/assets/", f"{OWN}/watch/assets/")
    page.evaluate(below, [receiver.url, Subscriber().keys])
    bell(page).click()
    page.get_by_label(CLOSED).check()
    expect(page.get_by_label(CLOSED)).to_be_enabled()
    assert page.evaluate("window.subscribed.isActive")
    (worker,) = page.context.service_workers
    assert worker.url == f"{host.url}{OWN}/watch/assets/worker.js"


def test_no_script_of_the_page_names_a_path_of_the_server_without_the_base() -> None:
    named = re.compile(r"""["'`]/(?:docs|watch)\b""")
    written = [path for path in (ROOT / "web" / "src").rglob("*.ts*") if ".d." not in path.name]
    assert [path.name for path in written if named.search(path.read_text())] == ["base.ts"]
