"""Actions that are no attack: areas, saves, halves, recharge, uses, healing, legendary and lair actions, reactions."""

import re
from fractions import Fraction
from typing import Any

import pytest

from clauses import clause
from encounter.engine.dice import Dice
from encounter.engine.rules.actions import carry_out, roll_recharges
from encounter.explaining import explain_use
from encounter.odds import chance_of, mean, outcomes, ready_after
from encounter.scenario import ScenarioErrors
from scenes import scene
from table import Table

BREATH = {"area": "cone 30 ft", "save": "con 14", "damage": "6d8 cold", "half": "yes", "recharge": "5-6"}


def drake(text: str, rules: str, actions: dict[str, Any], **more: Any) -> Table:
    """A table at which the creature Drake has these actions; `more` are keys of its block."""
    return scene(text, rules, creatures={"Drake": {"actions": actions, **more}}).table()


# ---------------------------------------------------------------------------------------------------- areas and saves


@clause("save.half")
def test_a_success_against_a_breath_takes_half_rounded_down_and_before_resistance(rules: str) -> None:
    """Damage is halved by the saving throw first, rounded down, then by resistance (148)."""
    t = drake("Drake A2 | Ada C2, hp 60; Bram D2, hp 60, resists cold", rules, {"breath": BREATH})

    done = t.use_action("Drake", "breath", at="C2", dice=[3, 4, 3, 4, 3, 4, 14, 14])  # 21

    assert [10, 5] == [event["amount"] for event in done.all("damage")]
    assert ["save.half", "save.half"] == [event["clause"] for event in done.all("damage")]


@clause("damage.once")
def test_the_damage_of_an_area_is_rolled_once_for_all(rules: str) -> None:
    """An effect that damages several creatures at once rolls its damage once for all of them (77)."""
    t = drake("Drake A2 | Ada C2, hp 60; Bram D2, hp 60", rules, {"breath": BREATH})

    done = t.use_action("Drake", "breath", at="C2", dice=[8, 8, 8, 8, 8, 1, 2, 3])

    assert [41, 41] == [event["amount"] for event in done.all("damage")]
    assert "damage.once" == done.one("action")["clause"]
    assert ["Ada", "Bram"] == done.one("action")["reaches"]


def test_damage_that_says_so_is_rolled_for_each() -> None:
    t = drake(
        "Drake A2 | Ada C2, hp 60; Bram D2, hp 60",
        "srd-5.1",
        {"spray": {"area": "cone 30 ft", "save": "con 14", "damage": "1d8 acid", "damage_once": "no"}},
    )

    done = t.use_action("Drake", "spray", at="C2", dice=[7, 2, 3, 4])

    assert [7, 3] == [event["amount"] for event in done.all("damage")]


def test_an_area_reaches_friends_too_unless_it_says_whom() -> None:
    both = {"cry": {"area": "emanation 15 ft", "save": "wis 10", "fail": "frightened"}}
    foes = {"cry": {"area": "emanation 15 ft", "of": "enemies", "save": "wis 10", "fail": "frightened"}}
    text = "Drake B2; Cub C2 | Ada D2"

    everybody = drake(text, "srd-5.1", both).use_action("Drake", "cry", dice=[2, 3])
    enemies = drake(text, "srd-5.1", foes).use_action("Drake", "cry", dice=[3])

    assert ["Cub", "Ada"] == everybody.one("action")["reaches"]
    assert ["Ada"] == enemies.one("action")["reaches"]


def test_cover_from_the_point_of_origin_counts_on_dexterity_saves() -> None:
    """A target behind half a wall adds 2 to its Dexterity saving throw (119)."""
    bolt = {"bolt": {"area": "line 60 ft", "save": "dex 15", "damage": "1d6 lightning", "half": "yes"}}
    t = drake("Drake A2 | Cub C2; Ada F2", "srd-5.1", bolt)

    done = t.use_action("Drake", "bolt", at="F2", dice=[4, 10, 10])

    assert [10, 12] == [event["total"] for event in done.all("save")]


@pytest.mark.parametrize(
    ("targets", "clause_id"), [(("Ada", "Bram", "Cleo"), "action.impossible"), (("Dora",), "range.out")]
)
def test_targets_are_counted_and_within_range(targets: tuple[str, ...], clause_id: str) -> None:
    hold = {"hold": {"target": "up to 2", "range": "30 ft", "save": "wis 13", "fail": "paralyzed for 1 minute"}}
    t = drake("Drake A1 | Ada B1; Bram C1; Cleo D1; Dora L8", "srd-5.1", hold)

    assert clause_id == t.refusal("use_action", "Drake", "hold", *targets)


# -------------------------------------------------------------------------------------------------- uses and recharge


@clause("recharge")
@clause("uses.none")
def test_a_breath_comes_back_on_a_5_or_a_6_at_the_start_of_a_turn(rules: str) -> None:
    t = drake("Drake A2 | Ada C2, hp 90", rules, {"breath": BREATH})
    t.use_action("Drake", "breath", at="C2", dice=[1, 1, 1, 1, 1, 1, 20])

    t.begin_turn("Drake", dice=[4])
    refused = t.refusal("use_action", "Drake", "breath", at="C2")
    back = t.begin_turn("Drake", dice=[5])

    assert "uses.none" == refused
    assert ("breath", 5, 5) == tuple(back.one("recharge")[key] for key in ("action", "die", "on"))
    assert 6 == t.use_action("Drake", "breath", at="C2", dice=[1, 1, 1, 1, 1, 1, 2]).damage


def test_what_was_not_used_needs_no_die_and_what_only_rest_brings_back_gets_none() -> None:
    wind = {"second wind": {"cost": "bonus", "heal": "1d10+5", "recharge": "rest"}}
    t = drake("Drake A2, hp 10 of 40 | Ada C2", "srd-5.1", {"breath": BREATH, **wind})

    t.use_action("Drake", "second wind", "Drake", dice=[6])

    assert 21 == t.hp("Drake")
    assert ["turn"] == t.begin_turn("Drake").types
    assert "uses.none" == t.refusal("use_action", "Drake", "second wind", "Drake")


def test_uses_a_day_are_counted_from_what_the_state_says_is_gone() -> None:
    roar = {
        "roar": {"area": "emanation 30 ft", "of": "enemies", "save": "wis 10", "fail": "frightened", "uses": "2/day"}
    }
    file = scene("Drake A2 | Ada C2", creatures={"Drake": {"actions": roar}}).table()
    file["Drake"].start.spent = [1]
    file.fight.reset(file.dice, file.fight.tactic_dice, file.journal)
    file.use_action("Drake", "roar", dice=[1])
    file.begin_turn("Drake")

    assert "uses.none" == file.refusal("use_action", "Drake", "roar")


def test_an_action_costs_what_it_says() -> None:
    acts = {
        "roar": {"area": "emanation 30 ft", "of": "enemies", "save": "wis 10", "fail": "frightened"},
        "heal": {"cost": "bonus", "heal": "1d4"},
    }
    t = drake("Drake A2, hp 5 of 40 | Ada C2", "srd-5.1", acts)
    t.use_action("Drake", "roar", dice=[20])
    t.use_action("Drake", "heal", "Drake", dice=[3])

    assert "action.used" == t.refusal("use_action", "Drake", "roar")
    assert "action.used" == t.refusal("use_action", "Drake", "heal", "Drake")


def test_an_action_in_a_multiattack_leaves_its_attacks() -> None:
    text = "Drake A2, bite +5 1d6, claw +5 1d4 | Ada B2, hp 50"
    roar = {"roar": {"area": "emanation 30 ft", "of": "enemies", "save": "wis 10", "fail": "frightened"}}
    t = drake(text, "srd-5.1", roar, multiattack=["roar", "bite", "claw"])

    t.use_action("Drake", "roar", multiattack=True, dice=[20])
    first = t.attack("Drake", "Ada", "bite", multiattack=True, dice=[15, 3])
    second = t.attack("Drake", "Ada", "claw", multiattack=True, dice=[15, 2])

    assert ("HIT 20", "HIT 20") == (first.summary, second.summary)
    assert "action.used" == t.refusal("use_action", "Drake", "roar", multiattack=True)
    assert "action.used" == t.refusal("attack", "Drake", "Ada", "bite", multiattack=True)


# -------------------------------------------------------------------------------------------- what it brings, how long

ROAR = {
    "area": "emanation 60 ft",
    "of": "enemies",
    "needs": "hearing",
    "save": "wis 13",
    "fail": "frightened for 1 minute",
    "repeats": "yes",
    "immune_after": "success",
}


@clause("action.immune")
def test_whoever_saves_is_immune_to_that_roar_of_that_creature(rules: str) -> None:
    """At once or at the end of a turn, a success makes immune to that action of that creature alone."""
    t = scene(
        "Drake A2; Wyrm A4 | Ada C2; Bram C3",
        rules,
        creatures={"Drake": {"actions": {"roar": ROAR}}, "Wyrm": {"actions": {"roar": ROAR}}},
    ).table()

    t.use_action("Drake", "roar", dice=[13, 2])
    t.end_turn("Bram", dice=[13])
    t.begin_turn("Drake")
    again = t.use_action("Drake", "roar")
    other = t.use_action("Wyrm", "roar", dice=[2, 2])

    assert ["action.immune", "action.immune"] == [event["clause"] for event in again.all("action")[1:]]
    assert ["frightened", "frightened"] == other.gained


@clause("action.needs")
def test_whoever_does_not_hear_a_roar_is_not_affected(rules: str) -> None:
    t = drake("Drake A2 | Ada C2, deafened; Bram C3", rules, {"roar": ROAR})

    done = t.use_action("Drake", "roar", dice=[2])

    assert ["frightened"] == done.gained
    assert ("Ada", "action.needs") == (done.all("action")[1]["target"], done.all("action")[1]["clause"])


@clause("action.only")
def test_who_is_not_in_the_state_that_an_action_asks_for_is_not_affected(rules: str) -> None:
    """ "each creature in the area that is frightened" leaves the others alone."""
    wail = {"wail": {"area": "emanation 15 ft", "only": "frightened", "save": "wis 12", "damage": "1d6 psychic"}}
    t = drake("Drake A2 | Ada C2; Bram C3, frightened of Drake", rules, wail)

    done = t.use_action("Drake", "wail", dice=[4, 2])

    assert [("Bram", 4)] == [(event["target"], event["amount"]) for event in done.all("damage")]
    assert ("Ada", "action.only") == (done.all("action")[1]["target"], done.all("action")[1]["clause"])


@pytest.mark.parametrize(("state", "legal"), [("grappled by Drake", True), ("grappled by Cub", False)])
def test_what_is_for_creatures_in_its_own_grip_is_not_for_others(state: str, legal: bool) -> None:
    """A Pummel is for creatures "Grappled by the glabrezu"."""
    blows = {"pummel": {"only": "grappled by me", "range": "15 ft", "save": "dex 17", "damage": "3d6+5 bludgeoning"}}
    t = drake(f"Drake A2; Cub C3 | Ada B2, {state}", "srd-5.2", blows)

    if legal:
        assert 17 == t.use_action("Drake", "pummel", "Ada", dice=[4, 4, 4, 2]).damage
    else:
        assert "action.impossible" == t.refusal("use_action", "Drake", "pummel", "Ada")


def test_whoever_is_stunned_is_incapacitated_for_an_action_that_asks() -> None:
    bite = {"feed": {"only": ["prone", "incapacitated"], "save": "con 12", "damage": "1d6 necrotic"}}
    t = drake("Drake A2 | Ada B2, stunned; Bram B1", "srd-5.2", bite)

    assert "action.impossible" == t.refusal("use_action", "Drake", "feed", "Bram")
    assert 3 == t.use_action("Drake", "feed", "Ada", dice=[3, 2]).damage


def test_a_bonus_action_may_be_a_dash_or_a_disengage() -> None:
    agility = {"agility": {"cost": "bonus", "does": ["dash", "disengage"]}}
    t = drake("Drake A2 | Ada B2; Bram F8", "srd-5.2", agility)

    t.disengage("Drake", bonus=True)
    away = t.move("Drake", "A3 A4")

    assert ["move"] == away.types
    assert "action.used" == t.refusal("dash", "Drake", bonus=True)


def test_a_legendary_action_may_be_a_search() -> None:
    """Detect: "makes a Wisdom (Perception) check", which finds who is hidden."""
    detect = {"detect": {"cost": "legendary", "does": "search"}}
    t = drake("Drake A2 | Ada F2, hidden 12", "srd-5.1", detect)
    t.order("Drake", "Ada")

    done = t.after_turn("Ada", dice=[13])

    assert ["use", "search"] == [event["action"] for event in done.all("action")]
    assert ["Ada"] == done.one("check")["found"]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"does": "dash"}, "`dash` of `odd` costs a bonus action"),
        ({"does": "search", "cost": "bonus"}, "`search` of `odd` costs a legendary action"),
        ({"does": "hide", "cost": "bonus", "uses": 1}, "`odd` is an action and something else"),
        ({"only": "prone", "of": "self", "heal": "1d6"}, "`odd` reaches itself alone"),
        ({"casts": "bless", "damage": "1d6 fire"}, "`damage` of `odd` is the spell's to say"),
        ({"heal": "1d6", "spell_dc": 12}, "`odd` casts nothing"),
        ({"casts": "blss"}, "`blss` is no spell that is known"),
        ({"only": "purple", "damage": "1d6 fire"}, "`purple` is no condition"),
        ({"only": "prone by Ada", "damage": "1d6 fire"}, "`prone by Ada`: by whom?"),
    ],
)
def test_keys_that_make_no_sense_together_are_refused(keys: dict[str, object], message: str) -> None:
    with pytest.raises(ScenarioErrors, match=re.escape(message)):
        scene("Drake A2 | Ada C2", creatures={"Drake": {"actions": {"odd": keys}}})


def test_a_bonus_action_that_is_movement_is_used_where_it_brings_somebody_within_reach() -> None:
    leap = {"leap": {"cost": "bonus", "moves": "20 ft"}}
    near = drake("Drake A1, claw +5 1d6 | Ada J1", "srd-5.2", leap)
    far = drake("Drake A1, claw +5 1d6 | Ada L1", "srd-5.2", leap, speed="15 ft")

    jumped = near.take_turn("Drake", dice=[2])
    dashed = far.take_turn("Drake")

    assert [("use", "bonus")] == [(event["action"], event["cost"]) for event in jumped.all("action")]
    assert ["turn", "action", "move", "attack"] == jumped.types
    assert ["dash"] == [event["action"] for event in dashed.all("action")]


AID = {"aid": {"cost": "bonus", "casts": ["healing word", "bless"], "uses": "2/day"}}


def test_an_action_may_be_the_casting_of_one_of_several_spells_which_share_its_uses() -> None:
    t = drake("Drake A2, hp 10 of 40; Cub B1 | Ada F2", "srd-5.2", AID)

    healed = t.use_action("Drake", "aid (healing word)", "Drake", dice=[3, 4])
    t.begin_turn("Drake")
    t.use_action("Drake", "aid (bless)", "Drake")
    t.begin_turn("Drake")

    assert ("bonus", 17) == (healed.one("action")["cost"], t.hp("Drake"))
    assert "bless" == t["Drake"].concentrating
    assert "uses.none" == t.refusal("use_action", "Drake", "aid (healing word)", "Drake")


def test_a_legendary_action_may_be_a_spell_with_a_dc_of_its_own() -> None:
    boom = {"boom": {"cost": "legendary", "casts": "shatter at level 3", "spell_dc": 17, "once_a_round": "yes"}}
    t = drake("Drake A2 | Ada C2, hp 60; Bram H8", "srd-5.2", boom)
    t.order("Drake", "Ada", "Bram")

    first = t.after_turn("Ada", dice=[1, 2, 3, 4, 16])
    second = t.after_turn("Bram")

    assert (10, 17) == (first.damage, first.one("save")["target_number"])
    assert [] == second.types


def test_a_spell_that_nobody_casts_here_is_left_out_of_an_action_and_the_last_one_takes_it_along() -> None:
    blessing = {"some": {"casts": ["bless", "revivify"]}, "none": {"casts": "revivify"}}

    left = scene("Drake A2 | Ada C2", creatures={"Drake": {"actions": blessing}}).encounter.not_simulated

    assert ("Drake: some: spell revivify", "Drake: action none") == tuple(left)


def test_conditions_that_one_save_brought_are_ended_by_one_save() -> None:
    sting = {"gas": {"area": "emanation 10 ft", "save": "con 12", "fail": ["poisoned", "blinded"], "repeats": "yes"}}
    t = drake("Drake A2 | Ada C2", "srd-5.1", sting)
    t.use_action("Drake", "gas", dice=[2])

    done = t.end_turn("Ada", dice=[12])

    assert ["poisoned", "blinded"] == done.lost


def test_failing_the_repeated_save_turns_it_into_something_worse_for_good() -> None:
    gaze = {
        "gaze": {
            "range": "30 ft",
            "save": "con 12",
            "fail": "restrained",
            "repeats": "yes",
            "fails_again": "petrified",
        }
    }
    t = drake("Drake A2 | Ada C2", "srd-5.1", gaze)
    t.use_action("Drake", "gaze", "Ada", dice=[2])

    t.end_turn("Ada", dice=[11])
    t.end_turn("Ada")

    assert ["petrified"] == t.conditions("Ada")


@pytest.mark.parametrize(
    ("until", "ended_by"),
    [
        ("start of its next turn", ("begin_turn", "Ada")),
        ("end of its next turn", ("end_turn", "Ada")),
        ("start of my next turn", ("begin_turn", "Drake")),
        ("end of my next turn", ("end_turn", "Drake")),
    ],
)
def test_a_condition_until_a_turn_ends_with_that_turn_and_not_with_the_present_one(
    until: str, ended_by: tuple[str, str]
) -> None:
    """`its` is the turn of whoever suffers it, `my` that of whoever does it; the present turn is not the next one."""
    gaze = {"gaze": {"range": "30 ft", "save": "con 12", "fail": f"stunned until the {until}"}}
    t = drake("Drake A2 | Ada C2", "srd-5.1", gaze)
    t.begin_turn("Drake")
    t.use_action("Drake", "gaze", "Ada", dice=[2])
    ended = ""
    for what, who in (
        ("end_turn", "Drake"),
        ("begin_turn", "Ada"),
        ("end_turn", "Ada"),
        ("begin_turn", "Drake"),
        ("end_turn", "Drake"),
    ):
        if "stunned" in getattr(t, what)(who).lost:
            ended = f"{what} {who}"
            break

    assert " ".join(ended_by) == ended


def test_damage_that_comes_back_is_dealt_at_the_start_of_each_of_its_turns() -> None:
    fire = {"oil": {"range": "20 ft", "save": "dex 12", "fail": "2d6 fire each turn for 2 rounds"}}
    t = drake("Drake A2 | Ada C2, hp 30", "srd-5.1", fire)
    t.use_action("Drake", "oil", "Ada", dice=[2])

    first = t.begin_turn("Ada", dice=[3, 4])
    t.end_turn("Ada")
    second = t.begin_turn("Ada", dice=[1, 1])
    over = t.end_turn("Ada")

    assert (7, 2, 21) == (first.damage, second.damage, t.hp("Ada"))
    assert ["lasting damage"] == over.lost
    assert ["turn"] == t.begin_turn("Ada").types


def test_a_bite_lowers_the_maximum_by_its_necrotic_damage_and_kills_at_0() -> None:
    """The target's hit point maximum falls by the necrotic damage it has taken; at 0 it dies."""
    bite = {"bite": {"to_hit": 8, "damage": ["1d6 piercing", "2d6 necrotic"], "hit": ["maximum reduced by necrotic"]}}
    t = scene("Drake A2 | Ada B2, character, hp 20", creatures={"Drake": {"attacks": bite}}).table()

    done = t.attack("Drake", "Ada", "bite", dice=[15, 3, 4, 5])

    assert ((9, 8, 11), 11) == (
        tuple(done.one("drain")[key] for key in ("amount", "hp", "max_hp")),
        int(t["Ada"].max_hp),
    )


def test_a_failed_save_may_kill_outright() -> None:
    word = {"word": {"range": "60 ft", "save": "cha 15", "fail": "dies"}}
    t = drake("Drake A2 | Ada C2, character, hp 90", "srd-5.1", word)

    assert "slain" == t.use_action("Drake", "word", "Ada", dice=[2]).one("dead")["because"]


def test_healing_reaches_allies_and_wakes_the_fallen() -> None:
    word = {"healing word": {"cost": "bonus", "target": "one", "range": "60 ft", "heal": "1d4+3", "uses": "2/day"}}
    t = drake("Drake A2; Ada C2, character, hp 0 of 20 | Gob L8", "srd-5.1", word)

    t.use_action("Drake", "healing word", "Ada", dice=[2])

    assert ("up", 5) == (t.status("Ada"), t.hp("Ada"))


def test_what_is_concentrated_on_ends_with_the_concentration() -> None:
    hold = {"hold": {"range": "60 ft", "save": "wis 13", "fail": "paralyzed", "repeats": "yes", "concentration": "yes"}}
    t = drake("Drake A2, hp 50 | Ada C2; Bram B2, longsword", "srd-5.1", hold)
    t.use_action("Drake", "hold", "Ada", dice=[2])

    done = t.hurt("Drake", (10, "fire"), by="Bram", dice=[3])

    assert (["paralyzed"], []) == (done.lost, t.conditions("Ada"))


# ------------------------------------------------------------------------------------------------------------ legends


def legend(rules: str, **more: Any) -> Table:
    t = drake(
        "Drake A2, tail swipe +5 2d6 | Ada B2, hp 50; Bram B3, hp 50",
        rules,
        {"tail": {"cost": "legendary", "attacks": ["tail swipe"]}},
        **more,
    )
    t.order("Drake", "Ada", "Bram")
    return t


@clause("legendary")
def test_legendary_actions_follow_the_turns_of_others_and_come_back_with_ones_own(rules: str) -> None:
    """One at the end of another creature's turn; as many a round as the block says (163)."""
    t = legend(rules, legendary=2)

    own = t.after_turn("Drake")
    first = t.after_turn("Ada", dice=[15, 3, 4])
    second = t.after_turn("Bram", dice=[15, 3, 4])
    third = t.after_turn("Ada")
    t.begin_turn("Drake")

    assert ([], []) == (own.types, third.types)
    assert [1, 0] == [done.one("legendary")["left"] for done in (first, second)]
    assert ["legendary", "action", "attack", "damage"] == first.types
    assert 2 == int(t["Drake"].legendary_left)


def test_what_is_used_once_a_round_comes_back_with_the_next_turn() -> None:
    burst = {"burst": {"cost": "legendary", "area": "emanation 30 ft", "save": "con 12", "damage": "1d6 cold"}}
    t = drake("Drake A2 | Ada B2, hp 50", "srd-5.2", {"burst": {**burst["burst"], "once_a_round": "yes"}})
    t.order("Drake", "Ada")

    first = t.after_turn("Ada", dice=[4, 20])
    second = t.after_turn("Ada")
    t.begin_turn("Drake")
    third = t.after_turn("Ada", dice=[4, 20])

    assert ["action", "save", "legendary"] == first.types == third.types
    assert [] == second.types


def test_a_legendary_action_moves_its_owner_no_farther_than_it_says() -> None:
    """A tail swipe moves nobody, however fast it flies; a pounce half the fastest speed."""
    text = "Drake A2, tail swipe +5 2d6 | Ada I2, hp 50"
    flies = {"speed": {"walk": "30 ft", "fly": "60 ft"}}
    still = drake(text, "srd-5.2", {"tail": {"cost": "legendary", "attacks": ["tail swipe"]}}, **flies)
    pounce = {"pounce": {"cost": "legendary", "moves": "half speed", "attacks": ["tail swipe"]}}
    far, near = (drake(text.replace("I2", square), "srd-5.2", pounce, **flies) for square in ("I2", "H2"))
    for t in (still, far, near):
        t.order("Drake", "Ada")

    assert ([], []) == (still.after_turn("Ada").types, far.after_turn("Ada").types)
    assert ["legendary", "action", "move", "attack"] == near.after_turn("Ada", dice=[2]).types


def test_nobody_incapacitated_takes_legendary_actions_and_nobody_more_than_are_left() -> None:
    t = legend("srd-5.2", legendary=1)
    t.impose("Drake", "stunned")
    stunned = t.after_turn("Ada")
    t["Drake"].ongoing.clear()
    t.fight.recount(t["Drake"])
    t.after_turn("Ada", dice=[2])

    assert ([], []) == (stunned.types, t.after_turn("Bram").types)


@clause("legendary.surprised", editions=["srd-5.1", "reroll"])
def test_a_surprised_creature_takes_no_legendary_action_before_its_first_turn_ends(rules: str) -> None:
    t = drake(
        "Drake A2, tail swipe +5 2d6, surprised | Ada B2, hp 50",
        rules,
        {"tail": {"cost": "legendary", "attacks": ["tail swipe"]}},
    )
    t.order("Ada", "Drake")

    held = t.after_turn("Ada")
    t.begin_turn("Drake")
    t.end_turn("Drake")

    assert (["legendary"], "legendary.surprised") == (held.types, held.one("legendary")["clause"])
    assert "attack" in t.after_turn("Ada", dice=[2]).types


@clause("legendary-resistance")
def test_legendary_resistance_makes_a_failed_save_a_success(rules: str) -> None:
    t = drake("Drake A2 | Ada B2", rules, {"rest": {"heal": "1d4"}}, legendary_resistance=1)

    first = t.save("Drake", "wis", 15, by="Ada", dice=[3])
    second = t.save("Drake", "wis", 15, by="Ada", dice=[3])

    assert ("success", "failure") == (first.roll["degree"], second.roll["degree"])
    assert [{"clause": "legendary-resistance"}] == first.roll["applied"]


@clause("lair", editions=["srd-5.1", "reroll"])
def test_a_lair_acts_on_initiative_20_and_loses_ties(rules: str) -> None:
    """Whoever has 20 goes first, the lair then, everybody below after it (164)."""
    shards = {"shards": {"cost": "lair", "range": "120 ft", "save": "dex 15", "damage": "1d6 cold", "half": "yes"}}
    t = drake("Drake A2, speed 0 | Ada H2, hp 30, still; Bram H3, hp 30, still", rules, {"shards": shards["shards"]})
    t.order("Ada", "Bram", "Drake")
    for name, count in (("Ada", 20), ("Bram", 19), ("Drake", 3)):
        t[name].initiative = count

    done = t.round(dice=[4, 2])

    told = [one.as_json() for one in done.events]
    assert ["turn Ada", "legendary Drake", "turn Bram", "turn Drake"] == [
        f"{event['type']} {event['actor']}"
        for event in told
        if event["type"] == "turn" or event.get("clause") == "lair"
    ]


def test_srd_5_2_has_no_lair_actions_and_says_so() -> None:
    file = scene(
        "Drake A2 | Ada H2",
        "srd-5.2",
        creatures={"Drake": {"actions": {"shards": {"cost": "lair", "damage": "1d6 cold"}}}},
    )

    assert ("Drake: lair action shards",) == file.scenario.not_simulated


# ---------------------------------------------------------------------------------------------------------- reactions


@clause("parry")
def test_parry_turns_a_hit_into_a_miss_where_3_more_would_do_it(rules: str) -> None:
    parry = {"parry": {"cost": "reaction", "when": "hit by melee attack", "ac": 3}}
    t = drake("Ada A2, longsword, two attacks | Drake B2, ac 15, hp 40", rules, parry)

    parried = t.attack("Ada", "Drake", "longsword", dice=[12])  # 17 against 15 + 3
    hit = t.attack("Ada", "Drake", "longsword", dice=[12, 4])

    assert ["action", "attack"] == parried.types
    assert ("MISS 17", 18) == (parried.summary, parried.roll["target_number"])
    assert "HIT 17" == hit.summary


def test_nobody_parries_in_vain_or_a_shot() -> None:
    parry = {"parry": {"cost": "reaction", "when": "hit by melee attack", "ac": 2}}
    t = drake("Ada A2, longsword, longbow, two attacks | Drake B2, ac 15, hp 40", "srd-5.1", parry)

    assert ["attack", "damage"] == t.attack("Ada", "Drake", "longsword", dice=[12, 4]).types
    assert ["attack", "damage"] == t.attack("Ada", "Drake", "longbow", dice=[12, 11, 4]).types


@clause("reaction.halves")
def test_a_reaction_may_halve_the_damage_of_one_attack(rules: str) -> None:
    dodge = {"uncanny dodge": {"cost": "reaction", "when": "hit by attack", "halves": "yes"}}
    t = drake("Ada A2, longsword | Drake B2, ac 15, hp 40", rules, dodge)

    done = t.attack("Ada", "Drake", "longsword", dice=[15, 6])  # 9

    assert (4, "reaction.halves") == (done.damage, done.one("action")["clause"])


def test_an_ally_s_reaction_protects_within_its_range() -> None:
    guard = {"protection": {"cost": "reaction", "when": "an ally is hit", "ac": 2, "range": "5 ft"}}
    near = drake("Ada A2, longsword | Bram B2, ac 15; Drake B3", "srd-5.1", guard)
    far = drake("Ada A2, longsword | Bram B2, ac 15; Drake B5", "srd-5.1", guard)

    assert "MISS 16" == near.attack("Ada", "Bram", "longsword", dice=[11]).summary
    assert "HIT 16" == far.attack("Ada", "Bram", "longsword", dice=[11, 1]).summary


def test_hitting_back_follows_the_attack_that_was_missed_or_hurt() -> None:
    back = {"riposte": {"cost": "reaction", "when": "missed by melee attack", "attacks": ["club"]}}
    burn = {
        "burning blood": {
            "cost": "reaction",
            "when": "damaged",
            "range": "5 ft",
            "save": "dex 12",
            "damage": "1d6 fire",
        }
    }
    t = drake("Ada A2, longsword, hp 30 | Drake B2, ac 15, club +5 1d4", "srd-5.1", back)
    u = drake("Ada A2, longsword, hp 30 | Drake B2, ac 15, hp 40", "srd-5.1", burn)

    missed = t.attack("Ada", "Drake", "longsword", dice=[2, 15, 3])
    hurt = u.attack("Ada", "Drake", "longsword", dice=[15, 4, 5, 2])

    assert ["attack", "action", "attack", "damage"] == missed.types
    assert ["attack", "damage", "action", "save", "damage"] == hurt.types
    assert 25 == u.hp("Ada")


# --------------------------------------------------------------------------------------------------------- exact odds


def test_the_odds_of_a_breath_are_exact_for_each_it_catches() -> None:
    """DC 14 against +2: fails on 11 of 20; the mean of 6d8 is 27, of its half rounded down 13 1/4 less what odd totals
    lose; fire resistance halves what the save has left."""
    table = scene(
        "Drake A2 | Ada C2, hp 60, con save +2; Bram D2, hp 20, con save +2, resists cold",
        creatures={"Drake": {"actions": {"breath": {**BREATH, "damage": "2d8 cold"}}}},
    )

    told = explain_use(table.encounter, "Drake", "C2", "breath")
    ada, bram = told["reaches"]

    # halves of 2d8 rounded down: (9 - 1/2) / 2 = 4 1/4, as every second total is odd
    assert Fraction(11, 20) == Fraction(ada["p_success"]).limit_denominator(100)
    assert Fraction(11, 20) * 9 + Fraction(9, 20) * Fraction(17, 4) == Fraction(
        ada["expected_damage"]
    ).limit_denominator(1000)
    # resisted: 4 1/4 of a failure; of a success a quarter, rounded down twice: 1 7/8
    assert Fraction(11, 20) * Fraction(17, 4) + Fraction(9, 20) * Fraction(15, 8) == Fraction(
        bram["expected_damage"]
    ).limit_denominator(10000)
    assert ("con", 14, True, Fraction(1, 3)) == (
        told["ability"],
        told["target_number"],
        told["legal"],
        Fraction(told["recharge"]).limit_denominator(10),
    )


def test_the_odds_agree_with_what_the_rules_do() -> None:
    """Every way for the dice of a small breath to fall, played through the rules themselves."""
    small = {"puff": {"area": "cone 15 ft", "save": "con 12", "damage": "1d4 fire", "half": "yes"}}
    table = scene("Drake A2 | Ada B2, hp 60, con save +1", creatures={"Drake": {"actions": small}})
    position = table.position
    deed = position.fight.combatants[0].stat.deeds[0]

    def play(dice: Dice) -> int:
        f = position.put_back(dice)
        carry_out(f, f.combatants[0], deed, f.combatants[1].bit, None)
        return 60 - int(f.combatants[1].hp)

    told = explain_use(table.encounter, "Drake", "B2", "puff")["reaches"][0]

    assert mean(outcomes(play)) == Fraction(told["expected_damage"]).limit_denominator(1000)


@pytest.mark.parametrize(("turns", "chance"), [(1, Fraction(1, 3)), (2, Fraction(5, 9)), (3, Fraction(19, 27))])
def test_the_odds_that_a_breath_is_back_after_some_turns(turns: int, chance: Fraction) -> None:
    """5-6: a third at each start of its turn (162), by formula and by playing the starts of turns."""
    position = scene("Drake A2 | Ada H2", creatures={"Drake": {"actions": {"breath": BREATH}}}).position

    def play(dice: Dice) -> bool:
        f = position.put_back(dice)
        drake = f.combatants[0]
        f.spend_deed(drake, 0)
        for _ in range(turns):
            roll_recharges(f, drake)
        return bool(drake.deed_uses[0] > 0)

    assert chance == ready_after(5, turns) == chance_of(outcomes(play), bool)


def test_an_explained_roar_says_who_does_not_hear_it() -> None:
    told = explain_use(
        scene("Drake A2 | Ada C2, deafened; Bram C3", creatures={"Drake": {"actions": {"roar": ROAR}}}).encounter,
        "Drake",
        None,
        "roar",
    )

    assert ["action.needs", None] == [one["spared"] and one["spared"]["clause"] for one in told["reaches"]]


def test_what_is_not_recharged_is_illegal_with_its_clause() -> None:
    table = scene("Drake A2 | Ada C2", creatures={"Drake": {"actions": {"breath": BREATH}}})
    table.encounter.setup.starts[0].spent = [1]

    told = explain_use(table.encounter, "Drake", "C2", "breath")

    assert (False, "uses.none") == (told["legal"], told["illegal"]["clause"])
