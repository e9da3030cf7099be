"""A process that has imported the installed packages, and forks for each run of tests. Imports would take half of a run.

It reads a line for each run: a file for the output, and the arguments of pytest. It answers with two lines: the id of the
process that runs the tests, and later its exit status.
"""

import json
import os
import sys
from importlib import import_module

import pytest

IMPORTED = (
    "anyio._backends._asyncio",
    "asyncpg",
    "cryptography.hazmat.primitives.asymmetric.ed25519",
    "httpx",
    "hypothesis",
    "immutables",
    "jsonschema_rs",
    "litestar",
    "msgspec",
    "rapidfuzz",
    "redis.asyncio",
    "structlog",
    "uvloop",
    "websockets",
    "xdist.scheduler",
)
"""The modules to import. None is of the project, because a fault may be in it."""
REWRITTEN = "ignore::pytest.PytestAssertRewriteWarning"
"""pytest warns about plugins that were imported before it starts."""


def run(output: str, arguments: list[str]) -> None:
    """Run tests and end this process."""
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for number, other in enumerate((os.open(os.devnull, os.O_RDONLY), file, file)):
        os.dup2(other, number)
    status = pytest.main(["-W", REWRITTEN, *arguments])
    sys.stdout.flush()
    os._exit(status)


def main() -> None:
    """Fork for each run, one after the other."""
    for name in IMPORTED:
        import_module(name)
    for line in sys.stdin:
        output, *arguments = json.loads(line)
        child = os.fork()
        if not child:
            run(output, arguments)
        say(child)
        _, status = os.waitpid(child, 0)
        say(os.waitstatus_to_exitcode(status))


def say(number: int) -> None:
    """Answer with a number."""
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
