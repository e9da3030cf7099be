"""Overrides: their subjects, their prices and the seats that are paid."""

import pytest

from tests.support.override import (
    PAST,
    SARASVATI,
    contested,
    gil_bates,
    matches,
    overrides,
    raises,
    sarasvati,
    stands,
)
from tests.support.play import Game, action, effect, rule, saw, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.reason import Code as Own


@rule("override.allowed", "override.create", "consent.spent")
def test_an_override_begins_with_the_power_of_the_node_joined_to_and_spends_the_cost() -> None:
    game = contested(gil_bates(), SARASVATI)
    judgement = overrides(game)
    share = {"element": "n1", "power": 2}
    asked = ("s1", "s3", "s4")
    begun = effect("override_begun", declaration="d1", action=1, shares=[share], asked=asked)
    assert judgement.effects[-1] == begun
    assert saw(judgement, "consent.spent") == {"declaration": "d1", "action_number": 1}
    assert game.account("escrow:d1").total == 0
    assert saw(judgement, "override.create") == {"element_powers": ("n1: 2",)}


@rule("override.connect")
@pytest.mark.parametrize(
    ("consenting", "powers"),
    [([], ("n1: 2", "n3: 3")), (["Cy"], ("n3: 3",)), (["Ann"], ("n1: 2",))],
)
def test_a_connection_costs_each_node_without_its_controllers_consent(
    consenting: list[str], powers: tuple[str, ...]
) -> None:
    game = gil_bates()
    game.node("Di", "Money!!!")
    contested(game, action("connect", label="owns", source="n1", target="n3", **PAST), by="Di")
    for name in consenting:
        game.move(name, "consent", declaration="d1")
    assert saw(overrides(game), "override.connect") == {"element_powers": powers}


@rule("override.connect", "consent.one_at_a_time")
def test_consent_to_the_whole_declaration_frees_a_node_too() -> None:
    game = gil_bates()
    game.node("Di", "Money!!!")
    connect = action("connect", label="owns", source="n1", target="n3", **PAST)
    game.declares("Bo", {**SARASVATI, "other": "n3"}, connect)
    for name in ("Cy", "Ann", "Di"):
        game.move(name, "consent", declaration="d1", all=name == "Cy")
    game.move("Di", "object", declaration="d1", ground="authorship", reason="No.")
    assert saw(overrides(game), "override.connect") == {"element_powers": ("n3: 3",)}


@rule("override.connect", "consent.objection")
def test_to_hold_something_bogus_is_no_consent() -> None:
    game = gil_bates()
    game.node("Di", "Money!!!")
    contested(game, action("connect", label="owns", source="n1", target="n3", **PAST), by="Di")
    game.move("Cy", "object", declaration="d1", ground="bogus", reason="Oh no.")
    assert saw(overrides(game), "override.connect") == {"element_powers": ("n1: 2", "n3: 3")}


@rule("override.connect", "control.own")
def test_a_connection_costs_nothing_for_the_node_that_the_mover_controls() -> None:
    game = gil_bates()
    own = game.character("Bo", "Aliana!!!!")
    contested(game, action("connect", label="loves", source=own, target="n1", **PAST))
    assert saw(overrides(game), "override.connect") == {"element_powers": ("n1: 2",)}


@rule("override.change")
@pytest.mark.parametrize(
    ("kind", "element", "powers"),
    [
        ("strengthen", "n1", ("n1: 2",)),
        ("weaken", "n1", ("n1: 2",)),
        ("repair", "n3", ("n3: 1",)),
        ("weaken", "e2", ("e2: 3",)),
    ],
)
def test_a_change_costs_the_power_of_its_element(
    kind: str, element: str, powers: tuple[str, ...]
) -> None:
    game = gil_bates().grant("Bo", development=1)
    game.draws("Ann", "Wife!!? -divorces!!!-> Gil Bates")
    contested(game, action(kind, element=element, **PAST))
    assert saw(overrides(game), "override.change") == {"element_powers": powers}


@rule("override.create", "override.payee")
def test_a_new_node_at_ones_own_costs_its_power_to_the_bank() -> None:
    game = gil_bates()
    contested(game, {**SARASVATI, "other": game.character("Bo", "Aliana!!!!")})
    judgement = overrides(game)
    assert saw(judgement, "override.create") == {"element_powers": ("n3: 4",)}
    assert saw(judgement, "override.payee")["receiver"] == "bank"


@rule("override.cost")
def test_a_negative_power_costs_nothing() -> None:
    game = gil_bates()
    ruin = game.node("Ann", "Ruin!???")
    contested(game, {**SARASVATI, "other": ruin})
    assert saw(overrides(game), "override.cost") == {"tokens_due": 0}
    assert game.tokens("Bo").story == 19
    said = stands(game, "Ann", "Cy", "Di").ruling.sentence
    assert "Overridden for no tokens: power 0 of “Ruin”. It is recorded:" in said


@rule("override.cost")
def test_a_negative_power_takes_nothing_off_another() -> None:
    game = gil_bates()
    ruin = game.node("Ann", "Ruin???")
    contested(game, action("connect", label="owns", source="n1", target=ruin, **PAST))
    assert saw(overrides(game), "override.cost") == {"tokens_due": 2}


@rule("override.cost", "token.pay")
def test_any_kinds_of_token_pay_an_override_its_raises_and_their_match() -> None:
    game = gil_bates().grant("Bo", development=3).grant("Di", development=2)
    contested(game, SARASVATI)
    overrides(game, story=1, development=1)
    assert str(game.tokens("Cy")) == "21 story, 1 development"
    raises(game, "Di", 2, payment={"story": 2, "development": 2})
    matches(game, payment={"development": 2})
    assert [str(game.tokens(name)) for name in ("Bo", "Di")] == ["18 story", "18 story"]


@rule("override.allowed", "override.cost", "token.pay")
def test_the_mover_pays_the_price_exactly_and_with_tokens_that_it_has() -> None:
    game = contested(gil_bates(), SARASVATI)
    game.refused("Di", Own.NOT_THE_MOVER, "override", declaration="d1")
    offer = {"declaration": "d1", "payment": {"story": 3}}
    refusal = game.refused("Bo", Own.WRONG_PAYMENT, "override", **offer)
    assert refusal.facts["tokens_needed"] == "2 of any kind"
    offer["payment"] = {"development": 2}
    game.refused("Bo", Code.NOT_ENOUGH_TOKENS, "override", **offer)


@rule("override.payee")
@pytest.mark.parametrize(("payee", "cy"), [("controller", 22), ("bank", 20)])
def test_the_house_rule_says_who_is_paid(payee: str, cy: int) -> None:
    game = contested(gil_bates(override_payee=payee), SARASVATI)
    out = game.account("bank").story
    overrides(game)
    assert game.tokens("Cy").story == cy
    # The token for the action itself is spent, too.
    assert game.account("bank").story == out + 1 + (22 - cy)


@rule("override.payee")
@pytest.mark.parametrize(
    ("payee", "story"), [("controller", [23, 14, 22, 20]), ("bank", [20, 14, 20, 20])]
)
def test_each_element_is_paid_to_its_own_controller_or_to_the_bank(
    payee: str, story: list[int]
) -> None:
    game = gil_bates(override_payee=payee)
    money = game.node("Di", "Money!!!")
    contested(game, action("connect", label="owns", source="n1", target=money, **PAST))
    overrides(game)
    assert [game.tokens(name).story for name in ("Ann", "Bo", "Cy", "Di")] == story


@rule("override.payee", "control.own")
@pytest.mark.parametrize(("text", "cy", "di"), [("Vault!!!!", 22, 22), ("Vault!!!!!", 23, 22)])
def test_several_controllers_share_evenly_and_the_odd_token_goes_by_seat_order(
    text: str, cy: int, di: int
) -> None:
    game = gil_bates()
    *_, vault = game.draws("Ann", f"Merlina (Di) -robs-> {text}")
    game.draws("Ann", "Knight -owns-> Vault")
    contested(game, {**SARASVATI, "other": vault})
    overrides(game)
    assert (game.tokens("Cy").story, game.tokens("Di").story) == (cy, di)


@rule("override.payee", "control.grant")
def test_a_seat_with_granted_control_shares_in_seat_order_too() -> None:
    game = gil_bates()
    *_, vault = game.draws("Ann", "Merlina (Di) -robs-> Vault!!!")
    game.move("Di", "grant_control", element=vault, seat="s3")
    overrides(contested(game, {**SARASVATI, "other": vault}))
    assert (game.tokens("Cy").story, game.tokens("Di").story) == (22, 21)


@rule("override.payee", "override.create")
def test_a_mover_who_shares_control_of_the_node_pays_the_others_its_whole_power() -> None:
    game = gil_bates()
    game.draws("Bo", "Aliana (Bo) -stalks-> Gil Bates")
    overrides(contested(game, SARASVATI))
    assert [game.tokens(name).story for name in ("Bo", "Cy")] == [17, 22]


@rule("override.payee", "token.boost")
def test_a_controller_gets_a_story_token_for_a_boost_which_goes_to_the_gm() -> None:
    game = contested(gil_bates().grant("Bo", boost=2), SARASVATI)
    overrides(game, story=1, boost=1)
    bo, cy, ann = (game.tokens(name) for name in ("Bo", "Cy", "Ann"))
    assert (bo, cy, ann) == (Purse(18, boost=1), Purse(22), Purse(20, boost=1))


@rule("override.payee", "token.boost")
def test_the_gm_who_is_paid_with_a_boost_keeps_the_boost() -> None:
    game = gil_bates().grant("Bo", boost=2)
    contested(game, {**SARASVATI, "other": game.node("Di", "Money!!")})
    overrides(game, boost=2)
    assert (game.tokens("Bo"), game.tokens("Ann")) == (Purse(19), Purse(20, boost=2))


@rule("override.payee", "token.boost")
def test_the_gms_boost_goes_to_the_bank_and_the_controller_gets_a_story_token() -> None:
    game = gil_bates().grant("Ann", boost=1)
    boosts = game.account("bank").boost
    game.declares("Ann", SARASVATI)
    game.move("Cy", "object", declaration="d1", ground="authorship", reason="No.")
    game.move("Ann", "override", declaration="d1", payment={"story": 1, "boost": 1})
    assert (game.tokens("Ann"), game.tokens("Cy")) == (Purse(18), Purse(22))
    assert game.account("bank").boost == boosts + 1


@rule("override.payee", "token.boost")
def test_a_boost_still_goes_to_the_gm_if_the_bank_is_paid() -> None:
    game = contested(gil_bates(override_payee="bank").grant("Bo", boost=1), SARASVATI)
    overrides(game, story=1, boost=1)
    assert (game.tokens("Ann").boost, game.tokens("Cy").total) == (1, 20)


@rule("override.allowed", "conflict.one")
def test_backstory_is_overridden_in_the_midst_of_a_conflict() -> None:
    game = gil_bates()
    game.move("Ann", "call_conflict", reason="She shoots.")
    overrides(contested(game, SARASVATI))
    raises(game, "Di", 1)
    dice = {"reason": "She seduces him.", "declaration": "d1"}
    game.refused("Bo", Own.CONFLICT_OPEN, "call_conflict", **dice)
    matches(game)
    assert "node_added" in tags(stands(game, "Ann", "Cy", "Di"))


def opposed(nature: str = "backstory") -> Game:
    """Return a table where Cy objects to Bo's declaration within the fiction, and Di by authorship."""
    game = gil_bates()
    game.declares("Bo", {**SARASVATI, "nature": nature})
    for name, ground in (("Cy", "fiction"), ("Di", "authorship")):
        game.move(name, "object", declaration="d1", ground=ground, reason="No.")
    return game


@rule("override.allowed")
@pytest.mark.parametrize("nature", ["fiction", "backstory"])
def test_one_objection_within_the_fiction_closes_the_override(nature: str) -> None:
    game = opposed(nature)
    refusal = game.refused("Bo", Own.NOT_OVERRIDABLE, "override", declaration="d1")
    assert refusal.facts["hindrance_in_words"] == "Cy objects within the fiction"
    assert refusal.remedy.startswith("Let dice decide about it with `call_conflict`.")
    assert game.options("Bo", "override") == []


@rule("override.allowed", "consent.objection")
@pytest.mark.parametrize("answer", ["consent", "object"])
@pytest.mark.parametrize("nature", ["fiction", "backstory"])
def test_an_override_opens_again_once_no_objection_in_the_fiction_is_left(
    answer: str, nature: str
) -> None:
    game = opposed(nature)
    fields = {"ground": "authorship", "reason": "As a reader."} if answer == "object" else {}
    game.move("Cy", answer, declaration="d1", **fields)
    assert "override_begun" in tags(overrides(game))


@rule("override.allowed", "override.raise")
def test_nobody_objects_again_to_an_overridden_action() -> None:
    fields = {"ground": "fiction", "reason": "Wait!"}
    refused = sarasvati().refused("Di", Own.CONTESTED, "object", declaration="d1", **fields)
    price = "Raise the price with `raise_override`. Or leave the price as it is with `pass_raise`."
    assert refused.remedy == price


@rule("override.allowed", "character.claim")
def test_a_claim_is_not_overridden() -> None:
    game = contested(gil_bates(), action("claim", element="n1", **PAST))
    refusal = game.refused("Bo", Own.NOT_OVERRIDABLE, "override", declaration="d1")
    assert refusal.facts["hindrance_in_words"] == "a claim needs everyone's consent"


@rule("override.allowed", "control.protected")
def test_a_protected_action_is_never_asked_and_so_never_overridden() -> None:
    game = gil_bates()
    game.declares("Cy", action("strengthen", element="n1", **PAST))
    assert game.shown("n1") == "Gil Bates!!!"
    game.refused("Cy", Own.UNKNOWN_DECLARATION, "override", declaration="d1")


@rule("override.allowed")
@pytest.mark.parametrize("ground", [None, "bogus"])
def test_only_a_contested_action_is_overridden(ground: str | None) -> None:
    game = gil_bates()
    game.declares("Bo", SARASVATI)
    if ground:
        game.move("Cy", "object", declaration="d1", ground=ground, reason="No.")
    game.refused("Bo", Own.NOT_CONTESTED, "override", declaration="d1")


@rule("override.allowed")
def test_nobody_overrides_twice() -> None:
    refused = sarasvati().refused("Bo", Own.CONTESTED, "override", declaration="d1")
    assert refused.circumstances["moves_open"] == ("give_up",)
