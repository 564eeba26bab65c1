"""Hedgerow: a small hex game with all its parts, the worked example of "Add a game" in CONTRIBUTING.md."""

from bocage.kernel.manifest import Manifest

MANIFEST = Manifest(__name__, "Hedgerow", samples=("three_farms",))
