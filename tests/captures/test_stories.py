"""The stories in docs/stories are those of the recorded evenings. `make record` writes them."""

from tests.captures.stories import FOLDER, stories


def test_the_stories_of_the_docs_are_up_to_date() -> None:
    told = stories()
    assert {*told} == {*FOLDER.glob("*.md")}
    assert [path.name for path, text in told.items() if path.read_text("utf-8") != text] == []
