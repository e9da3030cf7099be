"""Links in the document: which operations can follow an answer, and which values of the answer they use."""

from collections.abc import Mapping

from verger.service.edge.operation import Link
from verger.service.openapi.route import Route
from verger.service.problem.documented import Document


def links(route: Route, known: Mapping[str, Route]) -> Document:
    """Return the links of an operation's successful answer, by the ids of the next operations."""
    found = {one.to: _shown(one, route, _target(one, known)) for one in route.told.get("links", ())}
    return {"links": found} if found else {}


def _target(link: Link, known: Mapping[str, Route]) -> Route:
    assert link.to in known, f"a link leads to {link.to}, which is no operation"
    return known[link.to]


def _shown(link: Link, source: Route, target: Route) -> Document:
    """Return a link. Values that the next request needs in its body are named in the description.

    OpenAPI would also allow a body in a link, but generators refuse one that is made of several
    values.
    """
    values = {name: f"$request.path.{name}" for name in source.in_path if name in target.in_path}
    values |= {name: f"$response.body#/{place}" for name, place in link.values.items()}
    parameters = {name: values.pop(name) for name in target.in_path if name in values}
    told = [f"Send `{link.values[name]}` of this answer as `{name}`." for name in values]
    shown: Document = {"operationId": link.to, "description": " ".join((link.description, *told))}
    return shown | ({"parameters": parameters} if parameters else {})
