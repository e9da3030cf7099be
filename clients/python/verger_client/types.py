"""What the API answers, generated from its document: `make openapi` writes it anew.

Members that this version does not know are ignored, and values that are one of several are plain text:
a newer server may have more of both. What a game has of its own is plain JSON.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

from verger_client.secret import Secret


class Allowed(Struct, frozen=True, kw_only=True):
    """The move stands: one sentence for a player, the rules for a program."""

    verdict: str
    sentence: str
    rules: tuple[Applied, ...] = ()
    warnings: tuple[str, ...] = ()


class AllowedView(Struct, frozen=True, kw_only=True):
    """What a move would come to if it were made now."""

    verdict: str
    version: int
    """The version that it was judged at."""
    ruling: Allowed
    effects: tuple[dict[str, Any], ...]
    missed: tuple[Divergence, ...]
    """The later moves that could not be made again where it leaves one out, and why."""
    changes: tuple[Change, ...]
    """What would be otherwise in the game's picture: at once, and once those who are asked say yes."""


class Ancestor(Struct, frozen=True, kw_only=True):
    """Versions that a fork reads through: their hashes are of this session, up to one version."""

    session: str
    until: int


class AppView(Struct, frozen=True, kw_only=True):
    """An app, and how much it uses of what it may."""

    app: str
    name: str
    """As the operator has called it, and as events that are made with its keys name it."""
    sessions: int
    """Those that it has started and that have not been ended."""
    session_limit: int
    """How many it may have at a time."""
    scopes: tuple[str, ...]
    """Those of the key that asks."""
    minute: MinuteView | None
    """Nothing where there is no limit."""
    today: UsedView
    """By UTC; what other processes count comes a minute later."""


class Applied(Struct, frozen=True, kw_only=True):
    """A rule that took part in a ruling, and the numbers and names that it saw."""

    rule: str
    facts: dict[str, str | int | bool | tuple[str, ...] | None] = {}


class AskView(Struct, frozen=True, kw_only=True):
    """Somebody who asks for a seat, and what came of it."""

    ask: str
    title: str
    name: str
    note: str
    asked_at: datetime
    until: datetime
    state: str
    session: str | None
    seat: str | None


class AskedView(Struct, frozen=True, kw_only=True):
    """A seat that is asked for."""

    ask: str
    until: datetime
    token: Secret | None = None
    """It gets the seat, and is shown once; nothing where the request's own token does."""


class Awaited(Struct, frozen=True, kw_only=True):
    """What play waits for, which seats can give it, and the rule that asks."""

    what: str
    seats: tuple[str, ...]
    rule: str
    sentence: str
    """What is asked of these seats, for people to read; everybody may see it."""
    about: str = ""
    """The id of the proposal, declaration, conflict or element in question, where there is one."""
    until: datetime | None = None
    """When silence is an answer too, where the table plays so."""


class Change(Struct, frozen=True, kw_only=True):
    """An element that would be there, be otherwise, or be gone."""

    id: str
    sort: str
    label: str
    """What it would be called, with its marks; of what would be gone, what it is called."""
    by: str
    """Who wants it."""
    number: int | None = None
    """What it would count, such as its power."""
    ends: tuple[str, ...] = ()
    """The elements that it would join, or the one that it would be in."""
    about: str = ""
    """The declaration, proposal or rewind that would bring it; none where the move itself does."""
    price: dict[str, int] | None = None
    """What that has cost so far."""
    called: str = ""
    """Its label without its marks, where it has some: what they come to is the number."""


class Choice(Struct, frozen=True, kw_only=True):
    """One value that would be accepted, how to show it, and its price where it has one."""

    value: str | int | bool
    label: str = ""
    price: dict[str, int] | None = None
    about: str = ""
    """The element of the game's picture that it leads to, where the value is not its id."""


class ClaimCodeView(Struct, frozen=True, kw_only=True):
    """The code by which somebody takes a seat that nobody holds."""

    seat: str
    claim_code: Secret | None = None
    """Shown once."""
    expires_at: datetime | None = None
    """When the code ends."""


class ClaimedView(Struct, frozen=True, kw_only=True):
    """A seat that was taken."""

    session: str
    version: int
    seat: str
    token: Secret | None = None
    """The seat's token, shown once; nothing where the request's own token got the seat."""
    token_expires_at: datetime | None = None
    """When that ends, unless it is renewed."""


class DeviceCodeView(Struct, frozen=True, kw_only=True):
    """A code for another device; whoever brings it within its time acts for the seat as well."""

    seat: str
    expires_at: datetime
    code: Secret | None = None
    """Shown once."""
    address: Secret | None = None
    """The session's page with the code behind `#`, which no log has."""
    picture: Secret | None = None
    """The address as a QR code: an SVG picture."""


class DisabledView(Struct, frozen=True, kw_only=True):
    """Since when and why nothing is sent."""

    at: datetime
    because: str


class Divergence(Struct, frozen=True, kw_only=True):
    """An event that does not come out as it did, and why."""

    version: int
    outcome: str
    was: str
    """The sentence of the ruling on record."""
    now: str
    """The sentence of the ruling or refusal that would be, or why there is none."""
    code: str = ""
    """Why it is refused; empty where it is not."""
    rule: str = ""
    """The rule that refuses it; empty where none does."""


class Event(Struct, frozen=True, kw_only=True):
    """An accepted move: the unit of the log. An anonymous move's event holds no seat."""

    at: datetime
    seat: str | None
    move: dict[str, Any]
    ruling: Allowed
    effects: tuple[dict[str, Any], ...]
    dice: tuple[Roll, ...] = ()
    sealed: tuple[str, ...] = ()
    """Digests of parts kept for some eyes only, SHA-256(salt ‖ JSON [name, eyes, text]) in hex."""
    repeats: int | None = None
    """The version of the move that was made again here, after a rewind."""
    missed: tuple[Divergence, ...] = ()
    """The later moves that could not be made again once this had left one out."""
    revealed: Revealed | None = None
    """The seed of the dice that this event closes an epoch of, and what commits to the next."""
    via: str | None = None
    """The program that acted for the seat, where its token names one."""


class EventView(Struct, frozen=True, kw_only=True):
    """An event of the log.

    `hash` covers `event` as the guide to the hash chain says.
    """

    version: int
    type: str
    """The move's name."""
    hash: str
    event: Event
    """The accepted move, its ruling and its effects."""
    texts: tuple[tuple[Any, ...], ...]
    """Place and size of each text of `event` in bytes."""
    request: str | None = None
    salt: str | None = None
    kept: tuple[str, ...] | None = None
    """Of a redacted event: each text's salt or digest."""
    sealed: tuple[SealedView, ...] | None = None
    """The sealed parts that you may see. Only answers to a request for a single event have them."""


class EventsView(Struct, frozen=True, kw_only=True):
    """A page of the log: as many events as asked for, or as were found among 5,000."""

    events: tuple[EventView, ...]
    next_after: int | None
    """Where the next page starts, the oldest first; nothing at the head of the log."""
    next_before: int | None
    """Where it starts, the newest first; nothing at the log's beginning."""


class FeedItem(Struct, frozen=True, kw_only=True):
    """An event of one of many sessions, and how that session is now."""

    place: str
    """Where it stands in the feed: `after` it, the feed goes on with what follows."""
    session: str
    version: int
    type: str
    """The move's name."""
    now: NowView


class ForkedFrom(Struct, frozen=True, kw_only=True):
    """Where a fork comes from: a version of its parent, and the parent's hash there."""

    session: str
    version: int
    hash: str
    lineage: tuple[Ancestor, ...]
    """Whose versions come before the fork's own, the oldest first."""


class ForkedView(Struct, frozen=True, kw_only=True):
    """A session that was forked from another."""

    session: str
    version: int
    """The fork's first own event: the one after the version that it was forked at."""
    seat: str
    """The seat of whoever forked, which the request's token holds."""
    seats: tuple[OfferedSeat, ...]
    forked_from: ForkedFrom


class HouseRuleView(Struct, frozen=True, kw_only=True):
    """A house rule of this table."""

    id: str
    value: str | int
    chosen: bool
    """Whether the table chose it; otherwise it is the default."""
    statement: str


class IssuedView(Struct, frozen=True, kw_only=True):
    """A token that was issued."""

    id: str
    label: str
    seats: tuple[str, ...]
    scopes: tuple[str, ...] = ("read", "play", "gm", "webhooks")
    via: str | None = None
    expires_at: datetime | None = None
    is_renewable: bool = False
    token: Secret | None = None
    """The token itself, shown once."""


class Limit(Struct, frozen=True, kw_only=True):
    """Something that this table keeps out of play."""

    kind: str
    text: str


class ListingView(Struct, frozen=True, kw_only=True):
    """How a table is listed."""

    table: str
    language: str
    plays: str
    about: str
    listed_at: datetime
    until: datetime


class LobbyView(Struct, frozen=True, kw_only=True):
    """A table in the lobby, for its host."""

    listing: ListingView | None
    free_seats: int
    asks: tuple[AskView, ...]
    """Those that wait for an answer, the first first."""


class MinuteView(Struct, frozen=True, kw_only=True):
    """What of the minute's work the key has used at the process that answers; its limit is the key's there."""

    used: int
    limit: int
    seconds: int
    """Until it begins anew."""


class NowView(Struct, frozen=True, kw_only=True):
    """A session as it is now, as far as a list of many has to say."""

    title: str
    ruleset: str
    version: int
    """Its newest version."""
    awaited: tuple[Awaited, ...]
    """Whom play waits for, and for what."""


class OfferedSeat(Struct, frozen=True, kw_only=True):
    """A seat of a new session, with the code by which somebody takes it."""

    seat: str
    kind: str
    name: str
    claim_code: Secret | None = None
    """Shown once; the seat of whoever began the session is taken already and has none."""


class OpenTableView(Struct, frozen=True, kw_only=True):
    """A table that has a free seat."""

    table: str
    title: str
    ruleset: str
    host: str | None
    """The GM's name."""
    free_seats: int
    seats: int
    language: str
    plays: str
    about: str
    listed_at: datetime


class OpenTablesView(Struct, frozen=True, kw_only=True):
    """A page of listed tables."""

    tables: tuple[OpenTableView, ...]
    next_after: str | None
    """Where the next page starts; nothing on the last one."""


class Option(Struct, frozen=True, kw_only=True):
    """A move (or a part of one) that is open: fixed values, and fields to fill in."""

    fixed: dict[str, str | int | bool]
    fields: tuple[Field, ...] = ()
    rules: tuple[str, ...] = ()
    price: dict[str, int] | None = None
    tokens: int = 0
    """The price where tokens of any kind pay it; the field that pays says what multiplies it."""
    label: str = ""
    """What to call it, as on its button; its move in words, where nothing else is said."""
    suggested: dict[str, Any] | None = None


class OptionsView(Struct, frozen=True, kw_only=True):
    """The moves open to a seat at a version."""

    version: int
    seat: str
    options: tuple[Option, ...]


class OwnAsksView(Struct, frozen=True, kw_only=True):
    """What a token has asked for."""

    asks: tuple[AskView, ...]


class PrecedentView(Struct, frozen=True, kw_only=True):
    """A settled dispute that a ruling cites."""

    dispute: str
    rule: str
    outcome: str
    reason: str
    address: str


class ProblemBody(Struct, frozen=True, kw_only=True):
    """An error: a stable code for programs, a sentence for people, and the facts of both."""

    type: str
    """The page that explains the code."""
    title: str
    status: int
    detail: str
    instance: str
    """The address that was asked."""
    code: str
    trace_id: str
    facts: dict[str, str | int | bool | tuple[str, ...] | None] = {}
    rule: str | None = None
    """The rule that refused, where one did."""
    remedy: str | None = None
    """How to go on: what would make the move legal, where a rule refused."""
    events: tuple[EventView, ...] = ()
    """With `stale_version`: what happened since."""


class RegisteredWebhookView(Struct, frozen=True, kw_only=True):
    """A webhook that was registered, with its secret."""

    id: str
    seat: str | None
    """Whose it is; nothing where it covers many sessions, and is an app's or a token's."""
    url: str
    description: str
    types: tuple[str, ...]
    form: str
    awaits_me: bool
    digest: int
    version: int | None
    """How far it has come; nothing where it covers many sessions."""
    made_at: datetime
    delivered_at: datetime | None
    """When a delivery was last accepted."""
    pending: int
    """Deliveries that wait or are tried again."""
    disabled: DisabledView | None
    """Nothing while it is enabled."""
    secret: Secret
    """What deliveries are signed with: shown once."""


class RenewedView(Struct, frozen=True, kw_only=True):
    """A token that was renewed."""

    id: str
    expires_at: datetime | None
    """The new end; nothing for the key of an app."""


class Revealed(Struct, frozen=True, kw_only=True):
    """A seed that is no longer used, in hex, and what commits to the one in its place."""

    seed: str
    commitment: str


class RewindView(Struct, frozen=True, kw_only=True):
    """A question whether to rewind (`table.rewind`)."""

    id: str
    by: str
    to: int
    without: int | None
    """The move that is to be left out, where the later ones are made again."""
    asked: tuple[str, ...]
    waiting: tuple[str, ...]


class Roll(Struct, frozen=True, kw_only=True):
    """Dice thrown together: the number of the first one in the session, faces, values.

    The values of dice that lie face down are 0.
    """

    first: int
    faces: int
    values: tuple[int, ...]
    eyes: tuple[str, ...] = ()
    """The seats that see what lies face down, first the one that may reveal it."""
    sealed: str = ""
    """What commits to the values of dice that lie face down: the digest of their sealed part."""


class Rule(Struct, frozen=True, kw_only=True):
    """One rule of a ruleset."""

    id: str
    statement: str
    section: str
    """The section of the game's text; `house` where the text is silent and we decided."""


class RulingView(Struct, frozen=True, kw_only=True):
    """Why an event was ruled so: the ruling, and what its rules say."""

    version: int
    type: str
    ruling: Allowed
    rules: tuple[Rule, ...]
    precedents: tuple[PrecedentView, ...]
    """The settled disputes that it cites, as they stood then."""
    missed: tuple[Divergence, ...]
    """The later moves that could not be made again where it left one out, and why."""


class SealedView(Struct, frozen=True, kw_only=True):
    """A sealed part of an event; its digest in the event is SHA-256(salt ‖ JSON [name, eyes, text])."""

    name: str
    eyes: tuple[str, ...]
    salt: str
    text: str


class SeatOfferedView(Struct, frozen=True, kw_only=True):
    """A new seat, with the code by which somebody takes it."""

    version: int
    seat: str
    claim_code: Secret | None = None
    """Shown once."""


class SeatView(Struct, frozen=True, kw_only=True):
    """A place at the table."""

    id: str
    kind: str
    name: str
    taken: bool


class SessionView(Struct, frozen=True, kw_only=True):
    """A session at a version."""

    session: str
    version: int
    title: str
    ruleset: str
    ruleset_version: int
    step: str
    phase: int | None
    paused: bool
    seats: tuple[SeatView, ...]
    your_seats: tuple[str, ...]
    """None for who may only read."""
    awaited: tuple[Awaited, ...]
    forked_from: ForkedFrom | None = None
    amendments: int = 0
    """The newest of its ruleset's that it is judged by."""
    amendments_to_adopt: tuple[int, ...] = ()
    """Newer ones, which its table may agree on."""


class SessionsView(Struct, frozen=True, kw_only=True):
    """A page of sessions: as many as asked for, or as were found among 50."""

    sessions: tuple[SessionView, ...]
    next_after: str | None
    """Where the next page starts; nothing on the last one."""


class StartedView(Struct, frozen=True, kw_only=True):
    """A session that has started."""

    session: str
    version: int
    seat: str | None
    """The seat of whoever started it: the GM's; nothing where an app did."""
    seats: tuple[OfferedSeat, ...]
    token: Secret | None = None
    """The token of the GM's seat, shown once; nothing where the request's own token got the seat."""
    token_expires_at: datetime | None = None
    """When that ends, unless it is renewed."""


class StateView(Struct, frozen=True, kw_only=True):
    """A session's state at a version, as the seat may see it: its table and its play."""

    version: int
    seat: str
    table: TableView
    play: dict[str, Any]
    """Where the story is."""


class TableView(Struct, frozen=True, kw_only=True):
    """The people's part of a session."""

    title: str
    ruleset: str
    ruleset_version: int
    seats: tuple[SeatView, ...]
    limits: tuple[Limit, ...]
    paused: bool
    house_rules: tuple[HouseRuleView, ...]
    dice_commitment: str
    """SHA-256 of the seed that this session's dice come from."""
    dice_rolled: int
    rewind: RewindView | None
    """The open question about a rewind."""
    open_disputes: tuple[str, ...]


class UsedView(Struct, frozen=True, kw_only=True):
    """What an app has used today, with all its keys and at all processes."""

    requests: int
    moves: int
    """Those that were accepted."""
    work: int
    """One for a request, and for each millisecond beyond the first one more."""


class Way(Struct, frozen=True, kw_only=True):
    """An edge that a path may take, in either direction, and its power."""

    edge: str
    one: str
    other: str
    power: int


class WebhookView(Struct, frozen=True, kw_only=True):
    """A webhook."""

    id: str
    seat: str | None
    """Whose it is; nothing where it covers many sessions, and is an app's or a token's."""
    url: str
    description: str
    types: tuple[str, ...]
    form: str
    awaits_me: bool
    digest: int
    version: int | None
    """How far it has come; nothing where it covers many sessions."""
    made_at: datetime
    delivered_at: datetime | None
    """When a delivery was last accepted."""
    pending: int
    """Deliveries that wait or are tried again."""
    disabled: DisabledView | None
    """Nothing while it is enabled."""


class WebhooksView(Struct, frozen=True, kw_only=True):
    """The webhooks of one's seats in a session, or of an app or a token."""

    webhooks: tuple[WebhookView, ...]


class Field(Struct, frozen=True, kw_only=True):
    """A field of an option, of any kind: `field` says which."""

    field: str
    name: str
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    excludes: str = ""
    """Another field of the same option that has to be given a different value."""
    label: str = ""
    """What to call it; its name in words, where nothing else is said."""
    limit: int = 0
    new: bool = False
    """A label that must not be similar to what is on the network (see its rule)."""
    shapes: tuple[Option, ...] = ()
    many: int = 0
    distinct: str = ""
    """With `many`: the field in which no two of them may agree, however it is spaced or cased."""
    singly: bool = False
    """With `many`: each shape would be accepted as the only one, and what several would come to, one
    made after the other, is not listed.
    """
    most: int | dict[str, int] = 0
    least: int = 0
    listed: str = ""
    """The read of the session that lists the numbers that are fit, such as `refusals`."""
    payments: tuple[dict[str, int], ...] = ()
    total: int = 0
    times: str = ""
    start: str = ""
    target: str = ""
    power: int = 0
    ways: tuple[Way, ...] = ()
    closed: tuple[str, ...] = ()
    """Nodes that the path may name only as its first."""
    faces: int = 0
    count: int = 0
    path: str = ""
    of: str = ""
