"""What clients are built from is what the server and the maps are."""

from __future__ import annotations

import tomllib

from tools import pictures, schema


def test_the_stored_description_is_the_servers() -> None:
    assert schema.TARGET.read_text() == schema.description(), "run: make schema"


def test_the_painted_maps_show_the_drawings_of_today() -> None:
    noted = tomllib.loads(pictures.NOTES.read_text())
    drawn = {name: pictures.fingerprint(drawing) for name, (drawing, _) in pictures.drawings().items()}
    assert noted == drawn, "run: make pictures"
    for name in noted:
        assert (pictures.FOLDER / f"{name}.webp").read_bytes()[8:12] == b"WEBP"
