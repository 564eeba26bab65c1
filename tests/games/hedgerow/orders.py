"""What players say: a verb, and for most verbs one thing."""

from __future__ import annotations

from bocage.kernel import Noun, Verb, Vocabulary, named, plain
from tests.games.hedgerow.content import BLOCKS, GRID, KINDS

UNITS = named("block", BLOCKS)
HEXES = Noun("hex", GRID.hexes, GRID.label, GRID.at)

FACE = Verb("face", named("kind", KINDS))  # what the block in question is
MOVE = Verb("move", UNITS)  # take a block in hand
TO = Verb("to", HEXES)  # where it goes next
FIGHT = Verb("fight", UNITS)  # choose an attacker
ATTACK = Verb("attack", HEXES)  # and what it attacks
STOP = plain("stop")  # no farther; no attack
END = plain("end")  # of the phase

VOCABULARY = Vocabulary([FACE, MOVE, TO, FIGHT, ATTACK, STOP, END])
