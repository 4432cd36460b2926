"""Settings for every test: no time limits, since a busy machine is not a fault."""

from hypothesis import settings

settings.register_profile("physassist", deadline=None)
settings.load_profile("physassist")
