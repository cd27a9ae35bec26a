"""What holds for every test: chance without a stopwatch, and no silent skip where none is allowed.

With ``RATSCREW_NO_SKIP=1`` a skipped test fails, because a machine that is meant to show everything
must have everything that the tests need.
"""

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# A deadline measures the machine, not the rules: a Pi under coverage is slow and right.
settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples every time, for `make mutants`: a fault must not survive by luck.
settings.register_profile("fixed", settings.get_profile("table"), derandomize=True, database=None)
settings.load_profile("table")


class NoSkip:
    """Turns a skipped test, or a skipped file of tests, into a failure that tells the reason."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.skipped and not hasattr(report, "wasxfail"):
            report.outcome, report.longrepr = "failed", not_here(report.longrepr)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self,
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        if report.skipped:
            report.outcome, report.longrepr = "failed", not_here(report.longrepr)
        return report


def not_here(skip: object) -> str:
    """One line: where the skip stands and the reason it gave."""
    place, line, reason = skip if isinstance(skip, tuple) else ("?", 0, str(skip))
    return f"{place}:{line}: {reason} (RATSCREW_NO_SKIP is set: no test may be skipped here)"


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("RATSCREW_NO_SKIP", "0") not in ("", "0"):
        config.pluginmanager.register(NoSkip(), "no-skip")
