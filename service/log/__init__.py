"""The event store: events as rows of a hash chain, with sealed parts and snapshots."""
