"""After a rewind, make the earlier play fit the current table."""

from verger.domain.core.identifier import in_order
from verger.domain.games.verge import attendance, load, seat_tokens
from verger.domain.games.verge.agenda import TABLE
from verger.domain.games.verge.model.network import CharacterReleased
from verger.domain.games.verge.state import Draft
from verger.domain.judging import tabletop


def realign(draft: Draft) -> str:
    """Stop waiting for seats that are gone, and give new seats a turn."""
    _release(draft)
    load.join(draft)
    sentence = tabletop.realign(draft, TABLE)
    sentence += attendance.end_notice_of_gm(draft)
    seat_tokens.realign(draft)
    return sentence


def _release(draft: Draft) -> None:
    """Release the characters of removed seats, and the GM's (`load.characters`)."""
    table = draft.table
    for seat, own in in_order(draft.play.network.characters.items()):
        if seat == table.gm or table.seat(seat) is None:
            draft.emit(CharacterReleased(seat, own))
