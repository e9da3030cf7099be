"""Secrets, which are as good as a password: a token, a claim code, a webhook's secret."""


class Secret(str):
    """A text that its `repr` does not show. So no log or traceback with the `repr` shows it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Secret('…')"
