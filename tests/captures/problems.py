"""Provoke every error code over HTTP, and record the requests and answers.

python -m tests.captures.problems [code …]
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx

from tests.captures import asking, hooked, lines, logged, sought
from tests.captures.desk import NOTES, QUICKER, SETTINGS, Desk, Scripts
from tests.captures.exchange import Json, written
from tests.captures.told import Place, sat, stories
from tests.support.postgres import fresh_database, migrated_server
from tests.support.server import serving
from verger.service.problem.captured import FILE, captured, refusals

SCRIPTS = Scripts(asking.SCRIPTS | logged.SCRIPTS | hooked.SCRIPTS | sought.SCRIPTS)


def provoked() -> set[str]:
    """Every error code that a script or a story provokes."""
    return {*SCRIPTS, *(story.code for story in stories())}


@contextmanager
def desk(postgres_url: str) -> Iterator[Desk]:
    """Run a server with low limits on a separate database."""
    with (
        fresh_database(postgres_url) as url,
        serving(url, quicker=QUICKER, **SETTINGS) as server,
    ):
        yield Desk(server, url)


def answers(desk: Desk, codes: Sequence[str] = ()) -> Iterator[tuple[str, httpx.Response]]:
    """Yield each code with the answer that has it. Codes that refuse moves come first."""
    wanted = [story for story in stories() if not codes or story.code in codes]
    players = sat(desk.url, desk.http, ((one.table, one.seat) for one in wanted))
    for story in wanted:
        player = players[Place(story.table.session, story.seat)]
        yield story.code, player.post(f"{player.home}/moves", story.move)
    for code, script in SCRIPTS.items():
        if not codes or code in codes:
            yield code, script(desk)


def shown(code: str, answer: httpx.Response) -> Json:
    """Return an answer and its request as the file of problems has them."""
    return written(answer, NOTES.get(code, ""))


if __name__ == "__main__":
    kept = {code: example for code, example in captured().items() if code in provoked()}
    with migrated_server() as url, desk(url) as there:
        for name, found in answers(there, sys.argv[1:]):
            assert found.json()["code"] == name, (name, found.text)
            kept[name] = shown(name, found)
    FILE.write_text(lines.problems(kept, refusals()))
