"""Links in the document: what an answer leads to, and which of its values go where."""

from collections.abc import Iterable
from typing import NamedTuple

from service.problem.documented import Document


class _Link(NamedTuple):
    """An operation that an answer leads to; its parameters are runtime expressions (OpenAPI)."""

    to: str
    told: str
    parameters: dict[str, str]
    body: dict[str, str] | None = None


_SAME_SESSION = {"session": "$request.path.session"}
_SAME_WEBHOOK = _SAME_SESSION | {"webhook": "$request.path.webhook"}


def _answered(**names: str) -> dict[str, str]:
    return {name: f"$response.body#/{place}" for name, place in names.items()}


_SESSION = _answered(session="session")
_BEGUN = (
    _Link("getSession", "The session at a glance.", _SESSION),
    _Link("getOptions", "The moves that would be accepted now.", _SESSION),
    _Link("listEvents", "The log, and what happens from now on.", _SESSION),
)
_MADE = _SAME_SESSION | _answered(version="version")
_EVENT = (
    _Link("getEvent", "The event again, by its version.", _MADE),
    _Link("getRuling", "Why the move was allowed.", _MADE),
)
_WEBHOOK = _SAME_SESSION | _answered(webhook="id")
_DELIVERY = _SAME_WEBHOOK | _answered(delivery="id")
_NEWEST = _SAME_WEBHOOK | _answered(delivery="deliveries/0/id")
_TOKEN = _SAME_SESSION | {"token": "$response.body#/id"}
_SEAT = _answered(code="claim_code")

_LINKS: dict[str, tuple[_Link, ...]] = {
    "startSession": (*_BEGUN, _Link("addSeat", "Another seat at the table.", _SESSION)),
    "claimSeat": _BEGUN,
    "forkSession": _BEGUN,
    "importSession": (_BEGUN[0], _BEGUN[2]),
    "listSessions": (
        _Link("getSession", "The first one at a glance.", _answered(session="sessions/0/session")),
    ),
    "addSeat": (
        _Link("claimSeat", "Sit down there.", {}, _SEAT),
        _Link(
            "removeSeat",
            "Take the seat away while nobody sits there.",
            _SAME_SESSION | _answered(removed="seat"),
        ),
    ),
    "renewClaimCode": (_Link("claimSeat", "Sit down there.", {}, _SEAT),),
    "issueToken": (
        _Link("revokeToken", "End the token.", _TOKEN),
        _Link("listTokens", "See when it was used.", _SAME_SESSION),
    ),
    "postMove": (*_EVENT, _Link("getOptions", "What is open now.", _SAME_SESSION)),
    "redact": _EVENT,
    "registerWebhook": (
        _Link("getWebhook", "The webhook, and whether deliveries are accepted.", _WEBHOOK),
        _Link("pingWebhook", "Try it out.", _WEBHOOK),
        _Link("listDeliveries", "What was sent.", _WEBHOOK),
        _Link("changeWebhook", "Pause it, or have other events sent.", _WEBHOOK),
        _Link("deleteWebhook", "Have nothing sent any more.", _WEBHOOK),
    ),
    "pingWebhook": (_Link("getDelivery", "What came of it.", _DELIVERY),),
    "redeliver": (_Link("getDelivery", "What came of it.", _DELIVERY),),
    "listDeliveries": (
        _Link("getDelivery", "The newest one, with every attempt.", _NEWEST),
        _Link("redeliver", "Send the newest one again.", _NEWEST),
    ),
    "listRulesets": (
        _Link("getRuleset", "The rules of the first one.", _answered(ruleset="rulesets/0/name")),
    ),
    "getRuleset": (
        _Link("getSchemas", "The schemas of its moves and events.", _answered(ruleset="name")),
    ),
    "listDisputes": (
        _Link(
            "getDispute",
            "The first one whole.",
            _SAME_SESSION | _answered(dispute="disputes/0/dispute"),
        ),
    ),
}


def add(operations: Iterable[Document]) -> None:
    """Put into each operation's success what it leads to; a dry run's leads nowhere."""
    for operation in operations:
        if links := _LINKS.get(operation["operationId"]):
            success = max(code for code in operation["responses"] if code.startswith("2"))
            operation["responses"][success]["links"] = {one.to: _shown(one) for one in links}


def _shown(link: _Link) -> Document:
    shown: Document = {"operationId": link.to, "description": link.told}
    if link.parameters:
        shown["parameters"] = link.parameters
    return shown | ({"requestBody": link.body} if link.body else {})
