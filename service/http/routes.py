"""The routes of the core: the modules with operations, by the tags of the API document."""

from types import ModuleType

from litestar import Router
from litestar.handlers import HTTPRouteHandler

from verger.service.http import (
    apps,
    archives,
    checkpoints,
    claim_codes,
    conflicts,
    devices,
    diff,
    disputes,
    docs,
    draft_picture,
    element_history,
    ending,
    events,
    feed,
    forks,
    graphs,
    landmarks,
    notes,
    operations,
    pictures,
    redactions,
    refusals,
    rulesets,
    seats,
    sessions,
    state,
    story,
    stream_tickets,
    timeline,
    tokens,
    what_if,
)


def handlers(*modules: ModuleType) -> list[HTTPRouteHandler]:
    """Return the operations of these modules, in the order of their definitions."""
    parts = [part for module in modules for part in vars(module).values()]
    return [part for part in parts if isinstance(part, HTTPRouteHandler)]


def filed(tag: str, *modules: ModuleType) -> Router:
    """Serve the operations of these modules, under a tag of the API document."""
    return Router(path="/", tags=[tag], route_handlers=handlers(*modules))


RESOURCES = Router(
    path="/v1",
    route_handlers=[
        filed("sessions", sessions, ending),
        filed("seats", seats, claim_codes),
        filed("tokens", devices, tokens),
        filed("apps", apps, feed),
        filed("reading", state, graphs, pictures, conflicts),
        filed("history", element_history, diff, timeline, landmarks, story, what_if),
        filed("events", events, stream_tickets),
        filed("archives", archives, checkpoints),
        filed("forks", forks),
        filed("rulings", refusals, disputes),
        filed("texts", notes, redactions),
        filed("rulesets", rulesets),
        filed("moves", draft_picture),
    ],
)
"""The routes under `/v1`, except `POST /v1/sessions/{session}/moves`: see service/http/moves."""

OPERATIONS = filed("operations", operations)

DOCUMENTS = Router(path="/", route_handlers=handlers(docs))

ROUTES = [RESOURCES, OPERATIONS, DOCUMENTS]
"""The routes of the core. `annexes/routes.py` adds those of the annexes."""
