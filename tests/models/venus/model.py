"""A model of the Venus Engine, written from its text: sheets, scenes, checks, tasks, KISSes, Lots.

Left out: disputes and questions about rewinds, which every game has; and texts without influence on a figure (agendas, stakes, the texts of
scenes and stunts).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from tests.models.following import Kind, Seen, Told
from tests.models.venus import check, scene, table, task
from tests.models.venus.awaited import awaited
from tests.models.venus.faults import FAULTS
from tests.models.venus.habits import HABITS
from tests.models.venus.play import Check, Job, Play, Roll, Sheet, State, Table, Task

_MOVES: Mapping[str, Callable[[State, Told], None]] = {
    "accept_failure": check.accept_failure,
    "agree": table.agree,
    "answer_aid": task.answer_aid,
    "answer_claim": check.answer,
    "answer_stunt": task.answer_stunt,
    "award": scene.award,
    "buy": task.buy,
    "call_roll": check.call,
    "cancel_roll": check.cancel,
    "choose_roll": check.choose,
    "claim_bonus": check.claim_bonus,
    "claim_insight": check.claim_insight,
    "claim_specialty": check.claim_specialty,
    "count_answers": check.count,
    "decline": table.close,
    "end_scene": scene.end_scene,
    "finish_kissing": task.finish_kissing,
    "finish_spending": task.finish_spending,
    "judge_difficulty": check.judge,
    "kiss_ego": task.kiss_ego,
    "kiss_lot": task.kiss_lot,
    "lack_job": task.lack_job,
    "let_be": task.end,
    "mark_excess": scene.mark_excess,
    "name_peer": scene.name_peer,
    "next_round": scene.next_round,
    "offer_aid": task.offer_aid,
    "pace_scenes": scene.pace,
    "pass_turn": scene.pass_turn,
    "perform_stunt": task.perform_stunt,
    "propose": table.propose,
    "put_job": check.put_job,
    "retract": table.close,
    "roll_bonus": check.roll_bonus,
    "roll_check": check.roll_check,
    "roll_task": task.roll_task,
    "set_scene": scene.set_scene,
    "set_target": check.set_target,
    "set_threshold": task.set_threshold,
    "signal": table.signal,
    "subvert": task.end,
    "suggest_roll": check.suggest,
    "take_job": task.take_job,
    "tell_surprise": task.tell_surprise,
}


class Fold:
    """The model of one session."""

    def __init__(self) -> None:
        self.state = State(Play(), Table())
        self._past: dict[int, bytes] = {}
        self._encoder, self._decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Play)

    def follow(self, told: Told) -> None:
        """Apply an accepted move, the adopted proposals, and the changes of seats."""
        if told.back_to is not None:
            self.state.play = self._decoder.decode(self._past[told.back_to])
        table.sit(self.state, told)
        if made := _MOVES.get(told.move["move"]):
            made(self.state, told)
        for proposal, subject in told.adopted:
            table.hold(self.state, told, proposal, subject)
        for correction in told.corrections:
            table.correct(self.state, correction)
        table.adapt(self.state)
        self._past[told.version] = self._encoder.encode(self.state.play)

    def figures(self) -> dict[str, Any]:
        """Return all figures that the model has computed."""
        play = self.state.play
        return {
            "step": play.step,
            "chapter": play.chapter,
            "sheets": {
                id: (one.name, one.seat, msgspec.to_builtins(one.sheet))
                for id, one in play.characters.items()
            },
            "proposals": {
                id: (one.by, one.subject["subject"], sorted(one.asked), sorted(one.waiting))
                for id, one in play.proposals.items()
            },
            "scenes": {
                id: (one.by, one.order, one.round, one.waiting) for id, one in play.scenes.items()
            },
            "pacing": play.pacing,
            "scene and turn": (play.current, play.turn, play.may_offer),
            "friends who judge": sorted(play.sitting_in),
            "owed": play.owed,
            "awards": sorted(play.awards),
            "purses": dict(_purses(play)),
            "awaited": awaited(self.state),
            **self._roll(),
        }

    def _roll(self) -> dict[str, Any]:
        roll = self.state.play.roll
        if roll is None:
            return {"roll": None}
        named = (roll.id, roll.stage, roll.character, roll.seat)
        rated = (roll.ability, roll.caliber, roll.score, roll.since, roll.wish)
        return {
            "roll": (*named, *rated),
            "claims": [msgspec.to_builtins(claim) for claim in roll.claims],
            "the FC may count": check.countable(self.state) if self._fc_acts else [],
            "the FC may settle": self._settleable(roll),
            **(_check(roll, roll.check) if roll.check else {}),
            **(self._task(roll, roll.task) if roll.task else {}),
        }

    def _settleable(self, roll: Roll) -> list[int]:
        is_open = roll.stage == "judging" and self._fc_acts
        return check.settleable(self.state) if is_open else []

    @property
    def _fc_acts(self) -> bool:
        """Whether the FC's seat is taken, and play is not paused."""
        table = self.state.table
        return table.gm in table.sitting and not table.paused

    def _task(self, roll: Roll, own: Task) -> dict[str, Any]:
        counted = roll.stage in ("kissing", "spending")
        sheet = self.state.play.characters[roll.character].sheet
        return {
            "job": (own.is_lacking, own.job, own.is_learning, own.dice),
            "threshold": (own.factors, own.threshold),
            "aid": [msgspec.to_builtins(aid) for aid in own.aid],
            "odds": task.odds(self.state) if roll.stage == "staffing" else [],
            "dice": [msgspec.to_builtins(die) for die in own.rolled] if counted else [],
            "stunts": [
                (stunt.seat, stunt.die, stunt.stands)
                for stunt in own.stunts
                if roll.stage == "kissing"
            ],
            "6s count twice": own.is_doubled and roll.stage == "kissing",
            "successes": (own.successes, own.left) if roll.stage == "spending" else (None, None),
            "bought": [(one.consequence, one.to) for one in own.bought],
            "specials": sheet.specials,
        }


def _check(roll: Roll, own: Check) -> dict[str, Any]:
    """Return the figures of a check. Each stage shows the judgements, the target or the dice."""
    ready = roll.stage == "ready"
    return {
        "judged": own.judged if roll.stage == "judging" else {},
        "difficulty": (own.difficulty, own.factors) if ready else (None, []),
        "target": own.target,
        "natural and total": (own.natural, own.total),
    }


def _purses(play: Play) -> Iterator[tuple[str, dict[str, int]]]:
    for account, purse in play.purses.items():
        held = {"lots": purse.lots, "ego": purse.ego}
        if any(held.values()):
            yield account, {kind: count for kind, count in held.items() if count}


def shown(seen: Seen) -> dict[str, Any]:
    """Return the same figures, as the server shows them."""
    view = msgspec.json.decode(msgspec.json.encode(seen.view()))
    scenes = view["scenes"]
    return {
        "step": view["step"],
        "chapter": view["phase"],
        "sheets": {
            one["character"]: (one["name"], one["seat"], _whole(one["sheet"], Sheet))
            for one in view["sheets"]
        },
        "proposals": {
            one["id"]: (
                one["by"],
                one["subject"]["subject"],
                sorted(one["asked"]),
                sorted(one["waiting"]),
            )
            for one in view["proposals"]
        },
        "scenes": {
            one["id"]: (one["by"], one["order"], one["round"], one["waiting"])
            for one in scenes["open"]
        },
        "pacing": scenes["pacing"],
        "scene and turn": (scenes["current"], scenes["turn"], scenes["may_offer"]),
        "friends who judge": sorted(view["sitting_in"]),
        "owed": view["owed"],
        "awards": sorted(map(tuple, view["awards"])),
        "purses": dict(_held(seen)),
        "awaited": set(_waits(seen)),
        **_shown_roll(seen, view["roll"]),
    }


def _whole(part: Any, kind: Any) -> Any:
    """Add the fields that the server leaves out because they have their default value."""
    return msgspec.to_builtins(msgspec.convert(part, kind))


def _held(seen: Seen) -> Iterator[tuple[str, dict[str, int]]]:
    for account, purse in seen.banks().items():
        if held := {kind: count for kind, count in purse.items() if count}:
            yield account, held


def _waits(seen: Seen) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    for wait in seen.awaited():
        if not wait["rule"].startswith(("dispute.", "table.rewind", "ruling.new")):
            seats = tuple(sorted(wait["seats"]))
            yield wait["what"], wait["rule"], wait.get("about", ""), seats


def _shown_roll(seen: Seen, roll: Any) -> dict[str, Any]:
    if roll is None:
        return {"roll": None}
    named = ("id", "stage", "character", "seat", "ability", "caliber", "score", "since", "wish")
    return {
        "roll": tuple([roll[name] for name in named]),
        "claims": [_claim(one) for one in roll["claims"]],
        "the FC may count": [one["fixed"]["claim"] for one in _for_fc(seen, "count_answers")],
        "the FC may settle": [
            choice["value"]
            for one in _for_fc(seen, "set_target")
            for field in one["fields"]
            if field["name"] == "difficulty"
            for choice in field["choices"]
        ],
        **(_shown_check(roll["check"]) if roll["check"] else {}),
        **(_shown_task(roll["task"]) if roll["task"] else {}),
    }


def _for_fc(seen: Seen, move: str) -> list[Any]:
    return [one for one in seen.options(seen.gm) if one["fixed"]["move"] == move]


def _claim(one: Any) -> dict[str, Any]:
    vote = one["vote"]
    job = _whole(one["job"], Job) if one.get("job") else None
    asked = {name: vote.get(name, []) for name in ("asked", "yes", "no")}
    usual = {"lot": False, "die": 0, "attribute": 0, "approved": None}
    kept = {name: one.get(name, value) for name, value in usual.items()}
    named = {name: one[name] for name in ("purpose", "by", "text")}
    return {**named, **kept, **asked, "job": job}


def _shown_check(own: Any) -> dict[str, Any]:
    return {
        "judged": own["judged"],
        "difficulty": (own["difficulty"], own["factors"]),
        "target": own["target"],
        "natural and total": (own["natural"], own["total"]),
    }


def _shown_task(own: Any) -> dict[str, Any]:
    return {
        "job": (own["is_lacking"], own["job"], own["is_learning"], own["dice"]),
        "threshold": (own["factors"], own["threshold"]),
        "aid": [{"accepted": None, **aid} for aid in own["aid"]],
        "odds": own["odds"],
        "dice": [{"kissed": None, **die} for die in own["rolled"]],
        "stunts": [(one["seat"], one["die"], one.get("stands")) for one in own["stunts"]],
        "6s count twice": own["is_doubled"],
        "successes": (own["successes"], own["left"]),
        "bought": [(one["consequence"], one.get("to", "")) for one in own["bought"]],
        "specials": own["specials"],
    }


KIND = Kind(Fold, shown, FAULTS, HABITS)
