"""Every route, filed under the tag that its operation has in the API document."""

from litestar import Router
from litestar.types import ControllerRouterHandler

from verger.service.http import (
    apps,
    archives,
    checkpoints,
    claim_codes,
    conflicts,
    deliveries,
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
    listings,
    notes,
    operations,
    pictures,
    redactions,
    refusals,
    rulesets,
    seats,
    sessions,
    state,
    statements,
    story,
    stream_tickets,
    tables,
    timeline,
    tokens,
    watch,
    webhooks,
    what_if,
)


def _filed(tag: str, *handlers: ControllerRouterHandler) -> Router:
    return Router(path="/", tags=[tag], route_handlers=handlers)


RESOURCES = Router(
    path="/v1",
    route_handlers=[
        _filed(
            "sessions",
            sessions.start_session,
            sessions.list_sessions,
            sessions.get_session,
            ending.end_session,
        ),
        _filed(
            "seats",
            seats.claim_seat,
            seats.add_seat,
            seats.remove_seat,
            claim_codes.renew_claim_code,
        ),
        _filed(
            "tokens",
            devices.offer_device_code,
            tokens.issue_token,
            tokens.list_tokens,
            tokens.revoke_token,
            tokens.renew_token,
        ),
        _filed(
            "lobby",
            tables.list_tables,
            tables.ask_for_seat,
            tables.list_asks,
            tables.withdraw_ask,
            tables.let_in,
            listings.list_table,
            listings.get_listing,
            listings.unlist_table,
        ),
        _filed("apps", apps.get_app, feed.get_feed),
        _filed(
            "webhooks",
            webhooks.register_webhook,
            webhooks.list_webhooks,
            webhooks.get_webhook,
            webhooks.change_webhook,
            webhooks.delete_webhook,
            webhooks.rotate_webhook_secret,
            deliveries.ping_webhook,
            deliveries.list_deliveries,
            deliveries.get_delivery,
            deliveries.redeliver,
        ),
        _filed(
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
        _filed(
            "history",
            diff.get_diff,
            timeline.get_timeline,
            landmarks.list_landmarks,
            story.get_story,
            what_if.ask_what_if,
        ),
        _filed(
            "events",
            events.list_events,
            stream_tickets.issue_stream_ticket,
            events.get_event,
            events.get_ruling,
        ),
        _filed(
            "archives",
            archives.export_session,
            archives.import_session,
            checkpoints.get_checkpoint,
            checkpoints.list_keys,
            statements.list_statements,
        ),
        _filed("forks", forks.fork_session, forks.list_forks),
        _filed("rulings", refusals.list_refusals, disputes.list_disputes, disputes.get_dispute),
        _filed("texts", notes.list_notes, redactions.redact),
        _filed(
            "rulesets",
            rulesets.list_rulesets,
            rulesets.get_ruleset,
            rulesets.get_schemas,
            rulesets.get_odds,
        ),
        _filed("moves", draft_picture.draw_move),
    ],
)
"""The routes under `/v1`, but for `POST /v1/sessions/{session}/moves`: see service/http/moves."""

OPERATIONS = _filed(
    "operations", operations.get_health, operations.get_readiness, operations.get_metrics
)

PAGES = Router(
    path="/",
    route_handlers=[
        docs.get_root,
        docs.get_openapi,
        docs.get_asyncapi,
        docs.get_document,
        watch.get_viewer,
        watch.get_viewer_file,
    ],
)

ROUTES = [RESOURCES, OPERATIONS, PAGES]
