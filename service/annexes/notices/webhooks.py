"""The endpoints of webhooks."""

from collections.abc import Collection
from typing import Any

import msgspec
from litestar import Response, delete, get, patch, post

from verger.domain.core.decider import Ruleset
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import refuse
from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.notices import webhook_desk
from verger.service.annexes.notices.message import shown_secret
from verger.service.annexes.notices.registry import Owner, Registry, WebhookView
from verger.service.annexes.notices.webhook_desk import (
    NewWebhook,
    Registered,
    SecretView,
    WebhookChange,
    WebhookOwner,
)
from verger.service.edge.asking import bearer, canonical_id, seated
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.operation import Link, Operation
from verger.service.edge.reading import Seat
from verger.service.edge.repeating import answered_once
from verger.service.identity.repeatable import Repeatable
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import refusal


class RegisteredWebhookView(WebhookView, frozen=True):
    """A new webhook with its secret."""

    secret: str
    """The secret that signs deliveries, shown only once."""


class WebhooksView(msgspec.Struct, frozen=True):
    """The webhooks of your seats in a session, or of an app or a token."""

    webhooks: tuple[WebhookView, ...]
    """The webhooks, the oldest first."""


EVERY = "-"
"""The text in place of a session id. It stands for all sessions that the app started, or that the token has a
seat in."""


async def desk(
    request: AnyRequest, session: str, seat: str | None = None, *, registers: bool = False
) -> WebhookOwner:
    """Return the owner of a request: the seats of the token in a session, or the app or the token.

    If it `registers` a webhook in a session, the owner is the seat that it acts for.
    """
    parts, sent = parts_of(request), request.headers.get("authorization")
    home = f"/v1/sessions/{session}/webhooks"
    if session == EVERY:
        holder = await bearer(parts, sent, None, "webhooks")
        owner = Owner(app=holder.app) if holder.app else Owner(token=holder.token)
        return WebhookOwner(parts, owner, home, holder)
    asking = await seated(parts, sent, session, seat, needs="webhooks")
    seats = (asking.mover,) if registers else asking.seats
    return WebhookOwner(parts, Owner(asking.session, seats), home, asking.bearer)


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
            Link("getWebhook", "See whether deliveries are accepted.", {"webhook": "id"}),
            Link("pingWebhook", "Test the webhook.", {"webhook": "id"}),
            Link("listDeliveries", "List the deliveries.", {"webhook": "id"}),
        ),
    ),
)
async def register_webhook(
    request: AnyRequest, session: str, seat: Seat = None
) -> Response[RegisteredWebhookView]:
    """Register a webhook.

    Use it to have your server notified of new events. Players and GMs can do this for their seats.
    For each later event, the server posts a message `session.moved`, as Standard Webhooks
    specifies. The message has the session, the version and the type of the event. Read the content
    of the event from the log. The answer shows the secret that signs the messages. It is shown only
    once. With `-` as the session, the webhook covers all sessions of the key's app, or all sessions that the
    token has a seat in.

    The address must be public and use `https:` (`target_refused`).
    """
    own = await desk(request, session, seat, registers=True)
    body, raw = await read(request, NewWebhook)

    async def work(tried: Repeatable) -> Registered:
        await _check_say(own)
        await _check(own, body)
        return await webhook_desk.register(own, body, tried)

    name = f"webhooks {own.owner.name}"
    kept, secrets = await answered_once(request, name, raw, Registered, work)
    made = webhook_desk.registered(own, body, kept)
    secret = shown_secret(secrets.signing())
    shown = RegisteredWebhookView(**msgspec.structs.asdict(made), secret=secret)
    return Response(shown, status_code=201, headers={"Location": f"{own.home}/{kept.id}"})


async def _check_say(own: WebhookOwner) -> None:
    """Refuse observers. They have streams, and the server sends requests only for players."""
    if own.owner.session is None:
        return
    with await own.parts.sessions.fresh(own.owner.session) as session:
        table = session.state.table
    (mover,) = map(SeatId, own.owner.seats)
    seat = table.seat(mover)
    if seat is None or not seat.taken:
        name = table.name(mover)
        raise refusal(refuse(Code.SEAT_NOT_TAKEN, "table.claim", seat=mover, seat_name=name))
    if not seat.plays:
        raise refusal(refuse(Code.OBSERVERS_WATCH, "table.observers", seat_name=seat.name))


async def _check(own: WebhookOwner, body: NewWebhook | WebhookChange) -> None:
    webhook_desk.check_types(body.types, *await _games(own))
    await webhook_desk.check_target(own.parts, body.url)


async def _games(own: WebhookOwner) -> Collection[Ruleset[Any]]:
    """Return the games whose events a webhook can receive."""
    if own.owner.session is None:
        return RULESETS.values()
    with await own.parts.sessions.known(own.owner.session) as session:
        return (session.codec.ruleset,)


@get(
    "/sessions/{session:str}/webhooks", operation_id="listWebhooks", opt=Operation(scope="webhooks")
)
async def list_webhooks(request: AnyRequest, session: str) -> WebhooksView:
    """List webhooks.

    The answer has the webhooks of your seats in the session. With `-` as the session, the answer
    has the webhooks of the app or the token.
    """
    own = await desk(request, session)
    return WebhooksView(tuple(await own.parts.the(Registry).of(own.owner)))


@get(
    "/sessions/{session:str}/webhooks/{webhook:str}",
    operation_id="getWebhook",
    opt=Operation(scope="webhooks", problems=(ProblemCode.NO_SUCH_WEBHOOK,)),
)
async def get_webhook(request: AnyRequest, session: str, webhook: str) -> WebhookView:
    """Get a webhook.

    Use it to see whether deliveries are accepted, and whether the webhook is disabled.
    """
    return await (await desk(request, session)).one(webhook)


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
    """Change a webhook.

    Members that you leave out do not change. Send `"enabled": false` to pause the webhook, and
    `true` to continue. After a pause, the webhook sends the events that it missed, but at most the
    newest 1,000 of each session.
    """
    own = await desk(request, session)
    view = await own.one(webhook)
    body, _ = await read(request, WebhookChange)
    await _check(own, body)
    return await webhook_desk.change(own, view, body)


@delete(
    "/sessions/{session:str}/webhooks/{webhook:str}",
    operation_id="deleteWebhook",
    status_code=204,
    opt=Operation(scope="webhooks", problems=(ProblemCode.NO_SUCH_WEBHOOK,)),
)
async def delete_webhook(request: AnyRequest, session: str, webhook: str) -> None:
    """Delete a webhook with its deliveries.

    Nothing is sent to it after that. To stop deliveries for some time, use `changeWebhook`.
    """
    own = await desk(request, session)
    await own.parts.the(Registry).delete(own.owner, canonical_id(webhook))


@post(
    "/sessions/{session:str}/webhooks/{webhook:str}/secret",
    operation_id="rotateWebhookSecret",
    opt=Operation(key="secret", scope="webhooks", problems=(ProblemCode.NO_SUCH_WEBHOOK,)),
)
async def rotate_webhook_secret(
    request: AnyRequest, session: str, webhook: str
) -> Response[SecretView]:
    """Rotate the secret of a webhook.

    Use it regularly, or if the secret was seen by others. The answer shows the new secret once. For
    24 hours, messages are also signed with the previous secret, so that you have time to change the
    receiver. Older secrets stop working at once.
    """
    own = await desk(request, session)
    answer = await webhook_desk.rotate(request, own, await own.one(webhook))
    return Response(answer, status_code=201)
