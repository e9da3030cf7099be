"""Every rule is enforced where its id stands, and named by a test."""

import ast
import re

from domain.verge import RULESET
from tests.architecture.source import DOMAIN, TESTS, calls, files, functions, place, strings, tree

RULES = set(RULESET.rules)
RULEBOOK = DOMAIN / "verge" / "rulebook"
RULEBOOKS = {
    *files(RULEBOOK),
    *(DOMAIN / name for name in ("verge/rules.py", "seating.py", "dispute_rules.py")),
}
CHAPTERS = "|".join(sorted({rule.split(".")[0] for rule in RULES}))
RULE_ID = re.compile(rf"\b(?:{CHAPTERS})\.[a-z_]+\b")


def test_every_rule_is_named_by_a_test() -> None:
    named = {
        text
        for path in files(TESTS)
        for function in functions(path)
        if function.name.startswith("test_")
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule"
        for text in strings(decorator)
    }
    assert RULES - named == set()


def test_every_rule_stands_in_the_code_that_enforces_it() -> None:
    text = "\n".join(path.read_text() for path in files(DOMAIN) if path not in RULEBOOKS)
    seating = tree(DOMAIN / "seating.py")
    enforcing = [part for part in seating.body if isinstance(part, ast.FunctionDef)]
    text += "\n".join(ast.unparse(part) for part in enforcing)
    assert RULES - set(RULE_ID.findall(text)) == set()


def test_what_rulings_cite_is_a_rule() -> None:
    unknown = [
        (place(path, call), id)
        for path in files(DOMAIN)
        for call in calls(path, "cite", "refuse", "RuleId")
        for text in strings(call)
        for id in RULE_ID.findall(text)
        if id not in RULES
    ]
    assert unknown == []


def test_no_rule_is_spoken_of_that_is_not_there() -> None:
    # House rules may bear on chapters that are not built yet; nothing else speaks of those.
    modules = [path for path in files(DOMAIN) if path != RULEBOOK / "house.py"]
    spoken = {id for path in modules for id in RULE_ID.findall(path.read_text())}
    assert spoken - RULES - MODULES == set()


MODULES = {
    f"{module}.{name}"
    for module in CHAPTERS.split("|")
    for path in files(DOMAIN)
    for name in re.findall(rf"\b{module}\.([a-z_]+)\b", path.read_text())
    if (DOMAIN / f"{module}.py").exists() or (DOMAIN / "verge" / f"{module}.py").exists()
}
"""Names that look like rules and are a module's own: `token.hold`."""
