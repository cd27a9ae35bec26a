"""The parts of the table: contacts as timed events, and ways to show something. Knows no cards."""
