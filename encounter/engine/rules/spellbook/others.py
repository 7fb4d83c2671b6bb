"""Spells of the SRDs that stat blocks name and that nobody casts in a fight here: results say so by name."""

from typing import Final

_NAMES: Final = """
alter self; banishment; charm monster; control water; death ward; demiplane;
dominate beast; dominate monster; dominate person; earthquake; enhance ability; enlarge/reduce; feather fall;
feeblemind; fire shield; flesh to stone; fly; forcecage; foresight; freedom of movement; gaseous form;
globe of invulnerability; greater restoration; guidance; gust of wind; imprisonment; invisibility purge; jump;
levitate; magic jar; maze; move earth; polymorph; protection from energy; protection from evil and good;
protection from poison; resistance; reverse gravity; revivify;
see invisibility; shapechange; shillelagh; silence; spider climb; stoneskin; storm of vengeance; suggestion;
telekinesis; time stop; true polymorph; true seeing; true strike; wall of force; wall of ice; wall of stone;
wall of thorns; water breathing; wind wall; wish
"""
NOT_PLAYED: Final[tuple[str, ...]] = tuple(" ".join(name.split()) for name in _NAMES.split(";"))
