"""Onlookers: people without a seat, at a table that either lets anyone look on or does not."""

import httpx

from tests.support.client import Player, Table


def onlooker(of: Player | Table, token: str = "") -> Player:
    """Somebody who has no seat at a table, and no token unless one is given."""
    return Player(of.http, token, of.session, "")


def lets_in(table: Table, who: str) -> None:
    """Have the table agree on who may look on."""
    players = [player for player in table if player.see()["your_seats"]]
    subject = {"subject": "choose_house_rule", "house_rule": "onlookers", "value": who}
    event = players[0].moves("propose", subject=subject)["event"]["effects"][0]
    for seat in event["asked"]:
        table.of_seat(seat).moves("agree", proposal=event["proposal"])


def said(answer: httpx.Response) -> tuple[int, str]:
    """The text of a refusal. It must not show anything about the session."""
    return answer.status_code, answer.json()["code"]
