"""The routes of the server: those of the core, and those of every annex."""

from litestar import Router

from verger.service.annexes.lobby import listings, tables
from verger.service.annexes.metrics import routes as metrics
from verger.service.annexes.notices import deliveries, webhooks
from verger.service.annexes.page import routes as page
from verger.service.annexes.portal import routes as portal
from verger.service.annexes.statements import routes as statements
from verger.service.http.routes import ROUTES as CORE
from verger.service.http.routes import filed

RESOURCES = Router(
    path="/v1",
    route_handlers=[
        filed(
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
        filed(
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
        filed("archives", statements.list_statements),
    ],
)

OPERATIONS = filed("operations", metrics.get_metrics)

PAGES = Router(
    path="/",
    route_handlers=[
        portal.get_root,
        portal.get_document,
        page.get_viewer,
        page.get_viewer_file,
    ],
)

ROUTES = [*CORE, RESOURCES, OPERATIONS, PAGES]
