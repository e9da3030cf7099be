"""Everything in play in a session of Verge, and the control of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.models.following import Chair
from tests.models.verge.bank import BANK, Bank, Purse, exactly, of_any_kind, seat_account
from tests.models.verge.net import Element, Network

Action = dict[str, Any]


@dataclass
class Turn:
    """A turn of Load, with its written elements and marks."""

    seat: str
    node: str | None = None
    edge: str | None = None
    claimed: bool = False
    tied: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)


@dataclass
class Override:
    """An override: a price that is paid against objections."""

    shares: list[tuple[str, int]]
    asked: list[str]
    passed: list[str] = field(default_factory=list)
    raises: list[tuple[str, int]] = field(default_factory=list)
    matched: int = 0

    @property
    def owed(self) -> int:
        """The sum of the raises that are not matched."""
        return sum(by for _, by in self.raises[self.matched :])

    @property
    def waiting(self) -> list[str]:
        """The seats that may still raise."""
        return [seat for seat in self.asked if seat not in self.passed]


@dataclass
class Declaration:
    """A declaration of actions."""

    id: str
    mover: str
    actions: list[Action]
    current: int = 0
    asked: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    blanket: list[str] = field(default_factory=list)
    objections: dict[str, str] = field(default_factory=dict)
    budget: int = 0
    override: Override | None = None
    conflict: str | None = None
    made: list[dict[str, str]] = field(default_factory=list)

    @property
    def action(self) -> Action:
        """Return the open action."""
        return self.actions[self.current - 1]

    @property
    def waiting(self) -> list[str]:
        """The seats that have not answered."""
        return [seat for seat in self.asked if seat not in self.answered]

    @property
    def account(self) -> str:
        """The account that holds the price of the open action."""
        return f"escrow:{self.id}"

    def meant(self, ref: str) -> str:
        """Return the id of an element, which can be named as `a1.node` or `a1.edge`."""
        if not ref.startswith("a"):
            return ref
        number, _, part = ref[1:].partition(".")
        return self.made[int(number) - 1].get(part, ref)


@dataclass
class Fighter:
    """A seat in a conflict."""

    seat: str
    node: str
    goal: int
    rolled: bool = False
    path: list[str] = field(default_factory=list)
    pool: int = 0
    dice: list[int] = field(default_factory=list)
    face: int = 0
    dropped: bool = False
    doubts: list[tuple[str, str]] = field(default_factory=list)
    """The seats that doubt its narration, each with the element."""

    @property
    def signal(self) -> int:
        """The number of dice with the chosen face (`conflict.roll`)."""
        return self.dice.count(self.face)

    @property
    def noise(self) -> int:
        """The number of the other dice."""
        return len(self.dice) - self.signal


@dataclass
class Trade:
    """A roll of the other side's dice."""

    seat: str
    goal: int
    dice: int
    values: list[int] | None = None


@dataclass
class Conflict:
    """A conflict."""

    id: str
    spotlight: str
    asked: list[str]
    notice: str | None = None
    stage: str = "gathering"
    answered: list[str] = field(default_factory=list)
    goals: list[dict[str, Any]] = field(default_factory=list)
    fighters: list[Fighter] = field(default_factory=list)
    round: int = 0
    done: list[str] = field(default_factory=list)
    winner: int | None = None
    virtual: int = 0
    trades: list[Trade] = field(default_factory=list)

    @property
    def active(self) -> list[Fighter]:
        """The fighters that have not given up, by descending face and then by seat (`conflict.order`)."""
        there = [one for one in self.fighters if not one.dropped]
        return sorted(there, key=lambda one: (-one.face, int(one.seat[1:])))

    @property
    def next(self) -> str | None:
        """The next seat to narrate or to act."""
        if self.stage not in ("narrating", "acting", "concluding"):
            return None
        return next((f.seat for f in self.active if f.rolled and f.seat not in self.done), None)

    def fighter(self, seat: str) -> Fighter | None:
        """Return the fighter of a seat."""
        return next((one for one in self.fighters if one.seat == seat), None)


@dataclass
class Play:
    """The part of the record that a rewind takes back."""

    step: str = "compile"
    phase: int | None = None
    turn: Turn | None = None
    order: list[str] = field(default_factory=list)
    net: Network = field(default_factory=Network)
    bank: Bank = field(default_factory=Bank)
    premises: dict[str, tuple[str, str]] = field(default_factory=dict)
    premises_ever: int = 0
    declarations: dict[str, Declaration] = field(default_factory=dict)
    declarations_ever: int = 0
    conflict: Conflict | None = None
    conflicts_ever: int = 0
    scene: dict[str, Any] | None = None
    bribes: dict[str, tuple[str, str]] = field(default_factory=dict)
    grants: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    stakes: dict[str, dict[str, int]] = field(default_factory=dict)
    winners: dict[str, str] = field(default_factory=dict)
    owed: list[str] = field(default_factory=list)
    chosen: dict[str, str] = field(default_factory=dict)
    notice: dict[str, Any] | None = None
    lost: list[dict[str, str]] = field(default_factory=list)


@dataclass
class Table:
    """The part of the record that a rewind keeps, and the current play."""

    play: Play = field(default_factory=Play)
    chairs: tuple[Chair, ...] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    at: datetime | None = None
    paused: bool = False
    away: set[str] = field(default_factory=set)
    """The seats that a fork has emptied. The questions to them wait."""

    @property
    def gm(self) -> str:
        """The GM's seat."""
        return next(chair.id for chair in self.chairs if chair.kind == "gm")

    @property
    def players(self) -> list[str]:
        """The seats in play, also empty ones, the GM's first."""
        others = [chair.id for chair in self.chairs if chair.kind == "player"]
        return [self.gm, *others]

    @property
    def sitting(self) -> list[str]:
        """Return the seats in play that somebody has taken."""
        taken = {chair.id for chair in self.chairs if chair.taken}
        return [seat for seat in self.players if seat in taken]

    @property
    def reached(self) -> list[str]:
        """Return the seats that can be asked: taken seats, and seats that a fork has emptied."""
        return [seat for seat in self.players if seat in {*self.sitting, *self.away}]

    def others(self, seat: str) -> list[str]:
        """The other taken seats."""
        return [other for other in self.sitting if other != seat]

    def earn(self, seat: str, purse: Purse) -> None:
        """Pay tokens from the bank to a seat. An empty seat is paid nothing."""
        if seat in self.sitting:
            self.play.bank.move(purse, BANK, seat_account(seat))

    def spend(self, payer: str, purse: Purse, source: str | None = None) -> None:
        """Move tokens to the bank, and a player's boosts to the GM (`token.boost`)."""
        source = source or seat_account(payer)
        boosts = purse.get("boost", 0)
        gm = self.gm
        target = seat_account(gm) if payer != gm and gm in self.sitting else BANK
        self.play.bank.move({**purse, "boost": 0}, source, BANK)
        self.play.bank.move({"boost": boosts}, source, target)


def budget_of(table: Table, payer: str) -> str | None:
    """The budget that pays first, if the payer is the GM in the scene of a notice (`fnol.budget`)."""
    notice = table.play.notice
    return f"fnol:{notice['seat']}" if notice and payer == table.gm else None


def payment(
    table: Table, payer: str, price: Purse | int, named: Purse | None
) -> tuple[dict[str, int], int]:
    """The tokens that a seat pays, and the number of story tokens in them that come from the budget."""
    bank, own = table.play.bank, seat_account(payer)
    reserve = budget_of(table, payer)
    spare = bank.held(reserve, "story") if reserve else 0
    held = {kind: bank.held(own, kind) for kind in ("story", "development", "boost")}
    held["story"] += spare
    if named:
        purse = dict(named)
    else:
        purse = of_any_kind(price, held) if isinstance(price, int) else exactly(price, held)
    return purse, min(spare, purse.get("story", 0))


def lay(table: Table, payer: str, price: Purse | int, named: Purse | None, target: str) -> int:
    """Move a price into an account. Return the number of tokens that come from the budget."""
    purse, spare = payment(table, payer, price, named)
    bank, reserve = table.play.bank, budget_of(table, payer)
    if reserve:
        bank.move({"story": spare}, reserve, target)
    left = {**purse, "story": purse.get("story", 0) - spare}
    bank.move(left, seat_account(payer), target)
    return spare


def pay(table: Table, payer: str, price: Purse | int, named: Purse | None) -> dict[str, int]:
    """Pay a price into the bank."""
    purse, _ = payment(table, payer, price, named)
    lay(table, payer, price, named, "paying")
    table.spend(payer, purse, "paying")
    return purse


# Control


def rights(table: Table, id: str) -> list[tuple[str, str]]:
    """The seats that control an element without a grant, each with its rule."""
    net, sitting = table.play.net, table.sitting
    element = net[id]
    claimant = net.claimant(id)
    if claimant in sitting:
        return [(str(claimant), "control.own")]
    if claimant:
        return [(table.gm, "control.gm")] if table.gm in sitting else []
    top = _holder(table, id)
    if top:
        return [(top, "interest.control")]
    own = [seat for seat in sitting if _is_next_to(table, seat, element)]
    if own:
        return [(seat, "control.own") for seat in own]
    rest = table.gm if table.rules["residual_control"] == "gm" else element.creator
    rest = rest if rest in sitting else table.gm
    return [(rest, "control.gm")] if rest in sitting else []


def _holder(table: Table, id: str) -> str | None:
    """The seat with the most interest points in an element, if there is exactly one (`interest.control`)."""
    if table.rules["controlling_interest"] != "on":
        return None
    points = {s: n for s, n in table.play.stakes.get(id, {}).items() if s in table.sitting}
    first = [seat for seat, number in points.items() if number == max(points.values())]
    return first[0] if len(first) == 1 else None


def _is_next_to(table: Table, seat: str, element: Element) -> bool:
    """Return whether an element is an edge at a seat's character, or a node one edge away (`control.own`)."""
    net = table.play.net
    own = net.characters.get(seat)
    if own is None:
        return False
    if element.ends:
        return own in element.ends
    return any(edge.beyond(own) == element.id for edge in net.edges_at(own))


def control(table: Table, id: str) -> set[tuple[str, str, str | None]]:
    """The seats that control an element, each with its rule and the seat that granted control, if any."""
    if table.play.net[id].gone:
        return set()
    by_right = rights(table, id)
    found: set[tuple[str, str, str | None]] = {(seat, rule, None) for seat, rule in by_right}
    right = {seat for seat, _ in by_right}
    for by, seat in table.play.grants.get(id, []):
        if by in right and seat in table.sitting:
            found.add((seat, "control.grant", by))
    return found


def controllers(table: Table, id: str) -> list[str]:
    """The seats that control an element, in seat order."""
    return sorted({seat for seat, _, _ in control(table, id)}, key=lambda seat: int(seat[1:]))


def excess(table: Table, id: str) -> int:
    """The interest points beyond an element's power (`interest.lose`)."""
    net = table.play.net
    if not net.stands(id):
        return 0
    return sum(table.play.stakes.get(id, {}).values()) - max(net[id].power, 0)


def paid_evenly(total: int, seats: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Share tokens evenly. The first seats get the odd tokens (`override.payee`)."""
    each, odd = divmod(total, len(seats))
    for place, seat in enumerate(seats):
        yield seat, each + (place < odd)
