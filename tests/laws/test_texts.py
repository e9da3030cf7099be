"""A law of the free texts of events, on generated play."""

from tests.laws.law import each_walk
from tests.laws.played import Played, told
from verger.service.log.codec import Codec
from verger.service.log.form import FORMAT
from verger.service.log.texts import written


@each_walk
def test_an_event_has_the_same_texts_when_it_is_read_again(played: Played) -> None:
    codec = Codec(played.ruleset)
    for step, _ in played.accepted():
        stored = written(played.event(step), FORMAT)
        assert written(codec.events.decode(stored.data), FORMAT) == stored, told(played, step)
