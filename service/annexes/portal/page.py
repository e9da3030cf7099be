"""A page of the portal, from any source."""

import msgspec


class PortalPage(msgspec.Struct, frozen=True):
    """One subject; a source of pages is a function that gives them."""

    path: str
    """Below `/docs`, such as `problems/key_reused`; empty for the first page."""
    title: str
    text: str
    """Markdown, from its `# title` on; links to other pages begin with `/docs/`."""
