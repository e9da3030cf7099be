"""The stored log: rows, their chain, sealed parts and snapshots."""
