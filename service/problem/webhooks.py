"""Error codes about webhooks."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class WebhookProblems:
    """The codes about webhooks."""

    NO_SUCH_WEBHOOK = ServerCode(
        "no_such_webhook",
        status=_S.NOT_FOUND,
        title="No such webhook",
        meaning="No webhook with this id belongs to one of your seats. At `/v1/sessions/-/webhooks`, no webhook with this id belongs to your app or token.",
        remedy="Read `GET …/webhooks`, and use an id from there.",
    )
    NO_SUCH_DELIVERY = ServerCode(
        "no_such_delivery",
        status=_S.NOT_FOUND,
        title="No such delivery",
        meaning="The webhook has no delivery with this id. Deliveries are kept for 14 days.",
        remedy="Read `GET …/deliveries`, and use an id from there.",
    )
    TOO_MANY_WEBHOOKS = ServerCode(
        "too_many_webhooks",
        status=_S.CONFLICT,
        title="There are too many webhooks",
        meaning="A seat can have {webhooks_allowed} webhooks in a session. An app or a token can have the same number at `/v1/sessions/-/webhooks`.",
        remedy="Delete one of the webhooks, or change one of them.",
    )
    WEBHOOK_DISABLED = ServerCode(
        "webhook_disabled",
        status=_S.CONFLICT,
        title="The webhook is disabled",
        meaning="The server sends nothing to the webhook, because it is `{disabled_reason}`. It was `paused`,"
        " its receiver answered that it is `gone`, or its deliveries were `failing`.",
        remedy='Enable the webhook first, with `PATCH …/webhooks/{{webhook}}` and `{{"enabled": true}}`.',
    )
    TARGET_REFUSED = ServerCode(
        "target_refused",
        status=_S.UNPROCESSABLE_ENTITY,
        title="A webhook cannot have this URL",
        meaning="The URL is refused because of its `{url_fault}`. Possible faults: the `scheme`, `userinfo` in"
        " the URL, a `malformed` URL, a host without a known address (`unresolved`), or a host in a"
        " network that is not public (`private_address`).",
        remedy="Name an `https:` URL of a public host, without a name, a password or a fragment.",
    )
    UNKNOWN_EVENT_TYPE = ServerCode(
        "unknown_event_type",
        status=_S.UNPROCESSABLE_ENTITY,
        title="The game has no such events",
        meaning="{ruleset} has no events of these types: {event_types}.",
        remedy="Name moves from `GET /v1/rulesets/{{ruleset}}/schemas`, or leave out the types to receive all"
        " events.",
    )
