"""A client for Verger: story games, played over HTTP.

    from verger_client import Verger

    with Verger("http://127.0.0.1:8000") as verger:
        ann = verger.start("Low Tide", "Ann", "Bo")
        bo = verger.claim(ann.invitations["Bo"])
        print(bo.move("add_limit", kind="line", text="spiders").event.ruling.sentence)

`AsyncVerger` is the same with `await`.
"""

from verger_client._async.moment import AsyncMoment, AsyncTurn
from verger_client._async.session import AsyncSession
from verger_client._async.verger import AsyncVerger
from verger_client._sync.moment import Moment, Turn
from verger_client._sync.session import Session
from verger_client._sync.verger import Verger
from verger_client.archives import Verified, verify
from verger_client.errors import (
    Closed,
    FormError,
    NeedsState,
    NoSeat,
    NotVerified,
    Problem,
    QuestionClosed,
    Refused,
    Reset,
    Stale,
    Unreachable,
    Unreadable,
    VergerError,
)
from verger_client.folding import Fold
from verger_client.forms import Form
from verger_client.heads import Head
from verger_client.secret import Secret
from verger_client.types import (
    AllowedView,
    Awaited,
    EventView,
    FeedItem,
    Field,
    OpenTableView,
    Option,
    ProblemBody,
    SessionView,
    StateView,
)
from verger_client.views import View, view_of
from verger_client.webhooks import Delivery, verified
from verger_client.wire import VERSION

__version__ = VERSION

__all__ = [
    "AllowedView",
    "AsyncMoment",
    "AsyncSession",
    "AsyncTurn",
    "AsyncVerger",
    "Awaited",
    "Closed",
    "Delivery",
    "EventView",
    "FeedItem",
    "Field",
    "Fold",
    "Form",
    "FormError",
    "Head",
    "Moment",
    "NeedsState",
    "NoSeat",
    "NotVerified",
    "OpenTableView",
    "Option",
    "Problem",
    "ProblemBody",
    "QuestionClosed",
    "Refused",
    "Reset",
    "Secret",
    "Session",
    "SessionView",
    "Stale",
    "StateView",
    "Turn",
    "Unreachable",
    "Unreadable",
    "Verger",
    "VergerError",
    "Verified",
    "View",
    "__version__",
    "verified",
    "verify",
    "view_of",
]
