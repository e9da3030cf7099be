"""Write examples into a file, one on each line."""

import json
from collections.abc import Iterable, Mapping
from typing import Any


def lines(examples: Iterable[dict[str, Any]]) -> str:
    """The text of a file of examples."""
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in examples)


def problems(
    exchanges: Mapping[str, Mapping[str, Any]], rules: Mapping[str, Mapping[str, Any]]
) -> str:
    """The text of the file of problems. For each code, it has the rules, and a request with its answer."""
    refusing = {code: {"rules": rules[code]} for code in rules}
    return lines(
        {"code": code, **refusing.get(code, {}), **exchanges.get(code, {})}
        for code in sorted({*exchanges, *rules})
    )
