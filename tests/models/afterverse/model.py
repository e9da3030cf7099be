"""A model of Afterverse: its sheets, pools, tests, chutzpah, knowledge, awareness and banks.

Not modelled: questions about rewinds and disputes, because the model receives their outcome; the options to call, begin or join a test or
to propose something; and refusals. `rolls_borne_out` is almost always empty in generated play.
"""

import pickle
from collections.abc import Mapping
from typing import Any

from tests.models.afterverse.allowing import Allowing
from tests.models.afterverse.asking import Asking, tidy
from tests.models.afterverse.awaiting import awaited
from tests.models.afterverse.faults import FAULTS
from tests.models.afterverse.habits import CHANGES
from tests.models.afterverse.pools import actor
from tests.models.afterverse.record import (
    Actor,
    Bank,
    Json,
    Note,
    Story,
    Table,
    Test,
    Threshold,
    Thrown,
)
from tests.models.afterverse.shown import Figures, plain, shown
from tests.models.afterverse.testing import Testing
from tests.models.following import Kind, Told


class Afterverse:
    """The model of a session."""

    def __init__(self) -> None:
        self.table, self.story, self.thrown = Table(), Story(), Thrown()
        self._past: dict[int, bytes] = {}

    def figures(self) -> Mapping[str, Any]:
        """Return all figures that the model has computed."""
        found, thrown = Figures(self.table, self.story).all(), self.thrown
        found["dice astray"] = (
            [] if thrown.expected == thrown.fell else [thrown.fell, thrown.expected]
        )
        found["rolls"], found["hits after Take Two"] = thrown.rolls, thrown.again
        found |= Allowing(self.table, self.story).all()
        waits: Mapping[str, Any] = plain(
            {**found, "awaited": list(awaited(self.table, self.story))}
        )
        return waits

    def follow(self, told: Told) -> None:
        """Apply an accepted move."""
        self.told, self.move, thrown = told, told.move, Thrown(told.rolls, told.sealed)
        table, name = self.table, told.move["move"]
        if name in ("start_session", "add_seat"):
            table.chairs = told.chairs
        self.thrown = thrown
        if told.back_to is not None:
            self.story = pickle.loads(self._past[told.back_to])  # noqa: S301  # own bytes
        asking = Asking(table, self.story, thrown, told)
        if told.back_to is not None:
            table.chairs = told.chairs
            for seat in table.gone():
                asking.excuse(seat)
        else:
            self._table_move(asking)
            own = getattr(self, f"_on_{name}", None)
            if own:
                own(told.move)
        for correction in told.corrections:
            self.story.move(
                correction["token"],
                correction["amount"],
                correction["source"],
                correction["target"],
            )
        table.chairs, table.rules = told.chairs, dict(told.house_rules)
        table.ever = max([table.ever, *[int(chair.id[1:]) for chair in told.chairs]])
        self._past[told.version] = pickle.dumps(self.story)

    # Moves that every game has.

    def _table_move(self, asking: Asking) -> None:
        table, move = self.table, self.move
        table.rules = table.rules or dict(self.told.house_rules)
        table.away |= set(self.told.expected)
        match move["move"]:
            case "propose":
                asking.propose(move["subject"])
            case "agree" | "decline" | "retract" as name:
                asking.answer(name, move["proposal"])
            case "leave":
                table.chairs = self.told.chairs
                asking.excuse(self.told.seat)
            case "remove_seat":
                table.away.discard(move["seat"])
                table.chairs = self.told.chairs
                asking.excuse(move["seat"])
            case "take_seat":
                table.away.discard(self.told.seat)
            case "signal":
                table.paused = True
            case _:
                pass

    def _on_seal_note(self, move: Json) -> None:
        self.table.seal(Note(move.get("digest")))

    def _on_reveal_note(self, move: Json) -> None:
        self.table.notes[move["note"]].revealed = True

    # Calling for tests.

    def _threshold(self, given: Json | None) -> Threshold | None:
        if given is None:
            return None
        if given["threshold"] == "open":
            return Threshold(given["hits"])
        return Threshold(
            given.get("hits"), self.table.seal(Note(given.get("digest"), given.get("hits")))
        )

    def _call(self, called: Test) -> None:
        id = self.story.new_id("t")
        self.story.begins(*[one.character for one in called.actors])
        self.story.tests[id] = called
        Testing(self.table, self.story, self.thrown, id).go_on()

    def _on_call_test(self, move: Json) -> None:
        form, risk = move["form"], move.get("risk", 0)
        roles = {"alone": ("main", "main"), "assistance": ("main", "assistant")}
        first, rest = roles.get(form, ("member", "member"))
        actors = [
            actor(self.story, one, rest if place else first, risk)
            for place, one in enumerate(move["actors"])
        ]
        self._call(
            Test(
                move["about"].strip(),
                form,
                actors,
                self._threshold(move.get("threshold")),
                glitch=move.get("glitch", "none"),
                together=move.get("together", False),
                into=move.get("into") or "",
                risk=move.get("risk", 0),
                attacked=tuple(dict.fromkeys(move.get("attacked", ()))),
            )
        )

    def _on_call_opposed_test(self, move: Json) -> None:
        first = actor(self.story, move["initiator"], "main", move.get("risk", 0))
        self._call(
            Test(
                move["about"].strip(),
                "opposed",
                [first],
                ties=move.get("ties", False),
                glitch=move.get("glitch", "none"),
                into=move.get("into") or "",
                risk=move.get("risk", 0),
                attacked=tuple(dict.fromkeys(move.get("attacked", ()))),
            )
        )

    def _on_begin_test(self, move: Json) -> None:
        first = actor(self.story, move["actor"], "main")
        self._call(Test(move["about"].strip(), "alone", [first], begun=True))

    def _on_set_threshold(self, move: Json) -> None:
        called = self.story.tests[move["test"]]
        called.form = move["form"]
        one = called.actors[0]
        one.role = "member" if called.form == "teamwork" else "main"
        called.risk = move.get("risk", 0)
        one.risk += called.risk
        called.threshold = self._threshold(move.get("threshold"))
        called.glitch = move.get("glitch", "none")
        called.into = move.get("into") or ""
        called.attacked = tuple(dict.fromkeys(move.get("attacked", ())))
        called.begun = False

    def _on_call_off(self, move: Json) -> None:
        self._in_test(move).close("called_off")

    # In a test.

    def _in_test(self, move: Json) -> Testing:
        return Testing(self.table, self.story, self.thrown, move["test"])

    def _on_take_time(self, move: Json) -> None:
        testing = self._in_test(move)
        one = testing.test.actors[testing.to_roll(move["character"])]
        one.risk -= 1
        one.doubled += 1

    def _on_good_luck(self, move: Json) -> None:
        testing, who = self._in_test(move), move["character"]
        testing.use(who, "good_luck", testing.to_roll(who)).pips = 1

    def _on_long_shot(self, move: Json) -> None:
        testing, who = self._in_test(move), move["character"]
        one = testing.use(who, "long_shot", testing.to_roll(who))
        one.pool += move["dice"]
        one.risk += move["dice"]

    def _on_roll(self, move: Json) -> None:
        self._in_test(move).roll(move["character"], move.get("reported"))

    def _on_let_be(self, move: Json) -> None:
        self._in_test(move).let_be(move["character"])

    def _on_keep_roll(self, move: Json) -> None:
        testing = self._in_test(move)
        testing.test.actors[testing.to_keep(move["character"])].stands = True
        testing.go_on()

    def _on_keep_rolls(self, move: Json) -> None:
        test = move.get("test")
        keeping = self.story.tests[test].keeping if test else self.story.keeping
        change = keeping.add if move.get("keep", True) else keeping.discard
        change(move["character"])

    def _on_take_two(self, move: Json) -> None:
        self._in_test(move).take_two(move["character"], move.get("reported"))

    def _on_add_glitch_dice(self, move: Json) -> None:
        self._in_test(move).add_glitch_dice(move)

    def _on_count_rolls(self, move: Json) -> None:
        self._in_test(move).count_rolls(move["rolls"])

    def _on_tell_outcome(self, move: Json) -> None:
        self._in_test(move).tell_outcome(move["character"], move["outcome"])

    def _on_take_result(self, move: Json) -> None:
        self._in_test(move).take_result(move["character"], critical=move["critical"])

    # Uses of chutzpah without a roll.

    def _on_adrenaline(self, move: Json) -> None:
        reported = move.get("reported")
        (die,) = self.thrown.open(1) if reported is None else reported
        self.story.give(move["character"], "chutzpah", -1)
        self.story.give(move["character"], "initiative", die)

    def _on_second_wind(self, move: Json) -> None:
        who = move["character"]
        self.story.give(who, "chutzpah", -1)
        self.story.give(who, "stun", -self.story.has(who, "stun"))

    def _on_declare_fact(self, move: Json) -> None:
        who = move["character"]
        self.story.give(who, "chutzpah", -1)
        self.story.statements[self.story.new_id("d")] = {
            "character": who,
            "interest": tidy(move["interest"]),
            "text": move["text"].strip(),
            "standing": "declared",
            "test": None,
        }

    def _on_reject_fact(self, move: Json) -> None:
        self.story.statements[move["statement"]]["standing"] = "rejected"

    def _on_weigh_fact(self, move: Json) -> None:
        id = move["statement"]
        said = self.story.statements[id]
        who = said["character"]
        pool = {"pool": "interest", "attribute": "WIL", "interest": said["interest"]}
        one: Actor = actor(self.story, {"character": who, "pool": pool}, "main")
        hidden = move.get("hidden", False)
        threshold = self._threshold(move["threshold"])
        said |= {"standing": "weighed", "test": f"t{self.story.given.get('t', 0) + 1}"}
        used = [(who, "knowledge", 0)]
        called = Test(said["text"], "alone", [one], threshold, statement=id, used=used)
        called.hidden = hidden
        self._call(called)

    # Banks and points.

    def _on_open_bank(self, move: Json) -> None:
        cap = move.get("cap", "none")
        id = self.story.new_id("b")
        self.story.banks[id] = Bank(tidy(move["name"]), move["character"], cap)

    def _on_close_bank(self, move: Json) -> None:
        id = move["bank"]
        del self.story.banks[id]
        self._spend_hits(id, self.story.holds(f"hits:{id}", "hits"))

    def _on_spend_hits(self, move: Json) -> None:
        self._spend_hits(move["bank"], move["hits"])

    def _spend_hits(self, id: str, hits: int) -> None:
        self.story.move("hits", hits, f"hits:{id}", "bank")

    def _on_give_points(self, move: Json) -> None:
        self.story.give(move["character"], move["kind"], move["points"])

    def _on_take_points(self, move: Json) -> None:
        self.story.give(move["character"], move["kind"], -move["points"])

    # The surroundings.

    def _on_open_situation(self, move: Json) -> None:
        self._on_leave_situation(move)
        self.story.situation = move["text"].strip()

    def _on_leave_situation(self, _move: Json) -> None:
        story = self.story
        story.situation, story.looked, story.questions = None, {}, {}
        for who in story.characters:
            story.give(who, "awareness", -story.has(who, "awareness"))

    def _on_begin_combat(self, _move: Json) -> None:
        self.story.combat = True

    def _on_end_combat(self, _move: Json) -> None:
        self.story.combat = False

    def _on_ask(self, move: Json) -> None:
        self.story.give(move["character"], "awareness", -1)
        id = self.story.new_id("u")
        self.story.questions[id] = (move["character"], move["text"].strip())

    def _on_answer(self, move: Json) -> None:
        who, _ = self.story.questions.pop(move["question"])
        self.story.give(who, "awareness", -move.get("before", False))

    def _on_turn_away(self, move: Json) -> None:
        who, _ = self.story.questions.pop(move["question"])
        self.story.give(who, "awareness", 1)

    def _on_notice(self, move: Json) -> None:
        self.story.give(move["character"], "awareness", -1 - move.get("before", False))


KIND = Kind(Afterverse, shown, FAULTS, CHANGES)
