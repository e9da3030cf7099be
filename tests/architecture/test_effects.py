"""Every effect is folded by name."""

import ast
from typing import get_args, get_origin

from domain.verge import RULESET
from tests.architecture.source import DOMAIN, files, functions

FOLDS = ("evolve", "_evolve", "_on_", "_after")


def test_every_effect_has_its_case_in_a_fold() -> None:
    folded = {
        ast.unparse(pattern.cls)
        for path in files(DOMAIN)
        for function in functions(path)
        if function.name.startswith(FOLDS)
        for pattern in ast.walk(function)
        if isinstance(pattern, ast.MatchClass)
    }
    # Tokens have one effect, and so nothing to tell apart.
    folded.add("TokensMoved")
    effects = {get_origin(kind) or kind for kind in get_args(RULESET.effect_type)}
    assert {kind.__name__ for kind in effects} - folded == set()


def test_every_effect_has_a_tag_of_its_own() -> None:
    effects = {get_origin(kind) or kind for kind in get_args(RULESET.effect_type)}
    tags = [kind.__struct_config__.tag for kind in effects]
    assert len(set(tags)) == len(tags)
    assert all(isinstance(tag, str) and tag.islower() for tag in tags)


def test_a_fold_has_no_silent_default() -> None:
    defaults = [
        case
        for path in files(DOMAIN)
        for function in functions(path)
        if function.name.startswith(FOLDS)
        for case in ast.walk(function)
        if isinstance(case, ast.match_case) and ast.unparse(case.pattern) == "_"
    ]
    silent = [case for case in defaults if isinstance(case.body[0], ast.Pass | ast.Raise)]
    assert silent == []
