"""Problems as responses of the API document: one form, with the codes that each can have."""

from collections.abc import Mapping, Sequence
from typing import Any

from verger.service.problem.problem import MEDIA_TYPE
from verger.service.schema.json_schema import IN_COMPONENTS

Document = dict[str, Any]
"""A part of the API document."""

_CODES = "x-codes"


def content(codes: Sequence[str]) -> Document:
    """The content of a response that is a problem with one of these codes."""
    # Codes of its own in a response's schema would make each a type of its own in generated clients.
    schema = {"$ref": IN_COMPONENTS.format(name="ProblemBody")}
    return {MEDIA_TYPE: {"schema": schema, _CODES: list(map(str, codes))}}


def problem_form(response: Mapping[str, Any]) -> Document | None:
    """The one form that a problem is answered in; nothing of any other answer."""
    found: Document | None = response.get("content", {}).get(MEDIA_TYPE)
    return found


def codes_of(form: Mapping[str, Any]) -> Sequence[str]:
    """The codes that a problem can have in this form of a response."""
    codes: Sequence[str] = form[_CODES]
    return codes
