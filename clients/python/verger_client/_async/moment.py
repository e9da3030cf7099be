"""Moments: a session as it is at a version, and whose turn it is then."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from verger_client.errors import QuestionClosed, Stale
from verger_client.forms import Form, forms
from verger_client.types import Awaited, EventView, OptionsView, SessionView, StateView

if TYPE_CHECKING:
    from verger_client._async.session import AsyncSession


class AsyncMoment:
    """A session at a version. Its state and its options are of that version, and are read once."""

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
        """Every wait of play: the seats, and the kind of answer."""
        return self.view.awaited

    @property
    def awaits(self) -> tuple[Awaited, ...]:
        """The waits of play for the session's own seat."""
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

        The answer counts if others have moved since. Return None, without a move, if the question is
        no longer open to the seat.
        """
        question = form.answers.question if form.answers else None
        try:
            return await self.session.move(form.fill(random, **given), question=question)
        except QuestionClosed:
            return None

    async def move(self, move: str | Mapping[str, Any], /, **fields: Any) -> EventView | None:
        """Make a move at this version. Return None, without a move, if play has gone on since."""
        try:
            return await self.session.move(move, seen=self.tag, **fields)
        except Stale:
            return None

    async def _opened(self) -> OptionsView:
        if self._options is None:
            self._options = await self.session.get_options(at=self.version)
        return self._options


class AsyncTurn:
    """A moment when play waits for the session's seat, and the forms that answer."""

    def __init__(self, moment: AsyncMoment, forms: tuple[Form, ...]) -> None:
        self.moment = moment
        self.forms = forms

    async def move(self, move: str | Mapping[str, Any], /, **fields: Any) -> EventView | None:
        """Make a move at this version. Return None if play has gone on; another turn will come."""
        return await self.moment.move(move, **fields)

    async def answer(
        self, form: Form, random: Random | None = None, /, **given: Any
    ) -> EventView | None:
        """Answer with a form. Return None if its question is closed; another turn will come."""
        return await self.moment.answer(form, random, **given)
