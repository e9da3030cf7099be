"""Deliveries of a webhook: their attempts and outcomes, sending one again, and a ping."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated
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


class DeliveriesView(msgspec.Struct, frozen=True):
    """A page of deliveries, the newest first."""

    deliveries: tuple[DeliveryView, ...]
    """The deliveries, the newest first."""
    next_after: UUID | None
    """The start of the next page; null on the last page."""


After = Annotated[UUID | None, Parameter(description="The last delivery of the previous page.")]
Limit = Annotated[
    int, Parameter(ge=1, le=100, description="The maximum number of deliveries to return.")
]


async def _enabled(own: WebhookOwner, webhook: str) -> WebhookView:
    view = await own.one(webhook)
    if view.disabled:
        raise ProblemError(ProblemCode.WEBHOOK_DISABLED, disabled_reason=view.disabled.reason)
    return view


async def _queue(
    request: AnyRequest,
    own: WebhookOwner,
    webhook: UUID,
    name: str,
    queue: Callable[[Connection], Awaitable[DeliveryView]],
) -> Response[DeliveryView]:
    """Queue a delivery, once for each Idempotency-Key. `name` is the operation and its subject."""

    async def queued(tried: Repeatable) -> DeliveryView:
        answers: list[DeliveryView] = []

        async def work(connection: Connection) -> None:
            answers[:] = [await queue(connection)]
            await tried.keep(connection, answers[0])

        await write_once(own.parts, work)
        return answers[0]

    answer, _ = await answered_once(request, name, b"", DeliveryView, queued, least=KEY_LEAST)
    own.parts.the(Dispatcher).watch(own.owner.session)
    location = f"{own.home}/{webhook}/deliveries/{answer.id}"
    return Response(answer, status_code=202, headers={"Location": location})


_OUTCOME = Link("getDelivery", "Get the result.", {"delivery": "id"})


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
                "Get the newest delivery with its attempts.",
                {"delivery": "deliveries/0/id"},
            ),
            Link("redeliver", "Send the newest delivery again.", {"delivery": "deliveries/0/id"}),
        ),
    ),
)
async def list_deliveries(
    request: AnyRequest, session: str, webhook: str, after: After = None, limit: Limit = 50
) -> Response[DeliveriesView]:
    """List the deliveries of a webhook.

    The newest are first. A finished delivery is kept for 14 days, or until 10,000 newer versions
    follow.
    """
    own = await desk(request, session)
    view = await own.one(webhook)
    listed = await own.parts.the(Registry).deliveries(view.id, after, limit + 1)
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
    """Get a delivery with its attempts.

    Use it to find out why a message did not arrive.
    """
    own = await desk(request, session)
    view = await own.one(webhook)
    return await own.parts.the(Registry).delivery(view.id, canonical_id(delivery))


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
    """Send a delivery again.

    Use it after you have repaired the receiver. If this attempt fails, the server repeats it by the
    usual schedule. The `webhook-id` stays the same. Enable a disabled webhook first
    (`webhook_disabled`).
    """
    own = await desk(request, session)
    view = await _enabled(own, webhook)
    known = await own.parts.the(Registry).delivery(view.id, canonical_id(delivery))
    queue = partial(registry.redeliver, webhook=view.id, id=known.id)
    return await _queue(request, own, view.id, f"redeliver {known.id}", queue)


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
    """Ping a webhook.

    Use it to test whether deliveries arrive. The server sends a `webhook.ping` once. The answer is
    the pending delivery. Read its result with `getDelivery`. If a ping is already pending, the
    answer is that ping.
    """
    own = await desk(request, session)
    view = await _enabled(own, webhook)
    queue = partial(registry.ping, webhook=view.id)
    return await _queue(request, own, view.id, f"ping {view.id}", queue)
