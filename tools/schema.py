"""Writes the server's OpenAPI description, from which the TypeScript types are made.

make schema
"""

from __future__ import annotations

import json
from pathlib import Path

from bocage.server.app import create_app
from bocage.server.settings import Settings

TARGET = Path(__file__).parents[1] / "web" / "openapi.json"


def description() -> str:
    """The description as it is now."""
    return json.dumps(create_app(Settings(database="sqlite://")).openapi(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(description())
