"""What prose says and no key holds is named; what it says in other words than usual is read all the same."""

import pytest

from encounter.bestiary import shelf
from encounter.bestiary.assembling import assemble, regeneration
from encounter.bestiary.deeds import read_action
from encounter.bestiary.draft import Draft, Feature
from encounter.bestiary.importing import import_text
from encounter.bestiary.multiattack import read_multiattack
from encounter.bestiary.prose import read_attack
from encounter.bestiary.reading import defences


def keys_of(name, rules):
    return shelf.find(name, rules).keys


def beast_of(*features):
    return assemble(Draft("Thing", ac=12, hp=20, features=list(features), legendary=3))


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("The oni regains 10 hit points at the start of its turn if it has at least 1 hit point.", "10", []),
        (
            "The troll regains 15 Hit Points at the start of each of its turns. If the troll takes Acid or Fire "
            "damage, this trait doesn't function on the troll's next turn. The troll dies only if it starts its turn "
            "with 0 Hit Points and doesn't regenerate.",
            "15 at 0 unless acid or fire",
            [],
        ),
        (
            "It regains 20 hit points at the start of its turn if it isn't in sunlight or running water. If it takes "
            "radiant damage or damage from holy water, this trait doesn't function at the start of its next turn.",
            "20 unless radiant",
            ["sunlight", "running water", "holy water"],
        ),
    ],
)
def test_regeneration_keeps_what_stops_it_or_names_it(text, name, left):
    assert (f"regeneration {name}", left) == regeneration(text)


def test_the_trolls_of_both_editions_get_up_unless_acid_or_fire_stops_them():
    assert "regeneration 10 at 0 unless acid or fire" in keys_of("Troll", "srd-5.1")["traits"]
    assert "regeneration 15 at 0 unless acid or fire" in keys_of("Troll", "srd-5.2")["traits"]


def test_an_attack_that_only_some_may_suffer_names_whom():
    bite = read_attack(
        "Bite",
        "Melee Weapon Attack: +6 to hit, reach 5 ft., one willing creature, or a creature that is grappled by the "
        "vampire. Hit: 6 (1d6 + 3) piercing damage.",
    )
    assert [] == bite.left
    assert ["grappled by me"] == bite.keys["only"]


def test_one_condition_that_is_told_twice_is_brought_once():
    assert ["charmed"] == keys_of("Vampire, Vampire Form", "srd-5.1")["actions"]["charm"]["fail"]


@pytest.mark.parametrize(
    ("whom", "keys"),
    [
        (
            "each enemy within 30 feet that can hear it",
            {"area": "emanation 30 ft", "of": "enemies", "needs": "hearing"},
        ),
        ("each creature within 10 feet", {"area": "emanation 10 ft"}),
        ("each enemy in a 20-foot Emanation originating from it", {"area": "emanation 20 ft", "of": "enemies"}),
        ("every hostile creature within 10 feet", {"area": "emanation 10 ft", "of": "enemies"}),
        ("one enemy within 30 feet", {"target": "one", "range": "30 ft"}),
        ("each creature within 5 feet of a point within 60 feet", {"area": "sphere 5 ft", "range": "60 ft"}),
        ("each creature within 15 feet of the thing", {"area": "emanation 15 ft"}),
    ],
)
def test_whom_a_save_reaches_in_either_wording(whom, keys):
    roar = read_action("Roar", f"Wisdom Saving Throw: DC 13, {whom}. Failure: The target has the Prone condition.")
    assert ({**keys, "save": "wis 13", "fail": ["prone"]}, []) == (roar.keys, roar.left)


def test_a_save_without_area_and_range_says_so():
    song = read_action("Song", "Wisdom Saving Throw: DC 13. Failure: The target has the Prone condition.")
    assert ["whom it reaches"] == song.left


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("The thing makes two Rend attacks. It can replace one with Spit.", ["rr", "rs"]),
        ("The thing makes two Rend attacks, and it can replace one attack with a Spit attack.", ["rr", "rs"]),
        ("The thing makes two Rend attacks. It can replace a Rend attack with a use of Breath.", ["rr", "rb"]),
        (
            "The thing makes one Rend attack and one Spit attack. It can replace the Rend attack with Breath.",
            ["rs", "sb"],
        ),
        ("The thing makes two Rend attacks. One of these attacks can be replaced with Spit.", ["rr", "rs"]),
        ("The thing makes two Rend attacks, one of which can be replaced with Spit.", ["rr", "rs"]),
        ("The thing makes two Rend attacks and can replace both attacks with a use of Breath.", ["rr", "b"]),
        ("The thing makes two Rend attacks. It can use Breath in place of one attack.", ["rr", "br"]),
        ("The thing makes two Rend attacks. It can replace one with its Juggling.", ["rr"]),
    ],
)
def test_what_replaces_an_attack_is_never_one_more(text, ways):
    letters = {"r": "rend", "s": "spit", "b": "breath"}
    made, left = read_multiattack(text, {"rend": "rend", "spit": "spit"}, {"breath": "breath"})
    assert [[letters[one] for one in way] for way in ways] == made
    assert (["a replacement"] if len(ways) == 1 else []) == left


def test_members_of_a_list_of_defences_that_nobody_knows_are_named():
    assert (["fire", "poison"], ["sonic"]) == defences("fire, sonic, and poison")
    assert (["cold", "prone"], ["dizzy"]) == defences("cold; dizzy, prone")


@pytest.mark.parametrize(
    ("text", "immune", "ignored"),
    [
        ("Lupo\nBestia Media\nCA 12\nPF 11\nImmunità: fuoco, indebolimento, vertigine\nFor 14 Des 15 Cos 12\nInt 3 "
         "Sag 12 Car 6\nAzioni\nMorso. Tiro per colpire in mischia: +4, portata 1,5 m. Colpito: 5 danni perforanti.\n",
         ["fire", "exhaustion"], ["Lupo: immunities: vertigine"]),
        ("Wolf\nMedium Beast\nAC 12\nHP 11\nImmunities Fire, Sonic; Exhaustion\nStr 14 Dex 15 Con 12\nInt 3 Wis 12 "
         "Cha 6\n", ["fire", "exhaustion"], ["Wolf: immunities: Sonic"]),
    ],
)  # fmt: skip
def test_an_import_names_unknown_immunities_in_any_language(text, immune, ignored):
    made = import_text(text)
    assert (immune, ignored) == (made.creatures[0].keys["immune"], made.ignored)


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2"])
def test_the_heads_of_a_hydra_are_named(rules):
    assert ["multiple heads: losing and regrowing heads"] == keys_of("Hydra", rules)["left_out"]


def test_a_legendary_action_that_is_one_of_two_is_both_of_them():
    lord = keys_of("Mummy Lord", "srd-5.1")["actions"]
    assert {"attacks": ["rotting fist"], "cost": "legendary 1"} == lord["attack"]
    assert {**lord["dreadful glare"], "cost": "legendary 1"} == lord["dreadful glare (legendary action)"]

    claw = Feature("action", "Claw", "Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: 5 (1d4 + 3) slashing damage.")
    tail = Feature("action", "Tail", "Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: 7 (1d8 + 3) slashing damage.")
    either = Feature("legendary action", "Attack", "The thing makes one claw attack or tail attack.")
    made = beast_of(claw, tail, either).keys["actions"]
    assert [["claw"], ["tail"]] == [action["attacks"] for action in made.values()]


@pytest.mark.parametrize("name", ["Giant Toad", "Giant Frog"])
def test_the_older_swallowing_is_no_bite_and_is_named(name):
    keys = keys_of(name, "srd-5.1")
    assert "action swallow" in keys["left_out"]
    assert "swallow" not in keys.get("actions", {})


@pytest.mark.parametrize("name", ["Giant Toad", "Giant Frog"])
def test_the_newer_swallowing_is_an_action_on_whom_the_beast_holds(name):
    keys = keys_of(name, "srd-5.2")
    assert ["grappled by me"] == keys["actions"]["swallow"]["only"]
    assert ["blinded", "restrained"] == keys["swallows"]["conditions"]


def test_what_an_attack_of_an_action_does_beside_its_damage_is_named():
    text = "The thing makes one claw attack. If the attack hits, the target is turned to stone."
    assert ["what its hit does beside"] == read_action("Rake", text, {"claw": "claw"}).left
