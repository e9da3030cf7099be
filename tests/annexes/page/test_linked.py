"""Linking: modules become one script that behaves as they do, and what cannot be linked is said."""

from pathlib import Path

import pytest

from verger.service.annexes.page.linked import LinkError, scripts, sheet


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def script(folder: Path) -> str:
    return scripts(folder.joinpath, "main.js", str)[0]


def test_a_module_takes_what_another_gives(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        main_js='import { one as two, three } from "./a.js";\nimport * as all from "./a.js";\n\nuse(two, three, all);\n',
        a_js="/** Said. */\nexport const one = 1; // kept\n  // gone\nexport async function three() {}\n",
    )
    assert script(folder) == (
        "// a.js\nconst a = (() => {\n"
        "const one = 1; // kept\nasync function three() {}\nreturn { one, three };\n})();\n"
        "// main.js\nconst main = (() => {\n"
        "const { one: two, three } = a;\nconst all = a;\nuse(two, three, all);\nreturn {  };\n})();\n"
    )


def test_comments_and_types_are_left_out(tmp_path: Path) -> None:
    text = "/** @type {X} */ (y).z();\n/**\n * More.\n */\nconst w = `\n`;\n"
    assert "// main.js\nconst main = (() => {\n(y).z();\nconst w = `\n`;\n" in script(
        written(tmp_path, main_js=text)
    )


def test_what_is_imported_later_is_another_script_that_has_what_both_need(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        main_js='import { one } from "./a.js";\nuse(one, () => import("./b.js"));\n',
        a_js="export const one = 1;\n",
        b_js='import { one } from "./a.js";\nimport { two } from "./c.js";\nexport const three = one + two;\n',
        c_js="export const two = 2;\n",
    )
    first, later = scripts(folder.joinpath, "main.js", lambda text: f"/at/{len(text)}")
    assert f'import("/at/{len(later)}" + ' in first
    assert "link({ a, main })" in first
    assert 'use(one, () => later$("b"));' in first
    assert "three" not in first
    assert later == (
        "export default ({ a, main }) => {\n"
        "// c.js\nconst c = (() => {\nconst two = 2;\nreturn { two };\n})();\n"
        "// b.js\nconst b = (() => {\nconst { one } = a;\nconst { two } = c;\n"
        "const three = one + two;\nreturn { three };\n})();\n"
        "return { c, b };\n};\n"
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
        script(written(tmp_path, main_js=text))


def test_sheets_stand_where_they_are_imported(tmp_path: Path) -> None:
    main = '@import "./b.css";\n@import "./a.css";\np {}\n'
    folder = written(tmp_path, main_css=main, a_css="a {}\n", b_css="b {}\n")
    assert sheet(folder, "main.css") == "b {}\na {}\np {}\n"
