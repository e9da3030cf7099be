"""Masking: everything that has the form of a secret leaves the process only as three dots.

The log, spans, metrics and problems name addresses, and people paste tokens and codes into addresses.
"""

import re
from urllib.parse import unquote

DOTS = "\N{HORIZONTAL ELLIPSIS}"
SHORTEST = 16
"""Characters of a claim code, which is the shortest secret."""
ROUNDS = 3
"""How many times a percent sign may itself be encoded and still be read."""

_NAMED = re.compile(r"(v[gt]_)[\w.~+=-]*|(whsec_)[\w+/=-]*", re.IGNORECASE)
"""Tokens, stream tickets and secrets of webhooks: each begins with a name of its kind."""
_RANDOM = re.compile(r"[\w~+=-]{20,}", re.ASCII)
"""Characters that may be a secret without such a beginning."""
_LETTERS = re.compile(
    r"((?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])"  # the id of a session
    r"|high-availability|identity-and-limits)"  # the pages that look like a code: 16 letters and hyphens
    r"|(?:[a-z2-7]-*){16}"  # a claim code or a device code, with hyphens or not
    r"|[0-9a-f]{32,}",  # a key in hex
    re.IGNORECASE,
)
_TYPED = re.compile(
    r"(?<![0-9a-z])[a-z2-7]{4}(?:[^0-9a-z]{1,3}[a-z2-7]{4}){3}(?![0-9a-z])", re.IGNORECASE
)
"""A code as people type and paste it: four groups, with anything between them."""
_USUAL = re.compile(
    r"/v1/sessions/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:/[a-z][a-z-]{0,14})?(?:/[0-9]{1,15})?"
)
"""The addresses that nearly all requests have. No secret fits into them, so that nothing more is looked for."""
_OCTET = re.compile("%[0-9A-Fa-f]{2}")


def masked(text: str) -> str:
    """Return a text with dots for everything in it that has the form of a secret.

    Session ids, seats, rules and the words of addresses stay readable. A secret that is percent-encoded is one too.
    """
    if len(text) < SHORTEST or _USUAL.fullmatch(text):
        return text
    plain = text
    for _ in range(ROUNDS):
        plain = unquote(plain) if "%" in plain else plain
    if _OCTET.search(plain):
        return DOTS
    found = without_secrets(plain)
    found = _LETTERS.sub(lambda letters: letters[1] or DOTS, _RANDOM.sub(_random, found))
    return text if found == plain else found


def without_secrets(text: str) -> str:
    """Return a text with dots for tokens, tickets, webhooks' secrets and codes; digests stay readable."""
    if len(text) < SHORTEST:
        return text
    named = _NAMED.sub(lambda named: f"{named[1] or named[2]}{DOTS}", text)
    return _TYPED.sub(_typed, named)


def _typed(found: re.Match[str]) -> str:
    """Four short words are no code: a code has capitals only, or digits."""
    return DOTS if found[0].isupper() or re.search("[2-7]", found[0]) else found[0]


def _random(found: re.Match[str]) -> str:
    """Words have letters of one case, or no digits; random characters have both cases and digits."""
    word = found[0]
    has_all = re.search("[0-9]", word) and re.search("[a-z]", word) and re.search("[A-Z]", word)
    return DOTS if has_all else word
