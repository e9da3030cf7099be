"""Masking removes every secret from a text, in every spelling, and leaves all other texts readable."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import product
from urllib.parse import quote
from uuid import UUID, uuid4

import pytest

from tests.support.contract import PARAMETER, document
from tests.support.root import ROOT
from tests.support.server import SECRET_KEY
from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.notices.message import SECRET_PREFIX
from verger.service.identity.secret import Secrets
from verger.service.masking import masked
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.problem.table import KINDS

HOME = f"/v1/sessions/{uuid4()}"
GIVEN = [Secrets(key, bytes(32), cell=cell) for cell in (0, 7, 31) for key in "abcdef"]
FORMS: dict[str, Callable[[Secrets], str]] = {
    "a token": Secrets.token,
    "a stream ticket": Secrets.ticket,
    "a code": lambda given: given.code("s1"),
    "a code without hyphens": lambda given: given.code("s1").replace("-", ""),
    "a code with hyphens elsewhere": lambda given: "-".join(given.code("s1").replace("-", "")),
    "a webhook's secret": lambda given: SECRET_PREFIX + b64encode(given.signing()).decode(),
    "the letters of a token": lambda given: given.token().rpartition(".")[2].removeprefix("vg_"),
    "a random key": lambda given: given.id("key").hex,
    "the operator's key": lambda _: SECRET_KEY,
}
PLACES = {
    "a segment": "/{}",
    "after a session": HOME + "/{}",
    "a session": "/v1/sessions/{}/events",
    "within a segment": HOME + "/x.{}.y",
    "after a name": HOME + "/code={};",
    "after doubled slashes": "/v1//{}//",
    "a sentence": "Nothing is at {}, as it seems.",
    "twice": "/{0}/{0}",
}
SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in capitals": str.upper,
    "in small letters": str.lower,
    "percent-encoded": lambda text: "".join(f"%{octet:02x}" for octet in text.encode()),
    "one letter encoded": lambda text: f"%{ord(text[0]):02X}{text[1:]}",
    "the line encoded": lambda text: text.replace("_", "%5F").replace("-", "%2D"),
    "encoded twice": lambda text: quote(f"%{ord(text[0]):02x}{text[1:]}"),
    "encoded six times": lambda text: "%" + "25" * 5 + f"{ord(text[0]):02x}{text[1:]}",
}
LEFT = 10
"""If a text contains this number of consecutive letters of a secret, it leaks the secret."""


CASES = [
    case
    for case in product(FORMS, PLACES, SPELLINGS)
    # With changed capitals, tokens are not secrets any more and look like words.
    if (case[0], case[2])
    not in product(["the letters of a token"], ["in capitals", "in small letters"])
]


@pytest.mark.parametrize(("form", "place", "spelling"), CASES)
def test_nothing_of_a_secret_is_left(form: str, place: str, spelling: str) -> None:
    for given in GIVEN:
        plain = FORMS[form](given)
        spelt = SPELLINGS[spelling](plain)
        said = masked(PLACES[place].format(spelt))
        for secret in (plain, spelt):
            bare = secret.removeprefix("whsec_")
            parts = {bare[at : at + LEFT] for at in range(len(bare) - LEFT + 1)}
            assert not [part for part in parts if part in said], said


@pytest.mark.parametrize(
    "place",
    [
        "{}", "/v1/{}", "Nothing is at {}, as it seems.", "code {}", "{} code", "this code: {} from here",
        "code={}",
    ],
)  # fmt: skip
def test_a_code_with_spaces_is_masked(place: str) -> None:
    for given in GIVEN:
        code = given.code("s1").replace("-", " ")
        said = masked(place.format(code))
        assert not [group for group in code.split() if len(group) > 2 and group in said], said


def test_no_fact_of_a_problem_has_a_secret_as_its_value_or_in_a_list() -> None:
    for given in GIVEN:
        secrets = given.token(), given.ticket(), given.code("s1")
        problem = ProblemError(
            ProblemCode.OTHER_GAME, ruleset=secrets[0], rulesets_with_move=secrets
        )
        body = problem.body("/v1/sessions", "0").decode()
        assert not [secret for secret in secrets if secret in body]


def legitimate() -> Iterator[str]:
    ids = {"session": str(UUID(int=0xABCDEF2345674567A2B3ABCDEF234567)), "ruleset": "edgerunner"}
    filled = {
        "seat_id": "s12",
        "removed": "s3",
        "version": "1234567",
        "dispute": "q1",
        "conflict": "c3",
    }
    for path in document()["paths"]:
        known = ids | filled
        yield PARAMETER.sub(lambda found: known.get(found[1], ids["session"]), path)  # noqa: B023
    for page in (ROOT / "docs").rglob("*.md"):
        yield f"/docs/{page.relative_to(ROOT / 'docs').with_suffix('')}"
    for asset in (ROOT / "service" / "annexes" / "page" / "built").iterdir():
        yield f"/watch/assets/{asset.name}"
    for ruleset in RULESETS.values():
        yield from (f"/docs/rulesets/{ruleset.name}#{rule}" for rule in ruleset.rules)
    yield from (f"/docs/problems/{code}" for code in KINDS)
    yield from (f"/v1/sessions/{uuid4()}/events/7" for _ in range(2_000))
    yield from (f"/v1/sessions/{uuid4()}".upper() for _ in range(2_000))
    yield from ("/nowhere", "/nowhere/two%20words", "/nowhere/two%2520words")


def test_texts_without_secrets_stay_readable() -> None:
    found = [*legitimate()]
    assert len(found) > 4_300
    assert [text for text in found if masked(text) != text] == []
