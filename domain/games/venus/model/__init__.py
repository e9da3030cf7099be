"""The parts of a session of the Venus Engine: their types, their effects, and how effects change them."""
