"""The framework runs a plain function in a thread for each request, so all of its functions are coroutines."""

from collections.abc import Iterator
from inspect import iscoroutinefunction
from typing import Any

import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from tests.support.settings import Settings
from verger.service.app import build
from verger.service.wiring import Parts


def functions(app: Litestar) -> Iterator[Any]:
    """Yield each function of this project that the framework calls for a request."""
    routes = [route for route in app.routes if isinstance(route, HTTPRoute)]
    for handler in {one for route in routes for one in route.route_handlers}:
        # The framework answers OPTIONS itself.
        if handler.http_methods != {"OPTIONS"}:
            yield handler.fn
            yield from hooks(handler)


def hooks(handler: HTTPRouteHandler) -> Iterator[Any]:
    yield from filter(None, (handler.resolve_before_request(), handler.resolve_after_response()))
    yield from filter(None, (handler.after_request, *handler.resolve_guards()))
    yield from (one.dependency for one in handler.resolve_dependencies().values())


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
def test_no_request_waits_for_a_thread_of_the_framework() -> None:
    front: Any = build(Parts(Settings(database_url="postgresql://127.0.0.1/none")))
    found = list(functions(front._framework))  # noqa: SLF001, no server has another list
    assert len(found) > 100
    assert [one for one in found if not iscoroutinefunction(one)] == []
