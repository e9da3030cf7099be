"""The routes of the core, with the tags of their operations in the API document."""

from litestar import Router
from litestar.types import ControllerRouterHandler

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


def filed(tag: str, *handlers: ControllerRouterHandler) -> Router:
    return Router(path="/", tags=[tag], route_handlers=handlers)


RESOURCES = Router(
    path="/v1",
    route_handlers=[
        filed(
            "sessions",
            sessions.start_session,
            sessions.list_sessions,
            sessions.get_session,
            ending.end_session,
        ),
        filed(
            "seats",
            seats.claim_seat,
            seats.add_seat,
            seats.remove_seat,
            claim_codes.renew_claim_code,
        ),
        filed(
            "tokens",
            devices.offer_device_code,
            tokens.issue_token,
            tokens.list_tokens,
            tokens.revoke_token,
            tokens.renew_token,
        ),
        filed("apps", apps.get_app, feed.get_feed),
        filed(
            "reading",
            state.get_options,
            state.get_awaited,
            state.get_state,
            state.get_network,
            graphs.get_network_dot,
            graphs.get_network_graphml,
            pictures.get_network_picture,
            pictures.get_map_picture,
            state.get_dice,
            state.get_sheets,
            state.get_banks,
            state.get_ledger,
            conflicts.get_conflict,
            conflicts.list_paths,
        ),
        filed(
            "history",
            diff.get_diff,
            timeline.get_timeline,
            landmarks.list_landmarks,
            story.get_story,
            what_if.ask_what_if,
        ),
        filed(
            "events",
            events.list_events,
            stream_tickets.issue_stream_ticket,
            events.get_event,
            events.get_ruling,
        ),
        filed(
            "archives",
            archives.export_session,
            archives.import_session,
            checkpoints.get_checkpoint,
            checkpoints.list_keys,
        ),
        filed("forks", forks.fork_session, forks.list_forks),
        filed("rulings", refusals.list_refusals, disputes.list_disputes, disputes.get_dispute),
        filed("texts", notes.list_notes, redactions.redact),
        filed(
            "rulesets",
            rulesets.list_rulesets,
            rulesets.get_ruleset,
            rulesets.get_schemas,
            rulesets.get_odds,
        ),
        filed("moves", draft_picture.draw_move),
    ],
)
"""The routes under `/v1`, except `POST /v1/sessions/{session}/moves`: see service/http/moves."""

OPERATIONS = filed("operations", operations.get_health, operations.get_readiness)

DOCUMENTS = Router(path="/", route_handlers=[docs.get_openapi, docs.get_asyncapi])

ROUTES = [RESOURCES, OPERATIONS, DOCUMENTS]
"""The routes of the core. `annexes/routes.py` adds those of the annexes."""
