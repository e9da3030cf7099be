"""A common part of several operations is a component with its own name."""

from verger.service.openapi import shared
from verger.service.problem.documented import Document, content


def problem(*codes: str) -> Document:
    return {"description": "A problem.", "content": content(codes)}


def operation(response: Document) -> Document:
    return {"parameters": [], "responses": {"404": response}}


def test_different_responses_with_one_status_have_numbered_names() -> None:
    first, second = problem("no_such_session", "no_such_seat"), problem("no_such_session", "gone")
    paths = {
        f"/{number}": {"get": operation(dict(one))}
        for number, one in enumerate((first, second, second, first))
    }
    assert shared.components(paths)["responses"] == {"NotFound": first, "NotFound2": second}
    found = [paths[path]["get"]["responses"]["404"]["$ref"] for path in paths]
    names = [reference.rpartition("/")[2] for reference in found]
    assert names == ["NotFound", "NotFound2", "NotFound2", "NotFound"]


def test_a_response_of_one_problem_is_called_by_its_code() -> None:
    paths = {path: {"get": operation(problem("no_such_session"))} for path in ("/a", "/b")}
    assert list(shared.components(paths)["responses"]) == ["NoSuchSession"]
