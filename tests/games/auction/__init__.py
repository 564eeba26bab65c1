"""The auction as a game that lives elsewhere, with scenarios and nothing besides."""

from bocage.kernel.manifest import Manifest

MANIFEST = Manifest(__name__, "An Auction")
