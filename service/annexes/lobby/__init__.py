"""The lobby: open tables, and requests for a seat at one."""
