"""Laws of the free texts of events, on generated play."""

from uuid import UUID

from tests.laws.law import each_walk
from tests.laws.played import Played, told
from tests.support.stored_slowly import StoredSlowly, stored_slowly
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.codec import Codec
from verger.service.log.entry import row_of
from verger.service.log.form import FORMAT
from verger.service.log.texts import written


@each_walk
def test_an_event_has_the_same_texts_when_it_is_read_again(played: Played) -> None:
    codec = Codec(played.ruleset)
    for step, _ in played.accepted():
        stored = written(played.event(step), FORMAT)
        assert written(codec.events.decode(stored.data), FORMAT) == stored, told(played, step)


@each_walk
def test_an_event_is_stored_and_chained_as_the_page_about_the_chain_says(played: Played) -> None:
    session = UUID(int=1)
    for step, _ in played.accepted():
        event = played.event(step)
        row = row_of(session, event, BEFORE_FIRST, 7, newest=FORMAT)
        slowly = stored_slowly(session, event, BEFORE_FIRST, 7, row.salt)
        assert StoredSlowly(row.data, row.texts, row.hash) == slowly, told(played, step)
