"""Settings of the tests of the scorer."""

from hypothesis import settings

# Speed is measured by the benchmarks; a slow machine is no failure.
settings.register_profile("scorer", deadline=None)
settings.load_profile("scorer")
