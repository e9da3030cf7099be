"""What the remedy of a refusal names is what the options list, on generated play."""

import msgspec
import pytest

from domain.core.ruling import Refused
from domain.games.edgerunner.reason import Code as Own
from tests.laws.game import HABITS, walk, walks
from tests.laws.played import Played, Step, told

NAMING = {
    Own.NO_ACTOR,
    Own.NOT_ANSWERED,
    Own.UNSKILLED,
    Own.UNFIT_TARGET,
    Own.NO_SUCH_ROUTE,
    Own.NOT_A_FREE_MOVE,
    Own.NO_SUCH_DOOR,
    Own.NOT_A_RESOURCE,
    Own.BOX_NOT_MARKED,
    Own.CONSEQUENCE_TAKEN,
}
"""The refusals of Edgerunner whose remedy lists what the same seat may name instead."""


def named(step: Step) -> tuple[str, ...]:
    """What the remedy names of a refusal, if the step came to one that names something."""
    refused = step.judgement
    found = (
        refused.facts["there"] if isinstance(refused, Refused) and refused.code in NAMING else ()
    )
    assert isinstance(found, tuple)
    return found


def listed(played: Played, step: Step) -> str:
    """The options that the same seat had, as they are sent."""
    return msgspec.json.encode(played.ruleset.options(step.before, step.seat)).decode()


@pytest.mark.parametrize("seed", range(HABITS["edgerunner"].seeds))
def test_what_a_remedy_names_is_listed(seed: int) -> None:
    played = walk("edgerunner", seed)
    for step in played.steps:
        if there := named(step):
            options = listed(played, step)
            assert [name for name in there if name not in options] == [], told(played, step)


def test_remedies_name_things() -> None:
    steps = [step for played in walks("edgerunner") for step in played.steps if named(step)]
    assert len({getattr(step.judgement, "code", "") for step in steps}) > 5
