"""The parts of a session of Afterverse: their types, their effects, and how effects change them."""
