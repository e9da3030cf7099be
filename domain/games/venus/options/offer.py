"""The moves that each seat can make in a session of the Venus Engine, and the pending actions."""

from collections.abc import Iterator

from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    Awaited,
    Option,
    RuleName,
    Subset,
    TextField,
    choices,
    move_option,
    question_id,
)
from verger.domain.core.text import PROSE_LIMIT
from verger.domain.dispute.arguing import too_many
from verger.domain.games.venus import ruling
from verger.domain.games.venus.agenda import TABLE, cannot_adopt
from verger.domain.games.venus.attendance import RULE as PEER
from verger.domain.games.venus.attendance import cannot_name
from verger.domain.games.venus.chapter import BEGIN, cannot_award, without_character
from verger.domain.games.venus.lots import CAP, learnable
from verger.domain.games.venus.model.scenes import Pacing, over
from verger.domain.games.venus.model.sheet import SHEETS
from verger.domain.games.venus.model.subject import (
    PRESENT_LIMIT,
    BeginChapter,
    EndChapter,
    EndGame,
    EnterScene,
    Ground,
    LeaveScene,
    OfferScene,
)
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.options import roll
from verger.domain.games.venus.scene import (
    ENTER,
    SPLIT,
    TURNS,
    cannot_cross,
    cannot_offer,
    free_seats,
)
from verger.domain.games.venus.state import Chapter, Debrief, Over, Prepare, State, in_chapter
from verger.domain.judging import table_options
from verger.domain.table.proposal import subject
from verger.domain.table.sheet import WriteSheet, subjects

PASS = "scene.pass"  # noqa: S105  # a rule's id


def options(state: State, seat: SeatId) -> list[Option]:
    """Return the moves that a seat can make now."""
    options = table_options.options(state, seat, TABLE, _subjects(state, seat))
    if not table_options.may_play(state, seat):
        return [*options, *_sitting_in(state, seat)]
    options += _excess(state, seat)
    if seat == state.table.gm:
        options += [*_peers(state), *_rulings(state), *_awards(state)]
    if in_chapter(state, TURNS):
        return options
    if seat == state.table.gm:
        options.append(
            move_option("pace_scenes", (choices("pacing", _PACINGS),), SPLIT, label="Set the pace")
        )
    if state.play.roll:
        return [*options, *roll.options(state, state.play.roll, seat)]
    return [*options, *_between_rolls(state, seat)]


_PACINGS = [(pacing.value, "") for pacing in Pacing]
_TEXT = TextField("text", PROSE_LIMIT, label="In words")


def _subjects(state: State, seat: SeatId) -> Iterator[Option]:
    for shape in subjects(state, seat, SHEETS):
        rewrites = any(field.name == "character" for field in shape.fields)
        if not (rewrites and state.play.roll):
            yield shape
    onward = (
        ("begin_chapter", "Begin a chapter", BEGIN, BeginChapter()),
        ("end_chapter", "End the chapter", "chapter.end", EndChapter()),
        ("end_game", "End the game", "chapter.end", EndGame()),
    )
    for name, label, rule, wanted in onward:
        if not cannot_adopt(state, wanted, seat):
            yield subject(name, rule, label=label)
    if not cannot_offer(state, OfferScene(""), seat):
        yield subject("offer_scene", "scene.offer", _TEXT, _present(state), label="Offer a scene")
    yield from _crossings(state, seat)


def _crossings(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield the players that can be proposed to enter or leave a scene (`scene.enter`)."""
    table, scenes = state.table, state.play.scenes
    asking = [
        player for player in table.sitting if player != table.gm and seat in (player, table.gm)
    ]
    going = [player for player in asking if not cannot_cross(state, LeaveScene(player), seat)]
    if going:
        seats = choices("seat", [(player, table.name(player)) for player in going], label="Seat")
        yield subject("leave_scene", ENTER, seats, label="Leave the scene")
    open = [(id, scene.text) for id, scene in in_order(scenes.open.items())]
    coming = [
        player
        for player in asking
        if open and not cannot_cross(state, EnterScene(player, open[0][0]), seat)
    ]
    if coming:
        seats = choices("seat", [(player, table.name(player)) for player in coming], label="Seat")
        yield subject("enter_scene", ENTER, seats, choices("scene", open), label="Enter a scene")


def _present(state: State) -> Subset:
    free = [(seat, state.table.name(seat)) for seat in free_seats(state)]
    return Subset(
        "present", choices("present", free).choices, PRESENT_LIMIT, label="Players in the scene"
    )


def _excess(state: State, seat: SeatId) -> Iterator[Option]:
    if not state.play.owed.get(seat):
        return
    for id, job in learnable(state, seat):
        label = f"Mark exp: {job.name}"
        yield move_option("mark_excess", (), CAP, character=id, job=job.name, label=label)


def _peers(state: State) -> Iterator[Option]:
    """Yield the observers that the FC can name or dismiss as peers (`peers.sitting_in`)."""
    for peer in (True, False):
        named = [
            (place.id, place.name)
            for place in state.table.seats
            if not cannot_name(state, place.id, peer=peer)
        ]
        if named:
            label = "Name a peer" if peer else "Remove a peer"
            seats = choices("seat", named, label="Seat")
            yield move_option("name_peer", (seats,), PEER, peer=peer, label=label)


def _sitting_in(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield the moves of an observing peer about a roll (`peers.sitting_in`)."""
    place = state.table.seat(seat)
    is_there = seat in state.play.sitting_in and place is not None and place.taken
    if is_there and state.play.roll and not state.table.paused:
        yield from roll.options(state, state.play.roll, seat)


def _rulings(state: State) -> Iterator[Option]:
    if not too_many(state.table, state.table.gm, ruling.RULE):
        fields = (TextField("question", PROSE_LIMIT), RuleName("rule", label="The closest rule"))
        yield move_option("ask_ruling", fields, ruling.RULE, label="Ask for a ruling")
    for id in ruling.rulable(state):
        yield move_option("give_ruling", (_TEXT,), ruling.RULE, dispute=id, label="Rule on it")


def _awards(state: State) -> Iterator[Option]:
    if not isinstance(state.play.step, Debrief):
        return
    for seat in state.table.others(state.table.gm):
        grounds = [g for g in Ground if not cannot_award(state, seat, g, "lots.earn")]
        if grounds:
            offered = choices("ground", [(ground.value, "") for ground in grounds], label="Ground")
            yield move_option(
                "award", (offered,), "lots.earn", "ego.earn", seat=seat, label="Reward a player"
            )


def _between_rolls(state: State, seat: SeatId) -> Iterator[Option]:
    scenes, is_fc = state.play.scenes, seat == state.table.gm
    if scenes.turn and (is_fc or seat == scenes.turn):
        yield move_option("pass_turn", (), PASS, label="Pass the turn")
    if not is_fc:
        return
    if free_seats(state):
        yield move_option("set_scene", (_TEXT, _present(state)), TURNS, label="Set a scene")
    if over(scenes):
        yield move_option("next_round", (), TURNS, label="Begin the next round")
    if scenes.open:
        open = [(id, scene.text) for id, scene in in_order(scenes.open.items())]
        yield move_option("end_scene", (choices("scene", open),), TURNS, label="End a scene")
    yield from roll.calls(state)


_EXCESS = "You hold the maximum number of Lots: mark exp at a job for each further Lot."
_ENDING = "If the story is over, propose to end the game."


def awaited(state: State) -> list[Awaited]:
    """Return the pending actions. Only a finished story can be without pending actions."""
    pending = table_options.awaited(state, TABLE)
    if not state.table.started or state.table.paused:
        return pending
    seats = [state.table.seat(seat) for seat in state.play.sitting_in]
    if empty := tuple(seat.id for seat in seats if seat and not seat.taken):
        claim = table_options.unclaimed(state.table, empty)
        pending.append(replace(claim, id=question_id("claim_seat", "observers")))
    for seat, _ in in_order(state.play.owed.items()):
        if seat in state.table.sitting and learnable(state, seat):
            id = question_id("mark_excess", seat, state.play.marked.get(seat, 0))
            pending.append(Awaited("mark_excess", (seat,), CAP, _EXCESS, id=id))
    if not isinstance(state.play.step, Over):
        pending += _questions(state)
    match state.play.step:
        case Prepare():
            return pending + list(_before_chapter(state, 0))
        case Debrief(number=number):
            id = question_id("end_game", number)
            ending = Awaited("end_game", state.table.sitting, "chapter.end", _ENDING, id=id)
            return [*pending, *_before_chapter(state, number), ending]
        case Chapter(number=number):
            return pending + list(_in_chapter(state, number))
        case _:
            return pending


def _questions(state: State) -> Iterator[Awaited]:
    """Yield the pending views on questions of the FC.

    If there are none, yield the pending rulings.
    """
    for id, dispute in in_order(state.table.disputes.open.items()):
        if not dispute.is_of_game or dispute.settlement:
            continue
        silent = tuple(ruling.unheard(state, dispute))
        question = quoted(dispute.grounds)
        if silent:
            sentence = f"The FC asks for a ruling: {question}. State your view of it."
            yield Awaited("state_view", silent, ruling.RULE, sentence, about=id, object=question)
        else:
            sentence = f"All peers have stated their views: rule on {question}."
            yield Awaited(
                "give_ruling",
                (state.table.gm,),
                ruling.RULE,
                sentence,
                about=id,
                object=question,
            )


def _before_chapter(state: State, chapter: int) -> Iterator[Awaited]:
    if nobody := _nobody_plays(state):
        yield from nobody
        return
    proposed = [
        open.subject.seat
        for open in state.play.proposals.open.values()
        if isinstance(open.subject, WriteSheet)
    ]
    without = without_character(state)
    writing = tuple(seat for seat in without if seat not in proposed)
    if writing:
        sentence = "Propose a sheet for your character."
        yield Awaited("write_sheet", writing, "table.sheets", sentence)
    if not cannot_adopt(state, BeginChapter(), state.table.gm):
        sentence = "Everything is ready: propose to begin the chapter."
        id = question_id("begin_chapter", chapter + 1)
        yield Awaited("begin_chapter", state.table.sitting, BEGIN, sentence, id=id)


def _nobody_plays(state: State) -> list[Awaited]:
    """Return the request to add a player's seat.

    If a player's seat is empty, the pending actions already ask for it to be claimed.
    """
    table = state.table
    if len(table.players) > 1:
        return []
    return [table_options.unset(table)]


def _in_chapter(state: State, chapter: int) -> Iterator[Awaited]:
    scenes, gm = state.play.scenes, state.table.gm
    scene = scenes.open.get(scenes.current) if scenes.current else None
    moment = scenes.current or "", scene.round if scene else ""
    if state.play.roll:
        yield from roll.awaited(state, state.play.roll)
        return
    if nobody := _nobody_plays(state):
        yield from nobody
    elif scenes.turn:
        sentence = "It is your turn: play your scene, and pass the turn when you are done."
        # A seat that leaves a scene and enters it again has another turn in the same round.
        id = question_id("pass_turn", *moment, scenes.turn, scenes.turns)
        yield Awaited("pass_turn", (scenes.turn,), PASS, sentence, id=id)
    elif over(scenes):
        for what, way in (("next_round", "begin the next round"), ("end_scene", "end a scene")):
            sentence = f"Everybody has had a turn: {way}."
            yield Awaited(what, (gm,), TURNS, sentence, id=question_id(what, *moment))
    elif free_seats(state):
        id = question_id("set_scene", scenes.ever + 1)
        yield Awaited("set_scene", (gm,), TURNS, "Set the next scene.", id=id)
        if scenes.has_ended:
            sentence = "If the chapter is over, propose to end it."
            id = question_id("end_chapter", chapter)
            yield Awaited("end_chapter", state.table.sitting, "chapter.end", sentence, id=id)
