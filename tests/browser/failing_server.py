"""``bocage serve`` with the opponents of ``failing_players``."""

from __future__ import annotations

import sys
from functools import partial
from unittest.mock import patch

from bocage.cli import app
from bocage.server import settings

if __name__ == "__main__":
    with patch.object(settings, "Settings", partial(settings.Settings, players="tests.browser.failing_players")):
        app(["serve", *sys.argv[1:]])
