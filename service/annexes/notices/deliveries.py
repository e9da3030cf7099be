"""Deliveries of a webhook: their attempts and outcomes, sending one again, and a ping."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from verger.service.annexes.notices import registry
from verger.service.annexes.notices.dispatcher import Dispatcher
from verger.service.annexes.notices.registry import DeliveryView, Registry, WebhookView
from verger.service.annexes.notices.webhook_desk import WebhookOwner
from verger.service.annexes.notices.webhooks import desk
from verger.service.database.pool import Connection
from verger.service.edge.asking import KEY_LEAST, canonical_id
from verger.service.edge.body import AnyRequest
from verger.service.edge.operation import PAGED, Link, Operation
from verger.service.edge.paging import links
from verger.service.edge.repeating import answered_once, write_once
from verger.service.identity.repeatable import Repeatable
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts


class DeliveriesView(msgspec.Struct, frozen=True):
    """A page of deliveries, the newest first."""

    deliveries: tuple[DeliveryView, ...]
    next_after: UUID | None
    """Where the next page starts; nothing on the last one."""


After = Annotated[UUID | None, Parameter(description="The last delivery of the page before.")]
Limit = Annotated[int, Parameter(ge=1, le=100, description="Deliveries on a page.")]


async def _enabled(own: WebhookOwner, webhook: str) -> WebhookView:
    found = await own.one(webhook)
    if found.disabled:
        raise ProblemError(ProblemCode.WEBHOOK_DISABLED, because=found.disabled.because)
    return found


class _Sending(NamedTuple):
    """A delivery to send, and the webhook that it is of."""

    name: str
    webhook: UUID
    send: Callable[[Connection], Awaitable[DeliveryView]]


async def _sent(
    request: AnyRequest, own: WebhookOwner, sending: _Sending
) -> Response[DeliveryView]:
    """Queue a delivery, once for each Idempotency-Key."""
    work = partial(_queue, own.parts, sending)
    answer, _ = await answered_once(request, sending.name, b"", DeliveryView, work, least=KEY_LEAST)
    own.parts.the(Dispatcher).watch(own.owner.session)
    location = {"Location": f"{own.home}/{sending.webhook}/deliveries/{answer.id}"}
    return Response(answer, status_code=202, headers=location)


async def _queue(parts: Parts, sending: _Sending, tried: Repeatable) -> DeliveryView:
    answers: list[DeliveryView] = []

    async def work(connection: Connection) -> None:
        answers[:] = [await sending.send(connection)]
        await tried.keep(connection, answers[0])

    await write_once(parts, work)
    return answers[0]


_OUTCOME = Link("getDelivery", "What came of it.", {"delivery": "id"})


@get(
    "/sessions/{session:str}/webhooks/{webhook:str}/deliveries",
    operation_id="listDeliveries",
    opt=Operation(
        headers=PAGED,
        scope="webhooks",
        problems=(ProblemCode.NO_SUCH_WEBHOOK,),
        links=(
            Link(
                "getDelivery",
                "The newest one, with every attempt.",
                {"delivery": "deliveries/0/id"},
            ),
            Link("redeliver", "Send the newest one again.", {"delivery": "deliveries/0/id"}),
        ),
    ),
)
async def list_deliveries(
    request: AnyRequest, session: str, webhook: str, after: After = None, limit: Limit = 50
) -> Response[DeliveriesView]:
    """List what was sent to a webhook or is to be, the newest first.

    Deliveries that are over are kept for 14 days, for the newest 10,000 versions.
    """
    own = await desk(request, session)
    found = await own.one(webhook)
    listed = await own.parts.the(Registry).deliveries(found.id, after, limit + 1)
    shown = tuple(listed[:limit])
    last = shown[-1].id if len(listed) > limit else None
    return Response(DeliveriesView(shown, last), headers=links(request, "after", last))


@get(
    "/sessions/{session:str}/webhooks/{webhook:str}/deliveries/{delivery:str}",
    operation_id="getDelivery",
    opt=Operation(
        scope="webhooks",
        problems=(ProblemCode.NO_SUCH_WEBHOOK, ProblemCode.NO_SUCH_DELIVERY),
    ),
)
async def get_delivery(
    request: AnyRequest, session: str, webhook: str, delivery: str
) -> DeliveryView:
    """Read one delivery, with its attempts."""
    own = await desk(request, session)
    found = await own.one(webhook)
    return await own.parts.the(Registry).delivery(found.id, canonical_id(delivery))


@post(
    "/sessions/{session:str}/webhooks/{webhook:str}/deliveries/{delivery:str}/redeliver",
    operation_id="redeliver",
    status_code=202,
    opt=Operation(
        key="plain",
        scope="webhooks",
        headers=("Location",),
        problems=(
            ProblemCode.NO_SUCH_WEBHOOK,
            ProblemCode.NO_SUCH_DELIVERY,
            ProblemCode.WEBHOOK_DISABLED,
        ),
        links=(_OUTCOME,),
    ),
)
async def redeliver(
    request: AnyRequest, session: str, webhook: str, delivery: str
) -> Response[DeliveryView]:
    """Send a delivery again, now, and on the whole schedule if need be.

    Its receiver knows it by the same `webhook-id`.
    """
    own = await desk(request, session)
    found = await _enabled(own, webhook)
    known = await own.parts.the(Registry).delivery(found.id, canonical_id(delivery))

    def again(connection: Connection) -> Awaitable[DeliveryView]:
        return registry.redeliver(connection, found.id, known.id)

    return await _sent(request, own, _Sending(f"redeliver {known.id}", found.id, again))


@post(
    "/sessions/{session:str}/webhooks/{webhook:str}/ping",
    operation_id="pingWebhook",
    status_code=202,
    opt=Operation(
        key="plain",
        scope="webhooks",
        headers=("Location",),
        problems=(ProblemCode.NO_SUCH_WEBHOOK, ProblemCode.WEBHOOK_DISABLED),
        links=(_OUTCOME,),
    ),
)
async def ping_webhook(request: AnyRequest, session: str, webhook: str) -> Response[DeliveryView]:
    """Have a `webhook.ping` sent, once, to see whether deliveries arrive.

    The answer is the delivery as it waits; what came of it is read at its address. While one waits
    no second is made.
    """
    own = await desk(request, session)
    found = await _enabled(own, webhook)

    def ping(connection: Connection) -> Awaitable[DeliveryView]:
        return registry.ping(connection, found.id)

    return await _sent(request, own, _Sending(f"ping {found.id}", found.id, ping))
