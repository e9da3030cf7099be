"""Pictures: what a session wrote on its paper, where everything stands, and the SVG that is drawn of it."""
