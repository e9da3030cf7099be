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
        meaning="No webhook of this id belongs to one of the seats that are held, or at"
        " `/v1/sessions/-/webhooks` to the app or the token.",
        remedy="See `GET …/webhooks` for those there are.",
    )
    NO_SUCH_DELIVERY = ServerCode(
        "no_such_delivery",
        status=_S.NOT_FOUND,
        title="No such delivery",
        meaning="The webhook has no delivery of this id, or has it no more: they are kept for 14 days.",
        remedy="See `GET …/deliveries` for those there are.",
    )
    TOO_MANY_WEBHOOKS = ServerCode(
        "too_many_webhooks",
        status=_S.CONFLICT,
        title="There are as many webhooks as there may be",
        meaning="A seat has {webhooks_allowed} webhooks in a session at most, and so many has an app or a token at"
        " `/v1/sessions/-/webhooks`.",
        remedy="Delete or change one of them.",
    )
    WEBHOOK_DISABLED = ServerCode(
        "webhook_disabled",
        status=_S.CONFLICT,
        title="The webhook is disabled",
        meaning="Nothing is sent to it, because it is `{disabled_reason}`: it was `paused`, its receiver said that it"
        " is `gone`, or it was `failing`.",
        remedy='Enable it first, with `PATCH …/webhooks/{{webhook}}` and `{{"enabled": true}}`.',
    )
    TARGET_REFUSED = ServerCode(
        "target_refused",
        status=_S.UNPROCESSABLE_ENTITY,
        title="No webhook may point there",
        meaning="It is refused because of its `{url_fault}`: the `scheme`, `userinfo` in the URL, a URL that is `malformed`, a"
        " host that no address is known for (`unresolved`), or one that leads into a network that is"
        " not public (`private_address`).",
        remedy="Name an `https:` URL of a public host, without name and password and without a fragment.",
    )
    UNKNOWN_EVENT_TYPE = ServerCode(
        "unknown_event_type",
        status=_S.UNPROCESSABLE_ENTITY,
        title="The game has no such events",
        meaning="{ruleset} has no events of these types: {event_types}.",
        remedy="Name moves, as `GET /v1/rulesets/{{ruleset}}/schemas` lists them, or no types for all.",
    )
