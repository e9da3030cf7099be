"""Access: tokens, scopes, secrets, and limits of use."""
