"""Requests made up from the OpenAPI document get the answers that it promises.

`make schemathesis` asks much more; here everybody asks a little, by turns, and some go where links lead.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance.role import ROLES, bot, gm, sit, table
from tests.conformance.run import run
from tests.support.server import Server, serving

PHASES = """
[phases.fuzzing]
generation.max-examples = 6

[phases.stateful]
generation.max-examples = 15

[[operations]]
exclude-method = "GET"
phases.examples.enabled = false
"""
ALONE = {"stateful": gm, "examples": bot}
"""Who goes where links lead, and who asks for what the document gives as examples."""


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_webhook_private_targets="on") as running:
        yield running


def test_the_server_keeps_what_its_document_promises(
    server: Server, database: str, tmp_path: Path
) -> None:
    company = sit(ROLES, server.http, database)
    # At tables of their own, where nobody else has done anything to them.
    alone = {phase: role(table(server.http), database) for phase, role in ALONE.items()}
    before = len(server.lines)
    words = ["--phases", "examples,fuzzing,stateful", "--generation-deterministic"]
    finished = run(server.url, company, tmp_path, words, phases=PHASES, alone=alone)
    assert finished.returncode == 0, finished.stdout
    lines = server.lines[before:]
    statuses = Counter(line["status"] for line in lines if line["event"] == "request")
    assert not [status for status in statuses if status >= 500 or status == 429]
    assert sum(statuses[status] for status in (200, 201, 202, 204)) > 5, statuses
