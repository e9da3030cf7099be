"""List, find and run the clients' programs, and exchange lines with them."""

import json
import re
import subprocess
import sys
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.annexes.page import chromium
from tests.clients.generator import run
from tests.clients.listening import installed
from tests.support.program import found
from tests.support.root import ROOT

HERE = Path(__file__).parent
LONGEST_SECONDS = 120.0
"""A program that runs for longer is ended, because it waits for an answer or event that does not come."""


class Answer(NamedTuple):
    """An answer that a client received."""

    status: int
    body: bytes
    fields: dict[str, str]

    @property
    def json(self) -> Any:
        """The body, parsed as JSON."""
        return json.loads(self.body)


Heard = tuple[str, str, str]
"""An event as a client receives it: the id, the name, the data."""


class Program(NamedTuple):
    """A client that can run on this machine."""

    name: str
    version: str
    command: list[str]
    following_words: list[str]
    """Additional arguments of the command `follow`."""

    @contextmanager
    def asking(self, base: str) -> Iterator[Callable[..., Answer]]:
        """Run the command `ask` for an address, and yield a function that sends a request."""
        with self._running("ask", base) as process:
            yield lambda *words, **fields: _asked(process, *words, **fields)

    @contextmanager
    def following(self, address: str, token: str) -> Iterator[list[Heard]]:
        """Run the command `follow`, and yield the list of received events. The program must end with the stream."""
        heard: list[Heard] = []
        words = ("follow", address, token, *self.following_words)
        with self._running(*words) as process:
            reading = threading.Thread(target=_hear, args=(process, heard), daemon=True)
            reading.start()
            yield heard
            reading.join(LONGEST_SECONDS)

    @contextmanager
    def _running(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        with subprocess.Popen(
            [*self.command, *words],
            cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        ) as process:  # fmt: skip
            too_long = threading.Timer(LONGEST_SECONDS, process.kill)
            too_long.start()
            try:
                yield process
                assert process.stdin
                process.stdin.close()
                assert process.wait() == 0, f"{self.name} failed"
            finally:
                too_long.cancel()
                process.kill()


def _asked(
    process: subprocess.Popen[str], method: str, path: str, body: Any = None, **fields: str
) -> Answer:
    """Send a request as a line to the program's standard input, and read the line with its answer."""
    assert process.stdin
    assert process.stdout
    sent = "" if body is None else json.dumps(body, ensure_ascii=False)
    given = {} if body is None else {"content_type": "application/json"}
    named = [
        f"{name.replace('_', '-').title()}: {value}" for name, value in (given | fields).items()
    ]
    line = "\t".join([method, path, b64encode(sent.encode()).decode(), *named])
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    status, told, *heads = process.stdout.readline().rstrip("\n").split("\t")
    pairs = (head.split(":", 1) for head in heads)
    return Answer(
        int(status), b64decode(told), {name.lower(): value.strip() for name, value in pairs}
    )


def _hear(process: subprocess.Popen[str], heard: list[Heard]) -> None:
    assert process.stdout
    for line in process.stdout:
        id, name, data = line.rstrip("\n").split("\t")
        heard.append((id, name, b64decode(data).decode()))


class Kind(NamedTuple):
    """A client, and how to build and run it. `{program}`, `{here}` and `{folder}` in its words are replaced."""

    name: str
    program: str
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    package: str = ""
    """The npm package that the client needs."""
    following_words: tuple[str, ...] = ()


_PAGE = (sys.executable, "-m", "tests.clients.standard.browser")
KINDS = (
    Kind(
        "Java, HttpClient", "java", ("{program}", "-cp", "{folder}", "Client"),
        build=("javac", "-d", "{folder}", "{here}/Client.java"),
    ),
    Kind(
        "Go, net/http", "go", ("{folder}/client",),
        build=("{program}", "build", "-o", "{folder}/client", "{here}/client.go"),
    ),
    Kind(
        "Mono, HttpClient", "mono", ("{program}", "{folder}/client.exe"),
        build=("mcs", "-r:System.Net.Http.dll", "-out:{folder}/client.exe", "{here}/client.cs"),
    ),
    Kind("PHP, streams", "php", ("{program}", "{here}/client.php")),
    Kind("Ruby, Net::HTTP", "ruby", ("{program}", "{here}/client.rb")),
    Kind("curl", "curl", ("bash", "{here}/client.sh")),
    Kind("Python, http.client", "python3", ("{program}", "{here}/client.py")),
    Kind("Node, fetch", "node", ("{program}", "{here}/client.js"), package="eventsource"),
    Kind("Chromium, fetch", "chromium", _PAGE, (), "event-source-polyfill", ("polyfill",)),
    Kind("Chromium, fetch", "chromium", _PAGE, (), "@microsoft/fetch-event-source", ("fetch",)),
)  # fmt: skip


def prepared(kind: Kind, folder: Path) -> Program | None:
    """Build a client in its own folder. Return None if its program is not installed."""
    path = chromium.found() if kind.program == "chromium" else found(kind.program)
    if path is None or (kind.package and not installed()):
        return None
    folder.mkdir(exist_ok=True)
    places = {"program": path, "here": HERE, "folder": folder}
    if kind.build:
        run([word.format(**places) for word in kind.build], folder)
    command = [word.format(**places) for word in kind.run]
    package = f", {kind.package} {_pinned()[kind.package]}" if kind.package else ""
    return Program(f"{kind.name}{package}", version(path), command, list(kind.following_words))


def version(path: str) -> str:
    """Return the version that a program prints."""
    word = {"go": "version", "nginx": "-v", "haproxy": "-v", "caddy": "version"}
    said = subprocess.run(
        [path, word.get(Path(path).name, "--version")],
        check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    numbers = re.search(r"\d+(\.\d+)+", said.stdout)
    return numbers[0] if numbers else ""


def _pinned() -> dict[str, str]:
    """The pinned versions of the npm packages."""
    pinned: dict[str, str] = json.loads((HERE / "package.json").read_text())["dependencies"]
    return pinned
