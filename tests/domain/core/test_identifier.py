"""The order of ids that end in a number."""

from verger.domain.core.identifier import in_order


def test_earlier_ids_come_first_in_any_map() -> None:
    ids = [f"p{number}" for number in (10, 2, 100, 9, 1, 20)]
    assert [id for id, _ in in_order((id, None) for id in ids)] == [
        *("p1", "p2", "p9", "p10", "p20", "p100")
    ]
