"""`python -m clients.generate` writes the types of the TypeScript client."""

from clients.generate.answers import ROOT
from clients.generate.interfaces import module

if __name__ == "__main__":
    file = ROOT / "clients" / "typescript" / "types" / "answers.d.ts"
    file.write_text(module(), "utf-8")
