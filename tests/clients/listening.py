"""Clients of streams that other projects wrote. Each follows a session until the server ends the stream."""

import json
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from tests.api.docs.test_guides import NODE, script
from tests.clients.generator import HERE, run
from tests.support.client import Json, Player
from tests.support.patience import PATIENCE_SECONDS

STANDARD = HERE / "standard"
AGAIN_SECONDS = 0.1
NO_TOKEN = 4401

Told = tuple[str, str, Json]
"""A message to a client: the name, the id, the data."""


def the_guides_script(base: str, player: Player) -> Iterator[Told]:
    """Follow with the script of the guide, which uses tickets. npm's `eventsource` connects again automatically."""
    text = f"""
    import {{ EventSource }} from "eventsource";
    globalThis.EventSource = EventSource;
    {script("streams.md", "js")}
    const where = {json.dumps([base, player.session, player.token, 0])};
    follow(...where, (said) => console.log(JSON.stringify(["message", `${{said.version}}`, said])));
    """
    yield from _printed("--input-type=module", "--eval", text)


def _printed(*arguments: str) -> Iterator[Told]:
    """Yield the messages that a script prints, until it ends."""
    program = [NODE or "node", *arguments]
    with subprocess.Popen(program, cwd=STANDARD, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            for line in process.stdout:
                name, id, data = json.loads(line)
                yield name, id, data
        finally:
            process.kill()
    assert process.returncode == 0


def httpx_sse(base: str, player: Player) -> Iterator[Told]:
    """Follow with httpx-sse. The caller has to connect again, with `Last-Event-ID` as the standard says."""
    library = pytest.importorskip("httpx_sse")
    headers = dict(player.authorization)
    with httpx.Client(timeout=PATIENCE_SECONDS, trust_env=False) as http:
        while True:
            asked = library.connect_sse(http, "GET", f"{base}{player.home}/events", headers=headers)
            try:
                with asked as source:
                    for told in source.iter_sse():
                        if told.event == "end":
                            return
                        yield told.event, told.id, told.json()
                        headers["Last-Event-ID"] = told.id
            except httpx.TransportError:
                time.sleep(AGAIN_SECONDS)


def websockets(base: str, player: Player) -> Iterator[Told]:
    """Follow with websockets. The caller has to connect again, with the last version that it has read."""
    after = 0
    while True:
        address = f"{base.replace('http', 'ws', 1)}{player.home}/events?after={after}"
        try:
            with connect(address, additional_headers=player.authorization, proxy=None) as link:
                for message in link:
                    told = json.loads(message)
                    after = told["version"]
                    yield "message", str(after), told
                # The loop ends without an error if the server closes with 1000.
                return
        except (ConnectionClosed, InvalidHandshake, OSError) as error:
            if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code == NO_TOKEN:
                return
            time.sleep(AGAIN_SECONDS)


CLIENTS: tuple[Callable[[str, Player], Iterator[Told]], ...] = (
    the_guides_script,
    httpx_sse,
    websockets,
)


def installed() -> bool:
    """Return whether the npm packages are installed in the locked versions. Install them if they are missing."""
    lock, done = STANDARD / "package-lock.json", STANDARD / "node_modules" / ".verger-lock"
    if done.exists() and done.read_bytes() == lock.read_bytes():
        return True
    if NODE is None or shutil.which("npm") is None:
        return False
    try:
        run(["npm", "ci", "--loglevel=error"], STANDARD)
    except AssertionError:
        return False
    shutil.copy(lock, done)
    return True


class Listener:
    """Runs a client in its own thread, and keeps its messages."""

    def __init__(self, client: Callable[[str, Player], Iterator[Told]]) -> None:
        self.client = client
        self.heard: list[Told] = []
        self.has_ended = False
        self._thread: threading.Thread | None = None

    def listen(self, base: str, player: Player) -> None:
        """Let the client follow the player's session."""
        self._thread = threading.Thread(target=self._listen, args=(base, player), daemon=True)
        self._thread.start()

    def _listen(self, base: str, player: Player) -> None:
        for told in self.client(base, player):
            self.heard.append(told)
        self.has_ended = True
