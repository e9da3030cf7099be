"""The requests about webhooks, for every kind of owner."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any, NamedTuple, get_args, get_origin
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from verger.domain.core.decider import Ruleset
from verger.domain.core.identifier import SeatId
from verger.domain.core.text import Label
from verger.service.annexes.notices import registry
from verger.service.annexes.notices.dispatcher import Dispatcher
from verger.service.annexes.notices.message import shown_secret
from verger.service.annexes.notices.notice import ChatForm, Form
from verger.service.annexes.notices.push import Subscription
from verger.service.annexes.notices.registry import (
    Digest,
    Owner,
    Registry,
    WebhookUpdate,
    WebhookView,
)
from verger.service.annexes.notices.target import FORM, URL_LIMIT, TargetError, Targets
from verger.service.database.pool import Connection
from verger.service.edge.asking import canonical_id, require_seats
from verger.service.edge.body import AnyRequest
from verger.service.edge.repeating import answered_once, write_once
from verger.service.identity.identity import Bearer
from verger.service.identity.repeatable import Repeatable
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts

TYPES_LIMIT = 100

Url = Annotated[
    str,
    Meta(
        title="WebhookUrl",
        min_length=1,
        max_length=URL_LIMIT,
        description="The address that receives deliveries. It must have `https:` and a public host, and no"
        " user name, password or fragment.",
        # Only for the API document. `Targets.check` checks the form too, and answers with its own problem.
        extra_json_schema={"pattern": FORM},
    ),
]
Types = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=100)], ...], Meta(max_length=TYPES_LIMIT)
]


class NewWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new webhook."""

    url: Url
    description: Label
    """The purpose of the webhook, as the list shows it."""
    types: Types = ()
    """The types of events that it receives, such as `declare`. Default: all types."""
    form: Form = "standard"
    """The form of deliveries: messages for programs, or notices for a chat or a browser."""
    awaits_me: bool = False
    """Whether it only receives events with a new question to the seat."""
    digest: Digest = 0
    """Events are gathered in one `sessions.moved` for this number of seconds. With 0, each event has
    its own message."""
    keys: Subscription | None = None
    """The keys of the browser's subscription, only with the form `web_push`. `url` must then be the
    endpoint of the subscription."""

    def __post_init__(self) -> None:
        """Refuse keys without the form of a browser, and this form without keys."""
        if (self.form == "web_push") != (self.keys is not None):
            raise ValueError("the form `web_push` and `keys` belong together")


class WebhookChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a webhook. Fields that you leave out do not change."""

    url: Url | UnsetType = UNSET
    """The new address for deliveries. It must have `https:` and a public host, and no user name or
    password."""
    description: Label | UnsetType = UNSET
    """The new purpose of the webhook. One line of at most 100 characters."""
    types: Types | UnsetType = UNSET
    """The types of events that it receives. An empty list means all types."""
    form: ChatForm | UnsetType = UNSET
    """The form of deliveries: messages for programs, or notices for a chat."""
    awaits_me: bool | UnsetType = UNSET
    """Whether it only receives events with a new question to the seat."""
    digest: Digest | UnsetType = UNSET
    """Events are gathered in one `sessions.moved` for this number of seconds. With 0, each event has
    its own message."""
    enabled: bool | UnsetType = UNSET
    """`false` pauses it. `true` enables it again."""


class SecretView(msgspec.Struct, frozen=True):
    """A new signing secret."""

    webhook: UUID
    """The id of the webhook."""
    old_until: datetime | None
    """Until this time, messages are also signed with the old secret; null if there is no old secret."""
    secret: str | None = None
    """The new secret, shown once."""


class WebhookOwner(NamedTuple):
    """The owner of the webhooks of a request, and the path of these webhooks."""

    parts: Parts
    owner: Owner
    home: str
    by: Bearer

    async def one(self, webhook: str) -> WebhookView:
        """Return a webhook of the owner by its id."""
        return await self.parts.the(Registry).one(self.owner, canonical_id(webhook))


class Registered(msgspec.Struct, frozen=True):
    """The stored part of an answer. It leaves out the fields of the request, which each repeat sends again."""

    id: UUID
    seat: SeatId | None
    version: int | None
    made_at: datetime


async def register(desk: WebhookOwner, body: NewWebhook, tried: Repeatable) -> Registered:
    """Register a webhook with its secret."""
    id, wanted = tried.secrets.id("webhook"), _change(body)
    answers: list[Registered] = []

    async def work(connection: Connection) -> None:
        if desk.owner.session:
            await require_seats(connection, desk.by, desk.owner.session, desk.owner.seats)
        made = await registry.register(connection, desk.owner, id, wanted, desk.by.until(None))
        answers[:] = [Registered(id, made.seat, made.version, made.made_at)]
        await tried.keep(connection, answers[0])
        await registry.rotate(connection, desk.parts.keyring, id, tried.secrets.signing())

    await write_once(desk.parts, work)
    return answers[0]


def registered(desk: WebhookOwner, body: NewWebhook, kept: Registered) -> WebhookView:
    """Return a new webhook, and start its deliveries."""
    desk.parts.the(Dispatcher).watch(desk.owner.session)
    fields = ("url", "description", "types", "form", "awaits_me", "digest")
    asked = {field: getattr(body, field) for field in fields}
    same = msgspec.structs.asdict(kept) | asked
    return WebhookView(**same, delivered_at=None, pending=0, disabled=None)


async def change(desk: WebhookOwner, view: WebhookView, body: WebhookChange) -> WebhookView:
    """Change a webhook, and return it."""
    await desk.parts.the(Registry).change(view.id, _change(body), desk.by.until(None))
    desk.parts.the(Dispatcher).watch(desk.owner.session)
    return await desk.parts.the(Registry).one(desk.owner, view.id)


def _change(body: NewWebhook | WebhookChange) -> WebhookUpdate:
    given = msgspec.structs.asdict(body).items()
    return WebhookUpdate(**{field: value for field, value in given if value is not UNSET})


async def rotate(request: AnyRequest, desk: WebhookOwner, view: WebhookView) -> SecretView:
    """Sign deliveries with another secret, which the answer shows."""
    work = partial(_rotate, desk.parts, view.id)
    answer, secrets = await answered_once(request, f"secret {view.id}", b"", SecretView, work)
    return msgspec.structs.replace(answer, secret=shown_secret(secrets.signing()))


async def _rotate(parts: Parts, id: UUID, tried: Repeatable) -> SecretView:
    answers: list[SecretView] = []

    async def work(connection: Connection) -> None:
        until = await registry.rotate(connection, parts.keyring, id, tried.secrets.signing())
        answers[:] = [SecretView(id, until)]
        await tried.keep(connection, answers[0])

    await write_once(parts, work)
    return answers[0]


async def check_target(parts: Parts, url: str | UnsetType) -> None:
    """Refuse an address that is not allowed."""
    if url is UNSET:
        return
    try:
        await parts.the(Targets).check(url)
    except TargetError as refused:
        raise ProblemError(ProblemCode.TARGET_REFUSED, url_fault=refused.reason) from None


def check_types(types: tuple[str, ...] | UnsetType, *rulesets: Ruleset[Any]) -> None:
    """Refuse types of events that are not in any of these games."""
    known = set[str]().union(*map(event_types, rulesets))
    if unknown := tuple(sorted(set(types or ()) - known)):
        names = ", ".join(ruleset.name for ruleset in rulesets)
        raise ProblemError(ProblemCode.UNKNOWN_EVENT_TYPE, event_types=unknown, ruleset=names)


def event_types(ruleset: Ruleset[Any]) -> set[str]:
    """Return the types of events in the logs of a ruleset."""
    (moves, *_) = get_args(ruleset.event_type)
    # A generic move, such as a proposal of a game's own subjects, is an alias of its struct.
    kinds = [get_origin(kind) or kind for kind in get_args(moves)]
    return {str(kind.__struct_config__.tag) for kind in kinds}
