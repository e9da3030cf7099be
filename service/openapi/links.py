"""Links in the document: the operations that can follow an answer, and the values that they take from it."""

from collections.abc import Mapping

from verger.service.edge.operation import Link
from verger.service.openapi.route import Route
from verger.service.problem.documented import Document


def links(route: Route, known: Mapping[str, Route]) -> Document:
    """Return the links of an operation's success, by the operation that they lead to. Empty if there are none."""
    found = {one.to: _shown(one, route, _target(one, known)) for one in route.told.get("links", ())}
    return {"links": found} if found else {}


def _target(link: Link, known: Mapping[str, Route]) -> Route:
    assert link.to in known, f"a link leads to {link.to}, which is no operation"
    return known[link.to]


def _shown(link: Link, source: Route, target: Route) -> Document:
    """Return a link. Its description names the values that are no parameters of its target.

    OpenAPI also lets a link have a body, but generators refuse a body that is made of several
    parts.
    """
    values = {name: f"$request.path.{name}" for name in source.in_path if name in target.in_path}
    values |= {name: f"$response.body#/{place}" for name, place in link.values.items()}
    parameters = {name: values.pop(name) for name in target.in_path if name in values}
    told = [f"Send `{link.values[name]}` of this answer as `{name}`." for name in values]
    shown: Document = {"operationId": link.to, "description": " ".join((link.description, *told))}
    return shown | ({"parameters": parameters} if parameters else {})
