"""The parts of a session of Verge: their types, their effects, and how effects change them."""
