-- A database is one cell, and stays it: everything that it has given out names the cell.

-- migrate:up

-- number: the cell; no row before the first process has begun.
CREATE TABLE cell (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    number smallint NOT NULL CHECK (number BETWEEN 0 AND 31)
);
GRANT SELECT, INSERT ON cell TO verger_service;

-- What was given out before there were cells names none, which is cell 0.
INSERT INTO cell (number) SELECT 0 WHERE EXISTS (SELECT FROM events) OR EXISTS (SELECT FROM tokens);

-- migrate:down
