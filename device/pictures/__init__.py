"""View -> picture. Nothing here knows a rule, a language or a clock."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
