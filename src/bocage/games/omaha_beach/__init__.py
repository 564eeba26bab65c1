"""D-Day at Omaha Beach: the game's data as printed, and its rules, one module for each chapter of the rulebook."""

from bocage.kernel.manifest import Manifest

MANIFEST = Manifest(__name__, "D-Day at Omaha Beach", samples=("first_waves",))
