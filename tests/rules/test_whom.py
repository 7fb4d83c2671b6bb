"""Whom attacks, riders and actions are for: types of creature and states; and what some hits leave behind."""

import pytest

from clauses import clause, editions
from encounter.scenario.source import ScenarioErrors
from scenes import reasons, scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
BITE = {"to_hit": 6, "damage": "1d6+3 piercing"}


def block(**attack: object) -> dict[str, object]:
    """A creature with one attack, a bite."""
    return {"attacks": {"bite": {**BITE, **attack}}}


@clause("attack.only")
def test_a_vampire_bites_only_whom_it_holds_or_who_is_helpless(rules: str) -> None:
    """Ada is free, Bram in its grip, Cid restrained by somebody else."""
    vampire = {"Vam": block(only=["grappled by me", "incapacitated", "restrained"])}
    s = scene(
        "Vam B1 | Ada A1; Bram C1, grappled by Vam; Cid B2, restrained; Dot A2, stunned", rules, creatures=vampire
    )

    assert "attack.only" == s.explain("Vam", "Ada", attack="bite")["illegal"]["clause"]
    assert [True, True, True] == [s.explain("Vam", name, attack="bite")["legal"] for name in ("Bram", "Cid", "Dot")]


@clause("attack.only")
def test_its_tactic_does_not_think_of_biting_anybody_else(rules: str) -> None:
    """It has a claw as well, worse by far: the claw it is, until Ada is in its grip."""
    vampire = {"Vam": {"attacks": {"bite": {**BITE, "damage": "6d6 necrotic", "only": "grappled by me"}, "claw": BITE}}}
    free = scene("Vam B1 | Ada A1, hp 60", rules, creatures=vampire).table()
    held = scene("Vam B1 | Ada A1, hp 60, grappled by Vam", rules, creatures=vampire).table()

    assert "claw" == free.take_turn("Vam", dice=[10, 3]).one("attack")["attack"]
    assert "bite" == held.take_turn("Vam", dice=[14, 1, 1, 1, 1, 1, 1]).one("attack")["attack"]
    free.begin_turn("Vam")
    assert "attack.only" == free.refusal("attack", "Vam", "Ada", "bite")


@clause("action.only")
def test_a_ghoul_paralyzes_neither_the_undead_nor_elves(rules: str) -> None:
    """The rider is for others alone; the damage is for everybody."""
    claw = block(hit=[{"only": ["not undead", "not elf"], "save": "con 10", "fail": ["paralyzed for 1 minute"]}])
    kinds = {"Gho": claw, "Zom": {"type": "undead"}, "Elf": {"type": "humanoid (elf)"}, "Ada": {"type": "humanoid"}}
    t = scene("Gho B1 | Zom A1; Elf C1; Ada B2", rules, creatures=kinds).table()

    for name in ("Zom", "Elf"):
        done = t.attack("Gho", name, "bite", dice=[15, 2])
        t.begin_turn("Gho")
        assert (5, [], "action.only") == (done.damage, done.gained, done.all("action")[-1]["clause"])
    assert ["paralyzed"] == t.attack("Gho", "Ada", "bite", dice=[15, 2, 3]).gained


@clause("action.only")
def test_an_action_may_be_for_some_types_alone(rules: str) -> None:
    """The hag frightens beasts and humanoids; a character is a humanoid unless it says otherwise."""
    hag = {"Hag": {"actions": {"looks": {"area": "emanation 30 ft", "only": ["beasts", "humanoids"], "save": "wis 11",
                                         "fail": ["frightened for 1 minute"]}}},
           "Dog": {"type": "beast"}, "Orb": {"type": "aberration"}}  # fmt: skip
    t = scene("Hag A1 | Ada C1, character; Dog C2; Orb C3; Who C4", rules, creatures=hag).table()
    done = t.use_action("Hag", "looks", at="A1", dice=[2, 2])

    assert ["Ada", "Dog"] == [event["target"] for event in done.all("condition-on")]


@clause("attack.advantage")
def test_an_attack_may_have_advantage_against_some(rules: str) -> None:
    """A bugbear against whom it holds, a shark against the hurt."""
    bugbear = scene(
        "Bug A1 | Ada B1, grappled by Bug; Bram A2", rules, creatures={"Bug": block(advantage="grappled by me")}
    )
    shark = scene("Sha A1 | Ada B1, hp 9 of 10; Bram A2, hp 10", rules, creatures={"Sha": block(advantage="hurt")})

    assert [["attack.advantage"], []] == [reasons(bugbear.explain("Bug", name))[0] for name in ("Ada", "Bram")]
    assert [["attack.advantage"], []] == [reasons(shark.explain("Sha", name))[0] for name in ("Ada", "Bram")]


@clause("attack.advantage")
def test_a_doppelganger_has_advantage_in_the_first_round(rules: str) -> None:
    t = scene("Dop A1 | Ada B1, ac 30", rules, creatures={"Dop": block(advantage="first round")}).table()
    t.fight.round = 1
    assert ["attack.advantage"] == t.attack("Dop", "Ada", "bite", dice=[2, 3]).advantage

    t.fight.round = 2
    t.begin_turn("Dop")
    assert [] == t.attack("Dop", "Ada", "bite", dice=[3]).advantage


@clause("off-balance")
def test_a_hit_may_hamper_the_next_attack_of_its_target(rules: str) -> None:
    """Over with that attack, hit or miss."""
    ettin = {"Ett": block(hit=["off balance until the end of its next turn"])}
    t = scene("Ett A1 | Ada B1, two attacks, club +4 1d4", rules, creatures=ettin).table()

    assert ["off balance"] == t.attack("Ett", "Ada", "bite", dice=[15, 2]).gained
    assert ["off-balance"] == t.attack("Ada", "Ett", "club", dice=[2, 2]).disadvantage
    assert [] == t.attack("Ada", "Ett", "club", dice=[2]).disadvantage


@clause("exposed")
def test_a_hit_may_help_the_next_attack_on_its_target(rules: str) -> None:
    worg = {"Wor": block(hit=["exposed until the start of my next turn"])}
    t = scene("Wor A1; Gob B2, two attacks, club +4 1d4 | Ada B1, ac 20", rules, creatures=worg).table()

    assert ["exposed"] == t.attack("Wor", "Ada", "bite", dice=[15, 2]).gained
    assert ["exposed"] == t.attack("Gob", "Ada", "club", dice=[2, 2]).advantage
    assert [] == t.attack("Gob", "Ada", "club", dice=[2]).advantage


@editions(*ALL)
@pytest.mark.parametrize(
    ("only", "said"),
    [("humanoyd", "did you mean `humanoid`"), ("not prone", "no type of creature"), ("grappled by Ada", "by whom")],
)
def test_whom_something_is_for_is_said_in_known_words(rules: str, only: str, said: str) -> None:
    with pytest.raises(ScenarioErrors, match=said):
        scene("Vam A1 | Ada B1", rules, creatures={"Vam": block(only=only)})


@editions(*ALL)
def test_a_type_that_is_none_is_named(rules: str) -> None:
    with pytest.raises(ScenarioErrors, match="`undeed` is no type of creature"):
        scene("Zom A1 | Ada B1", rules, creatures={"Zom": {"type": "undeed"}})
