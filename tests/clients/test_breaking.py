"""Make a few moves over connections that break. `python -m tests.clients.breaking` makes 1,000."""

from pathlib import Path

import pytest

from tests.api.docs.test_quick_start import node
from tests.clients.breaking.line import Line
from tests.clients.breaking.proof import Proof, program, proved
from tests.support.server import Server


@pytest.mark.parametrize("client", ["python", "typescript"])
def test_every_move_is_made_once_though_the_line_breaks(
    server: Server, tmp_path: Path, client: str
) -> None:
    if client == "typescript" and not node():
        pytest.skip("Node 20 is not here")
    proof = proved(server, program(client, tmp_path), "verge", 12)
    assert proof.holds
    assert len(proof.logged) >= 12
    assert proof.broken > 10


def test_the_line_breaks_a_quarter_of_the_requests() -> None:
    with Line(1, seed=7) as line:
        pieces = [line.kept(b"request") + line.kept(b"answer") for _ in range(4_000)]
    assert 0.2 < sum(one != b"requestanswer" for one in pieces) / len(pieces) < 0.25


@pytest.mark.parametrize("reported", [[4, 5], [4, 5, 6, 6], [4, 5, 6, 7]])
def test_a_lost_or_doubled_move_is_found(reported: list[int]) -> None:
    assert not Proof(reported, [4, 5, 6], 1, 1).holds
    assert Proof([6, 4, 5], [4, 5, 6], 1, 1).holds
