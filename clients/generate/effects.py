"""The table of the effects as a module of the TypeScript client: pages cannot import JSON."""

import json
import re

from clients.generate.document import ROOT

TABLE = ROOT / "clients" / "python" / "verger_client" / "effects.json"

HEAD = """\
// The changes of each effect, from the table of the Python client: `python -m clients.generate` writes it.
// biome-ignore format: this is the table as it is.

/** @type {import("./records.js").Table} */
export const TABLE = """


def module() -> str:
    """Return the module of the table."""
    table = re.sub(r'(?<="ignored": )\[.*?\]', _joined, TABLE.read_text("utf-8"), flags=re.DOTALL)
    return f"{HEAD}{table.rstrip()};\n"


def _joined(names: re.Match[str]) -> str:
    """Return a list of names as one text, which is shorter."""
    return json.dumps(" ".join(json.loads(names[0])))
