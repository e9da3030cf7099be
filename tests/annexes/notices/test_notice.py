"""Notices for chats: each chat receives its own form of JSON, and no text of a table becomes markup or a command."""

import msgspec
import pytest

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited
from verger.projections.session import NowView
from verger.service.annexes.notices.notice import LONGEST, Form, Notice, notice, posted

LINK = "https://play.example/watch/0192f0c1"
TURN = Notice("Low Tide", "Consent to what Cy declares.", LINK)
HOSTILE = Notice("<!channel> @everyone", "**x** [y](https://evil.example) <@1> & `z`", "")


def said(form: Form, told: Notice, url: str = "https://chat.example/hook") -> tuple[str, object]:
    to, body = posted(form, url, told)
    return to, msgspec.json.decode(body)


def test_discord_gets_the_notice_as_content_that_mentions_nobody() -> None:
    content = f"**Low Tide**\nConsent to what Cy declares.\n<{LINK}>"
    assert said("discord", TURN) == (
        "https://chat.example/hook",
        {"content": content, "allowed_mentions": {"parse": []}},
    )


def test_slack_gets_the_notice_as_text() -> None:
    text = f"<{LINK}|Low Tide>\nConsent to what Cy declares."
    assert said("slack", TURN) == ("https://chat.example/hook", {"text": text})


@pytest.mark.parametrize("root", ["https://ntfy.sh/", "https://home.example/ntfy/"])
def test_ntfy_gets_the_message_at_its_root_with_the_topic_inside(root: str) -> None:
    told = {"topic": "tide", "title": "Low Tide", "message": TURN.text, "click": LINK}
    assert said("ntfy", TURN, f"{root}tide") == (root, told)


def test_an_ntfy_address_without_a_topic_gets_an_empty_topic() -> None:
    to, told = said("ntfy", TURN, "https://ntfy.sh/")
    assert (to, told["topic"]) == ("https://ntfy.sh/", "")  # type: ignore[index]


def test_texts_of_people_become_no_markup_and_no_link_in_a_chat() -> None:
    _, discord = said("discord", HOSTILE)
    assert discord["content"].split("\n") == [  # type: ignore[index]
        r"**\<!channel\> \@everyone**",
        r"\*\*x\*\* \[y\]\(https\://evil.example\) \<\@1\> & \`z\`",
    ]
    _, slack = said("slack", HOSTILE)
    assert slack["text"].split("\n")[0] == "&lt;!channel&gt; @everyone"  # type: ignore[index]


def test_the_longest_notice_fits_discord() -> None:
    long = Notice("_" * 100, "_" * LONGEST, LINK)
    assert len(said("discord", long)[1]["content"]) <= 2_000  # type: ignore[index]


def now(*awaited: Awaited) -> NowView:
    return NowView("Low Tide", "verge", 12, awaited)


def test_a_notice_has_only_the_questions_to_its_own_seat() -> None:
    bo, cy = SeatId("s2"), SeatId("s3")
    mine = Awaited("consent", (bo, cy), "declare.consent", "Consent to it.", "d1")
    others = Awaited("roll", (cy,), "conflict.roll", "Roll for it.", "c1")
    both = now(mine, others)
    assert notice(both, [bo], "").text == "Consent to it."
    assert notice(now(others), [bo], "").text == "Something has happened at the table."


def test_a_long_notice_is_cut() -> None:
    asked = Awaited("consent", (SeatId("s2"),), "declare.consent", "x" * 2_000)
    assert len(notice(now(asked), ["s2"], "").text) == LONGEST
