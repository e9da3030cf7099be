"""A model of Afterverse's tests: the rolled dice, the standing rolls, and the results."""

from collections.abc import Sequence

from tests.models.afterverse.outcome import lacks_somebody, members, results, rolls_of, won
from tests.models.afterverse.pools import player_of
from tests.models.afterverse.record import (
    DONE_MOST,
    Actor,
    Dice,
    Glitch,
    Json,
    Note,
    Result,
    Story,
    Table,
    Thrown,
)

USES = ("good_luck", "long_shot", "take_two")
"""The uses of chutzpah on a roll. The points come back if the test is called off."""


class Testing:
    """A test, as one accepted move changes it."""

    __test__ = False

    def __init__(self, table: Table, story: Story, thrown: Thrown, id: str) -> None:
        self.table, self.story, self.thrown, self.id = table, story, thrown, id
        self.test = story.tests[id] if id in story.tests else story.done[id]

    # Rolls.

    def to_roll(self, character: str) -> int:
        """Return the place of a character's next roll. A leader rolls for the Leadership first."""
        own = [
            place
            for place, one in enumerate(self.test.actors)
            if one.character == character and not one.has_rolled
        ]
        return min(own, key=lambda place: (self.test.actors[place].role != "leader", place))

    def to_keep(self, character: str) -> int:
        """The place of a character's roll that does not stand yet."""
        return next(
            place
            for place, one in enumerate(self.test.actors)
            if one.character == character and one.has_rolled and not one.stands
        )

    def dice_of(self, one: Actor) -> int:
        """The number of dice of a roll. Each hit of an assistant is one more die for the main actor."""
        helped = sum(other.hits for other in self.test.of("assistant"))
        return one.pool + (helped if one.role == "main" else 0)

    def others_to_roll(self, place: int) -> bool:
        """Return whether the other side of an opposed test has not decided about its roll yet."""
        return self.test.form == "opposed" and any(
            not one.is_said for other, one in enumerate(self.test.actors) if other != place
        )

    def roll(self, character: str, reported: Sequence[int] | None) -> None:
        """Roll a character's pool. In an opposed test, the first side waits for the other."""
        place = self.to_roll(character)
        one = self.test.actors[place]
        if self.test.hidden:
            dice = self.thrown.face_down(self.dice_of(one))
            one.sealed = self.table.seal(Note(None, dice=dice))
            self.rolled([place])
        elif self.others_to_roll(place):
            one.ready = True
        else:
            typed = None if reported is None else tuple(reported)
            self.fall(place, typed)

    def fall(self, place: int, typed: Dice | None = None) -> None:
        """Roll the dice of a place, and with them all dice that have waited."""
        places = [place]
        if self.table.rules["dice"] == "server":
            places = sorted({place, *self._waiting()})
        for one in places:
            self._throw(one, typed)
        self.rolled(places)

    def _waiting(self) -> list[int]:
        return [place for place, one in enumerate(self.test.actors) if one.ready]

    def _throw(self, place: int, typed: Dice | None) -> None:
        one = self.test.actors[place]
        count = self.dice_of(one)
        one.helped = count - one.pool
        one.dice = self.thrown.open(count) if typed is None else typed
        one.ready = False
        self.thrown.rolls.append((one.character, count, one.hits, one.sixes))

    def let_be(self, character: str) -> None:
        """Record that a character does not roll."""
        place = self.to_roll(character)
        one = self.test.actors[place]
        one.dice, one.ready = (), False
        places = [place]
        if not self.others_to_roll(place) and self.table.rules["dice"] == "server":
            for other in self._waiting():
                self._throw(other, None)
                places.append(other)
        self.rolled(sorted(places))

    def rolled(self, places: Sequence[int]) -> None:
        """Continue after rolls: roll glitch dice, let unchangeable rolls stand, and compute results."""
        self.glitches(places)
        for place in places:
            if not self.may_change(place):
                self.test.actors[place].stands = True
        self.go_on()

    def may_change(self, place: int) -> bool:
        """Return whether the player could use Take Two on a roll."""
        one = self.test.actors[place]
        who = self.story.characters[one.character]
        return (
            any(1 < die < 5 for die in one.dice or ())
            and player_of(self.table, who) is not None
            and self.story.has(one.character, "chutzpah") > 0
            and all(other != place for _, _, other in self.test.used)
            and one.character not in self.story.keeping | self.test.keeping
        )

    # Chutzpah.

    def use(self, character: str, use: str, place: int) -> Actor:
        """Spend a point of chutzpah on a roll."""
        self.story.give(character, "chutzpah", -1)
        self.test.used.append((character, use, place))
        return self.test.actors[place]

    def take_two(self, character: str, reported: Sequence[int] | None) -> None:
        """Roll dice that show two to four again."""
        place = self.to_keep(character)
        one = self.use(character, "take_two", place)
        assert one.dice
        count = sum(1 < die < 5 for die in one.dice)
        fresh = iter(self.thrown.open(count) if reported is None else reported)
        one.dice = tuple(next(fresh) if 1 < die < 5 else die for die in one.dice)
        self.thrown.again.append(one.hits)
        one.stands = True
        self.go_on()

    # Glitches.

    def glitches(self, places: Sequence[int]) -> None:
        """Roll the glitch dice for rolls, if the GM has chosen glitch dice."""
        if self.test.glitch == "none":
            return
        rolled = [self.test.actors[place] for place in places]
        for one in rolled:
            if one.role == "leader" and one.dice and self.test.lowest is None:
                self._glitch([one])
        others = [one for one in rolled if one.role != "leader"]
        if self.test.together and others:
            self._glitch_together()
        elif not self.test.together:
            for one in others:
                if one.dice or one.sealed:
                    self._glitch([one])

    def _glitch_together(self) -> None:
        """Roll the group's glitch dice after all except the leader have rolled."""
        group = [one for one in self.test.actors if one.role != "leader"]
        rolled = [
            one
            for one in group
            if (one.dice or one.sealed) and one.character not in self.test.moved_on
        ]
        if all(one.has_rolled for one in group) and rolled:
            self._glitch(rolled)

    def _glitch(self, group: Sequence[Actor]) -> None:
        several = len(group) > 1
        risk = max(one.risk for one in group)
        found = Glitch(tuple(one.character for one in group), risk, ())
        found.leads = group[0].role == "leader"
        count = 2 + risk + several
        if self.test.glitch == "open":
            found.dice = self.thrown.open(count)
            if several and found.glitched:
                (found.picked,) = self.thrown.open(1)
        else:
            found.dice = self.thrown.face_down(count)
            found.note = self.table.seal(Note(None, dice=found.dice))
            if several:
                (found.picked,) = self.thrown.face_down(1)
                found.picking = self.table.seal(Note(None, dice=(found.picked,)))
        self.test.glitches.append(found)

    def add_glitch_dice(self, move: Json) -> None:
        """Add glitch dice to earlier rolls, if the character has not begun another test since."""
        self.test.glitch, self.test.together = move["glitch"], move.get("together", False)
        self.glitches(self.bare())

    def bare(self) -> list[int]:
        """The places of rolls that glitch dice can still be added to."""
        return [
            place
            for place, one in enumerate(self.test.actors)
            if one.has_rolled and one.character not in self.test.moved_on
        ]

    def may_add_glitch_dice(self) -> bool:
        """Return whether the test has no glitch dice yet, and is open or was the last test of a character that rolled."""
        lying = [self.test.actors[place] for place in self.bare()]
        late = not any(one.role != "leader" and (one.dice or one.sealed) for one in lying)
        return self.test.glitch == "none" and not (self.id in self.story.done and late)

    # The results.

    def go_on(self) -> None:
        """Continue the test as far as possible with no further move."""
        leader = self.test.leader
        if leader and leader.stands and not leader.hits:
            self._not_led()
            return
        if not self._all_stand() or not self._is_counted():
            return
        self.test.results = results(self.test)
        self.settle()

    def _not_led(self) -> None:
        """End a test whose leader has no hit. Chutzpah on rolls that were not made is returned."""
        for character, _, place in self.test.used:
            if not self.test.actors[place].has_rolled:
                self.story.give(character, "chutzpah", 1)
        del self.story.tests[self.id]

    def _all_stand(self) -> bool:
        if self.test.begun or lacks_somebody(self.test):
            return False
        return all(one.stands for one in self.test.actors)

    def is_too_large(self) -> bool:
        """Return whether more members have rolled than the leader's hits let count."""
        leader = self.test.leader
        return leader is not None and len(members(self.test)) > leader.hits

    def is_to_count(self) -> bool:
        """Return whether only the GM knows which of a team's rolls count."""
        own = next((one for one in self.test.glitches if one.leads), None)
        return (
            self.test.form == "teamwork"
            and self.test.lowest is None
            and self._all_stand()
            and own is not None
            and own.note is not None
            and self.is_too_large()
        )

    def _is_counted(self) -> bool:
        """Return whether it is known which of a team's rolls count."""
        if self.test.form != "teamwork" or self.test.lowest is not None:
            return True
        own = next((one for one in self.test.glitches if one.leads), None)
        if self.is_to_count():
            return False
        # If all rolls count, lowest or highest makes no difference.
        self.test.lowest = bool(own and own.glitched and self.is_too_large())
        return True

    def count_rolls(self, rolls: str) -> None:
        """Record which of a team's rolls count, as the GM says."""
        self.test.lowest, self.test.said = rolls == "lowest", True
        self.go_on()

    def tell_outcome(self, character: str, told: str) -> None:
        """Record the outcome that the GM announces."""
        found = self._open_result(character, "open")
        found.told = told
        found.outcome = "failure" if told == "failure" else "success"
        won(found, critical=told == "critical")
        self.settle()

    def _open_result(self, character: str, what: str) -> Result:
        return next(
            one
            for one in self.test.results
            if one.character == character and what in (one.outcome, one.critical)
        )

    def take_result(self, character: str, *, critical: bool) -> None:
        """Record whether the player takes the critical success, which has fewer hits."""
        found = self._open_result(character, "offered")
        found.critical = "taken" if critical else "left"
        self.settle()

    def settle(self) -> None:
        """End an announced and accepted test, and move its hits to their accounts."""
        if any(one.outcome == "open" or one.critical == "offered" for one in self.test.results):
            return
        for result in self.test.results:
            self.deposit(result)
            if self.test.statement:
                standing = "true" if result.outcome == "success" else "believed"
                self.story.statements[self.test.statement]["standing"] = standing
        self.close("over")

    def close(self, outcome: str) -> None:
        """End a test. If it is called off, return its chutzpah."""
        del self.story.tests[self.id]
        if outcome == "over":
            self.story.done[self.id] = self.test
            for old in list(self.story.done)[:-DONE_MOST]:
                del self.story.done[old]
            return
        for character, use, _ in self.test.used:
            if use in USES:
                self.story.give(character, "chutzpah", 1)
        if self.test.statement:
            self.story.statements[self.test.statement]["standing"] = "rejected"

    def deposit(self, result: Result) -> None:
        """Put the hits of a result into the bank that the GM named. A failure brings none."""
        into, story = self.test.into, self.story
        if not into:
            return
        hits = result.sixes if result.critical == "taken" else result.hits
        kept = 0 if result.outcome == "failure" else hits
        if into == "awareness":
            if story.situation is not None:
                # A character that has found nothing has still looked.
                looked = bool(rolls_of(self.test, result))
                story.looked[result.character] = story.looked.get(result.character, 0) + looked
                story.give(result.character, "awareness", kept)
        elif into == "initiative":
            story.give(result.character, "initiative", kept)
        elif into in story.banks:
            self._into_bank(into, result, kept)

    def _into_bank(self, id: str, result: Result, hits: int) -> None:
        bank = self.story.banks[id]
        rolled = sum(one.pool + one.helped for one in rolls_of(self.test, result))
        if bank.cap == "first_pool" and rolled and result.outcome != "failure":
            bank.cap = rolled
        room = (
            hits if isinstance(bank.cap, str) else bank.cap - self.story.holds(f"hits:{id}", "hits")
        )
        self.story.move("hits", max(0, min(hits, room)), "bank", f"hits:{id}")
