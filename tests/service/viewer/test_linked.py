"""Linking: modules become one script that behaves as they do, and what cannot be linked is said."""

from pathlib import Path

import pytest

from service.viewer.linked import LinkError, script, sheet


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def test_a_module_takes_what_another_gives(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        main_js='import { one as two, three } from "./a.js";\nimport * as all from "./a.js";\n\nuse(two, three, all);\n',
        a_js="/** Said. */\nexport const one = 1; // kept\n  // gone\nexport async function three() {}\n",
    )
    assert script(folder, "main.js") == (
        "// a.js\nconst a = (() => {\n"
        "const one = 1; // kept\nasync function three() {}\nreturn { one, three };\n})();\n"
        "// main.js\nconst main = (() => {\n"
        "const { one: two, three } = a;\nconst all = a;\nuse(two, three, all);\nreturn {  };\n})();\n"
    )


def test_comments_are_left_out_and_casts_are_not(tmp_path: Path) -> None:
    text = "/** @type {X} */ (y).z();\n/**\n * More.\n */\nconst w = `\n`;\n"
    assert "/** @type {X} */ (y).z();\nconst w" in script(
        written(tmp_path, main_js=text), "main.js"
    )


@pytest.mark.parametrize(
    "text",
    [
        'import "./a.js";\n',
        'import a from "./a.js";\n',
        "export default 1;\n",
        "export { one };\n",
        "export let one = 1;\n",
        'import { main } from "./main.js";\n',
    ],
)
def test_what_cannot_be_linked_is_said(tmp_path: Path, text: str) -> None:
    with pytest.raises(LinkError, match=r"main\.js"):
        script(written(tmp_path, main_js=text), "main.js")


def test_sheets_stand_where_they_are_imported(tmp_path: Path) -> None:
    main = '@import "./b.css";\n@import "./a.css";\np {}\n'
    folder = written(tmp_path, main_css=main, a_css="a {}\n", b_css="b {}\n")
    assert sheet(folder, "main.css") == "b {}\na {}\np {}\n"
