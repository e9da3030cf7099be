"""The viewer: one page that shows a session, its network and its history, by the public API alone.

Nothing here knows the game or the database: `page.html` is served as it stands, the modules in
`assets/` are linked into one script (`linked.py`), and everything that they show they ask for over
HTTP, as anybody's client does. `main.js` is where to begin to read.
"""
