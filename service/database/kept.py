"""A connection for writing that stays out of the pool between its uses."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from verger.service.database.pool import Connection, Database


class KeptConnection:
    """A connection that writes events, one use after the other.

    Taking a connection from the pool and giving it back costs nearly as much as a small commit.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken: AbstractAsyncContextManager[Connection] | None = None
        self._connection: Connection | None = None
        self._generation = 0

    @property
    def is_kept(self) -> bool:
        """Whether the connection is out of the pool."""
        return self._taken is not None

    @asynccontextmanager
    async def use(self) -> AsyncIterator[Connection]:
        """Give the connection for one use. After an error, the next use takes one from the pool."""
        if self._generation != self._database.generation:
            await self.give_back()
        if self._taken is None:
            self._generation = self._database.generation
            use = self._database.connection(writes=True)
            self._connection = await use.__aenter__()
            self._taken = use
        taken = self._taken
        try:
            self._database.require_durable()
            assert self._connection is not None
            yield self._connection
            self._database.outages.worked(writes=True)
        except BaseException as error:
            self._taken = None
            # This raises the same error as a use of a pooled connection.
            await taken.__aexit__(type(error), error, error.__traceback__)
            raise

    async def give_back(self) -> None:
        """Give the connection back to the pool."""
        taken, self._taken = self._taken, None
        if taken is not None:
            await taken.__aexit__(None, None, None)
