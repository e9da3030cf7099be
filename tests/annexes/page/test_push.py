"""Notifications when the page is closed. The player turns them on and off at the bell, and the service worker shows them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.test_calling import bell
from tests.annexes.page.viewer import Viewer
from tests.annexes.page.window import Window, Windows
from tests.support.client import Player, Table, played
from tests.support.patience import until
from tests.support.receiver import QUICK, Receiver
from tests.support.server import Server, serving
from tests.support.subscriber import Subscriber

TITLE = "Low <b>Tide</b>"
CLOSED = "Tell me when it is my turn, also when this page is closed"
SUBSCRIBES = """([endpoint, keys]) => {
    PushManager.prototype.subscribe = async function (asked) {
        window.subscribed = { ...asked, isActive: (await navigator.serviceWorker.getRegistration("/watch/assets/")).active !== null };
        return { toJSON: () => ({ endpoint, keys }) };
    };
}"""
"""Replaces the push service of the browser's maker. The worker, the keys and the messages are real."""

STANDS_IN = """() => {
    Object.assign(self, { shown: [], opened: [], focused: [] });
    ServiceWorkerRegistration.prototype.showNotification = async (title, more) => { self.shown.push({ title, ...more }); };
    Clients.prototype.openWindow = async (address) => { self.opened.push(address); };
    WindowClient.prototype.focus = async function () { self.focused.push(new URL(this.url).pathname); };
}"""
"""Makes the worker record its calls to the browser, because this browser has no screen."""
CLICKS = """async (data) => {
    const event = new Event("notificationclick");
    const waits = [];
    Object.assign(event, { notification: { data, close: () => {} }, waitUntil: (wait) => waits.push(wait) });
    self.dispatchEvent(event);
    await Promise.all(waits);
    return [self.focused, self.opened];
}"""
"""Clicks on the notification. Returns the pages that were brought to the front, and the pages that
were opened."""


@pytest.fixture(scope="module")
def pushing(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICK, verger_webhook_private_targets="on") as running:
        yield running


@pytest.fixture
def window(browser: Browser, pushing: Server) -> Iterator[Window]:
    with Windows(browser, pushing.url).open(permissions=["notifications"]) as window:
        yield window


@pytest.fixture
def table(pushing: Server) -> Table:
    return played(pushing.http, "Ann", "Bo", title=TITLE)


def opened(window: Window, bo: Player, receiver: Receiver, browser: Subscriber) -> Page:
    viewer = Viewer(window, bo.session, bo.token).open()
    viewer.page.evaluate(SUBSCRIBES, [receiver.url, browser.keys])
    return viewer.page


def webhooks(player: Player) -> Any:
    return player.see("/webhooks")["webhooks"]


def worker(page: Page) -> Worker:
    (found,) = page.context.service_workers
    found.evaluate(STANDS_IN)
    return found


def deliver(page: Page, data: str) -> None:
    """Give a message to the browser, as its push service would."""
    cdp = page.context.new_cdp_session(page)
    found: list[str] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(ids(told)))
    cdp.send("ServiceWorker.enable")
    until(lambda: page.title() and found)
    pushed = {"origin": page.evaluate("location.origin"), "registrationId": found[-1], "data": data}
    cdp.send("ServiceWorker.deliverPushMessage", pushed)


def ids(told: Any) -> list[str]:
    return [one["registrationId"] for one in told["registrations"] if not one["isDeleted"]]


def test_a_player_who_chose_it_receives_the_question_and_comes_to_the_table_by_a_click(
    window: Window, table: Table, receiver: Receiver, pushing: Server
) -> None:
    bo, subscriber = table["Bo"], Subscriber()
    page = opened(window, bo, receiver, subscriber)
    bell(page).click()
    no_violations(page, page.locator("#call"))
    page.get_by_label(CLOSED).check()
    expect(page.get_by_label(CLOSED)).to_be_enabled()
    subscribed = page.evaluate("window.subscribed")
    key = bo.read("/v1/keys")["web_push"]
    assert subscribed == {"userVisibleOnly": True, "applicationServerKey": key, "isActive": True}
    (hook,) = webhooks(bo)
    assert (hook["url"], hook["form"], hook["awaits_me"]) == (receiver.url, "web_push", True)
    subject = {"subject": "adopt_premise", "aspect": "theme", "text": "<i>The sea</i>."}
    table["Ann"].moves("propose", subject=subject)
    (came,) = receiver.wait(1)
    said = subscriber.shown(came)
    at_work = worker(page)
    deliver(page, json.dumps(said := {"notification": subscriber.shown(came)}))
    (shown,) = until(lambda: at_work.evaluate("self.shown"))
    path = f"/watch/{bo.session}"
    asked = said["notification"]["body"]
    assert shown == {"title": TITLE, "body": asked, "tag": path, "data": f"{pushing.url}{path}"}
    assert "<i>The sea</i>" in asked
    assert at_work.evaluate(CLICKS, shown["data"]) == [[path], []]
    page.goto("/watch")
    assert at_work.evaluate(CLICKS, shown["data"]) == [[path], [shown["data"]]]


def test_the_bell_ends_it(window: Window, table: Table, receiver: Receiver) -> None:
    bo = table["Bo"]
    page = opened(window, bo, receiver, Subscriber())
    bell(page).click()
    page.get_by_label(CLOSED).check()
    expect(page.get_by_label(CLOSED)).to_be_enabled()
    assert len(webhooks(bo)) == 1
    page.reload()
    bell(page).click()
    expect(bell(page)).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(
        "() => !Object.keys(localStorage).some((one) => one.startsWith('verger.push'))"
    )
    assert webhooks(bo) == []


def test_notifications_that_ended_elsewhere_are_not_shown_as_on(
    window: Window, table: Table, receiver: Receiver
) -> None:
    bo = table["Bo"]
    page = opened(window, bo, receiver, Subscriber())
    bell(page).click()
    page.get_by_label(CLOSED).check()
    expect(page.get_by_label(CLOSED)).to_be_enabled()
    (hook,) = webhooks(bo)
    bo.ask("DELETE", f"{bo.home}/webhooks/{hook['id']}")
    window.expects("404")
    page.keyboard.press("Escape")
    bell(page).click()
    expect(bell(page)).to_have_attribute("aria-pressed", "false")
    bell(page).click()
    expect(page.get_by_label(CLOSED)).not_to_be_checked()


def test_only_a_player_who_chose_it_loads_a_worker(
    window: Window, table: Table, receiver: Receiver
) -> None:
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    page = opened(window, table["Bo"], receiver, Subscriber())
    bell(page).click()
    expect(page.get_by_label(CLOSED)).to_be_visible()
    assert not [url for url in asked if "worker" in url]
    assert (
        page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )
