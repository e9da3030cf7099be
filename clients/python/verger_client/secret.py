"""What is as good as a password: a token, a claim code, a webhook's secret."""


class Secret(str):
    """A text like any other, but that it does not show in a `repr`, and so in no log or traceback of one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Secret('…')"
