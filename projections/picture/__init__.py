"""Pictures: the paper that a session has written on, its layout, and the SVG drawn of it."""
