"""An event of a newer server: its type, effects and some members are unknown."""

EVENT = {
    "version": 3,
    "type": "a_new_type",
    "hash": "00",
    "texts": [],
    "event": {
        "at": "2026-11-20T19:04:00Z",
        "seat": "s2",
        "move": {"move": "a_new_type", "how": ["new"]},
        "ruling": {"verdict": "allowed", "sentence": "So it is.", "confidence": 1},
        "effects": [{"effect": "never_seen", "of": {"what": 1}}],
    },
    "weather": "fair",
}
