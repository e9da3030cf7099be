"""The server can die at any moment: each acknowledged move is in the log once and complete."""

import time

from tests.support.client import played
from tests.support.load import Load, each_once, verified
from tests.support.server import serving

KILLS = 8


def test_a_server_killed_again_and_again_under_load_loses_and_doubles_nothing(
    database_url: str,
) -> None:
    with serving(database_url) as server:
        table = played(server.http, "Ann", "Bo", "Cy", "Di")
        with Load(list(table), [server.http]) as load:
            for kill in range(KILLS):
                time.sleep(0.01 + 0.033 * (7 * kill % KILLS))
                server.kill()
                server.restart()
        log = verified(table["Ann"])
        assert each_once(load, log, before=4)
        assert load.again > 0
        assert table["Bo"].draws_a_line("Spiders.")["version"] == len(log) + 1
