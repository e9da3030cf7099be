"""A model of the players that Afterverse waits for, and of the reasons."""

from collections.abc import Iterable, Iterator

from tests.models.afterverse.outcome import lacks_somebody
from tests.models.afterverse.pools import hand
from tests.models.afterverse.record import Actor, Json, Story, Table, Test, Thrown
from tests.models.afterverse.testing import Testing

Wait = tuple[str, list[str], str, str]


def awaited(table: Table, story: Story) -> Iterator[Wait]:
    """Everything that play waits for, without seats that nobody holds."""
    for what, seats, rule, about in _awaited(table, story):
        there = list(dict.fromkeys(seat for seat in seats if seat in table.sitting))
        if what == "claim_seat":
            yield what, list(seats), rule, about
        elif there:
            yield what, there, rule, about


def _awaited(table: Table, story: Story) -> Iterator[tuple[str, Iterable[str], str, str]]:
    for id, one in story.proposals.items():
        yield "agreement", one.waiting, "table.agreement", id
    empty = [seat for seat in table.playing if seat not in table.sitting]
    if empty:
        yield "claim_seat", empty, "table.claim", ""
    if table.paused:
        yield "resume_play", table.sitting, "table.signal", ""
    elif story.step == "play":
        yield from _in_session(table, story)
    else:
        yield from _between(table, story)


def _between(table: Table, story: Story) -> Iterator[tuple[str, Iterable[str], str, str]]:
    players = {one.seat for one in story.characters.values()}
    if len(table.playing) == 1:
        yield "add_seat", [table.gm], "table.seats", ""
    elif players & {*table.playing}:
        yield "begin_session", table.sitting, "session.begin", ""
    else:
        yield "write_sheet", table.sitting, "table.sheets", ""


def _in_session(table: Table, story: Story) -> Iterator[tuple[str, Iterable[str], str, str]]:
    gm = [table.gm]
    for id, called in story.tests.items():
        yield from _in_test(table, story, id, called)
    for id in story.questions:
        yield "answer", gm, "awareness.bank", id
    for id, said in story.statements.items():
        if said["standing"] == "declared":
            what = "weigh_fact" if may_weigh(story, said) else "reject_fact"
            yield what, gm, "chutzpah.knowledge", id
    yield "call_test", gm, "test.call", ""
    if story.done and not any(_is_open(one) for one in story.tests.values()):
        yield "end_session", table.sitting, "session.end", ""


def may_weigh(story: Story, said: Json) -> bool:
    """Return whether the character has the attribute and the interest to test a statement."""
    sheet = story.characters[said["character"]].sheet
    will = any(one["name"] == "WIL" for one in sheet["attributes"])
    return will and any(one["name"] == said["interest"] for one in sheet["interests"])


def _is_open(called: Test) -> bool:
    """Return whether a test is still open. A hidden roll that has a result delays nobody."""
    return not (called.hidden and called.results)


def _in_test(
    table: Table, story: Story, id: str, called: Test
) -> Iterator[tuple[str, Iterable[str], str, str]]:
    gm, testing = [table.gm], Testing(table, story, Thrown(), id)
    if called.begun:
        yield "set_threshold", gm, "test.call", id
    elif lacks_somebody(called):
        yield "join_test" if _could_join(story, called) else "call_off", gm, "team.allowed", id
    open = [one for place, one in enumerate(called.actors) if may_roll(testing, place)]
    rolling = [roller(table, story, called, one) for one in open if testing.dice_of(one)]
    yield "roll", rolling, "test.hits", id
    # A seat that has dice to roll is first asked to roll them.
    others = [roller(table, story, called, one) for one in open if not testing.dice_of(one)]
    yield "let_be", [seat for seat in others if seat not in rolling], "test.hits", id
    keepers = [
        hand(table, story.characters[one.character])
        for one in called.actors
        if one.has_rolled and not one.stands
    ]
    yield "keep_roll", keepers, "test.hits", id
    if testing.is_to_count():
        yield "count_rolls", gm, "team.teamwork", id
    if any(one.outcome == "open" for one in called.results) and not called.hidden:
        yield "tell_outcome", gm, "test.hits", id
    takers = [
        hand(table, story.characters[one.character])
        for one in called.results
        if one.critical == "offered"
    ]
    yield "take_result", takers, "test.critical", id


def waits_for(called: Test, one: Actor) -> bool:
    """Return whether a roll must wait, for a roll of another role or for the GM."""
    if called.begun or (lacks_somebody(called) and one.role != "leader"):
        return True
    before = {"main": "assistant", "member": "leader"}.get(one.role)
    return before is not None and any(not other.stands for other in called.of(before))


def _could_join(story: Story, called: Test) -> bool:
    """Return whether any character can lead or oppose the test."""
    if called.form == "opposed":
        return any(who != called.actors[0].character for who in story.characters)
    skills = [one.sheet["skills"] for one in story.characters.values()]
    return any(one["name"] == "Leadership" for known in skills for one in known)


def may_roll(testing: Testing, place: int) -> bool:
    """Return whether a roll is due. With real dice, the sides of an opposed test roll one after the other."""
    one, typed = testing.test.actors[place], testing.table.rules["dice"] == "reported"
    due = one.ready and typed and not testing.others_to_roll(place)
    return (due or not one.is_said) and not waits_for(testing.test, one)


def roller(table: Table, story: Story, called: Test, one: Actor) -> str:
    """The seat that rolls for a character. Hidden rolls belong to the GM's seat."""
    return table.gm if called.hidden else hand(table, story.characters[one.character])
