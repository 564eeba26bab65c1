"""Normandy once, in latitude and longitude, and the painter that turns it into each game's hex map.

Used when maps are made and drawn, never while a game is played:

- ``projection``: the fits between the earth and the printed sheets;
- ``normandy``: coast, towns, rivers, roads and the look of the land;
- ``painter`` (with ``courses``): the stored map of a game, ``python -m bocage.geography fire_movement``;
- ``draw``: a map as SVG;
- ``printed``: a map whose hexes are known one by one, Omaha Beach, as SVG either way up.
"""
