"""View -> picture. Nothing here knows a rule, a language or a clock."""
