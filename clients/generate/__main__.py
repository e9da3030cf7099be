"""`python -m clients.generate` writes what is generated; with `--check` it says what is not as it would be."""

import sys
from pathlib import Path

from clients.generate import interfaces, structs
from verger.service.root import ROOT

PYTHON = ROOT / "clients" / "python" / "verger_client" / "types.py"
TYPESCRIPT = ROOT / "clients" / "typescript" / "types" / "answers.d.ts"


def files() -> dict[Path, str]:
    """Every generated file, as it has to be."""
    return {PYTHON: structs.module(), TYPESCRIPT: interfaces.module()}


def main(arguments: list[str]) -> int:
    """Write, or only compare; the exit status."""
    other = {
        file: text
        for file, text in files().items()
        if not file.exists() or file.read_text("utf-8") != text
    }
    if "--check" in arguments:
        sys.stderr.writelines(f"{file} is not as it is generated: make openapi\n" for file in other)
        return bool(other)
    for file, text in other.items():
        file.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
