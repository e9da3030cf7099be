"""Find the media type and the coding that a client prefers: Accept and Accept-Encoding (RFC 9110, 12.5)."""

import re
from collections.abc import Iterator, Sequence

_WEIGHT = re.compile(r"(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)")
JSON = "application/json"


def best(accept: str | None, forms: Sequence[str]) -> str | None:
    """Return the preferred media type of the available ones, or None if none is accepted.

    The most specific range for a type decides its weight. Of types with the same weight, choose the one that
    the client names first, and then the first available one.
    """
    wanted = list(_weighed(accept or "*/*"))
    if not wanted:
        return forms[0]
    found: tuple[float, int, str] | None = None
    for form in forms:
        place, weight = _place_of(wanted, (form, f"{form.partition('/')[0]}/*", "*/*"))
        if weight and (found is None or (weight, -place) > found[:2]):
            found = weight, -place, form
    return found[2] if found else None


def coding(accept_encoding: str | None, codings: Sequence[str]) -> str | None:
    """Return the preferred one of these content codings, or None if the client prefers no coding."""
    wanted = list(_weighed(accept_encoding or ""))
    weights = [_place_of(wanted, (one, "*"))[1] for one in codings]
    heaviest, (_, plain) = max(weights), _place_of(wanted, ("identity",))
    return codings[weights.index(heaviest)] if heaviest and heaviest >= plain else None


def _place_of(wanted: Sequence[tuple[str, float]], names: Sequence[str]) -> tuple[int, float]:
    """Return the place and weight of a type in the list of the client. `names` match it, the most specific first."""
    for name in names:
        for place, (said, weight) in enumerate(wanted):
            if said == name:
                return place, weight
    return 0, 0.0


def _weighed(header: str) -> Iterator[tuple[str, float]]:
    """Yield the names in a header with their weights, in order. Unreadable parts are left out."""
    for part in header.lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        weights = [value[2:] for value in parameters if value.startswith("q=")]
        if name and all(_WEIGHT.fullmatch(weight) for weight in weights):
            yield name, float(weights[0]) if weights else 1.0
