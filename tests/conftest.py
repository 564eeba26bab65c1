"""Settings that hold for every test."""

from hypothesis import settings

# The same examples in every run: a failure here is the change's, not luck's. Luck is the fuzzer's business.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
