"""The notation of networks that tests draw."""

from tests.support.play import in_run
from tests.support.sketch import Node, Tie, read


def test_a_line_is_nodes_and_the_edges_between_them() -> None:
    assert list(read("Dog! -bites??-> Night Clerk (Bo)")) == [
        Node("Dog!"),
        Tie("bites??"),
        Node("Night Clerk", "Bo"),
    ]


def test_a_label_may_contain_a_dash_or_a_bracket() -> None:
    assert list(read("X-Ray -co-owns-> Bar (old) (Bo)")) == [
        Node("X-Ray"),
        Tie("co-owns"),
        Node("Bar (old)", "Bo"),
    ]


def test_a_drawn_element_stands_on_the_sheet_as_it_is_written() -> None:
    game = in_run("Ann", "Bo")
    dog, bites, rex = game.draws("Ann", "Dog! -bites!?-> Rex!! (Bo)")
    assert [game.shown(id) for id in (dog, bites, rex)] == ["Dog!", "bites!?", "Rex!!"]
    network = game.state.play.network
    assert dict(network.characters) == {game.seat("Bo"): rex}
    assert (network.edges[bites].source, network.edges[bites].target) == (dog, rex)


def test_an_existing_element_is_not_drawn_again() -> None:
    game = in_run("Ann", "Bo")
    dog, _, cat = game.draws("Ann", "Dog! -chases-> Cat")
    assert game.draws("Bo", "Cat -scratches-> Dog -bites-> Cat")[::2] == (cat, dog, cat)
