"""Moments: a session at a version, and the seats that play waits for."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from verger_client.errors import QuestionClosed, Stale
from verger_client.forms import Form, forms
from verger_client.types import Awaited, EventView, OptionsView, SessionView, StateView

if TYPE_CHECKING:
    from verger_client._async.session import AsyncSession


class AsyncMoment:
    """A session at a version. It reads its state and its options once, at this version."""

    def __init__(self, session: "AsyncSession", view: SessionView, tag: str) -> None:
        self.session = session
        self.view = view
        """The session itself: its title, its seats, its step of play."""
        self.tag = tag
        """The version as `If-Match` takes it."""
        self._options: OptionsView | None = None
        self._state: StateView | None = None

    @property
    def version(self) -> int:
        """The number of the newest event at this moment."""
        return self.view.version

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """The pending actions: for each, the seats that play waits for, and the kind of answer."""
        return self.view.awaited

    @property
    def awaits(self) -> tuple[Awaited, ...]:
        """The pending actions of the session's own seat."""
        return tuple(wait for wait in self.awaited if self.session.seat in wait.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.step == "over"

    async def state(self) -> StateView:
        """Return the table and the play, as the seat may see them."""
        if self._state is None:
            self._state = await self.session.get_state(at=self.version)
        return self._state

    async def options(self) -> tuple[Form, ...]:
        """Return the moves that the seat can make, each as a form."""
        return forms((await self._opened()).options)

    async def answers(self) -> tuple[Form, ...]:
        """Return the forms that answer the questions to the seat, in the order of their buttons."""
        if not self.awaits:
            return ()
        return tuple([form for form in await self.options() if form.answers])

    async def answer(
        self, form: Form, random: Random | None = None, /, **given: Any
    ) -> EventView | None:
        """Fill in a form and send it as the answer to its question.

        The answer is valid even if others have moved since. Return None, and make no move, if the
        seat is no longer asked the question.
        """
        question = form.answers.question if form.answers else None
        try:
            return await self.session.move(form.fill(random, **given), question=question)
        except QuestionClosed:
            return None

    async def move(self, move: str | Mapping[str, Any], /, **fields: Any) -> EventView | None:
        """Make a move at this version. Return None, and make no move, if the session has a newer version."""
        try:
            return await self.session.move(move, seen=self.tag, **fields)
        except Stale:
            return None

    async def _opened(self) -> OptionsView:
        if self._options is None:
            self._options = await self.session.get_options(at=self.version)
        return self._options


class AsyncTurn:
    """A moment when play waits for the session's seat, with the forms of possible answers."""

    def __init__(self, moment: AsyncMoment, forms: tuple[Form, ...]) -> None:
        self.moment = moment
        self.forms = forms

    async def move(self, move: str | Mapping[str, Any], /, **fields: Any) -> EventView | None:
        """Make a move at this version. Return None if there is a newer version. Then wait for the next turn."""
        return await self.moment.move(move, **fields)

    async def answer(
        self, form: Form, random: Random | None = None, /, **given: Any
    ) -> EventView | None:
        """Answer with a form. Return None if its question is closed. Then wait for the next turn."""
        return await self.moment.answer(form, random, **given)
