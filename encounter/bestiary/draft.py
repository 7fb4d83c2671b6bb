"""What every source of stat blocks is brought to first: the figures at the head, and its features with their prose."""

from attrs import Factory, define, frozen


@frozen
class Feature:
    """One named paragraph of a stat block. `section` is trait, action, bonus action, reaction, legendary action or lair
    action.

    `recharge` is `5-6`, `6` or `rest`; `uses` a number a day, 0 for no limit; `cost` what a legendary action costs.
    `to_hit` and `damage` (pairs of dice and type) are what a source says in fields beside its prose, to be compared.
    """

    section: str
    name: str
    text: str
    recharge: str = ""
    uses: int = 0
    cost: int = 1
    to_hit: int | None = None
    damage: tuple[tuple[str, str], ...] = ()


@define
class Draft:
    """A stat block as a source tells it. Lengths are in feet; what a source does not say is None or empty."""

    name: str
    size: str = ""
    type: str = ""
    cr: str = ""
    xp: int | None = None
    ac: int | None = None
    hp: int | None = None
    hp_dice: str = ""
    speed: dict[str, int] = Factory(dict)
    hovers: bool = False
    abilities: dict[str, int] = Factory(dict)
    proficiency: int | None = None
    saves: dict[str, int] = Factory(dict)
    skills: dict[str, int] = Factory(dict)
    senses: dict[str, int] = Factory(dict)
    blind_beyond: bool = False
    initiative: int | None = None
    resist: list[str] = Factory(list)
    vulnerable: list[str] = Factory(list)
    immune: list[str] = Factory(list)
    features: list[Feature] = Factory(list)
    legendary: int = 0  # legendary actions a round
    ignored: list[str] = Factory(list)  # keys and lines of the source that say nothing about a fight
    warnings: list[str] = Factory(list)
