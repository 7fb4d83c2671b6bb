"""What actions and hits of monsters bring beside conditions: weakness, sluggishness, daze, wounds that do not heal."""

from clauses import clause, editions
from scenes import scene
from table import Done, Table

ALL = ("srd-5.1", "srd-5.2", "reroll")
CLUB = "club +4 1d4+2 bludgeoning"


USUAL = f"Dra A1 | Gob C1, {CLUB}, str 16, hp 60, ac 13, longsword, longbow"


def breath(rules: str, brings: str, text: str = USUAL) -> tuple[Table, Done]:
    """The goblin has failed its save against a breath that brings this."""
    action = {"area": "cone 15 ft", "of": "enemies", "save": "con 20", "fail": [brings], "repeats": True}
    t = scene(text, rules, creatures={"Dra": {"actions": {"breath": action}}}).table()
    done = t.use_action("Dra", "breath", at="C1", dice=[10])
    return t, done


@clause("weakened")
def test_the_weakened_are_hampered_in_all_that_takes_strength(rules: str) -> None:
    """Swords, not bows; saves and checks with Strength, not with Dexterity."""
    t, _ = breath(rules, "weakened for 1 minute")

    t.move("Gob", "B1")
    assert ["weakened"] == t.attack("Gob", "Dra", "club", dice=[2, 3]).disadvantage
    t.begin_turn("Gob")
    assert "weakened" not in t.attack("Gob", "Dra", "longbow", dice=[2, 3]).disadvantage
    assert ["weakened"] == t.save("Gob", "str", 10, dice=[2, 3]).disadvantage
    assert [] == t.save("Gob", "dex", 10, dice=[2]).disadvantage


@editions("srd-5.2")
def test_weakness_with_dice_takes_them_off_every_damage_roll(rules: str) -> None:
    """8 + 3 of a longsword less a 4, and of 3 points of a club no more than there are."""
    t, _ = breath(rules, "weakened 1d6 for 1 minute")

    t.move("Gob", "B1")
    assert 8 + 3 - 4 == t.attack("Gob", "Dra", "longsword", dice=[15, 15, 8, 4]).damage
    t.begin_turn("Gob")
    assert 0 == t.attack("Gob", "Dra", "club", dice=[15, 15, 1, 6]).damage


@clause("sluggish")
def test_the_sluggish_have_half_their_speed_no_reaction_and_one_kind_of_action(rules: str) -> None:
    """In 5.1 they make no second attack either."""
    text = f"Dra A1 | Gob C1, {CLUB}, hp 60, ac 13, two attacks, cunning action"
    t, done = breath(rules, "sluggish for 1 minute", text)

    assert ["sluggish"] == done.gained
    assert (15, False) == (t["Gob"].speed_ft, t["Gob"].has_reaction)
    t.begin_turn("Gob")
    t.move("Gob", "B1")
    assert not t["Gob"].has_reaction
    assert "action.used" == t.refusal("dash", "Gob", bonus=True)
    t.attack("Gob", "Dra", "club", dice=[2])
    if rules == "srd-5.2":
        t.attack("Gob", "Dra", "club", dice=[2])
    else:
        assert "action.used" == t.refusal("attack", "Gob", "Dra", "club")


@clause("dazed")
def test_the_dazed_have_one_kind_of_action_and_no_reaction(rules: str) -> None:
    t, done = breath(rules, "dazed for 1 minute", f"Dra A1 | Gob C1, {CLUB}, two attacks, cunning action")

    assert ["dazed"] == done.gained
    t.begin_turn("Gob")
    assert (30, False) == (t["Gob"].speed_ft, t["Gob"].has_reaction)
    assert "action.used" == t.refusal("dash", "Gob", bonus=True)


@clause("flustered")
def test_the_flustered_do_not_react(rules: str) -> None:
    t, done = breath(rules, "flustered for 1 minute", f"Dra A1; Bat C2, hp 9 | Gob C1, {CLUB}, cunning action")

    assert ["flustered"] == done.gained
    t.begin_turn("Gob")
    t.dash("Gob", bonus=True)
    assert [] == t.move("Bat", "C3 C4").all("opportunity-attack")


@clause("festering")
def test_what_festers_does_not_heal(rules: str) -> None:
    t, done = breath(rules, "festering for 1 minute")
    t.hurt("Gob", (10, "fire"))

    assert ["festering"] == done.gained
    t.fight.gain_hp(t["Gob"], 5)
    assert 50 == t.hp("Gob")


@clause("half-speed")
def test_a_hit_may_halve_the_speed(rules: str) -> None:
    t, done = breath(rules, "half speed for 1 minute")

    assert (["half speed"], 15) == (done.gained, t["Gob"].speed_ft)


@clause("slowed")
def test_a_hit_may_take_feet_off_the_speed(rules: str) -> None:
    t, done = breath(rules, "slowed 10 ft for 1 minute")

    assert (["slowed 10 ft"], 20) == (done.gained, t["Gob"].speed_ft)


@clause("distracted")
def test_the_distracted_are_hampered_in_attacks_and_checks(rules: str) -> None:
    t, _ = breath(rules, "distracted for 1 minute")

    t.move("Gob", "B1")
    assert ["distracted"] == t.attack("Gob", "Dra", "club", dice=[2, 3]).disadvantage
    assert ["distracted"] == t.check("Gob", "athletics", 10, dice=[2, 3]).disadvantage


@editions(*ALL)
def test_a_fight_in_which_nobody_brings_any_has_no_such_row(rules: str) -> None:
    named = scene(f"Ada A1 | Gob C1, {CLUB}", rules).encounter.setup.effect_named

    assert "weakened" not in named
    assert "sluggish" not in named
