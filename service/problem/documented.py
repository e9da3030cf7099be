"""Problems as responses of the API document: one form, with the codes that each can have."""

from collections.abc import Mapping, Sequence
from typing import Any

from verger.service.problem.problem import MEDIA_TYPE
from verger.service.schema.json_schema import IN_COMPONENTS

Document = dict[str, Any]
"""A part of the API document."""

_CODES = "x-codes"


def content(codes: Sequence[str]) -> Document:
    """Return the content of a response that is a problem with one of these codes."""
    # With different codes in its schema, each response would have its own type in generated clients.
    schema = {"$ref": IN_COMPONENTS.format(name="ProblemBody")}
    return {MEDIA_TYPE: {"schema": schema, _CODES: list(map(str, codes))}}


def problem_form(response: Mapping[str, Any]) -> Document | None:
    """Return the only form of a problem in an answer, or None if the answer is no problem."""
    found: Document | None = response.get("content", {}).get(MEDIA_TYPE)
    return found


def codes_of(form: Mapping[str, Any]) -> Sequence[str]:
    """Return the codes that a problem can have in this form of a response."""
    codes: Sequence[str] = form[_CODES]
    return codes
