"""``bocage serve`` whose reviews are brief."""

from __future__ import annotations

import sys
from functools import partial
from unittest.mock import patch

from bocage.cli import app
from bocage.players.review import Bounds
from bocage.server import settings

if __name__ == "__main__":
    brief = Bounds(throws=40, seconds=4.0, at_most=4.0)
    with patch.object(settings, "Settings", partial(settings.Settings, review=brief)):
        app(["serve", *sys.argv[1:]])
