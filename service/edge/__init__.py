"""Code that all endpoints share: tokens, parameters, bodies, streams and errors."""
