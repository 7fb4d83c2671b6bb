"""Hands: two-handed and versatile weapons, drawing, loading, and whatever lies about."""

from typing import Any

import pytest

from clauses import clause, editions
from scenes import Scene, scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
ARMS: dict[str, dict[str, Any]] = {
    "longsword": {"damage": "1d8+3 slashing", "versatile": "1d10+3 slashing", "properties": ["versatile"]},
    "greatsword": {"damage": "2d6+3 slashing", "properties": ["heavy", "two-handed"]},
    "javelin": {"damage": "1d6+3 piercing", "range": "30/120 ft", "properties": ["thrown"]},
    "handaxe": {"damage": "1d6+3 slashing", "range": "20/60 ft", "properties": ["thrown", "light"]},
    "hand crossbow": {"range": "30/120 ft", "damage": "1d6+3 piercing", "properties": ["ammunition", "light"]},
    "bite": {"damage": "1d4+3 piercing"},
}


def armed(rules: str, *arms: str, foe: str = "B1", **keys: Any) -> Scene:
    """A duel of Ada, STR 16 and three attacks an action, with these arms."""
    block = {
        "attacks": {name: {"to_hit": 5, **ARMS[name]} for name in arms},
        "abilities": {"str": 16},
        "attacks_per_action": 3,
        "ac": 15,
        **keys,
    }
    return scene(f"Ada A1 | Gob {foe}, hp 90; Orc A2, hp 90, reaction used", rules, creatures={"Ada": block})


@editions(*ALL)
def test_a_versatile_weapon_has_its_larger_die_in_two_hands_only(rules: str) -> None:
    """With the other hand free both ways are open, never both dice at once."""
    table = armed(rules, "longsword", hands=["longsword"]).table()

    assert 3 + 8 == table.attack("Ada", "Gob", "longsword", dice=[15, 8]).damage
    assert 3 + 10 == table.attack("Ada", "Gob", "longsword (two hands)", dice=[15, 10]).damage


@clause("hand.none")
@pytest.mark.parametrize(
    "keys", [{"hands": ["longsword", "shield"]}, {"shield": True}, {"hands": ["longsword", "torch"]}]
)
def test_a_versatile_weapon_is_used_in_one_hand_while_the_other_is_full(rules: str, keys: dict[str, Any]) -> None:
    table = armed(rules, "longsword", **keys).table()

    assert "hand.none" == table.refusal("attack", "Ada", "Gob", "longsword (two hands)")
    assert "MISS 7" == table.attack("Ada", "Gob", "longsword", dice=[2]).summary


@editions(*ALL)
def test_a_shield_or_somebody_held_leaves_no_two_hands(rules: str) -> None:
    """For the greatsword both hands are needed when attacking; a grapple takes one."""
    shielded = armed(rules, "greatsword", shield=True).table()
    grappling = scene("Ada A1, greatsword | Gob B1, grappled by Ada", rules).table()

    assert "hand.none" == shielded.refusal("attack", "Ada", "Gob", "greatsword")
    assert "hand.none" == grappling.refusal("attack", "Ada", "Gob", "greatsword")


@editions(*ALL)
def test_loading_a_one_handed_weapon_needs_a_free_hand(rules: str) -> None:
    """A hand crossbow beside a shield shoots no bolt; alone it does."""
    full = armed(rules, "hand crossbow", hands=["hand crossbow"], shield=True, foe="D1").table()
    free = armed(rules, "hand crossbow", hands=["hand crossbow"], foe="D1").table()

    assert "hand.none" == full.refusal("attack", "Ada", "Gob", "hand crossbow")
    assert free.attack("Ada", "Gob", "hand crossbow", dice=[2, 2]).summary.startswith("MISS")


@editions(*ALL)
def test_one_weapon_a_turn_is_drawn_in_5_1_and_one_with_each_attack_in_5_2(rules: str) -> None:
    """Javelin after javelin: the first is drawn with the free interaction of the turn."""
    table = armed(rules, "longsword", "javelin", hands=["longsword"], foe="E1").table()
    table["Orc"].is_dead = True
    table.fight.able &= ~table["Orc"].bit
    table.begin_turn("Ada")
    table.attack("Ada", "Gob", "javelin (thrown)", dice=[2])

    if rules == "srd-5.2":
        assert "MISS 7" == table.attack("Ada", "Gob", "javelin (thrown)", dice=[2]).summary
    else:
        assert "hand.none" == table.refusal("attack", "Ada", "Gob", "javelin (thrown)")
    table.begin_turn("Ada")
    assert "MISS 7" == table.attack("Ada", "Gob", "javelin (thrown)", dice=[2]).summary


@editions(*ALL)
def test_what_is_in_hand_and_what_nobody_draws_is_always_there(rules: str) -> None:
    """The sword it holds and its teeth; drawing the greatsword lets the sword go."""
    table = armed(rules, "longsword", "greatsword", "bite", hands=["longsword"]).table()
    table.begin_turn("Ada")

    done = [table.attack("Ada", "Gob", use, dice=[2]).summary for use in ("longsword", "bite", "greatsword")]
    table.begin_turn("Ada")
    table.attack("Ada", "Gob", "longsword", dice=[2])

    assert ["MISS 7"] * 3 == done
    if rules != "srd-5.2":
        assert "hand.none" == table.refusal("attack", "Ada", "Gob", "greatsword")


@editions(*ALL)
def test_nothing_is_drawn_on_the_turn_of_another(rules: str) -> None:
    """The free interaction is one's own turn's: an opportunity attack is made with what is in hand."""
    table = armed(rules, "longsword", "greatsword", hands=["longsword"]).table()
    table.begin_turn("Gob")

    moved = table.move("Gob", "C1 D1", dice=[2])

    assert "longsword" in moved.one("opportunity-attack")["attack"]


@editions(*ALL)
def test_who_holds_nothing_in_writing_has_every_weapon_at_hand(rules: str) -> None:
    """`hands` was not written: stat blocks that say nothing of hands fight as printed."""
    table = armed(rules, "longsword", "handaxe").table()
    table.begin_turn("Ada")

    assert ["MISS 7"] * 2 == [table.attack("Ada", "Gob", use, dice=[2]).summary for use in ("handaxe", "longsword")]


@editions(*ALL)
def test_an_improvised_weapon_deals_1d4_without_proficiency(rules: str) -> None:
    """STR to hit and to the damage; thrown 20/60 ft."""
    blocks = {"Ada": {"abilities": {"str": 16}, "attacks": {"stool": {"properties": ["improvised"]}}}}
    cast = scene("Ada A1 | Gob B1, hp 30", rules, creatures=blocks)

    swung = cast.explain("Ada", "Gob", attack="stool")
    thrown = cast.explain("Ada", "Gob", attack="stool (thrown)")

    assert (3, True, 3) == (swung["bonus"], thrown["legal"], thrown["bonus"])
    assert 4 + 3 == cast.table().attack("Ada", "Gob", "stool", dice=[15, 4]).damage


@editions("srd-5.1")
def test_tactics_take_the_better_grip_and_the_weapon_in_hand(rules: str) -> None:
    """With a free hand the longsword goes into both; the bounds of the tactics hold."""
    from encounter.engine.journal import Journal
    from encounter.scenario.compiler import compile

    cast = armed(rules, "longsword", "javelin", hands=["longsword"], foe="H5")
    told: list[list[dict[str, Any]]] = []
    for exhaustive in (False, True):
        encounter = compile(cast.scenario, exhaustive=exhaustive)
        journal = Journal()
        for index in range(6):
            encounter.fight(3, index, journal)
        told.append([event.as_json() for event in journal.events])

    assert told[0] == told[1]
    assert {"longsword (two hands)", "javelin (thrown)"} <= {event.get("attack") for event in told[0]}
