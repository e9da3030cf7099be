"""The speed of exporting a deep log, and of verifying the archive without a database."""

import http.client
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import evening, servers

CHUNK = 2**20


def report(url: str, table: servers.Table, depth: int) -> None:
    """Print the speed of the export and of the verification, and the memory of the verification."""
    with tempfile.TemporaryDirectory() as folder, servers.verger(url) as (port, _):
        file = Path(folder, "archive.ndjson")
        seconds = _export(port, table, file)
        size = file.stat().st_size / 2**20
        print(f"\nThe archive of {depth:,} events ({size:.0f} MiB)\n")
        print(f"  exported  {depth / seconds:9,.0f} events/s  {size / seconds:6.1f} MiB/s")
        seconds = _verify(file)
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"  verified  {depth / seconds:9,.0f} events/s  children's memory ≤ {most:.0f} MiB")


def _export(port: int, table: servers.Table, file: Path) -> float:
    began = time.perf_counter()
    asking = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"authorization": f"Bearer {table.tokens[evening.GM]}"}
    asking.request("GET", f"/v1/sessions/{table.session}/export", headers=headers)
    answer = asking.getresponse()
    with file.open("wb") as written:
        while chunk := answer.read(CHUNK):
            written.write(chunk)
    asking.close()
    return time.perf_counter() - began


def _verify(file: Path) -> float:
    program = Path(sys.executable).with_name("verger")
    env = os.environ | {"VERGER_IMPORT_BYTES": str(file.stat().st_size)}
    began = time.perf_counter()
    subprocess.run([program, "verify", file], check=True, stdout=subprocess.DEVNULL, env=env)
    return time.perf_counter() - began
