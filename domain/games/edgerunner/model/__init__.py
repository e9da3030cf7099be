"""The parts of a session of Edgerunner: their types, their effects, and how effects change them."""
