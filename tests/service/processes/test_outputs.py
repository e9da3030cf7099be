"""The server continues with a blocked or lost standard output or standard error. Its log counts the missing lines."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import F_SETPIPE_SZ, fcntl
from typing import Any

import pytest

from tests.support.child import Child, begun, command
from tests.support.client import played
from tests.support.figures import figures, until
from tests.support.load import verified
from tests.support.patience import PATIENCE_SECONDS
from tests.support.program import needs_haproxy
from verger.service.output import GATHER_SECONDS

DROPPED = "verger_log_lines_dropped_total"
PIPE_BYTES = 4_096
QUEUE_BYTES = 10_000
SMALL = f"import verger.service.output; verger.service.output.QUEUE_BYTES = {QUEUE_BYTES}"
MANY = 200
"""Requests whose lines fill the pipe and the small queue several times."""


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    """Yield the reading end and the writing end of a small pipe."""
    reading, writing = os.pipe()
    fcntl(writing, F_SETPIPE_SZ, PIPE_BYTES)
    try:
        yield reading, writing
    finally:
        for end in (reading, writing):
            os.close(end)


def drained(reading: int, into: bytearray, pause: threading.Event, seconds: float = 0) -> None:
    """Read a pipe to its end, with a pause before each part."""
    while not pause.wait(seconds) and (part := os.read(reading, 512)):
        into.extend(part)


def logged(text: bytes | bytearray) -> list[dict[str, Any]]:
    """Return the lines of a log. Each line must be whole."""
    return [json.loads(line) for line in bytes(text).splitlines()]


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=needs_haproxy)])
def test_pipes_that_nobody_reads_stop_nothing(database: str, processes: int) -> None:
    with pipe() as (_, out), pipe() as (_, err):
        settings = {"VERGER_PROCESSES": processes}
        with begun(database, stdout=out, stderr=err, more=settings) as child:
            table = played(child.http, "Ann", "Bo")
            child.asks(MANY)
            assert verified(table["Ann"])
            if processes > 1:
                child.process.send_signal(signal.SIGHUP)
            child.asks(MANY)
            assert child.stop() in (0, -signal.SIGTERM)


def test_lines_that_nobody_reads_are_dropped_counted_and_reported_later(database: str) -> None:
    read = bytearray()
    with pipe() as (reading, err):
        with begun(database, stderr=err, words=command(SMALL)) as child:
            child.asks(MANY)
            dropped = until(child.http, lambda now: now.of(DROPPED, output="stderr") > 0)
            lost = dropped.of(DROPPED, output="stderr")
            reader = threading.Thread(target=drained, args=(reading, read, threading.Event()))
            reader.start()
            until(child.http, lambda _: b"log_lines_dropped" in read)
            child.asks(5)
            child.stop()
            os.dup2(reading, err)
        reader.join(PATIENCE_SECONDS)
    lines = logged(read)
    requests = [line for line in lines if line["event"] == "request"]
    reports = [line for line in lines if line["event"] == "log_lines_dropped"]
    assert {line["output"] for line in reports} == {"stderr"}
    assert sum(line["lines"] for line in reports) == lost
    assert len(requests) + lost == MANY + 5
    assert lines.index(reports[0]) < lines.index(requests[-1])


def test_a_slow_reader_gets_every_line_and_nobody_waits_for_it(database: str) -> None:
    read, never = bytearray(), threading.Event()
    with pipe() as (reading, err):
        slow = threading.Thread(target=drained, args=(reading, read, never, GATHER_SECONDS / 10))
        slow.start()
        with begun(database, stderr=err) as child:
            child.asks(MANY)
            assert figures(child.http).of(DROPPED) == 0
            child.asks(1, "/healthz")
            until(child.http, lambda _: read.count(b'"request"') == MANY)
            child.stop()
        os.dup2(reading, err)
        slow.join(PATIENCE_SECONDS)
    assert len(logged(read)) == MANY


def test_a_stop_writes_the_last_lines(database: str) -> None:
    patient = (
        f"import verger.service.output; verger.service.output.FLUSH_SECONDS = {PATIENCE_SECONDS}"
    )
    read, never = bytearray(), threading.Event()
    with pipe() as (reading, err):
        # This takes longer than everything else that a stop waits for.
        reader = threading.Thread(target=drained, args=(reading, read, never, 0.2))
        with begun(database, stderr=err, words=command(patient)) as child:
            child.asks(60)
            reader.start()
            child.stop()
        os.dup2(reading, err)
        reader.join(PATIENCE_SECONDS)
    assert len(logged(read)) == 60


def plays(child: Child) -> None:
    """Play, send requests until their log lines fill a pipe, and then stop the server."""
    assert verified(played(child.http, "Ann", "Bo")["Ann"])
    child.asks(MANY)
    assert child.stop() in (0, -signal.SIGTERM)


CLOSED = "<&- >&- 2>&-"
FULL = ">/dev/full 2>/dev/full"


@pytest.mark.parametrize(
    ("redirections", "processes"),
    [
        ("2>&-", 1),
        (CLOSED, 1),
        (FULL, 1),
        pytest.param(CLOSED, 2, marks=needs_haproxy),
        pytest.param(FULL, 2, marks=needs_haproxy),
    ],
)
def test_outputs_that_are_closed_or_on_a_full_disk_stop_nothing(
    database: str, redirections: str, processes: int
) -> None:
    words = command(redirections=redirections)
    with begun(database, words=words, more={"VERGER_PROCESSES": processes}) as child:
        plays(child)


def test_lines_that_cannot_be_written_are_counted(database: str) -> None:
    with begun(database, words=command(redirections="2>/dev/full")) as child:
        child.asks(20)
        until(child.http, lambda now: now.of(DROPPED, output="stderr") == 20)


def test_a_reader_that_has_gone_stops_nothing(database: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with begun(database, stdout=writing, stderr=writing) as child:
        os.close(writing)
        plays(child)


PRINTS = """
import logging, os, sys, threading, traceback, warnings
from verger.service.logging import configure
from verger.service.settings import Settings
configure(Settings())
def fails():
    raise ValueError("x" * 100)
for _ in range(300):
    print("x" * 100)
    print("x" * 100, file=sys.stderr)
    warnings.warn("x" * 100, stacklevel=1)
    logging.getLogger("asyncio").error("x" * 100)
    try:
        fails()
    except ValueError:
        traceback.print_exc()
        sys.excepthook(*sys.exc_info())
    thread = threading.Thread(target=fails)
    thread.start()
    thread.join()
os._exit(7)
"""


def test_nothing_that_prints_waits_for_a_reader() -> None:
    with pipe() as (_, writing):
        child = subprocess.Popen([sys.executable, "-c", PRINTS], stdout=writing, stderr=writing)
        assert child.wait(PATIENCE_SECONDS) == 7


def test_an_output_that_another_process_has_made_non_blocking_gets_every_line() -> None:
    with pipe() as (reading, writing):
        os.set_blocking(writing, False)
        program = PRINTS.replace("os._exit(7)", "verger.service.output.flush()").replace(
            "(300)", "(100)"
        )
        program = f"import verger.service.output\nverger.service.output.FLUSH_SECONDS = {PATIENCE_SECONDS}{program}"
        with subprocess.Popen([sys.executable, "-c", program], stdout=writing, stderr=2) as child:
            read = bytearray()
            reader = threading.Thread(target=drained, args=(reading, read, threading.Event(), 0.01))
            reader.start()
            assert child.wait(PATIENCE_SECONDS) == 0
            os.dup2(reading, writing)
            reader.join(PATIENCE_SECONDS)
    assert bytes(read) == (b"x" * 100 + b"\n") * 100
