"""The meanings of the codes about webhooks: their part of the one table of problems."""

from http import HTTPStatus

from verger.service.problem.code import ProblemCode
from verger.service.problem.entry import ProblemKind

_S = HTTPStatus

WEBHOOKS: dict[ProblemCode, ProblemKind] = {
    ProblemCode.NO_SUCH_WEBHOOK: ProblemKind(
        _S.NOT_FOUND,
        "No such webhook",
        "No webhook of this id belongs to one of the seats that are held, or at"
        " `/v1/sessions/-/webhooks` to the app or the token.",
        "See `GET …/webhooks` for those there are.",
    ),
    ProblemCode.NO_SUCH_DELIVERY: ProblemKind(
        _S.NOT_FOUND,
        "No such delivery",
        "The webhook has no delivery of this id, or has it no more: they are kept for 14 days.",
        "See `GET …/deliveries` for those there are.",
    ),
    ProblemCode.TOO_MANY_WEBHOOKS: ProblemKind(
        _S.CONFLICT,
        "There are as many webhooks as there may be",
        "A seat has {webhooks_allowed} webhooks in a session at most, and so many has an app or a token at"
        " `/v1/sessions/-/webhooks`.",
        "Delete or change one of them.",
    ),
    ProblemCode.WEBHOOK_DISABLED: ProblemKind(
        _S.CONFLICT,
        "The webhook is disabled",
        "Nothing is sent to it, because it is `{disabled_reason}`: it was `paused`, its receiver said that it"
        " is `gone`, or it was `failing`.",
        'Enable it first, with `PATCH …/webhooks/{{webhook}}` and `{{"enabled": true}}`.',
    ),
    ProblemCode.TARGET_REFUSED: ProblemKind(
        _S.UNPROCESSABLE_ENTITY,
        "No webhook may point there",
        "It is refused because of its `{url_fault}`: the `scheme`, `userinfo` in the URL, a URL that is `malformed`, a"
        " host that no address is known for (`unresolved`), or one that leads into a network that is"
        " not public (`private_address`).",
        "Name an `https:` URL of a public host, without name and password and without a fragment.",
    ),
    ProblemCode.UNKNOWN_EVENT_TYPE: ProblemKind(
        _S.UNPROCESSABLE_ENTITY,
        "The game has no such events",
        "{ruleset} has no events of these types: {event_types}.",
        "Name moves, as `GET /v1/rulesets/{{ruleset}}/schemas` lists them, or no types for all.",
    ),
}
