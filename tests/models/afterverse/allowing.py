"""A model of Afterverse's choices: each seat's possible moves, their targets and amounts."""

from collections.abc import Iterator, Mapping

import msgspec

from tests.models.afterverse.awaiting import may_roll, may_weigh, roller
from tests.models.afterverse.outcome import judged, known_of
from tests.models.afterverse.pools import hand, player_of
from tests.models.afterverse.record import Json, Story, Table, Test, Thrown, ordered
from tests.models.afterverse.testing import Testing
from tests.models.following import Seen

MOVES = frozenset(
    (
        *("roll", "let_be", "keep_roll", "keep_rolls", "take_time", "take_two", "good_luck"),
        *("long_shot", "take_result", "tell_outcome", "count_rolls", "add_glitch_dice"),
        *("adrenaline", "second_wind", "declare_fact", "weigh_fact", "reject_fact", "ask"),
        *("answer", "turn_away", "notice", "spend_hits", "take_points", "close_bank", "call_off"),
        *("leave_situation", "begin_combat", "end_combat", "agree", "decline", "retract"),
    )
)
QUESTIONS_MOST, POINTS_MOST, LONG_SHOT_MOST = 20, 100, 20


def offered(seen: Seen) -> Mapping[str, list[str]]:
    """The choices of each seat, as the server lists them."""
    return {
        f"{seat} may": sorted(_line(one["fixed"], _fields(one)) for one in _own(seen, seat))
        for seat in seen.seats
    }


def _own(seen: Seen, seat: str) -> Iterator[Json]:
    for one in seen.options(seat):
        about = str(one["fixed"].get("proposal", "p"))
        if one["fixed"]["move"] in MOVES and about.startswith("p"):
            yield one


def _fields(option: Json) -> Json:
    """The choices, the bounds or the number of dice of an option's fields."""
    found: Json = {}
    for field in option.get("fields", ()):
        match field["field"]:
            case "choices":
                found[field["name"]] = [one["value"] for one in field["choices"]]
            case "number":
                found[field["name"]] = [field["least"], field["most"]]
            case "dice":
                found[field["name"]] = field["count"]
            case _:
                pass
    return found


def _line(fixed: Json, fields: Json) -> str:
    return msgspec.json.encode([fixed, fields], order="deterministic").decode()


class Allowing:
    """The choices of each seat, computed from the model's record."""

    def __init__(self, table: Table, story: Story) -> None:
        self.table, self.story = table, story

    def all(self) -> Mapping[str, list[str]]:
        """The possible moves of each seat."""
        return {f"{chair.id} may": sorted(self._of(chair.id)) for chair in self.table.chairs}

    def _of(self, seat: str) -> Iterator[str]:
        if seat not in self.table.sitting:
            return
        for id, one in self.story.proposals.items():
            yield from self._answers(seat, id, one.waiting, one.asked, one.by)
        if self.table.paused or self.story.step != "play":
            return
        for id, called in self.story.tests.items():
            yield from self._in_test(seat, id, called)
        if seat == self.table.gm:
            yield from self._glitch_dice()
        for who in self.story.characters:
            yield from self._of_character(seat, who)
        for id in self.story.banks:
            hits = min(POINTS_MOST, self.story.holds(f"hits:{id}", "hits"))
            owner = self.story.characters[self.story.banks[id].character]
            if hits and seat in (self.table.gm, hand(self.table, owner)):
                yield _line({"move": "spend_hits", "bank": id}, {"hits": [1, hits]})
        if seat == self.table.gm:
            yield from self._of_gm()

    @staticmethod
    def _answers(
        seat: str, id: str, waiting: list[str], asked: list[str], by: str
    ) -> Iterator[str]:
        said = {"agree": waiting, "decline": asked, "retract": [by]}
        for move, seats in said.items():
            if seat in seats:
                yield _line({"move": move, "proposal": id}, {})

    # Tests.

    def _in_test(self, seat: str, id: str, called: Test) -> Iterator[str]:
        testing = Testing(self.table, self.story, Thrown(), id)
        for who in dict.fromkeys(one.character for one in called.actors):
            about = {"test": id, "character": who}
            yield from self._before(seat, about, testing)
            yield from self._after(seat, about, testing)
        for place, one in enumerate(called.actors):
            about = {"test": id, "character": one.character}
            may = may_roll(testing, place) and testing.to_roll(one.character) == place
            if may and roller(self.table, self.story, called, one) == seat:
                yield _line({"move": "let_be", **about}, {})
                if dice := testing.dice_of(one):
                    typed = not called.hidden and not testing.others_to_roll(place)
                    yield _line({"move": "roll", **about}, self._typed(dice) if typed else {})
        if seat == self.table.gm:
            yield from self._words(id, testing)

    def _typed(self, dice: int) -> Json:
        return {"reported": dice} if self.table.rules["dice"] == "reported" else {}

    def _before(self, seat: str, about: Json, testing: Testing) -> Iterator[str]:
        """The possible moves of a seat before a character's roll."""
        called, who = testing.test, about["character"]
        one = self.story.characters[who]
        if all(other.is_said for other in called.actors if other.character == who):
            return
        place = testing.to_roll(who)
        if hand(self.table, one) == seat and called.actors[place].risk:
            yield _line({"move": "take_time", **about}, {})
        if player_of(self.table, one) != seat:
            return
        yield _line({"move": "keep_rolls", **about}, {"keep": [who not in called.keeping]})
        if self.story.has(who, "chutzpah") and not self._is_used(called, place):
            yield _line({"move": "good_luck", **about}, {})
            yield _line({"move": "long_shot", **about}, {"dice": [1, LONG_SHOT_MOST]})

    @staticmethod
    def _is_used(called: Test, place: int) -> bool:
        return any(other == place for _, _, other in called.used)

    def _after(self, seat: str, about: Json, testing: Testing) -> Iterator[str]:
        """The possible moves of a seat about rolls that do not stand yet, and about results."""
        called, who = testing.test, about["character"]
        one = self.story.characters[who]
        lying = [
            (place, other)
            for place, other in enumerate(called.actors)
            if other.character == who and other.has_rolled and not other.stands
        ]
        for place, other in lying:
            if hand(self.table, one) == seat:
                yield _line({"move": "keep_roll", **about}, {})
            again = sum(1 < die < 5 for die in other.dice or ())
            free = self.story.has(who, "chutzpah") and not self._is_used(called, place)
            if player_of(self.table, one) == seat and again and free:
                yield _line({"move": "take_two", **about}, self._typed(again))
        own = [each.critical for each in called.results if each.character == who]
        if "offered" in own and hand(self.table, one) == seat:
            yield _line({"move": "take_result", **about}, {"critical": [True, False]})

    def _glitch_dice(self) -> Iterator[str]:
        """The tests, also finished ones, that the GM may add glitch dice to."""
        for id in (*self.story.tests, *self.story.done):
            if Testing(self.table, self.story, Thrown(), id).may_add_glitch_dice():
                fields = {"glitch": ["open", "hidden"], "together": [False, True]}
                yield _line({"move": "add_glitch_dice", "test": id}, fields)

    def _words(self, id: str, testing: Testing) -> Iterator[str]:
        """The GM's moves about a test: which rolls count, and the outcomes."""
        called = testing.test
        if testing.is_to_count():
            own = next(one for one in called.glitches if one.leads)
            known = self.table.opened(own.note)
            rolls = ["highest", "lowest"]
            fields = {"rolls": [rolls[own.glitched]] if known else rolls}
            yield _line({"move": "count_rolls", "test": id}, fields)
        for result in called.results:
            if result.outcome == "open":
                fixed = {"move": "tell_outcome", "test": id, "character": result.character}
                yield _line(fixed, {"outcome": self._fitting(called, result.character)})

    def _fitting(self, called: Test, who: str) -> list[str]:
        """The outcomes that the GM may announce for a result, as far as the open dice show."""
        result = next(one for one in called.results if one.character == who)
        known = known_of(self.table, called, result)
        needed = called.threshold.hits if called.threshold else None
        if called.threshold and not self.table.opened(called.threshold.note):
            needed = None
        if known is None:
            return ["failure", "success"]
        # A roll that only the GM has seen is never a critical success.
        hits, sixes = known[0], 0 if called.hidden else known[1]
        if needed is not None:
            return [judged(hits, sixes, needed)]
        more = [told for told, least in (("success", hits), ("critical", sixes)) if least]
        return ["failure", *more]

    # Points.

    def _of_character(self, seat: str, who: str) -> Iterator[str]:
        story, one = self.story, self.story.characters[who]
        about = {"character": who}
        if one.seat == seat:
            fields = {"keep": [who not in story.keeping]}
            yield _line({"move": "keep_rolls", **about}, fields)
        if one.seat == seat and story.has(who, "chutzpah"):
            yield from self._chutzpah(who)
        asking = story.situation is not None and story.has(who, "awareness") > 0
        asked = (hand(self.table, story.characters[by]) for by, _ in story.questions.values())
        has_room = sum(each == seat for each in asked) < QUESTIONS_MOST
        if hand(self.table, one) == seat and asking and has_room:
            yield _line({"move": "ask", **about}, {})

    def _chutzpah(self, who: str) -> Iterator[str]:
        story, about = self.story, {"character": who}
        attacked = any(who in called.attacked for called in story.tests.values())
        if story.combat or attacked:
            yield _line({"move": "adrenaline", **about}, self._typed(1))
        if not attacked and story.has(who, "stun"):
            yield _line({"move": "second_wind", **about}, {})
        sheet = story.characters[who].sheet
        interests = [each["name"] for each in sheet["interests"]]
        if interests and any(each["name"] == "WIL" for each in sheet["attributes"]):
            yield _line({"move": "declare_fact", **about}, {"interest": interests})

    def _of_gm(self) -> Iterator[str]:
        story = self.story
        for name, known in (("bank", story.banks), ("test", story.tests)):
            move = {"bank": "close_bank", "test": "call_off"}[name]
            if known:
                yield _line({"move": move}, {name: ordered(known)})
        for who in story.characters:
            for kind in ("chutzpah", "initiative", "stun"):
                if there := min(POINTS_MOST, story.has(who, kind)):
                    fixed = {"move": "take_points", "character": who, "kind": kind}
                    yield _line(fixed, {"points": [1, there]})
        yield _line({"move": "end_combat" if story.combat else "begin_combat"}, {})
        yield from self._surroundings()
        for id, said in story.statements.items():
            if said["standing"] == "declared":
                yield _line({"move": "reject_fact", "statement": id}, {})
                if may_weigh(story, said):
                    fixed = {"move": "weigh_fact", "statement": id}
                    yield _line(fixed, {"hidden": [False, True]})

    def _surroundings(self) -> Iterator[str]:
        story = self.story
        if story.situation is None:
            return
        yield _line({"move": "leave_situation"}, {})
        for who in story.characters:
            if story.has(who, "awareness"):
                fixed = {"move": "notice", "character": who}
                yield _line(fixed, {"before": self._before_that(who, 2)})
        for id, (who, _) in story.questions.items():
            yield _line({"move": "turn_away", "question": id}, {})
            fixed = {"move": "answer", "question": id}
            yield _line(fixed, {"before": self._before_that(who, 1)})

    def _before_that(self, who: str, price: int) -> list[bool]:
        again = self.story.looked.get(who, 0) > 1
        return [False, True] if again and self.story.has(who, "awareness") >= price else [False]
