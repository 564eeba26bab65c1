"""Normandy 1944: A Bloody Summer: the game's data, and its rules, one module for each chapter of the rulebook."""

from bocage.kernel.manifest import Manifest

MANIFEST = Manifest(
    __name__, "Normandy 1944: A Bloody Summer", samples=("race_to_cherbourg", "operation_cobra", "campaign")
)
