"""The routes of the server: those of the core, and those of every annex."""

from litestar import Router

from verger.service.annexes.lobby import listings, tables
from verger.service.annexes.metrics import routes as metrics
from verger.service.annexes.notices import deliveries, webhooks
from verger.service.annexes.page import routes as page
from verger.service.annexes.portal import routes as portal
from verger.service.annexes.statements import routes as statements
from verger.service.http.routes import ROUTES as CORE
from verger.service.http.routes import filed, handlers

RESOURCES = Router(
    path="/v1",
    route_handlers=[
        filed("lobby", tables, listings),
        filed("webhooks", webhooks, deliveries),
        filed("archives", statements),
    ],
)

OPERATIONS = filed("operations", metrics)

PAGES = Router(path="/", route_handlers=handlers(portal, page))

ROUTES = [*CORE, RESOURCES, OPERATIONS, PAGES]
