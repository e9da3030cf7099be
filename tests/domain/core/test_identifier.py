"""The order of what is named by a number."""

from verger.domain.core.identifier import in_order


def test_what_came_first_stands_first_whatever_a_map_does() -> None:
    ids = [f"p{number}" for number in (10, 2, 100, 9, 1, 20)]
    assert [id for id, _ in in_order((id, None) for id in ids)] == [
        *("p1", "p2", "p9", "p10", "p20", "p100")
    ]
