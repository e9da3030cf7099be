"""The viewer: one page that shows a session, its network and its history. It uses only the public API.

Nothing here knows the game or the database. The page and the scripts in `built/` are the same for
every session. The scripts ask for everything that they show over HTTP, as any other client does.
"""
