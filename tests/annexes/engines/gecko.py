"""Firefox, driven by WebDriver BiDi, which it speaks without another program."""

import base64
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.annexes.engines.driver import SIZE, Action, Driver, source
from tests.support.patience import PATIENCE_SECONDS, until

PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "ui.prefersReducedMotion": 1,
}
"""The preferences that stop Firefox's own requests and all motion."""


class Gecko(Driver):
    """A window of Firefox. Its tabs are browsing contexts."""

    tab: str

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0
        found = self._ask("session.new", capabilities={})["capabilities"]
        self.version = f"Firefox {found['browserVersion']}"
        # The first window has no focus when it is headless.
        self.open("window")

    def open(self, kind: str = "tab") -> str:
        """Open a tab."""
        self.tab = self._ask("browsingContext.create", type=kind)["context"]
        self._ask("browsingContext.setViewport", context=self.tab, viewport=SIZE)
        return self.tab

    def choose(self, tab: str) -> None:
        """Control another tab."""
        self.tab = tab
        self._ask("browsingContext.activate", context=tab)

    def close(self) -> None:
        """Close the chosen tab."""
        self._ask("browsingContext.close", context=self.tab)

    def load(self, url: str) -> None:
        """Load an address."""
        self._ask("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self._ask("browsingContext.reload", context=self.tab, wait="complete")

    def back(self) -> None:
        """Return to the earlier page."""
        self._ask("browsingContext.traverseHistory", context=self.tab, delta=-1)

    def call(self, function: str, given: str) -> str:
        """Call a function in the page."""
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=function,
            awaitPromise=True,
            target={"context": self.tab},
            arguments=[{"type": "string", "value": given}],
        )
        assert answer["type"] == "success", answer
        found: str = answer["result"]["value"]
        return found

    def mouse(self, actions: Sequence[Action]) -> None:
        """Perform actions of the mouse."""
        self._act("pointer", actions)

    def keys(self, actions: Sequence[Action]) -> None:
        """Press and release keys."""
        self._act("key", actions)

    def screenshot(self) -> bytes:
        """Return the window as PNG."""
        return base64.b64decode(
            self._ask("browsingContext.captureScreenshot", context=self.tab)["data"]
        )

    def _act(self, kind: str, actions: Sequence[Action]) -> None:
        self._ask("input.performActions", context=self.tab, actions=[source(kind, actions)])

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(self._socket.recv(PATIENCE_SECONDS))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result


@contextmanager
def running(program: str, folder: Path) -> Iterator[Gecko]:
    """Run Firefox with an empty profile in a folder."""
    preferences = (f"user_pref({json.dumps(n)}, {json.dumps(v)});" for n, v in PREFERENCES.items())
    (folder / "user.js").write_text("\n".join(preferences))
    words = (program, "--headless", "--no-remote", "--profile", str(folder))
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            (*words, "--remote-debugging-port=0"),
            env=os.environ | {"HOME": str(folder)},
            stdout=output,
            stderr=output,
        )
    try:
        port = until(lambda: _port(process, folder))
        address = f"ws://127.0.0.1:{port}/session"
        with connect(address, max_size=None, ping_interval=None, proxy=None) as socket:
            yield Gecko(socket)
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


def _port(process: subprocess.Popen[bytes], folder: Path) -> int | None:
    """Return the port of its server, or nothing if it does not listen yet."""
    assert process.poll() is None, (folder / "output").read_text()
    place = folder / "WebDriverBiDiServer.json"
    text = place.read_text() if place.exists() else ""
    return int(json.loads(text)["ws_port"]) if text.endswith("}") else None
