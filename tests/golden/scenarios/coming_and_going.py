"""An evening of seats that empty and fill: in Load, in Run, in a conflict, the GM's too."""

from hashlib import sha256

from tests.golden.verge import BACKSTORY, Evening, claim, connect, create, goal, strengthen
from verger.domain.core.dice import commitment
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.network import ElementId
from verger.domain.games.verge.state import Load

RULES = (
    "table.leave",
    "table.reissue",
    "table.claim",
    "table.seats",
    "seat_left",
    "seat_taken",
    "turns_ordered",
    "excused",
    "session_forked",
    "table.fork",
    "table.notes",
    "table.redact",
    "note_sealed",
    "note_revealed",
    "redacted",
)
SEED = 1

FIRST = """
Bruno: + Lost Ships (idea)
Carla: + Fog Signals (technology)
"""
WITHOUT_DMITRI = """
Edda: + Seabirds (idea)
Bruno: + Harbour Trust; -owns> Fog Signals
"""
WITH_FAYE = """
Carla: + Wreckers of the Point; -lure> Lost Ships
Faye: + Bird Wardens; -count> Seabirds
Edda: + Keepers' Guild; -tends> Fog Signals
Bruno: + Agent Marsh; -lets for> Harbour Trust
Carla: + Wrecker Jory; -signals for> Wreckers of the Point
Faye: + Warden Tern; -whistles for> Bird Wardens
Edda: + Keeper Solveig; -winds> Fog Signals
Bruno: + Pilot Gann; -steers by> Fog Signals
Carla: = Wrecker Jory
Faye: = Warden Tern
Edda: = Keeper Solveig
Bruno: Agent Marsh #covets> The Old Lamp (thing); Pilot Gann #dreads> Wreckers of the Point
Carla: #buried> A Sea Chest (thing)
Faye: #ringed> The White Gull (thing)
Edda: #lights> The Old Lamp
Bruno: Agent Marsh #obeys> Harbour Trust; Pilot Gann #trusts> Keeper Solveig
Carla: #watches> Keeper Solveig
Faye: #sketches> Lost Ships
"""
WITHOUT_FAYE = "Edda: #waits for> Lost Ships"
LIKES = {
    "Bruno": "Keeper Solveig, Wrecker Jory, Warden Tern, Seabirds",
    "Carla": "The Old Lamp, Keeper Solveig, Seabirds, Harbour Trust",
    "Faye": "The Old Lamp, Wrecker Jory, Keeper Solveig, Fog Signals",
    "Edda": "Wrecker Jory, Warden Tern, Lost Ships, Harbour Trust",
}


def play(seed: int = SEED) -> Evening:
    """Lighthouse for Rent: a night of fog in which people come and go, at the table too."""
    game = Evening("Lighthouse for Rent", "Bruno Carla Dmitri Edda", seed=seed)
    game.begins_load("Bruno")
    game.loads(FIRST, LIKES)
    somebody_goes_and_somebody_comes(game)
    game.loads(WITH_FAYE, LIKES)
    game.move("Faye", "leave")
    game.loads(WITHOUT_FAYE, LIKES)
    assert game.story == {"Bruno": 21, "Carla": 21, "Faye": 10, "Edda": 18}
    game.move("s3", "take_seat", name="Faye")
    game.plays("Bruno")
    fog = ("White on white.", "The gallery")
    game.notice("Carla", 2, fog, "Agent Marsh", "The keeper sees the wreckers")
    storm = create("Hailstorm", "struck down", "The White Gull", "A minute of ice.")
    game.notice("Faye", 1, fog, "Agent Marsh", "The gull is gone", storm)
    taken_over_in_a_notice(game)
    game.move("Bruno", "frame", camera="A lamp goes round.", place="The rocks", present=[])
    gone_while_asked(game)
    gone_in_a_conflict(game)
    gone_before_the_trade(game)
    who_is_told_what(game)
    voted_out(game)
    a_late_joiner(game)
    without_a_gm(game)
    a_place_less(game)
    elsewhere(game)
    a_lost_token(game)
    return game


def somebody_goes_and_somebody_comes(game: Evening) -> None:
    """In Load the turn of who leaves passes on; who takes the seat has turns again."""
    order = turns(game)
    game.move("Dmitri", "leave")
    assert game.awaited()["node"] == ("Edda",)
    assert turns(game) == tuple(seat for seat in order if seat != "s3")
    game.loads(WITHOUT_DMITRI, LIKES)
    game.move("s3", "take_seat", name="Faye")
    assert turns(game) == order


def taken_over_in_a_notice(game: Evening) -> None:
    """Edda leaves her notice: it ends; Hana takes her seat, her keeper and her tokens over."""
    tokens, keeper = game.tokens("Edda"), game.hero("Edda")
    game.move("Edda", "choose_loss", edge=game.tie("Edda", 1))
    camera = {"camera": "Glass breaks.", "place": "The lamp room", "notice": "@Edda"}
    game.move("Bruno", "frame", **camera)
    game.move("Edda", "leave")
    assert game.state.play.notices.current is None
    game.move("s4", "take_seat", name="Hana")
    assert (game.tokens("Hana"), game.hero("Hana")) == (tokens, keeper)
    lamp = ("Glass, and a moth.", "The lamp room")
    game.notice("Hana", 2, lamp, "Agent Marsh", "Nobody waits any more")


def gone_while_asked(game: Evening) -> None:
    """What waits for a seat no longer does when it is empty; its own plans lapse, its bribe too."""
    boosts = game.account("bank").boost
    game.move("Faye", "place_bribe", element="@The Old Lamp", condition="Somebody puts it out.")
    own = game.wants("Faye", create("Nest Boxes", "hang from", "The Old Lamp", "In a row."))
    id = game.wants("Carla", connect("Wrecker Jory", "paid", "Agent Marsh", "In coin."))
    asked = game.proposes("Carla", "adopt_premise", aspect="tone", text="Eerie")
    game.move(
        "Faye", "propose", subject={"subject": "adopt_premise", "aspect": "tone", "text": "?"}
    )
    game.consents(id, "Bruno", "Hana")
    for name in ("Bruno", "Hana"):
        game.move(name, "agree", proposal=asked)
    before = game.story
    left = game.move("Faye", "leave")
    kinds = {type(one).__name__ for one in left.effects}
    assert {"Excused", "SeatExcused", "BribeTakenBack", "ActionWithdrawn"} <= kinds
    assert (game.marked("paid"), game.account("bank").boost) == ("paid", boosts)
    assert own not in game.state.play.declarations
    assert game.earned(before) == {"Faye": 1}
    assert [premise.text for premise in game.state.play.premises] == ["Eerie"]
    game.move("s3", "take_seat", name="Ivo")


def gone_in_a_conflict(game: Evening) -> None:
    """Who leaves has given up; the side that is left has won."""
    wreck = create("Wreck of the Ada", "lies below", "The Old Lamp", "Ribs in the surf.")
    joins = {
        "Carla": ("Wrecker Jory", goal("A ship strikes", "The Old Lamp", wreck)),
        "Ivo": ("Warden Tern", goal("The birds warn her", "The White Gull")),
        "Hana": ("Keeper Solveig", goal("The lamp stays lit", "The Old Lamp")),
    }
    game.conflict("Carla", "Put out the light.", joins)
    for name in ("Carla", "Ivo"):
        game.rolls(name, "In the fog.")
    game.move("Hana", "leave")
    game.tells(Carla="A rope over the rail.", Ivo="Wings against glass.")
    before, boosts = game.story, game.account("bank").boost
    game.move("Ivo", "leave")
    assert game.marked("Wreck of the Ada") == "Wreck of the Ada"
    game.trades()
    assert game.earned(before) == {}
    assert (game.state.play.conflict, game.account("bank").boost) == (None, boosts)
    for seat, name in (("s3", "Ivo"), ("s4", "Jana")):
        game.move(seat, "take_seat", name=name)


def gone_before_the_trade(game: Evening) -> None:
    """Who leaves before the dice are traded rolls none; who has not answered stands aside."""
    joins = {
        "Ivo": ("Warden Tern", goal("The gulls are counted", "The White Gull")),
        "Bruno": ("Pilot Gann", goal("The pilot lands", "Keeper Solveig")),
    }
    game.move("Ivo", "call_conflict", reason="Quiet, please.")
    for name, (node, wanted) in joins.items():
        game.move(name, "join_conflict", node=f"@{node}", goal=wanted)
    game.move("Carla", "stand_aside")
    game.move("Jana", "leave")
    for name in joins:
        game.rolls(name, "Slowly.")
    game.tells(Ivo="Seven, eight, nine.", Bruno="A boat scrapes.")
    game.move("Ivo", "stop_conflict")
    game.move("Ivo", "leave")
    game.trades()
    assert game.state.play.conflict is None
    game.move("s3", "take_seat", name="Ivo")
    game.move("s4", "take_seat", name="Jana")


def voted_out(game: Evening) -> None:
    """The others agree to empty the seat of somebody who is gone."""
    before = game.tokens("Jana")
    id = game.proposes("Carla", "vacate_seat", seat="@Jana")
    assert game.awaited()["agreement"] == ("Bruno", "Ivo")
    for name in ("Bruno", "Ivo"):
        game.move(name, "agree", proposal=id)
    assert game.awaited()["claim_seat"] == ("Jana",)
    game.move("s4", "take_seat", name="Kurt")
    assert game.tokens("Kurt") == before


def a_late_joiner(game: Evening) -> None:
    """A new place in Run brings a boost, and its seat claims somebody with everyone's consent."""
    boosts = game.account("bank").boost
    game.move("Bruno", "add_seat", kind="player", name="Lena")
    assert game.account("bank").boost == boosts + 1
    game.move("Lena", "take_seat", name="Lena")
    id = game.wants("Lena", claim("Pilot Gann", "He has been listening all night."))
    game.objects("Carla", id, "fiction", "He drowned, I thought.")
    game.consents(id, "Bruno", "Ivo", "Kurt", "Carla")
    assert game.hero("Lena") == game.id("Pilot Gann")
    game.grant_boost("Lena", "Welcome aboard.")
    rope = connect("Pilot Gann", "tied up at", "The Old Lamp", "A bowline.", payment={"boost": 1})
    game.changes("Lena", rope)
    assert game.tokens("Bruno").boost == 1


def without_a_gm(game: Evening) -> None:
    """The GM's seat is empty and is taken over; an override ends without who leaves it."""
    old = connect("Lost Ships", "were sold by", "Harbour Trust", "For years.", **BACKSTORY)
    id = game.wants("Carla", old)
    game.objects("Ivo", id, "authorship", "They were stolen.")
    before = game.story
    game.move("Carla", "override", declaration=id)
    game.passes(id, "Ivo", "Kurt", "Lena")
    price = before["Carla"] - game.story["Carla"]
    game.move("Bruno", "leave")
    assert game.marked("were sold by") == "were sold by"
    assert price >= game.power("Harbour Trust")
    boosts = game.tokens("s1").boost
    game.move("s1", "take_seat", name="Mads")
    assert game.tokens("Mads").boost == boosts == 1
    game.move("Mads", "frame", camera="Daylight.", place="The rocks", present=["@Warden Tern"])
    game.changes("Mads", strengthen("Wrecker Jory", "Everybody saw his face."))


def a_place_less(game: Evening) -> None:
    """The GM takes an empty place away; its character is nobody's, its boost leaves the table."""
    keeper, boosts = game.hero("Kurt"), game.account("bank").boost
    game.move("Kurt", "leave")
    left = game.tokens("s4").boost
    game.move("Mads", "remove_seat", seat="s4")
    assert game.state.play.network.claimant(ElementId(keeper)) is None
    assert game.account("bank").boost == boosts + left - 1
    assert [seat.id for seat in game.state.table.seats] == ["s1", "s2", "s3", "s5"]
    game.move("Mads", "end_scene")


def elsewhere(game: Evening) -> None:
    """Ivo forks while Carla asks: nothing of play changes, and what was asked waits for them."""
    told = create("Letters", "wait for", "Warden Tern", "Unopened.", **BACKSTORY)
    id = game.wants("Carla", told)
    play, version = game.state.play, len(game.log)
    known = {"parent": game.session, "version": version, "hash": "00" * 32}
    dice = commitment(sha256(b"elsewhere").digest())
    game.move("Ivo", "fork_session", title="Unopened", dice_commitment=dice, **known)
    assert game.state.play == play
    assert game.state.table.sitting == (game.seat("Ivo"),)
    assert game.awaited()["consent"] == ("Ivo",)
    assert game.awaited()["claim_seat"] == ("Mads", "Carla", "Lena")
    for name in ("Mads", "Carla", "Lena"):
        game.move(name, "take_seat", name=name)
    game.consents(id, "Mads", "Lena", "Ivo")
    assert game.marked("Letters") == "Letters"


def a_lost_token(game: Evening) -> None:
    """The GM has a seat reissued at once; the GM's own takes everyone's word, or the operator."""
    before = game.tokens("Carla")
    game.proposes("Mads", "reissue_seat", seat="@Carla")
    assert game.awaited()["claim_seat"] == ("Carla",)
    game.move("Carla", "take_seat", name="Carla")
    assert game.tokens("Carla") == before
    id = game.proposes("Ivo", "reissue_seat", seat="@Mads")
    assert game.awaited()["agreement"] == ("Carla", "Lena")
    for name in ("Carla", "Lena"):
        game.move(name, "agree", proposal=id)
    game.move("Mads", "take_seat", name="Mads")
    game.move(Unseated.OPERATOR, "reissue_seat", seat="s3")
    game.move("Ivo", "take_seat", name="Ivo")


def turns(game: Evening) -> tuple[str, ...]:
    """The seats in the order of their turns."""
    step = game.state.play.step
    assert isinstance(step, Load)
    return step.order


def who_is_told_what(game: Evening) -> None:
    """Notes are sealed and one is opened; what somebody should not have said is taken out.

    That the texts are gone the edge sees to; here is only what the log says of it.
    """
    gm, other, *_ = game.state.table.sitting
    truth = "The keeper drowned years ago."
    game.move(gm, "seal_note", text=truth, eyes=[other])
    game.move(other, "seal_note", text="I bet on the keeper.")
    game.refused(other, Code.NOT_THE_AUTHOR, "reveal_note", note="k1")
    game.move(gm, "reveal_note", note="k1")
    assert [note.text for note in game.state.table.notes] == [truth, None]
    game.move(other, "add_limit", kind="line", text="My own street.")
    redact = {"versions": [len(game.log)], "reason": "I live there."}
    game.move(other, "redact", **redact, reach="own")
    game.move(Unseated.OPERATOR, "redact", **redact, reach="table")
