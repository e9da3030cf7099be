"""Webhooks: registering addresses that are told of a session's events, and changing them."""

from datetime import datetime
from typing import Annotated, Any, get_args, get_origin
from uuid import UUID

import msgspec
from litestar import Response, delete, get, patch, post
from msgspec import UNSET, Meta, UnsetType

from domain.core.decider import Ruleset
from domain.core.identifier import SeatId
from domain.core.reason import Code
from domain.core.ruling import refuse
from domain.core.text import Label
from service.database.pool import Connection
from service.edge.asking import SECRET_KEY_LEAST, Seated, idempotency_key, seated
from service.edge.body import AnyRequest, parts_of, read
from service.edge.operation import Link, Operation
from service.edge.reading import Seat
from service.identity.repeatable import Repeatable, repeatable
from service.log.insert import AppendConflict
from service.problem.code import ProblemCode
from service.problem.problem import ProblemError, refusal
from service.webhook import registry
from service.webhook.message import shown_secret
from service.webhook.notice import Form
from service.webhook.registry import Because, Change, Webhook
from service.webhook.target import FORM, URL_LIMIT, TargetError
from service.wiring import Parts

TYPES_LIMIT = 100

Url = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=URL_LIMIT,
        description="Where deliveries are posted to: `https:`, a host that is public, no name and"
        " password in it, no fragment.",
        # Not checked by the decoder: whether an address is allowed depends on more than its form.
        extra_json_schema={"pattern": FORM},
    ),
]
Types = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=100)], ...], Meta(max_length=TYPES_LIMIT)
]


class NewWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address that is to be told of a session's events."""

    url: Url
    description: Label
    """What it is for, as it is shown in the list."""
    types: Types = ()
    """The types of events to be told of, such as `declare`; all of them without any."""
    form: Form = "standard"
    """What is posted: `session.moved`, or a notice for people as a chat takes it."""
    awaits_me: bool = False
    """Whether to be told only when the seat is asked for something new."""


class WebhookChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a webhook is to be otherwise; what is left out stays."""

    url: Url | UnsetType = UNSET
    description: Label | UnsetType = UNSET
    types: Types | UnsetType = UNSET
    form: Form | UnsetType = UNSET
    awaits_me: bool | UnsetType = UNSET
    enabled: bool | UnsetType = UNSET
    """`false` pauses it. `true` enables it again, whyever it was disabled."""


class DisabledView(msgspec.Struct, frozen=True):
    """Since when and why nothing is sent."""

    at: datetime
    because: Because
    """`paused` by its seat, `gone` (its receiver answered 410), or `failing`: no attempt of a whole
    schedule was accepted."""


class WebhookView(msgspec.Struct, frozen=True):
    """A webhook."""

    id: UUID
    seat: SeatId
    """Whose it is: whoever holds the seat sees, changes and deletes it."""
    url: str
    description: str
    types: tuple[str, ...]
    form: Form
    awaits_me: bool
    version: int
    """The newest version that has been made a delivery of, or passed over for its type."""
    made_at: datetime
    delivered_at: datetime | None
    """When a delivery was last accepted."""
    pending: int
    """Deliveries that wait or are tried again."""
    disabled: DisabledView | None
    """Nothing while it is enabled."""


class RegisteredWebhookView(WebhookView, frozen=True):
    """A webhook that was registered, with its secret."""

    secret: str
    """What deliveries are signed with: shown once."""


class WebhooksView(msgspec.Struct, frozen=True):
    """The webhooks of one's seats in a session."""

    webhooks: tuple[WebhookView, ...]


class SecretView(msgspec.Struct, frozen=True):
    """A new signing secret."""

    webhook: UUID
    old_until: datetime | None
    """Until when deliveries are signed with the secret before it as well."""
    secret: str | None = None
    """Shown once."""


class _Registered(msgspec.Struct, frozen=True):
    """The stored part of an answer: nothing of the request, which a repeat sends again."""

    id: UUID
    seat: SeatId
    version: int
    made_at: datetime


async def asker(request: AnyRequest, session: str, seat: str | None = None) -> Seated:
    """Who asks about webhooks."""
    authorization = request.headers.get("authorization")
    return await seated(parts_of(request), authorization, session, seat, needs="webhooks")


async def own_webhook(request: AnyRequest, asking: Seated, webhook: str) -> Webhook:
    """A webhook of one of the asker's seats, by its id."""
    return await parts_of(request).webhooks.one(asking.session, asking.seats, uuid(webhook))


def uuid(text: str) -> UUID | None:
    """An id in its canonical form; nothing where a text is none."""
    try:
        id = UUID(text)
    except ValueError:
        return None
    return id if str(id) == text else None


@post(
    "/sessions/{session:str}/webhooks",
    operation_id="registerWebhook",
    opt=Operation(
        takes=NewWebhook,
        key="secret",
        scope="webhooks",
        headers=("Location",),
        problems=(
            ProblemCode.READ_ONLY,
            Code.OBSERVERS_WATCH,
            Code.SEAT_NOT_TAKEN,
            ProblemCode.UNKNOWN_EVENT_TYPE,
            ProblemCode.TARGET_REFUSED,
            ProblemCode.TOO_MANY_WEBHOOKS,
        ),
        links=(
            Link(
                "getWebhook", "The webhook, and whether deliveries are accepted.", {"webhook": "id"}
            ),
            Link("pingWebhook", "Try it out.", {"webhook": "id"}),
            Link("listDeliveries", "What was sent.", {"webhook": "id"}),
            Link("changeWebhook", "Pause it, or have other events sent.", {"webhook": "id"}),
            Link("deleteWebhook", "Have nothing sent any more.", {"webhook": "id"}),
        ),
    ),
)
async def register_webhook(
    request: AnyRequest, session: str, seat: Seat = None
) -> Response[RegisteredWebhookView]:
    """Have an address told of a session's events from now on.

    Any seat with a say may, for itself. Each event is posted there as `session.moved` by the
    Standard Webhooks specification: which session, version and type, signed with the secret that
    this answer shows once. What the event says is read from the log.
    """
    parts = parts_of(request)
    asking = await asker(request, session, seat)
    body, raw = await read(request, NewWebhook)
    key = idempotency_key(request.headers.get("idempotency-key"), SECRET_KEY_LEAST)
    tried = await repeatable(parts.database, f"webhooks {session} {asking.mover}", key, raw)
    if tried.answer is None:
        kept = await _register(parts, asking, body, tried)
    else:
        kept = msgspec.json.decode(tried.answer, type=_Registered)
    parts.dispatcher.watch(asking.session)
    shown = RegisteredWebhookView(
        kept.id,
        kept.seat,
        *(body.url, body.description, body.types, body.form, body.awaits_me),
        *(kept.version, kept.made_at),
        delivered_at=None,
        pending=0,
        disabled=None,
        secret=shown_secret(tried.secrets.signing()),
    )
    location = {"Location": f"/v1/sessions/{session}/webhooks/{kept.id}"}
    return Response(shown, status_code=201, headers=location)


async def _register(
    parts: Parts, asking: Seated, body: NewWebhook, tried: Repeatable
) -> _Registered:
    await _check_say(parts, asking)
    await _check(parts, asking, body.url, body.types)
    id, seat = tried.secrets.id("webhook"), asking.mover
    wanted = Change(body.url, body.types, body.description, body.form, body.awaits_me)
    answers: list[_Registered] = []

    async def work(connection: Connection) -> None:
        made_at, version = await registry.register(connection, asking.session, id, seat, wanted)
        answers[:] = [_Registered(id, seat, version, made_at)]
        await tried.keep(connection, answers[0])
        await registry.rotate(connection, parts.keyring, id, tried.secrets.signing())

    await _once(parts, work)
    return answers[0]


async def _once(parts: Parts, work: Any) -> None:
    if await parts.store.append_with((), work) is AppendConflict.REQUEST_ANSWERED:
        raise ProblemError(ProblemCode.REQUEST_RUNNING)


async def _check_say(parts: Parts, asking: Seated) -> None:
    """Refuse mere observers, who have streams: the server sends requests for players only."""
    with await parts.sessions.fresh(asking.session) as hot:
        table = hot.state.table
    own = table.seat(asking.mover)
    if own is None or not own.taken:
        name = table.name(asking.mover)
        raise refusal(refuse(Code.SEAT_NOT_TAKEN, "table.claim", seat=asking.mover, name=name))
    if not own.plays:
        raise refusal(refuse(Code.OBSERVERS_WATCH, "table.observers", name=own.name))


async def _check(
    parts: Parts, asking: Seated, url: str | UnsetType, types: tuple[str, ...] | UnsetType
) -> None:
    with await parts.sessions.known(asking.session) as hot:
        ruleset = hot.codec.ruleset
    unknown = tuple(sorted(set(types or ()) - event_types(ruleset)))
    if unknown:
        raise ProblemError(ProblemCode.UNKNOWN_EVENT_TYPE, types=unknown, ruleset=ruleset.name)
    if url is UNSET:
        return
    try:
        await parts.targets.check(url)
    except TargetError as refused:
        raise ProblemError(ProblemCode.TARGET_REFUSED, reason=refused.reason) from None


def event_types(ruleset: Ruleset[Any]) -> set[str]:
    """The types of events that a ruleset's log may hold."""
    (moves, *_) = get_args(ruleset.event_type)
    # A generic move, such as a proposal of a game's own subjects, is an alias of its struct.
    kinds = [get_origin(kind) or kind for kind in get_args(moves)]
    return {str(kind.__struct_config__.tag) for kind in kinds}


@get(
    "/sessions/{session:str}/webhooks", operation_id="listWebhooks", opt=Operation(scope="webhooks")
)
async def list_webhooks(request: AnyRequest, session: str) -> WebhooksView:
    """List the webhooks of one's seats."""
    asking = await asker(request, session)
    found = await parts_of(request).webhooks.of(asking.session, asking.seats)
    return WebhooksView(tuple(map(_view, found)))


@get(
    "/sessions/{session:str}/webhooks/{webhook:str}",
    operation_id="getWebhook",
    opt=Operation(scope="webhooks", problems=(ProblemCode.NO_SUCH_WEBHOOK,)),
)
async def get_webhook(request: AnyRequest, session: str, webhook: str) -> WebhookView:
    """Read a webhook: where it points, how far it has come, and whether it is disabled."""
    return _view(await own_webhook(request, await asker(request, session), webhook))


@patch(
    "/sessions/{session:str}/webhooks/{webhook:str}",
    operation_id="changeWebhook",
    opt=Operation(
        takes=WebhookChange,
        scope="webhooks",
        problems=(
            ProblemCode.NO_SUCH_WEBHOOK,
            ProblemCode.UNKNOWN_EVENT_TYPE,
            ProblemCode.TARGET_REFUSED,
        ),
    ),
)
async def change_webhook(request: AnyRequest, session: str, webhook: str) -> WebhookView:
    """Change where a webhook points, what it is told of, or whether anything is sent.

    Enabled again, it goes on where it stopped, but with the session's newest 1,000 events at most.
    """
    parts = parts_of(request)
    asking = await asker(request, session)
    found = await own_webhook(request, asking, webhook)
    body, _ = await read(request, WebhookChange)
    await _check(parts, asking, body.url, body.types)
    await parts.webhooks.change(asking.session, found.id, _change(body))
    parts.dispatcher.watch(asking.session)
    return _view(await own_webhook(request, asking, webhook))


def _change(body: WebhookChange) -> Change:
    def given(value: Any) -> Any:
        return None if value is UNSET else value

    wanted = (body.url, body.types, body.description, body.form, body.awaits_me, body.enabled)
    return Change(*map(given, wanted))


@delete(
    "/sessions/{session:str}/webhooks/{webhook:str}",
    operation_id="deleteWebhook",
    status_code=204,
    opt=Operation(scope="webhooks", problems=(ProblemCode.NO_SUCH_WEBHOOK,)),
)
async def delete_webhook(request: AnyRequest, session: str, webhook: str) -> None:
    """Delete a webhook, with its deliveries."""
    asking = await asker(request, session)
    await parts_of(request).webhooks.delete(asking.session, asking.seats, uuid(webhook))


@post(
    "/sessions/{session:str}/webhooks/{webhook:str}/secret",
    operation_id="rotateWebhookSecret",
    opt=Operation(key="secret", scope="webhooks", problems=(ProblemCode.NO_SUCH_WEBHOOK,)),
)
async def rotate_webhook_secret(
    request: AnyRequest, session: str, webhook: str
) -> Response[SecretView]:
    """Have deliveries signed with another secret, which this answer shows once.

    The secret before it signs as well for 24 hours, so that a receiver can change over in between;
    one that was still valid before that ends at once.
    """
    parts = parts_of(request)
    asking = await asker(request, session)
    found = await own_webhook(request, asking, webhook)
    key = idempotency_key(request.headers.get("idempotency-key"), SECRET_KEY_LEAST)
    tried = await repeatable(parts.database, f"secret {found.id}", key, b"")
    if tried.answer is None:
        answer = await _rotate(parts, found.id, tried)
    else:
        answer = msgspec.json.decode(tried.answer, type=SecretView)
    secret = shown_secret(tried.secrets.signing())
    return Response(msgspec.structs.replace(answer, secret=secret), status_code=201)


async def _rotate(parts: Parts, id: UUID, tried: Repeatable) -> SecretView:
    answers: list[SecretView] = []

    async def work(connection: Connection) -> None:
        until = await registry.rotate(connection, parts.keyring, id, tried.secrets.signing())
        answers[:] = [SecretView(id, until)]
        await tried.keep(connection, answers[0])

    await _once(parts, work)
    return answers[0]


def _view(found: Webhook) -> WebhookView:
    disabled = None
    if found.disabled_at and found.disabled_because:
        disabled = DisabledView(found.disabled_at, found.disabled_because)
    return WebhookView(
        found.id,
        SeatId(found.seat),
        *(found.url, found.description, tuple(found.types), found.form, found.awaits_me),
        *(found.cursor, found.made_at),
        delivered_at=found.delivered_at,
        pending=found.pending,
        disabled=disabled,
    )
