"""Who asks, and how much they may ask: tokens, scopes, secrets, limits."""
