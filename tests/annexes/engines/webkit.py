"""WebKitGTK's MiniBrowser, driven by WebDriver on a screen that is only memory."""

import base64
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.annexes.engines.driver import SIZE, Action, Driver, source
from tests.support.patience import PATIENCE_SECONDS
from tests.support.port import free_port
from tests.support.program import running_at

SHIFT = "\ue008"
_CALL = """const [given, done] = arguments;
({function})(given).then((text) => done({ text }), (error) => done({ error: String(error) }));"""


class WebKit(Driver):
    """A window of MiniBrowser. It shows only its first tab, so the mouse works only there."""

    tab: str

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        session = self._send("POST", "/session", capabilities={"alwaysMatch": {}})
        self._home = f"/session/{session['sessionId']}"
        self.version = f"WebKitGTK {session['capabilities']['browserVersion']}"
        self._send("POST", f"{self._home}/timeouts", script=int(1_000 * PATIENCE_SECONDS))
        self.tab = self._send("GET", f"{self._home}/window")
        self._has_size()

    def open(self) -> str:
        """Open a tab behind the first one."""
        self.choose(self._send("POST", f"{self._home}/window/new", type="tab")["handle"])
        return self.tab

    def choose(self, tab: str) -> None:
        """Control another tab, which stays where it is."""
        self.tab = tab
        self._send("POST", f"{self._home}/window", handle=tab)

    def close(self) -> None:
        """Close the chosen tab."""
        self._send("DELETE", f"{self._home}/window")

    def load(self, url: str) -> None:
        """Load an address."""
        self._send("POST", f"{self._home}/url", url=url)

    def reload(self) -> None:
        """Load the page again."""
        self._send("POST", f"{self._home}/refresh")

    def back(self) -> None:
        """Return to the earlier page."""
        self._send("POST", f"{self._home}/back")

    def call(self, function: str, given: str) -> str:
        """Call a function in the page."""
        script = _CALL.replace("{function}", function)
        answer = self._send("POST", f"{self._home}/execute/async", script=script, args=[given])
        assert "error" not in answer, answer
        found: str = answer["text"]
        return found

    def mouse(self, actions: Sequence[Action]) -> None:
        """Perform actions of the mouse."""
        self._send("POST", f"{self._home}/actions", actions=[source("pointer", actions)])

    def keys(self, actions: Sequence[Action]) -> None:
        """Press and release keys. A capital letter needs Shift here, as it does at a keyboard."""
        pressed: list[Action] = []
        for action in actions:
            shift = [{"type": action["type"], "value": SHIFT}] if action["value"].isupper() else []
            is_down = action["type"] == "keyDown"
            pressed += [*shift, action] if is_down else [action, *shift]
        self._send("POST", f"{self._home}/actions", actions=[source("key", pressed)])

    def screenshot(self) -> bytes:
        """Return the window as PNG."""
        return base64.b64decode(self._send("GET", f"{self._home}/screenshot"))

    def ends(self) -> None:
        """Close the browser."""
        self._send("DELETE", self._home)

    def _has_size(self) -> None:
        """Give the page the size that it has in the other engines. Bars take a part of the window."""
        width, height = self.run("() => [innerWidth, innerHeight]")
        found = self._send("GET", f"{self._home}/window/rect")
        wide = found["width"] + SIZE["width"] - width
        high = found["height"] + SIZE["height"] - height
        self._send("POST", f"{self._home}/window/rect", width=wide, height=high)

    def _send(self, method: str, path: str, **body: Any) -> Any:
        answer = self._http.request(method, path, json=body if method == "POST" else None)
        assert answer.is_success, answer.text
        return answer.json()["value"]


@contextmanager
def running(driver: str, screen: str, folder: Path) -> Iterator[WebKit]:
    """Run MiniBrowser on its own screen, with its data in a folder."""
    port = free_port()
    with _screen(screen, folder) as display:
        environment = os.environ | {"DISPLAY": display, "HOME": str(folder), "GDK_BACKEND": "x11"}
        environment |= {"XDG_RUNTIME_DIR": str(folder), "NO_AT_BRIDGE": "1"}
        words = (driver, f"--port={port}")
        with running_at(port, words, folder / "output", environment):
            home = f"http://127.0.0.1:{port}"
            with httpx.Client(base_url=home, timeout=2 * PATIENCE_SECONDS, trust_env=False) as http:
                browser = WebKit(http)
                try:
                    yield browser
                finally:
                    browser.ends()


@contextmanager
def _screen(program: str, folder: Path) -> Iterator[str]:
    """A display of an X server that draws into memory."""
    reading, writing = os.pipe()
    words = (
        program,
        "-displayfd",
        str(writing),
        "-nolisten",
        "tcp",
        "-screen",
        "0",
        "1400x1100x24",
    )
    with (folder / "screen").open("wb") as output:
        process = subprocess.Popen(words, pass_fds=[writing], stdout=output, stderr=output)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, (folder / "screen").read_text()
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)
