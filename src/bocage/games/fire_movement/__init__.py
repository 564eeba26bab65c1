"""D-Day Quad and the folio On to Caen: the Fire & Movement system, chapter by chapter."""
