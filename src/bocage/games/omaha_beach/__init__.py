"""D-Day at Omaha Beach: the game's data as printed, and its rules, one module for each chapter of the rulebook."""
