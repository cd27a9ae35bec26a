"""The game of Egyptian Ratscrew: timed inputs in, state and facts out, and no side effect."""
