"""Start the measured programs: the server, the bare handler and pgbench."""

import http.client
import itertools
import json
import os
import re
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from bench import evening
from bench.client import Request, request
from verger.service.database import embedded

PROGRAM = Path(sys.executable).with_name("verger")


class Table(NamedTuple):
    """A session played into Run, with its seats' tokens."""

    session: str
    tokens: dict[str, str]
    keep: Any = None


def free_port() -> int:
    """Return a free port of the loopback interface."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def process(arguments: Sequence[str], **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the `with` block ends."""
    with subprocess.Popen(
        arguments,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        try:
            yield running
        finally:
            running.terminate()
            running.wait(20)


@contextmanager
def verger(url: str, program: Path = PROGRAM, /, **more: str) -> Iterator[tuple[int, int]]:
    """Run the server on a database. Yield its port and its process."""
    port = free_port()
    # The limits count as usual, but are so high that this load from one address never reaches them.
    high = dict.fromkeys(("VERGER_RATE_TOKEN", "VERGER_RATE_ADDRESS"), str(10**9))
    high |= {"VERGER_CONNECTIONS_ADDRESS": "10000", "VERGER_RATE_STARTS": "0"}
    settings = {"DATABASE_URL": url, "PORT": str(port), "VERGER_DEMO": "off", **high, **more}
    settings.setdefault("VERGER_STREAMS_TOKEN", settings.get("VERGER_STREAMS", "5000"))
    known = variables(program)
    own = {name: value for name, value in settings.items() if name in known}
    with process([str(program), "serve"], **own) as running:
        wait_for(port)
        yield port, running.pid


def variables(program: Path) -> frozenset[str]:
    """Return the settings that a program knows. It refuses to start with unknown ones."""
    # Before 1.0.0rc1 the package was `service`.
    ask = (
        "import importlib.util as u, importlib as i;"
        "own = 'verger.service' if u.find_spec('verger') else 'service';"
        "print(*i.import_module(own + '.settings').VARIABLES.values())"
    )
    # `-I`, because Python would import the package of this checkout from the current folder.
    words = [str(program.with_name("python")), "-I", "-c", ask]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=True)
    return frozenset(done.stdout.split())


@contextmanager
def bare() -> Iterator[tuple[int, int]]:
    """Run the bare handler. Yield its port and its process."""
    port = free_port()
    with process([sys.executable, "-m", "bench.bare", str(port)]) as running:
        wait_for(port)
        yield port, running.pid


def wait_for(port: int, seconds: float = 30.0) -> None:
    """Wait until the port accepts connections."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


def processor_seconds(process: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tree_seconds(process: int) -> float:
    """Return the CPU seconds of a process and of its child processes, including ended ones."""
    folder = Path(f"/proc/{process}")
    try:
        children = (folder / f"task/{process}/children").read_text("utf-8").split()
        # Read the children first: if a child ends now, its time is added to that of its parent.
        spent = sum(tree_seconds(int(child)) for child in children)
        fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return spent + sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def peak_bytes(process: int) -> int:
    """Return the highest memory of a process so far, in bytes."""
    return _memory(process, "VmHWM")


def resident_bytes(process: int) -> int:
    """Return the present memory of a process, in bytes."""
    return _memory(process, "VmRSS")


def _memory(process: int, field: str) -> int:
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    (line,) = re.findall(rf"{field}:\s+(\d+) kB", status)
    return int(line) * 1024


def make_bench_rows(url: str) -> None:
    """Create the table that pgbench inserts into."""
    sql = "CREATE TABLE bench_rows (id bigserial PRIMARY KEY, session uuid, data text)"
    subprocess.run([embedded.tools() / "psql", url, "-qc", sql], check=True)


def pgbench(url: str, clients: int, seconds: int) -> float:
    """Return the committed inserts of pgbench per second. Each has one row with the size of an event."""
    tool = embedded.tools()
    with TemporaryDirectory() as folder:
        script = Path(folder) / "insert.sql"
        script.write_text(
            "INSERT INTO bench_rows (session, data) VALUES (gen_random_uuid(), repeat('x', 1200));",
            "utf-8",
        )
        command = [str(tool / "pgbench"), "-n", "-M", "prepared", "-f", str(script)]
        command += ["-c", str(clients)]
        command += ["-j", "2" if clients > 1 else "1", "-T", str(seconds), url]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    assert found is not None
    return float(found[1])


NEW = {
    "title": "Bench",
    "seats": [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}],
}


def start(port: int, key: str, many: int) -> None:
    """Start this number of sessions of an app, without a move in them."""
    asking = http.client.HTTPConnection("127.0.0.1", port)
    for _ in range(many):
        _post(asking, "/v1/sessions", NEW, key)
    asking.close()


def play(port: int, key: str = "") -> Table:
    """Play a new session up to Run. With the key of an app, start it as the app."""
    asking = http.client.HTTPConnection("127.0.0.1", port)
    started = _post(asking, "/v1/sessions", NEW, key)
    codes = [seat["claim_code"] for seat in started["seats"] if seat.get("claim_code")]
    claimed = [_post(asking, "/v1/seats/claim", {"code": code})["token"] for code in codes]
    mine = [started["token"]] if started.get("token") else []
    tokens = dict(zip((evening.GM, evening.PLAYER), [*mine, *claimed], strict=True))
    path = f"/v1/sessions/{started['session']}/moves"
    for seat, move in evening.opening():
        _post(asking, path, move, tokens[seat])
    asking.close()
    return Table(started["session"], tokens)


def _post(asking: http.client.HTTPConnection, path: str, body: Any, token: str = "") -> Any:
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    asking.request("POST", path, json.dumps(body), headers)
    answer = asking.getresponse()
    text = answer.read()
    assert answer.status == 201, text
    return json.loads(text)


def repeating(table: Table, proposal: int = evening.FIRST_PROPOSAL) -> Request:
    """Yield a client's requests at a table: rounds of Run, each move with its own key."""
    turns, numbers, run = evening.rounds(proposal), itertools.count(), uuid.uuid4().hex
    path = f"/v1/sessions/{table.session}/moves"

    def make() -> bytes:
        seat, move = next(turns)
        body = msgspec.json.encode(move)
        token = ("authorization", f"Bearer {table.tokens[seat]}")
        return request(path, body, (token, ("idempotency-key", f"{run}-{next(numbers)}")))

    return make
