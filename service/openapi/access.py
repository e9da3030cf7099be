"""Who may call an operation: with which token, of which scope (docs/tokens.md), or without one."""

from collections.abc import Mapping

from verger.service.identity.grant import SCOPES
from verger.service.openapi.route import Route
from verger.service.problem.documented import Document

_OPEN = "Needs the scope `read`, or no token where anyone may look on."
_SENTENCES: Mapping[str, str] = {
    "all": "Needs every scope.",
    **{scope: f"Needs the scope `{scope}`." for scope in SCOPES},
}


def told(route: Route) -> str:
    """The sentence that says which scope a token needs; none where there is no token."""
    bearer = route.told.get("bearer", "always")
    if bearer == "never":
        return ""
    if route.is_for_onlookers:
        return _OPEN
    scope: str = route.told.get("scope", "read")
    sentence = _SENTENCES.get(scope, scope)
    if bearer == "optional":
        return sentence.replace("Needs", "With a token, that needs")
    return sentence


USUAL: list[Document] = [{"seat": []}]
"""What holds where an operation says nothing else."""


def security(route: Route) -> list[Document]:
    """The same for programs (OpenAPI 3.1, Security Requirement Object)."""
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
