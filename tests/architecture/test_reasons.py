"""Every code of a refusal has texts, and a test provokes it. This holds for shared codes and for the codes of each game."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.architecture.game import OF_GAMES, codes_in, enclosing, known_codes
from tests.architecture.source import DOMAIN, called, calls, files, functions, place
from tests.support.root import TESTS
from verger.domain.core.reason import KNOWN, Code
from verger.domain.core.refusal_code import Codes, Reason, ReasonCode
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.circumstance import CIRCUMSTANCES

BRACES = re.compile(r"\{(\w+)\}")
PROVOKES = ("refused", "cannot_")
"""The beginnings of the names of functions that expect a refusal in a test."""

TABLES: Mapping[str, Mapping[ReasonCode, Reason]] = {
    "": Code.reasons(),
    **{name: ruleset.reasons for name, ruleset in RULESETS.items()},
}
"""The codes that all games share, under an empty name, and each game's own codes."""
CODES = [code for table in TABLES.values() for code in table]


def refusals() -> Iterator[tuple[Path, ast.Call, list[ReasonCode]]]:
    """Yield every call of `refuse`, with the codes that it may name."""
    for path in files(DOMAIN):
        for call in calls(path, "refuse"):
            yield path, call, list(codes_in(path, call)) or handed(path, call)


def handed(path: Path, call: ast.Call) -> list[ReasonCode]:
    """Return the codes that callers give to a function, if the function passes its argument to `refuse`."""
    function = enclosing(path, call)
    if function is None or not isinstance(call.args[0], ast.Name):
        return []
    taken = [argument.arg for argument in function.args.args]
    if call.args[0].id not in taken:
        return []
    return [code for use in calls(path, function.name) for code in codes_in(path, use)]


def texts(reason: Reason) -> tuple[str, ...]:
    """Return every text of a reason that must consist of whole sentences."""
    return reason.sentence, reason.remedy, *reason.ways.values()


def test_a_game_gives_the_reasons_of_all_its_own_codes() -> None:
    for name in RULESETS:
        own = [codes for path, game in OF_GAMES.items() if game == name for codes in _own(path)]
        assert set(TABLES[name]) == {code for codes in own for code in codes.reasons()}, name


def _own(path: Path) -> list[type[Codes]]:
    return [codes for codes in known_codes(path).values() if codes is not Code]


def test_a_code_means_the_same_in_every_game() -> None:
    assert len({str(code) for code in CODES}) == len(CODES)
    assert {str(code) for code in CODES} == set(KNOWN)


def test_every_code_is_named_as_it_is_stored() -> None:
    collections = {codes for path in files(DOMAIN) for codes in known_codes(path).values()}
    named = {
        (name, str(code))
        for codes in collections
        for one in codes.__mro__
        for name, code in vars(one).items()
        if isinstance(code, ReasonCode)
    }
    assert len(named) == len(CODES)
    assert {one for one in named if one[0].lower() != one[1]} == set()


def test_every_reason_has_a_title_without_a_stop() -> None:
    assert {code: KNOWN[code].title for code in CODES if KNOWN[code].title.endswith(".")} == {}


def test_every_reason_has_whole_sentences() -> None:
    told = {(code, text) for code in CODES for text in texts(KNOWN[code])}
    assert {(code, text) for code, text in told if not text.endswith(".")} == set()


def test_modules_import_shared_codes_as_code_and_those_of_a_game_as_own() -> None:
    for path in files(DOMAIN, TESTS):
        for name, codes in known_codes(path).items():
            assert name == ("Code" if codes is Code else "Own"), (path, name)


def test_every_refusal_names_its_code() -> None:
    assert [place(path, call) for path, call, codes in refusals() if not codes] == []


def test_every_refusal_gives_the_facts_that_its_sentence_needs() -> None:
    missing = {}
    for path, call, codes in refusals():
        reasons = [KNOWN[code] for code in codes]
        needed = {fact for one in reasons for fact in BRACES.findall(one.text)} - {*CIRCUMSTANCES}
        if left := needed - {keyword.arg for keyword in call.keywords}:
            missing[place(path, call)] = left
    assert missing == {}


def test_every_code_is_used_by_a_refusal() -> None:
    assert set(CODES) - {code for _, _, codes in refusals() for code in codes} == set()


def test_every_code_is_provoked_by_a_test() -> None:
    provoked = {
        code
        for path in files(TESTS / "domain")
        for function in functions(path)
        if any(called(call).startswith(PROVOKES) for call in _calls(function))
        for code in codes_in(path, function)
    }
    assert set(CODES) - provoked == set()


def _calls(function: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Call))
