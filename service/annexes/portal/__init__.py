"""The portal at `/docs`: pages from several sources, in one order, as HTML and as Markdown."""
