"""The order of the tests: what takes long comes last, so that a fault is told soon."""

import pytest

LONG = ("test_golden", "test_machine", "test_cpu_games")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A stable order: the rest stays as it was."""
    items.sort(key=lambda item: item.path.stem in LONG)
