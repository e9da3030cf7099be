"""The program recognizes a log with a house rule that only a later program has."""

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tests.support.later_rules import ALL, UNDO, Later, kinds
from verger.domain.core.agreement import Agreement
from verger.domain.core.decider import Ruleset
from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import HouseRuleId, ProposalId, SeatId
from verger.domain.core.since import NewerError
from verger.domain.core.table import HouseRuleChosen, SessionStarted, Table
from verger.domain.games.rulesets import RULESETS
from verger.domain.table.newer import require_known, require_known_in
from verger.domain.table.proposal import ChooseHouseRule, Proposal, Proposals, Proposed

VERGE = RULESETS["verge"]
ANN, P1 = SeatId("s2"), ProposalId("p1")


def naming(id: HouseRuleId, value: Value) -> list[Any]:
    """The effects that name this house rule and value."""
    return [
        SessionStarted("So", "verge", 1, {UNDO: "gm", id: value}, "00"),
        Proposed(P1, ANN, (), ChooseHouseRule(id, value)),
        HouseRuleChosen(id, value),
    ]


def holding(ruleset: Ruleset[Any], id: HouseRuleId, value: Value) -> Any:
    return replace(ruleset.empty, table=Table(house_rules=Map({UNDO: "gm", id: value})))


def asking(ruleset: Ruleset[Any], id: HouseRuleId, value: Value) -> Any:
    asked = Proposal(ANN, ChooseHouseRule(id, value), Agreement((ANN,)))
    proposals: Any = Proposals(Map({P1: asked}), 1)
    empty = ruleset.empty
    return replace(empty, play=replace(empty.play, proposals=proposals))


@pytest.mark.parametrize("name", RULESETS)
def test_every_value_that_a_house_rule_takes_is_known(name: str) -> None:
    ruleset = RULESETS[name]
    for id, rule in ruleset.house_rules.items():
        for value in rule.choices or (rule.least, rule.most):
            require_known(ruleset, naming(id, value))
            for state in (holding, asking):
                require_known_in(ruleset, state(ruleset, id, value))


@pytest.mark.parametrize(("name", "kind"), ALL)
def test_an_addition_of_a_later_program_is_not_known(name: str, kind: str) -> None:
    ruleset = RULESETS[name]
    later = kinds(ruleset)[kind]
    for effect in naming(*later):
        with pytest.raises(
            NewerError, match=f"by a later program, with the house rule '?{later.id}"
        ):
            require_known(ruleset, [HouseRuleChosen(UNDO, "gm"), effect])
    for state in (holding, asking):
        with pytest.raises(NewerError):
            require_known_in(ruleset, state(ruleset, *later))


@pytest.mark.parametrize(
    ("later", "told"),
    [
        (Later(HouseRuleId("repair_cost"), "free"), "'repair_cost', which verge does not have in"),
        (Later(UNDO, "dealer"), "undo with the value 'dealer'; in this program it is unanimous or"),
        (Later(HouseRuleId("seat_limit"), 60), "seat_limit with the value '60'; .* it is 2 to 50"),
        (Later(HouseRuleId("\x1b[2J" * 99), 1), r"'(\\x1b\[2J){15}', which"),
        (Later(UNDO, "\x1b[2J" * 99), r"value '(\\x1b\[2J){15}'; in"),
    ],
)
def test_the_message_names_it_briefly_and_without_control_characters(
    later: Later, told: str
) -> None:
    with pytest.raises(NewerError, match=told):
        require_known(VERGE, [HouseRuleChosen(*later)])
