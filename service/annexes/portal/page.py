"""A page of the portal, from any source."""

import msgspec


class PortalPage(msgspec.Struct, frozen=True):
    """A page about one subject. Sources are functions that yield such pages."""

    path: str
    """Below `/docs`, such as `problems/key_reused`; empty for the first page."""
    title: str
    text: str
    """Markdown, from its `# title` on; links to other pages begin with `/docs/`."""
