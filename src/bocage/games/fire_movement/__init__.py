"""D-Day Quad and the folio On to Caen: the Fire & Movement system, chapter by chapter."""

from bocage.kernel.manifest import Manifest

MANIFEST = Manifest(__name__, "Fire & Movement", samples=("sword", "utah", "commonwealth_campaign"))
