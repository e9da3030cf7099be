"""The account of a request: its sender, and the time of each stage. Both are in the log line of the request."""

import time
from collections.abc import Collection
from typing import Literal
from uuid import UUID

Stage = Literal["wait", "load", "judge", "append"]
"""`wait`: until its turn or the lock of the session. `load`: reading the session from the log. `judge`: judging the
move. `append`: until the event is durable."""
_FIELDS: tuple[tuple[str, Stage], ...] = (
    ("wait_ms", "wait"), ("load_ms", "load"), ("judge_ms", "judge"), ("append_ms", "append"),
)  # fmt: skip


class RequestAccount:
    """The sender of a request, by ids that are not secret, and the seconds of each stage."""

    __slots__ = ("_stages", "app", "is_anonymous", "seats", "token")

    def __init__(self) -> None:
        self._stages: dict[Stage, float] = {}
        self.forget_asker()

    def forget_asker(self) -> None:
        """Forget the sender. If a request leaves the short way, the ordinary way finds its sender again."""
        self.token: UUID | None = None
        self.app: UUID | None = None
        self.seats: Collection[str] = ()
        """The seats of the token in the session, or the one that the request names."""
        self.is_anonymous = False
        """Whether the log line must not name the sender, because the move is anonymous."""

    def holder(self, token: UUID, app: UUID | None) -> None:
        """Note the token of the request, and the app whose key it is."""
        self.token, self.app = token, app

    def sits(self, seats: Collection[str], wanted: str | None) -> None:
        """Note the seats of the token, or the one of them that the request names."""
        self.seats = (wanted,) if wanted is not None and wanted in seats else seats

    def spent(self, stage: Stage, began: float) -> None:
        """Add the time since `began` (by `time.perf_counter`) to the time of a stage."""
        self._stages[stage] = self._stages.get(stage, 0.0) + time.perf_counter() - began

    def fields(self, address: str) -> dict[str, str | UUID | float]:
        """Return the account as fields of the log line. `address` is empty if addresses are not logged."""
        told: dict[str, str | UUID | float] = {}
        if not self.is_anonymous:
            if self.seats:
                told["seat"] = ",".join(self.seats)
            if self.token:
                told["token"] = self.token
            if self.app:
                told["app"] = self.app
            if address:
                told["address"] = address
        if stages := self._stages:
            for name, stage in _FIELDS:
                told[name] = round(stages[stage] * 1_000, 2) if stage in stages else 0.0
        return told
