"""HTTP clients of each language and of npm play an evening: directly, and through the proxies that operators use."""

from pathlib import Path

import pytest

from tests.clients.standard.evening import play_on
from tests.clients.standard.programs import KINDS, Kind, Program, prepared
from tests.clients.standard.ways import DIRECT, PROXIES, Way
from tests.support.server import Server

THROUGH_PROXIES = [kind for kind in KINDS if kind.program in ("curl", "python3")]
"""Two clients are enough: `curl` asks for compression, and `python3` does not."""


def named(kind: Kind) -> str:
    return kind.package or kind.program


def here(kind: Kind, folder: Path) -> Program:
    """Prepare a client. Skip the test if its program is not here."""
    if program := prepared(kind, folder):
        return program
    pytest.skip(f"no {kind.program} here, or no npm")


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_a_client_plays_an_evening_and_hears_each_event_once(
    server: Server, tmp_path: Path, kind: Kind
) -> None:
    play_on(here(kind, tmp_path), DIRECT, server, tmp_path)


@pytest.mark.parametrize("way", PROXIES, ids=lambda way: way.name)
@pytest.mark.parametrize("kind", THROUGH_PROXIES, ids=named)
def test_an_evening_passes_through_a_proxy(
    server: Server, tmp_path: Path, kind: Kind, way: Way
) -> None:
    if way.program is None:
        pytest.skip(f"no {way.name} here")
    play_on(here(kind, tmp_path), way, server, tmp_path)
