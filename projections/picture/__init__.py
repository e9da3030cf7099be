"""Pictures: the elements that a session has created, their layout, and the SVG drawing."""
