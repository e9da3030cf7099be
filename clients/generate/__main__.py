"""`python -m clients.generate` writes the types of the TypeScript client; `--check` only compares them."""

import sys

from clients.generate import interfaces
from clients.generate.answers import ROOT

FILE = ROOT / "clients" / "typescript" / "types" / "answers.d.ts"


def main(arguments: list[str]) -> int:
    """Write the file, or only compare it; the exit status."""
    text = interfaces.module()
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return 0
    if "--check" in arguments:
        sys.stderr.write(f"{FILE} does not fit the API document: make openapi\n")
        return 1
    FILE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
