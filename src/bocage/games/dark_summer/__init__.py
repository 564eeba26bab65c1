"""The Dark Summer: Normandy 1944: the game's data, and its rules, one module for each chapter of the rulebook."""

from bocage.kernel.manifest import Manifest

MANIFEST = Manifest(__name__, "The Dark Summer", samples=("campaign", "june_14"))
