"""The commands of `ratscrew`, one a file: what each takes, and what it does."""
