"""`python -m clients.generate` writes the operations and types of the TypeScript client."""

from clients.generate import effects, interfaces, scripts
from clients.generate.document import ROOT

HERE = ROOT / "clients" / "typescript"
WRITTEN = {
    HERE / "types" / "answers.d.ts": interfaces.of_answers,
    HERE / "types" / "games.d.ts": interfaces.of_games,
    HERE / "verger-client" / "operations.js": scripts.module,
    HERE / "verger-client" / "effects.js": effects.module,
}

if __name__ == "__main__":
    for file, module in WRITTEN.items():
        file.write_text(module(), "utf-8")
