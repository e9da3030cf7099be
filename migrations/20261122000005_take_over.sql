-- A seat that somebody has left is taken over by another: tokens from before lose it.

-- migrate:up

GRANT DELETE ON token_seats TO verger_service;

-- migrate:down
