"""A log that is judged by amendments of a later program is told from one that this one judges."""

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from domain.core.agreement import Agreement
from domain.core.amendment import HOUSE_RULE
from domain.core.identifier import HouseRuleId, ProposalId, SeatId
from domain.core.table import HouseRuleChosen, SessionStarted, Table
from domain.games.rulesets import RULESETS
from domain.games.venus.state import EMPTY
from domain.table.amending import UnknownAmendmentError, require_known, require_known_in
from domain.table.proposal import ChooseHouseRule, Proposal, Proposals, Proposed

VENUS, VERGE = RULESETS["venus"], RULESETS["verge"]
KNOWN = len(VENUS.amendments)
ANN, P1 = SeatId("s2"), ProposalId("p1")


def naming(number: int) -> list[Any]:
    """What names an amendment: a beginning, a question, a decision."""
    return [
        SessionStarted("So", "venus", 1, {HOUSE_RULE: number}, "00"),
        Proposed(P1, ANN, (), ChooseHouseRule(HOUSE_RULE, number)),
        HouseRuleChosen(HOUSE_RULE, number),
    ]


OTHER = HouseRuleChosen(HouseRuleId("seat_limit"), 9)


def test_what_names_known_ones_is_judged_here() -> None:
    require_known(VENUS, [OTHER, *naming(KNOWN), *naming(0)])


@pytest.mark.parametrize("effect", naming(KNOWN + 1), ids=lambda one: type(one).__name__)
def test_what_names_a_later_one_is_not(effect: Any) -> None:
    told = f"judged by amendment {KNOWN + 1} of venus; this program has {KNOWN}"
    with pytest.raises(UnknownAmendmentError, match=told):
        require_known(VENUS, [OTHER, effect])


def test_nor_is_any_where_a_game_was_never_mended() -> None:
    with pytest.raises(UnknownAmendmentError, match="of verge; this program has 0"):
        require_known(VERGE, naming(1))


def holding(number: int) -> Any:
    return replace(EMPTY, table=Table(house_rules=Map({HOUSE_RULE: number})))


def asking(number: int) -> Any:
    asked = Proposal(ANN, ChooseHouseRule(HOUSE_RULE, number), Agreement((ANN,)))
    proposals: Any = Proposals(Map({P1: asked}), 1)
    return replace(EMPTY, play=replace(EMPTY.play, proposals=proposals))


@pytest.mark.parametrize("state", [holding, asking])
def test_a_state_that_was_kept_is_asked_the_same(state: Any) -> None:
    require_known_in(VENUS, state(KNOWN))
    with pytest.raises(UnknownAmendmentError):
        require_known_in(VENUS, state(KNOWN + 1))
