"""The generated Python client plays an evening, and the generator reports no problem."""

from pathlib import Path

from tests.support.server import Server


def test_the_generated_python_client_plays_an_evening(server: Server, generated: Path) -> None:
    from tests.clients.evening import evening  # noqa: PLC0415  # there once it is generated

    log = evening(server.url)
    assert [event.version for event in log] == list(range(1, len(log) + 1))
    assert {effect.effect for effect in log[-1].event.effects} >= {"node_added", "edge_added"}
