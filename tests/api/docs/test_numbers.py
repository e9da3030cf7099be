"""The numbers in the text of the guides are those of the code."""

import pytest

from tests.support.root import DOCS
from verger.domain.history import rewind
from verger.domain.secrets import epoch
from verger.projections.picture import layout
from verger.service import output, settings
from verger.service.annexes.lobby import lobby
from verger.service.annexes.metrics import watch
from verger.service.annexes.notices import outbox, push
from verger.service.cli import apps, blocking, choosing
from verger.service.edge import answering, event_pages, feeding, following, streaming
from verger.service.identity import (
    app,
    blocks,
    claim_code,
    connections,
    grant,
    identity,
    rate_limit,
    stream_ticket,
)
from verger.service.log import obstacles, refusals, row
from verger.service.play import answer, presence, session, what_if
from verger.service.redaction import redacting, rewrite_forks

DEFAULTS = settings.Settings()
NAMES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MINUTE, DAY = 60, 86_400
NUMBERS = (
    ("apps", f"(default: {apps.SESSIONS:,})"),
    ("apps", "end in a day", app.KEY_OVERLAP.days == 1),
    ("dice", f"a text of up to {epoch.NONCE_LIMIT} characters"),
    ("end-of-life", f"(default: {DEFAULTS.trial_hours} hours)"),
    ("end-of-life", f"after its start (default: {DEFAULTS.unplayed_days})"),
    ("errors", f"the newest {refusals.KEPT} of each seat"),
    ("feed", f"every {feeding.GAP_SECONDS * 1_000:.0f} ms at most"),
    ("feed", f"older than {NAMES[int(obstacles.LONG_SECONDS)]} seconds"),
    ("feed", f"searches {event_pages.LOOKED_THROUGH:,} events of all sessions"),
    ("lobby", f"lasts {lobby.LISTED.days} days"),
    ("lobby", f"lasts {NAMES[lobby.ASK_LIFE.days]} days"),
    ("lobby", f"has {NAMES[lobby.ASKS_TOKEN]} open requests, the table has {lobby.ASKS_TABLE}"),
    ("lobby", f"asked {NAMES[rate_limit.ASKS_AT_TABLE]} times at this table in a week"),
    ("lobby", f"asked {NAMES[rate_limit.ASKS]} times in an hour"),
    ("log-events", f"after {output.QUEUE_BYTES // 2**20} MiB"),
    ("lost-events", f"again after {session.DAMAGED_SECONDS:.0f} seconds"),
    ("lost-token", f"for {NAMES[int(claim_code.DEVICE_LIFE.total_seconds()) // MINUTE]} minutes"),
    ("lost-token", "works once, for a day", claim_code.LIFE.days == 1),
    ("metrics", f"Every {watch.LOOK_SECONDS:.0f} seconds, each process reads"),
    ("metrics", f"failing webhooks. It has at most {outbox.NAMED_HOSTS} values"),
    ("moderation", f"each address, up to {choosing.ADDRESSES:,}"),
    ("moderation", f"a /{blocking.LARGEST[4]} (IPv4) or a /{blocking.LARGEST[6]} (IPv6)"),
    ("moderation", f"can have {blocks.LIMIT:,} blocks"),
    ("pictures", f"up to {layout.LIMIT:,} nodes and edges"),
    ("redaction", f"With more than {rewrite_forks.LIMIT}, it is refused"),
    ("redaction", f"logs with more than {redacting.EVENTS_LIMIT:,} events"),
    ("replay", f"(at most {rewind.OWN_LIMIT}), nobody else"),
    ("replay", f"At most {rewind.AGAIN_LIMIT:,} moves can follow the action"),
    ("replay", f"events of at most {row.PARTS_LIMIT} sessions"),
    ("replay", f"after {what_if.TOLD_LIMIT} divergences, or after {what_if.JUDGED_LIMIT:,} events"),
    ("settings", f"must allow {connections.RESERVED + 10} open files"),
    ("streams", "once, within a minute", stream_ticket.LIFE_SECONDS == MINUTE),
    ("streams", f"At least every {following.KEEP_ALIVE_SECONDS:.0f} seconds"),
    ("streams", f"answers no ping, for {streaming.SEND_SECONDS:.0f} s"),
    ("streams", f"{NAMES[int(presence.LINGER_SECONDS)]} seconds after its last reader"),
    ("streams", f"searches at most {event_pages.LOOKED_THROUGH:,} events"),
    ("tokens", f"is valid for {grant.TOKEN_LIFE.days} days (`token_expires_at`)"),
    ("tokens", f"valid for {grant.TOKEN_LIFE.days} days from now"),
    ("tokens", f"reads for up to {identity.REMEMBER_SECONDS:.0f} seconds"),
    ("versions", f"at most {answer.SINCE_EVENTS}, and about {answering.SINCE_BYTES // 1024} KiB"),
    ("webhooks", f"for {NAMES[push.KEPT_SECONDS // DAY]} days"),
)
"""Each page with its words about a number. Words without a number have a third value: whether they are true."""


@pytest.mark.parametrize(("page", "words", "agrees"), [(*number, True)[:3] for number in NUMBERS])
def test_a_number_in_the_docs_is_that_of_the_code(page: str, words: str, *, agrees: bool) -> None:
    assert agrees
    assert words in " ".join((DOCS / f"{page}.md").read_text().split())
