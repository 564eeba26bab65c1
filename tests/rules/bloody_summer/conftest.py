"""The rules of A Bloody Summer are known to its tests although the game is not offered to players yet."""

from bocage.games import checklists_of
from bocage.games.bloody_summer import MANIFEST
from tests.support import checklists

checklists().update(checklists_of(MANIFEST))
