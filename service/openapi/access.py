"""Describe the access to an operation: which scope its token needs, or that it needs no token (docs/tokens.md)."""

from collections.abc import Mapping

from verger.service.identity.grant import SCOPES
from verger.service.openapi.route import Route
from verger.service.problem.documented import Document

_OPEN = "Your token needs the scope `read`. If the table allows onlookers, you need no token."
NOBODY = "You need no token."
_SENTENCES: Mapping[str, str] = {
    "all": "Your token needs every scope.",
    **{scope: f"Your token needs the scope `{scope}`." for scope in SCOPES},
}


def told(route: Route) -> str:
    """Return the sentence that says which scope a token needs, or that no token is needed."""
    bearer = route.told.get("bearer", "always")
    if bearer == "never":
        return NOBODY
    if route.is_for_onlookers:
        return _OPEN
    scope: str = route.told.get("scope", "read")
    sentence = _SENTENCES.get(scope, scope)
    if bearer == "optional":
        return f"{NOBODY} {sentence.replace('Your token', 'If you send one, it')}"
    return sentence


USUAL: list[Document] = [{"seat": []}]
"""The requirement of an operation that declares no other."""


def security(route: Route) -> list[Document]:
    """Return the same in machine-readable form (OpenAPI 3.1, Security Requirement Object)."""
    seat: Document = {"seat": []}
    if route.is_for_onlookers:
        return [seat, {}]
    match route.told.get("bearer", "always"):
        case "never":
            return []
        case "optional":
            return [{}, seat]
        case "always":
            return USUAL
