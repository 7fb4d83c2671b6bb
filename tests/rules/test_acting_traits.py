"""Traits that act: they spare, absorb, burn, burst, and move their bearers about."""

import pytest

from clauses import clause, editions, hear
from encounter.engine.rules.reaction import WHY_NOT, provocation
from encounter.scenario.idle_traits import IDLE_TRAITS
from encounter.scenario.source import ScenarioErrors
from scenes import reasons, scene
from table import Table

OLD = ["srd-5.1", "reroll"]
CLUB = "club +4 1d4+2 bludgeoning"
WINGS = {"Owl": {"speed": {"walk": "5 ft", "fly": "60 ft"}}}
BREATH = {"breath": {"area": "cone 15 ft", "save": "dex 12", "damage": "2d8 fire", "half": True}}


def why_not(t: Table, reactor: str, mover: str, to: str) -> str:
    """The clause for which a step of the mover does not provoke the reactor; empty where it does."""
    clause_id = WHY_NOT[provocation(t.fight, t[reactor], t[mover], t[mover].square, t.place(to))]
    hear(t.encounter.ruleset, clause_id)
    return clause_id


# ------------------------------------------------------------------------------------------------------ slipping away


@clause("flyby")
def test_whoever_flies_by_provokes_nobody(rules: str) -> None:
    """It flies out of reach and nobody strikes; without the trait the same way costs it a blow."""
    t = scene(f"Owl B1, flyby | Def A1, {CLUB}", rules, creatures=WINGS).table()
    other = scene(f"Owl B1 | Def A1, {CLUB}", rules, creatures=WINGS).table()

    assert "flyby" == why_not(t, "Def", "Owl", "C1")
    assert ["move"] == t.move("Owl", "C1").types
    assert "" == why_not(other, "Def", "Owl", "C1")


@clause("flyby")
def test_nobody_flies_by_lying_on_the_ground(rules: str) -> None:
    up = scene(f"Owl B1, flyby | Def A1, {CLUB}", rules, creatures=WINGS).table()
    prone = scene(f"Owl B1, flyby, prone | Def A1, {CLUB}", rules, creatures=WINGS).table()

    assert "flyby" == why_not(up, "Def", "Owl", "C1")
    assert "" == why_not(prone, "Def", "Owl", "C1")


@clause("agile", ["srd-5.2"])
def test_an_agile_creature_needs_no_wings_for_that(rules: str) -> None:
    t = scene(f"Deer B1, agile | Def A1, {CLUB}", rules).table()

    assert "agile" == why_not(t, "Def", "Deer", "C1")
    assert ["move"] == t.move("Deer", "C1 D1").types


# ------------------------------------------------------------------------------------------------------------- damage


@clause("evasion")
def test_evasion_halves_what_a_failed_dexterity_save_would_cost(rules: str) -> None:
    """11 of fire, and Ada fails: she takes 5. Bram, who has not the trait, takes all of it."""
    t = scene("Drake A2 | Ada C2, evasion, hp 40; Bram D2, hp 40", rules, creatures={"Drake": {"actions": BREATH}})
    done = t.table().use_action("Drake", "breath", at="C2", dice=[5, 6, 3, 3])

    assert [("Ada", 5, "evasion"), ("Bram", 11, None)] == [
        (hit["target"], hit["amount"], hit.get("clause")) for hit in done.all("damage")
    ]


@clause("evasion")
def test_whoever_evades_and_saves_takes_nothing(rules: str) -> None:
    t = scene("Drake A2 | Ada C2, evasion, hp 40", rules, creatures={"Drake": {"actions": BREATH}}).table()
    done = t.use_action("Drake", "breath", at="C2", dice=[5, 6, 15])

    assert [] == done.all("damage")
    assert "evasion" == done.all("action")[-1]["clause"]
    assert 40 == t.hp("Ada")


def test_evasion_is_no_help_against_other_saves() -> None:
    cold = {"blast": {**BREATH["breath"], "save": "con 12"}}
    t = scene("Drake A2 | Ada C2, evasion, hp 40", creatures={"Drake": {"actions": cold}}).table()
    t.use_action("Drake", "blast", at="C2", dice=[5, 6, 15])

    assert 35 == t.hp("Ada")


def test_in_2024_evasion_asks_for_somebody_who_can_act() -> None:
    drake = {"Drake": {"actions": BREATH}}
    old = scene("Drake A2 | Ada C2, evasion, hp 40, incapacitated", creatures=drake).table()
    new = scene("Drake A2 | Ada C2, evasion, hp 40, incapacitated", "srd-5.2", creatures=drake).table()
    old.use_action("Drake", "breath", at="C2", dice=[5, 6, 3])
    new.use_action("Drake", "breath", at="C2", dice=[5, 6, 3])

    assert (35, 29) == (old.hp("Ada"), new.hp("Ada"))


@clause("absorption")
@pytest.mark.parametrize("trait", ["acid absorption", "fire absorption", "lightning absorption"])
def test_damage_that_is_absorbed_heals(rules: str, trait: str) -> None:
    """7 of the type, and 3 bludgeoning: the golem loses 3 and regains 7."""
    t = scene(f"Gol A1, {trait}, hp 20 of 40 | Ada B1", rules).table()
    done = t.hurt("Gol", (7, trait.split(" ")[0]), (3, "bludgeoning"))

    assert (3, 7) == (done.damage, done.one("heal")["amount"])
    assert "absorption" == done.one("heal")["clause"]
    assert 24 == t.hp("Gol")


@clause("magic-weapons", OLD)
@pytest.mark.parametrize("trait", ["magic weapons", "angelic weapons", "hellish weapons"])
def test_magic_weapons_pass_the_skin_that_plain_ones_do_not(rules: str, trait: str) -> None:
    wraith = {"Wra": {"resist": ["slashing from nonmagical attacks"]}}
    t = scene(f"Gol A1, club +4 1d8 slashing, {trait} | Wra B1, hp 40", rules, creatures=wraith).table()
    done = t.attack("Gol", "Wra", "club", dice=[15, 6])

    assert 6 == done.damage
    assert {"clause": "magic-weapons"} in done.roll["applied"]


@clause("sure-footed", OLD)
def test_the_sure_footed_save_with_advantage_against_being_knocked_down(rules: str) -> None:
    goat = scene("Goat A1, sure-footed | Ada F1", rules)

    assert (["sure-footed"], []) == reasons(
        goat.explain("Goat", action="save", ability="str", dc=12, against=("prone",))
    )
    assert ([], []) == reasons(goat.explain("Goat", action="save", ability="con", dc=12, against=("prone",)))


# ------------------------------------------------------------------------------------------------- what changes nothing


@editions("srd-5.1", "srd-5.2", "reroll")
def test_traits_that_change_nothing_in_a_fight_are_not_said_to_be_left_out(rules: str) -> None:
    file = scene("Gol A1 | Ada F1", rules, creatures={"Gol": {"traits": ["immutable form", "berserk"]}})

    assert ("Gol: trait berserk",) == tuple(file.scenario.not_simulated)
    assert all(reason for reason in IDLE_TRAITS.values())


# ------------------------------------------------------------------------------------------- what acts by itself

STENCH = {
    "cost": "trait",
    "when": "a creature starts its turn within 5 ft",
    "save": "con 10",
    "fail": "poisoned until the start of its next turn",
    "immune_after": "success",
}
AURA = {"cost": "trait", "when": "its turn ends", "area": "emanation 5 ft", "damage": "1d10 fire"}
BURST = {
    "cost": "trait",
    "when": "dies",
    "area": "emanation 10 ft",
    "save": "dex 11",
    "damage": "2d6 fire",
    "half": True,
}
HIDE = {"cost": "trait", "when": "touched", "damage": "1d10 fire"}


def with_trait(text: str, rules: str, name: str, keys: dict[str, object], **more: object) -> Table:
    """A table at which Mon has a trait that acts by itself."""
    return scene(text, rules, creatures={"Mon": {"actions": {name: keys}, **more}}).table()


@clause("trait.turn-near")
def test_whoever_starts_its_turn_in_a_stench_saves_or_is_poisoned_until_its_next_turn(rules: str) -> None:
    t = with_trait("Mon A1 | Ada B1; Bram D1", rules, "stench", STENCH)

    far = t.begin_turn("Bram")
    near = t.begin_turn("Ada", dice=[9])

    assert ([], ["poisoned"]) == (far.gained, near.gained)
    assert "trait.turn-near" == near.one("action")["clause"]
    t.end_turn("Ada")
    assert ["poisoned"] == t.conditions("Ada")
    assert [] == t.begin_turn("Ada", dice=[10]).all("action")[1:]
    assert [] == t.conditions("Ada")


@clause("trait.turn-near")
def test_whoever_has_withstood_a_stench_once_smells_it_no_more(rules: str) -> None:
    """No die is rolled on its next turn."""
    t = with_trait("Mon A1 | Ada B1", rules, "stench", STENCH)

    assert 1 == len(t.begin_turn("Ada", dice=[10]).all("save"))
    t.end_turn("Ada")
    assert [] == t.begin_turn("Ada").all("save")


@clause("trait.turn-near")
def test_a_trait_may_ask_for_wits_and_for_enemies(rules: str) -> None:
    """Fear Aura: enemies alone, and not while the fiend is incapacitated."""
    fear = {
        "cost": "trait",
        "when": "an enemy starts its turn within 20 ft",
        "unless": "incapacitated",
        "save": "wis 21",
        "fail": "frightened until the start of its next turn",
    }
    t = with_trait("Mon A1; Imp B1 | Ada E1", rules, "fear aura", fear)
    stunned = with_trait("Mon A1, stunned | Ada E1", rules, "fear aura", fear)

    assert [] == t.begin_turn("Imp").all("save")
    assert ["frightened"] == t.begin_turn("Ada", dice=[15]).gained
    assert [] == stunned.begin_turn("Ada").all("save")


@clause("trait.own-turn")
def test_a_burning_aura_burns_everybody_near_at_the_end_of_its_owners_turn(rules: str) -> None:
    """Friend and foe within 5 ft, by one roll; not its owner, and nobody behind."""
    t = with_trait("Mon B1; Imp A1 | Ada C1; Bram D1", rules, "fire aura", AURA)
    done = t.end_turn("Mon", dice=[7])

    assert [("Imp", 7), ("Ada", 7)] == [(hit["target"], hit["amount"]) for hit in done.all("damage")]
    assert "trait.own-turn" == done.one("action")["clause"]


@clause("trait.own-turn")
def test_an_aura_of_its_owners_choice_spares_its_friends(rules: str) -> None:
    t = with_trait("Mon B1; Imp A1 | Ada C1", rules, "fire aura", {**AURA, "of": "enemies"})

    assert ["Ada"] == [hit["target"] for hit in t.end_turn("Mon", dice=[7]).all("damage")]


@clause("trait.own-turn")
def test_a_barbed_hide_pricks_whoever_grapples_it_at_the_start_of_its_turn(rules: str) -> None:
    barbs = {"cost": "trait", "when": "its turn starts", "of": "grapplers", "damage": "1d10 piercing"}
    t = with_trait("Mon A1, grappled by Ada | Ada B1; Bram A2", rules, "barbed hide", barbs)
    free = with_trait("Mon A1 | Ada B1; Bram A2, grappled by Mon", rules, "barbed hide", barbs)

    assert [("Ada", 4)] == [(hit["target"], hit["amount"]) for hit in t.begin_turn("Mon", dice=[4]).all("damage")]
    assert [] == free.begin_turn("Mon").all("damage")


@clause("trait.own-turn", ["srd-5.2"])
def test_in_2024_the_barbs_prick_whom_it_grapples_as_well(rules: str) -> None:
    barbs = {"cost": "trait", "when": "its turn starts", "of": "grappling", "damage": "1d10 piercing"}
    t = with_trait("Mon A1 | Ada B1, grappled by Mon; Bram A2", rules, "barbed hide", barbs)

    assert ["Ada"] == [hit["target"] for hit in t.begin_turn("Mon", dice=[4]).all("damage")]


@clause("trait.dies")
def test_a_burst_at_death_reaches_everybody_near(rules: str) -> None:
    """9 of fire: Ada fails and takes 9, Bram saves and takes 4; Cai stands too far off."""
    t = with_trait("Mon A1, hp 3 | Ada B1; Bram C1; Cai E1", rules, "death burst", BURST)
    done = t.hurt("Mon", (5, "cold"), dice=[4, 5, 3, 15])

    assert ["damage", "dead", "action", "save", "damage", "save", "damage"] == done.types
    assert (11, 16, 20) == (t.hp("Ada"), t.hp("Bram"), t.hp("Cai"))
    assert "trait.dies" == done.one("action")["clause"]


@clause("trait.dies")
def test_one_burst_may_set_off_the_next(rules: str) -> None:
    magmin = {"actions": {"death burst": BURST}}
    t = scene("Mon A1, hp 3; Mag C1, hp 3 | Ada D1", rules, creatures={"Mon": magmin, "Mag": magmin}).table()
    done = t.hurt("Mon", (5, "cold"), dice=[4, 5, 3, 2, 2, 15])

    assert ["Mon", "Mag"] == [event["target"] for event in done.all("dead")]
    assert 18 == t.hp("Ada")


@clause("trait.touched")
def test_a_heated_body_burns_whoever_hits_it_in_melee_from_within_5_ft(rules: str) -> None:
    t = with_trait("Mon A1, hp 60 | Ada B1, longsword; Bram C1, glaive; Cai D1, longbow", rules, "heated body", HIDE)

    hit = t.attack("Ada", "Mon", "longsword", dice=[15, 4, 6])
    assert [("Mon", 7), ("Ada", 6)] == [(one["target"], one["amount"]) for one in hit.all("damage")]
    assert "trait.touched" == hit.one("action")["clause"]
    assert 1 == len(t.attack("Bram", "Mon", "glaive", dice=[15, 4]).all("damage"))
    assert 1 == len(t.attack("Cai", "Mon", "longbow", dice=[15, 4]).all("damage"))


@clause("trait.touched")
def test_whoever_misses_is_not_burnt_and_whoever_grapples_is(rules: str) -> None:
    t = with_trait("Mon A1, hp 60, str 1 | Ada B1, longsword; Bram A2", rules, "heated body", HIDE)

    assert [] == t.attack("Ada", "Mon", "longsword", dice=[2]).all("damage")
    won = [1, 6] if rules == "srd-5.2" else [15, 5, 6]
    assert [("Bram", 6)] == [(one["target"], one["amount"]) for one in t.grapple("Bram", "Mon", dice=won).all("damage")]


@clause("trait.touched", ["srd-5.2"])
def test_what_answers_a_hit_in_melee_minds_no_distance(rules: str) -> None:
    acid = {"cost": "trait", "when": "hit in melee", "damage": "1d8 acid"}
    t = with_trait("Mon A1, hp 60 | Bram C1, glaive", rules, "corrosive form", acid)

    assert [("Mon", 7), ("Bram", 5)] == [
        (one["target"], one["amount"]) for one in t.attack("Bram", "Mon", "glaive", dice=[15, 4, 5]).all("damage")
    ]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"cost": "trait", "damage": "1d6 fire"}, "does not say when it acts"),
        ({"cost": "action", "when": "dies", "area": "emanation 5 ft", "damage": "1d6 fire"}, "does not act by itself"),
        ({"cost": "trait", "when": "dies", "damage": "1d6 fire"}, "does not say how far it reaches"),
        (
            {"cost": "trait", "when": "dies", "area": "cone 15 ft", "damage": "1d6 fire"},
            "reaches those about its owner",
        ),
        (
            {"cost": "trait", "when": "touched", "area": "emanation 5 ft", "damage": "1d6 fire"},
            "one creature at a time",
        ),
        ({"cost": "trait", "when": "dies", "area": "emanation 5 ft", "moves": "speed"}, "has no `moves`"),
        ({"cost": "action", "unless": "incapacitated", "damage": "1d6 fire"}, "takes no action anyway"),
        ({"cost": "trait", "when": "a creature starts its turn", "damage": "1d6 fire"}, "a moment such as"),
        (
            {"cost": "trait", "when": "a creature starts its turn within 900 ft", "damage": "1 fire"},
            "no such distance",
        ),
    ],
)
def test_what_makes_no_sense_of_a_trait_that_acts_is_refused(keys: dict[str, object], message: str) -> None:
    with pytest.raises(ScenarioErrors, match=message):
        with_trait("Mon A1 | Ada B1", "srd-5.1", "aura", keys)


# ------------------------------------------------------------------------------------------------------------- breath

POOL = [{"kind": "underwater", "from": "A1", "to": "F8"}]
WEAK = {"Ada": {"abilities": {"con": 1}, "kind": "character"}}


def run_out(t: Table, who: str) -> None:
    """Five rounds: the shortest breath that anybody holds."""
    for _ in range(5):
        t.end_turn(who)


@clause("suffocation", OLD)
def test_in_2014_whoever_is_out_of_breath_drops_after_a_round_for_each_point_of_con(rules: str) -> None:
    """CON 1 holds it for half a minute, and then lasts one round, the least there is."""
    t = scene("Ada A1 | Bo H1", rules, zones=POOL, creatures=WEAK).table()
    run_out(t, "Ada")

    assert [] == t.begin_turn("Ada").all("breath")
    t.end_turn("Ada")
    done = t.begin_turn("Ada", dice=[12])
    assert "suffocates" == done.one("breath")["change"]
    assert (0, "down") == (t.hp("Ada"), t.status("Ada"))


@clause("suffocation", ["srd-5.2"])
def test_in_2024_whoever_is_out_of_breath_tires_until_it_breathes_again(rules: str) -> None:
    t = scene("Ada F1 | Bo H1", rules, zones=POOL, creatures=WEAK).table()
    run_out(t, "Ada")
    assert [] == t.conditions("Ada")

    assert ["exhaustion"] == t.end_turn("Ada").gained
    t.end_turn("Ada")
    assert 2 == t["Ada"].ongoing[0].level
    t.move("Ada", "G1")
    assert ["exhaustion"] == t.end_turn("Ada").lost


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_breath_lasts_a_minute_and_one_more_for_each_point_of_con(rules: str) -> None:
    t = scene("Ada A1, con 14 | Bo H1", rules, zones=POOL).table()
    for _ in range(29):
        assert [] == t.end_turn("Ada").all("breath")

    assert "out" == t.end_turn("Ada").one("breath")["change"]


@clause("amphibious")
@clause("water-breathing")
@clause("hold-breath")
@clause("no-air")
@pytest.mark.parametrize(
    ("trait", "id"),
    [
        ("amphibious", "amphibious"),
        ("limited amphibiousness", "amphibious"),
        ("water breathing", "water-breathing"),
        ("hold breath", "hold-breath"),
        ("undead nature", "no-air"),
        ("unusual nature", "no-air"),
    ],
)
def test_some_do_not_suffocate_under_water(rules: str, trait: str, id: str) -> None:
    every = (("amphibious", "amphibious"), ("water breathing", "water-breathing"))
    every += (("hold breath", "hold-breath"), ("undead nature", "no-air"), (trait, id))
    for name, told in every:
        t = scene(f"Ada A1, {name} | Bo H1", rules, zones=POOL, creatures=WEAK).table()

        assert told == t.end_turn("Ada").one("breath")["clause"]
        run_out(t, "Ada")
        t.end_turn("Ada")
        assert [] == t.begin_turn("Ada").all("breath") + t["Ada"].ongoing


@clause("suffocation")
def test_whoever_breathes_water_alone_suffocates_on_land(rules: str) -> None:
    t = scene("Fish A1, water breathing, con 1 | Bo H1", rules).table()
    for _ in range(4):
        t.end_turn("Fish")

    assert {"change": "out", "clause": "suffocation"}.items() <= t.end_turn("Fish").one("breath").items()
    t.end_turn("Fish")
    t.begin_turn("Fish")
    left = ("up", ["exhaustion"]) if rules == "srd-5.2" else ("dead", [])
    assert left == (t.status("Fish"), t.conditions("Fish"))


def test_a_fish_at_the_surface_breathes() -> None:
    t = scene("Fish A1, water breathing, con 1 | Bo C1", map=["~~..", "~~.."]).table()
    run_out(t, "Fish")

    assert [] == t.begin_turn("Fish").all("breath")


# ------------------------------------------------------------------------------------------------------------- charges

TUSKS = {
    "tusks": {
        "to_hit": 5,
        "damage": "1d6+2 slashing",
        "charge": {"run": "20 ft", "damage": "2d6 slashing", "hit": [{"save": "str 13", "fail": ["prone"]}]},
    }
}
LION = {
    "claw": {
        "to_hit": 5,
        "damage": "1d6+3 slashing",
        "charge": {"run": "20 ft", "hit": [{"save": "str 13", "fail": ["prone"]}], "then": "bite"},
    },
    "bite": {"to_hit": 5, "damage": "1d8+3 piercing"},
}


@clause("charge")
def test_a_hit_at_the_end_of_a_charge_deals_more_and_may_knock_down(rules: str) -> None:
    """Four steps straight toward Ada: 4+2 of the tusks, 3+5 of the run, and she fails her save."""
    t = scene("Boar A1 | Ada F1, hp 40", rules, creatures={"Boar": {"attacks": TUSKS}}).table()
    t.begin_turn("Boar")
    t.move("Boar", "B1 C1 D1 E1")
    done = t.attack("Boar", "Ada", "tusks", dice=[15, 4, 3, 5, 6])

    assert (14, ["prone"]) == (done.damage, done.gained)
    assert {"clause": "charge"} in done.roll["applied"]


@clause("charge")
def test_a_critical_hit_doubles_the_dice_of_a_charge(rules: str) -> None:
    """Under `reroll` a 20 is a major critical, which doubles all dice too."""
    t = scene("Boar A1 | Ada F1, hp 60", rules, creatures={"Boar": {"attacks": TUSKS}}).table()
    t.begin_turn("Boar")
    t.move("Boar", "B1 C1 D1 E1")

    assert 22 == t.attack("Boar", "Ada", "tusks", dice=[20, 4, 4, 3, 3, 3, 3, 15]).damage


@clause("charge")
def test_a_run_that_is_short_or_does_not_lead_straight_is_no_charge(rules: str) -> None:
    """Fifteen feet are too few; and steps that bring nobody nearer break the run."""
    for way in ("C1 D1 E1", "B2 C3 D4 D3 E2"):
        t = scene("Boar B1, speed 60 | Ada F1, hp 40", rules, creatures={"Boar": {"attacks": TUSKS}}).table()
        t.begin_turn("Boar")
        t.move("Boar", way)
        done = t.attack("Boar", "Ada", "tusks", dice=[15, 4])

        assert (6, []) == (done.damage, done.roll["applied"])
    far = scene("Boar A1, speed 60 | Ada F1, hp 40", rules, creatures={"Boar": {"attacks": TUSKS}}).table()
    far.begin_turn("Boar")
    far.move("Boar", "B1 C1 D1 E1")
    assert 14 == far.attack("Boar", "Ada", "tusks", dice=[15, 4, 3, 5, 16]).damage


@clause("charge")
def test_a_charge_counts_for_one_hit(rules: str) -> None:
    t = scene("Boar A1, two attacks | Ada F1, hp 60", rules, creatures={"Boar": {"attacks": TUSKS}}).table()
    t.begin_turn("Boar")
    t.move("Boar", "B1 C1 D1 E1")
    t.attack("Boar", "Ada", "tusks", dice=[15, 4, 3, 5, 16])

    assert 6 == t.attack("Boar", "Ada", "tusks", dice=[15, 4]).damage


@clause("charge")
def test_whoever_pounces_bites_the_prone_as_a_bonus_action(rules: str) -> None:
    """The bite has advantage on the prone; it is made once, and not on somebody who has kept its feet."""
    lion = {"Leo": {"attacks": LION}}
    t = scene("Leo A1 | Ada F1, hp 60", rules, creatures=lion).table()
    t.begin_turn("Leo")
    t.move("Leo", "B1 C1 D1 E1")
    done = t.attack("Leo", "Ada", "claw", dice=[15, 4, 6, 3, 14, 5])

    assert [("claw", 7), ("bite", 8)] == [(hit["source"], hit["amount"]) for hit in done.all("damage")]
    assert "bonus" == done.all("action")[-1]["cost"]

    up = scene("Leo A1 | Ada F1, hp 60", rules, creatures=lion).table()
    up.begin_turn("Leo")
    up.move("Leo", "B1 C1 D1 E1")
    assert 1 == len(up.attack("Leo", "Ada", "claw", dice=[15, 4, 16]).all("damage"))


@editions("srd-5.1", "srd-5.2", "reroll")
def test_tactics_run_at_whom_they_can_charge(rules: str) -> None:
    """Two enemies are as good as each other but for the run: the boar leaves the near one for the far one."""
    t = scene("Boar C1 | Ada E3, hp 40; Bram H1, hp 40", rules, creatures={"Boar": {"attacks": TUSKS}}).table()
    done = t.take_turn("Boar", dice=[15, 4, 3, 5, 16])

    assert ("Bram", 14) == (done.one("damage")["target"], done.damage)


@pytest.mark.parametrize(
    ("attack", "message"),
    [
        ({"charge": {"run": "20 ft"}}, "the charge adds nothing"),
        ({"charge": {"damage": "1d6 slashing"}}, "run"),
        ({"range": "80/320 ft", "charge": {"run": "20 ft", "damage": "1d6 slashing"}}, "with a ranged attack"),
        ({"charge": {"run": "20 ft", "then": "gore"}}, "`gore` is no attack"),
    ],
)
def test_a_charge_that_makes_no_sense_is_refused(attack: dict[str, object], message: str) -> None:
    block = {"attacks": {"tusks": {"to_hit": 5, "damage": "1d6 slashing", **attack}}}
    with pytest.raises(ScenarioErrors, match=message):
        scene("Boar A1 | Ada F1", creatures={"Boar": block})


# ---------------------------------------------------------------------------------------- getting about, and seeing

PASSAGE = ["....####....", "............", "....####...."]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_an_ice_walk_is_neither_slow_nor_slippery(rules: str) -> None:
    """Three squares of ice cost 15 ft and no save; whoever has not the trait pays and slips."""
    keys = {"map": [".iii..", "......"], "legend": {"ice": "i"}}
    t = scene("Wyrm A1, ice walk | Gob F2", rules, **keys).table()
    other = scene("Wyrm A1 | Gob F2", rules, **keys).table()

    moved = t.move("Wyrm", "B1 C1 D1")
    assert (["move"], 15) == (moved.types, moved.one("move")["cost_ft"])
    assert [10] == [moved["cost_ft"] for moved in other.move("Wyrm", "B1", dice=[15]).all("move")]


@editions("srd-5.1", "srd-5.2", "reroll")
@pytest.mark.parametrize("trait", ["amorphous", "compression"])
def test_what_has_no_form_is_not_hampered_by_narrow_places(rules: str, trait: str) -> None:
    """Where an ogre squeezes, for twice the way, a pudding flows."""
    t = scene(f"Pud A1, large, {trait}, speed 40 | Gob L2, reaction used", rules, map=PASSAGE).table()
    ogre = scene("Pud A1, large, speed 40 | Gob L2, reaction used", rules, map=PASSAGE).table()

    flowed = t.move("Pud", "B1 C1 D2 E2")
    assert (20, []) == (sum(event["cost_ft"] for event in flowed.all("move")), flowed.gained)
    assert 30 == sum(event["cost_ft"] for event in ogre.move("Pud", "B1 C1 D2 E2").all("move"))


@editions("srd-5.1", "reroll")
def test_devils_sight_passes_magical_darkness_as_far_as_its_darkvision(rules: str) -> None:
    """At 35 ft it sees Ada through it with 60 ft of darkvision, and not with 30."""
    dark = [{"kind": "magical darkness", "from": "C1", "to": "D8"}]
    devil = {"Imp": {"traits": ["devil's sight"]}}
    for sight, seen in ((60, []), (30, ["unseen.target"])):
        s = scene(f"Imp A1, darkvision {sight}, longbow | Ada H1", rules, creatures=devil, zones=dark)

        assert seen == reasons(s.explain("Imp", "Ada"))[1]
