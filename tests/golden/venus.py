"""A small language for telling a whole evening of the Venus Engine."""

from typing import Any

from tests.golden import evening
from tests.golden.evening import Move
from tests.support.venus import Game
from verger.domain.core.decider import Accepted
from verger.domain.games.venus import RULESET


class Evening(evening.Evening, Game):
    """An evening of the Venus Engine."""

    def __init__(
        self,
        title: str,
        seats: str,
        *,
        seed: int,
        house_rules: dict[str, str | int] | None = None,
    ) -> None:
        super().__init__(RULESET, title, seats, seed=seed, house_rules=house_rules)

    def tells(self, name: str, way: str, ability: str, agenda: str, stakes: str) -> None:
        """A roll from the FC's word to what is at stake."""
        character = self.character(name)
        self.move(self.fc, "call_roll", character=character, ability=ability)
        if not self.roll.is_npc:
            self.move(self.roller, "suggest_roll", way=way, agenda=agenda)
        self.move(self.fc, "choose_roll", way=way, stakes=stakes)

    @property
    def roller(self) -> str:
        """The name of the seat whose roll is under way."""
        return str(self.state.table.name(self.roll.seat))

    def works(self, job: str, *factors: str) -> None:
        """A task is done as this, against these factors."""
        self.move(self.roller, "take_job", job=job)
        self.hardens("set_threshold", *factors)

    def hardens(self, move: str, *factors: str, **more: Any) -> None:
        """The FC names what makes it harder."""
        self.move(self.fc, move, factors=[{"text": text} for text in factors], **more)

    def aids(self, name: str, job: str, *, accept: bool = True) -> None:
        """An ally offers aid, which the actor takes or declines."""
        character = self.character(name)
        self.move(name, "offer_aid", character=character, job=job)
        self.move(self.roller, "answer_aid", seat=f"@{name}", accept=accept)

    def agree_on(self, *peers: str, valid: bool = True) -> None:
        """Peers answer the latest claim."""
        for peer in peers:
            self.move(peer, "answer_claim", claim=len(self.roll.claims), valid=valid)

    def disappointing(self) -> list[int]:
        """The places of the dice without a success that nothing has KISSed."""
        dice = enumerate(self.stage.dice, start=1)
        return [place for place, die in dice if not die.is_success and not die.kissed]

    def buys(self, *wanted: str | tuple[str, str], **texts: str) -> list[str]:
        """What of these the successes buy, in order; a tertiary one is named with its end."""
        bought = []
        for one in wanted:
            what, to = one if isinstance(one, tuple) else (one, None)
            price = self.stage.work.threshold if what == "primary" else 1
            if price > self.stage.left:
                continue
            self.move(self.roller, "buy", **_purchase(what, to, texts.get(what, "So it goes.")))
            bought.append(what)
        return bought

    def lots(self) -> dict[str, int]:
        """The Lots of everybody who plays."""
        players = self.state.table.others(self.state.table.gm)
        names = [self.state.table.name(seat) for seat in players]
        return {name: self.purse(name).lots for name in names}

    def begins(self, title: str) -> Accepted:
        """Everybody agrees to begin a chapter, or to end it."""
        return self.agreed(self.fc, title)


def _purchase(what: str, to: str | None, text: str) -> Move:
    told = {} if what == "surprise" else {"text": text}
    return {"consequence": what, **told, **({"to": to} if to else {})}


def ability(name: str, caliber: str, score: int) -> Move:
    """An ability of a sheet."""
    return {"name": name, "caliber": caliber, "score": score}


def job(name: str, one: str, other: str, level: int, exp: int = 0, **more: Any) -> Move:
    """A job of a sheet."""
    return {"name": name, "abilities": [one, other], "level": level, "exp": exp, **more}


def attribute(kind: str, text: str, special: str = "") -> Move:
    """An attribute of a sheet."""
    return {"kind": kind, "text": text, **({"special": special} if special else {})}
