"""JSON Patches: a patch turns one document into another, and contains only the differences."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.patch import patched
from verger.projections.patch import patch

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "~", "/", "~1"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b", "~", "/", "a/b~c", ""]), inner, max_size=4)
    ),
    max_leaves=12,
)


def made(before: Any, after: Any) -> list[dict[str, Any]]:
    """Return the patch as a client reads it."""
    found: list[dict[str, Any]] = msgspec.json.decode(
        msgspec.json.encode(list(patch(before, after)))
    )
    return found


@given(JSON, JSON)
def test_a_patch_makes_the_one_document_into_the_other(before: Any, after: Any) -> None:
    result = patched(before, made(before, after))
    assert msgspec.json.encode(result, order="sorted") == msgspec.json.encode(after, order="sorted")


@given(JSON)
def test_equal_documents_need_no_patch(document: Any) -> None:
    assert made(document, document) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, [{"op": "replace", "path": "/b", "value": 3}]),
        ({"a": 1}, {}, [{"op": "remove", "path": "/a"}]),
        ({}, {"a/b~c": None}, [{"op": "add", "path": "/a~1b~0c", "value": None}]),
        ([1], [1, 2], [{"op": "add", "path": "/1", "value": 2}]),
        ([1, 2, 3], [1], [{"op": "remove", "path": "/2"}, {"op": "remove", "path": "/1"}]),
        (1, True, [{"op": "replace", "path": "", "value": True}]),
        ([{"a": [0]}], [{"a": [1]}], [{"op": "replace", "path": "/0/a/0", "value": 1}]),
    ],
)
def test_only_differences_are_named(before: Any, after: Any, expected: Any) -> None:
    assert made(before, after) == expected
