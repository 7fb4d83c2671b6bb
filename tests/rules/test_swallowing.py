"""Swallowing: who is inside, what befalls it there, and how it comes out again."""

from typing import Any

from clauses import clause, editions
from scenes import scene
from table import Table

ALL = ("srd-5.1", "srd-5.2", "reroll")
GULLET = {"conditions": ["blinded", "restrained"], "damage": "2d6 acid", "spits_after": 10, "save": "con 15"}
SWALLOW = {
    "cost": "bonus",
    "range": "10 ft",
    "only": ["grappled by me"],
    "save": "dex 15",
    "fail": [{"up_to": "medium", "fail": ["swallowed"]}],
}
WORM = "Worm A1, large, hp 40, ac 13, con 10, str 18, club +6 1d8+2"


def table(rules: str, heroes: str = "Ada C1, hp 40, longsword, longbow, dex 10", **gullet: Any) -> Table:
    """A worm that has a hero in its grip, and a second hero beside."""
    block = {"actions": {"swallow": SWALLOW}, "swallows": {**GULLET, **gullet}}
    text = f"{WORM} | {heroes}, grappled by Worm; Bram C3, hp 30, longsword, longbow"
    return scene(text, rules, creatures={"Worm": block}).table()


def inside(rules: str, **gullet: Any) -> Table:
    """The hero in its grip is swallowed."""
    t = table(rules, **gullet)
    t.use_action("Worm", "swallow", "Ada", dice=[5])
    return t


@clause("swallowed")
def test_whom_it_holds_and_who_fails_is_swallowed(rules: str) -> None:
    """It is blinded and restrained, where the worm is, and in its grip no more."""
    t = table(rules)
    done = t.use_action("Worm", "swallow", "Ada", dice=[5])

    assert ["swallowed", "blinded", "restrained"] == done.gained
    assert ["swallowed", "blinded", "restrained"] == t.conditions("Ada")
    assert "A1" == t.square("Ada")
    assert 0 == t.fight.present & t["Ada"].bit


@editions(*ALL)
def test_who_saves_or_is_too_big_is_not(rules: str) -> None:
    saved = table(rules)
    big = table(rules, "Ada C1, hp 40, large, dex 10")

    assert [] == saved.use_action("Worm", "swallow", "Ada", dice=[19]).gained
    assert [] == big.use_action("Worm", "swallow", "Ada", dice=[5]).gained


@editions(*ALL)
def test_nobody_outside_reaches_the_swallowed_nor_they_anybody_but_the_worm(rules: str) -> None:
    t = inside(rules)

    assert "cover.total" == t.refusal("attack", "Worm", "Ada", "club")
    assert "cover.total" == t.refusal("attack", "Ada", "Bram", "longbow")
    hit = t.attack("Ada", "Worm", "longsword", dice=[15, 15, 4])
    assert 7 == hit.damage


@editions(*ALL)
def test_it_holds_no_more_than_it_has_room_for(rules: str) -> None:
    """One, unless its block says more; and it cannot use what the one inside bars."""
    t = inside(rules, bars=["club"])
    t.begin_turn("Worm", dice=[1, 1])

    assert "action.impossible" == t.refusal("use_action", "Worm", "swallow", "Bram")
    assert "action.impossible" == t.refusal("attack", "Worm", "Bram", "club")


@editions(*ALL)
def test_acid_eats_the_swallowed_at_the_start_of_the_worms_turns_and_they_go_where_it_goes(rules: str) -> None:
    t = inside(rules)
    begun = t.begin_turn("Worm", dice=[3, 4])

    assert (7, 33) == (begun.damage, t.hp("Ada"))
    moved = t.move("Worm", "A2 A3", dice=[])
    assert ("A3", "A3") == (t.square("Worm"), t.square("Ada"))
    assert ["Worm", "Ada"] == [event["actor"] for event in moved.all("move")]


@editions(*ALL)
def test_enough_damage_from_inside_in_one_turn_makes_it_save_or_give_them_up(rules: str) -> None:
    """11 of the 10 that it bears: it fails, and Ada lies prone beside it; 9 would not have asked for a save."""
    t = inside(rules)
    t.begin_turn("Ada")
    t.attack("Ada", "Worm", "longsword", dice=[15, 15, 8])
    ended = t.end_turn("Ada", dice=[4])

    assert ["swallowed", "blinded", "restrained"] == ended.lost
    assert ["prone"] == t.conditions("Ada")
    assert "A1" != t.square("Ada")
    assert t.fight.present & t["Ada"].bit

    kept = inside(rules)
    kept.begin_turn("Ada")
    kept.attack("Ada", "Worm", "longsword", dice=[15, 15, 6])
    assert [] == kept.end_turn("Ada").lost


@editions(*ALL)
def test_its_death_lets_them_out_for_15_ft_of_their_next_movement(rules: str) -> None:
    t = inside(rules)
    died = t.hurt("Worm", (40, "fire"))

    assert "dead" == t.status("Worm")
    assert ["swallowed", "blinded", "restrained"] == died.lost
    assert ["prone"] == t.conditions("Ada")
    t.begin_turn("Ada")
    assert 15 == t["Ada"].spent_ft


@editions(*ALL)
def test_some_give_them_up_after_one_meal(rules: str) -> None:
    """A frog's: at the end of its next turn, once."""
    t = inside(rules, once=True)

    assert 0 == t.end_turn("Worm").damage
    t.fight.turn += 1
    assert 7 == t.end_turn("Worm", dice=[3, 4]).damage
    assert ["prone"] == t.conditions("Ada")


@editions(*ALL)
def test_whole_fights_with_a_stomach_come_to_an_end(rules: str) -> None:
    block = {"actions": {"swallow": SWALLOW}, "swallows": GULLET}
    block["attacks"] = {"bite": {"to_hit": 8, "damage": "1d10+5 piercing", "hit": ["grappled (escape dc 15)"]}}
    made = scene(
        "Worm A1, large, hp 60 | Ada E1, hp 40, longsword; Bram E2, hp 40, longbow", rules, creatures={"Worm": block}
    )

    assert {0, 1} >= {int(made.encounter.fight(7, index).winner) for index in range(20)}
