"""The Merkle tree of the statements: its roots are those of RFC 9162, and its paths prove only true facts."""

import re
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.root import DOCS
from verger.service.annexes.statements.merkle import (
    EMPTY,
    NodePosition,
    TreeBuilder,
    consistency,
    hash_of,
    inclusion,
    leaf_hash,
    node_hash,
)

MOST = 70
LEAVES = [leaf_hash(bytes([number])) for number in range(MOST)]


def defined(leaves: list[bytes]) -> bytes:
    """Return the root of a tree, as RFC 9162, 2.1.1, defines it."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256().digest()
    middle = 1 << ((len(leaves) - 1).bit_length() - 1)
    return node_hash(defined(leaves[:middle]), defined(leaves[middle:]))


def grown(size: int) -> tuple[TreeBuilder, dict[NodePosition, bytes]]:
    """Return a tree with this number of leaves, and all its complete nodes."""
    tree = TreeBuilder()
    nodes: dict[NodePosition, bytes] = {}
    for leaf in LEAVES[:size]:
        nodes |= dict(tree.add(leaf))
    return tree, nodes


NODES = grown(MOST)[1]
ROOTS = [hash_of((0, size), NODES.__getitem__) for size in range(MOST + 1)]


def recipe() -> dict[str, Any]:
    """Return the functions in docs/statements.md that check paths."""
    found = re.search(r"```python\n(.*?)```", (DOCS / "statements.md").read_text(), re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)  # noqa: S102  # the docs' own
    return names


is_included, is_consistent = recipe()["is_included"], recipe()["is_consistent"]


def path_of(ranges: list[tuple[int, int]]) -> list[bytes]:
    return [hash_of(leaves, NODES.__getitem__) for leaves in ranges]


def test_roots_are_those_of_the_definition() -> None:
    assert [defined(LEAVES[:size]) for size in range(MOST + 1)] == ROOTS
    assert [grown(size)[0].root for size in range(MOST + 1)] == ROOTS


def test_roots_are_those_of_published_vectors() -> None:
    # The first four leaves of the usual test vectors for RFC 6962.
    tree = TreeBuilder()
    for leaf in (b"", b"\x00", b"\x10", b"\x20\x21"):
        assert list(tree.add(leaf_hash(leaf)))
    assert tree.root.hex() == "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"


@pytest.mark.parametrize("size", range(MOST))
def test_a_tree_goes_on_from_the_stored_nodes(size: int) -> None:
    tree = TreeBuilder(size, NODES.__getitem__)
    for leaf, root in zip(LEAVES[size:], ROOTS[size + 1 :], strict=True):
        assert all(NODES[place] == found for place, found in tree.add(leaf))
        assert tree.root == root


@given(st.data())
def test_a_path_proves_its_leaf_and_no_other(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, MOST))
    leaf = data.draw(st.integers(0, size - 1))
    path, root = path_of(inclusion(leaf, size)), ROOTS[size]
    assert is_included(LEAVES[leaf], leaf, size, path, root)
    assert not is_included(LEAVES[leaf - 1], leaf, size, path, root)
    assert not is_included(LEAVES[leaf], leaf, size, [*path, EMPTY], root)
    assert not is_included(LEAVES[leaf], size, size, path, root)
    assert not path or not is_included(LEAVES[leaf], leaf, size, path[:-1], root)


@given(st.integers(0, MOST), st.integers(0, MOST), st.binary(min_size=32, max_size=32))
def test_a_path_proves_that_a_tree_has_only_grown(one: int, two: int, forged: bytes) -> None:
    known, later = sorted((one, two))
    path = path_of(consistency(known, later))
    first, second = (known, ROOTS[known]), (later, ROOTS[later])
    assert is_consistent(*first, *second, path)
    if known:
        assert not is_consistent(known, forged, *second, path)
    if 0 < known < later:
        assert not is_consistent(*first, later, forged, path)
        assert not is_consistent(*first, *second, path[:-1])
        assert not is_consistent(*first, *second, [*path, forged])
        assert not is_consistent(*second, *first, path)
