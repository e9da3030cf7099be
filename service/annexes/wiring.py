"""Build the parts of the server: those of the core, and those of every annex."""

from functools import partial

from verger.service.annexes.lobby.lobby import Lobby
from verger.service.annexes.metrics.watch import Watch
from verger.service.annexes.notices.dispatcher import Dispatcher
from verger.service.annexes.notices.maker import DeliveryMaker
from verger.service.annexes.notices.notice import Form
from verger.service.annexes.notices.outbox import Outbox
from verger.service.annexes.notices.question import Questions
from verger.service.annexes.notices.registry import Registry
from verger.service.annexes.notices.sender import Sender
from verger.service.annexes.notices.tables import Tables
from verger.service.annexes.notices.target import Targets
from verger.service.annexes.notices.writer import (
    BrowserWriter,
    ChatWriter,
    RequestWriter,
    StandardWriter,
)
from verger.service.annexes.statements.statements import Statements
from verger.service.annexes.trials.trials import Trials
from verger.service.annexes.trials.unplayed import Unplayed
from verger.service.database import embedded
from verger.service.settings import Settings
from verger.service.wiring import Parts


class _Deliveries:
    """The dispatcher, and the threads that look up its targets. They start and stop together."""

    def __init__(self, dispatcher: Dispatcher, targets: Targets) -> None:
        self._dispatcher, self._targets = dispatcher, targets

    def start(self) -> None:
        """Start delivering."""
        self._dispatcher.start()

    async def stop(self) -> None:
        """Stop, and end the look-ups."""
        await self._dispatcher.stop()
        self._targets.close()


def complete(settings: Settings) -> Parts:
    """Return the parts of the core with those of the annexes."""
    parts = Parts(settings)
    trials = Trials(parts.database, parts.store, parts.ending, settings.trial_idle)
    unplayed = Unplayed(
        parts.database, parts.store, parts.ending, deletes=settings.unplayed_days > 0
    )
    statements = Statements(parts.database, parts.feed, parts.keys, settings.statement_every)
    watch = Watch(parts.database, embedded.FOLDER)
    for part in (Lobby(parts.database), statements, watch):
        parts.add(part)
    parts.workers += [trials, unplayed, statements, watch]
    _add_notices(parts)
    return parts


def _add_notices(parts: Parts) -> None:
    outbox = Outbox(parts.database)
    targets = Targets(private=parts.settings.webhook_private_targets == "on")
    questions = Questions(
        partial(parts.shown_now, is_nameless=True),
        partial(parts.shown_now, is_exact=True, is_nameless=True),
        outbox.own_moves,
        partial(parts.keyring.digest_in_use, parts.database),
    )
    maker = DeliveryMaker(parts.database, questions.find, parts.shown_now)
    dispatcher = Dispatcher(outbox, maker, _writers(parts), Sender(targets))
    for part in (Registry(parts.database), targets, dispatcher):
        parts.add(part)
    parts.moved.append(dispatcher.moved)
    parts.cleaned.append(outbox.clean)
    if parts.settings.drill == "off":
        parts.workers.append(_Deliveries(dispatcher, targets))


def _writers(parts: Parts) -> dict[Form, RequestWriter]:
    home = parts.settings.home
    standard = StandardWriter(parts.database, parts.keyring, parts.settings.base_path)
    # Links for browsers can be relative to the page where the browser subscribed.
    linked, relative = (
        Tables(parts.database, parts.shown_now, url) for url in (home or None, home)
    )
    chat, browser = ChatWriter(standard, linked), BrowserWriter(parts.keys.push, relative, home)
    return {"standard": standard, "discord": chat, "slack": chat, "ntfy": chat, "web_push": browser}
