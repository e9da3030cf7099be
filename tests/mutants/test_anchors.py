"""Each fault fits the current code, and its tests exist, so that a rename fails here at once."""

import ast
from collections.abc import Iterator

import pytest

from tests.mutants.fault import AnchorError, Fault, faults
from tests.support.root import ROOT

FAULT = Fault("A sum is too small.", "domain/core/ledger.py::Purse.total", "sum(", "min(", ())


def misfits() -> Iterator[str]:
    """Yield a message for each fault that does not fit or changes nothing."""
    for fault in faults():
        try:
            source = fault.file_in(ROOT).read_text(encoding="utf-8")
            if fault.put_into(source) == source:
                yield f"{fault.at}: the fault changes nothing"
        except AnchorError as error:
            yield str(error)


def test_every_fault_fits_the_code() -> None:
    assert list(misfits()) == []


def test_every_test_of_a_fault_is_there() -> None:
    named = {test.partition("[")[0] for fault in faults() for test in fault.tests}
    files = {ROOT / test.partition("::")[0] for test in named}
    there = {
        f"{file.relative_to(ROOT)}::{part.name}"
        for file in files
        for part in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert named - there == set()


def test_no_two_faults_are_the_same() -> None:
    known = faults()
    assert len({one.sentence for one in known}) == len(known)
    assert len({(one.at, one.old, one.new) for one in known}) == len(known)


def test_a_fault_changes_only_its_function() -> None:
    source = FAULT.file_in(ROOT).read_text(encoding="utf-8")
    changed = [
        new
        for old, new in zip(source.split("\n"), FAULT.put_into(source).split("\n"), strict=True)
        if old != new
    ]
    assert [line.strip()[:11] for line in changed] == ["return min("]


def test_a_fault_of_the_schema_stands_in_a_function_of_the_schema() -> None:
    fault = Fault("It is open.", "migrations/*.sql::is_ending", "EXISTS", "NOT EXISTS", ())
    assert "SELECT NOT EXISTS" in fault.put_into(fault.file_in(ROOT).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("at", "old"),
    [
        ("domain/core/*.py::Purse.total", "sum("),
        ("domain/core/ledger.py::Purse.sum", "sum("),
        ("domain/core/ledger.py::Purse.total", "sums("),
        ("domain/core/ledger.py::Purse.items", "token"),
    ],
)
def test_a_fault_without_a_single_place_does_not_fit(at: str, old: str) -> None:
    fault = Fault("It has no place.", at, old, "", ())
    with pytest.raises(AnchorError):
        fault.put_into(fault.file_in(ROOT).read_text(encoding="utf-8"))
