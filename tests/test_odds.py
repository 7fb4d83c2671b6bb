"""The exact odds against counting by hand, against whole enumeration, and against the closed forms of the tactics."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encounter.engine.chance import volley_distribution
from encounter.engine.combatant import Combatant
from encounter.engine.d20 import (
    ATTACK,
    CHECK,
    CRITICAL,
    MAJOR,
    REROLL,
    SAVE,
    SKILL,
    SRD,
    SUCCESS,
    D20Roll,
    D20Rules,
    RollHelp,
    roll_d20,
)
from encounter.engine.dice import Dice, EnumeratingDice, RecordingDice, ways_to_like_pools, ways_to_pool
from encounter.engine.fight import Fight
from encounter.engine.rules.attack import MAIN, resolve_attack, roll_damage
from encounter.engine.rules.contest import opposed_rolls
from encounter.engine.rules.damage import Dealt
from encounter.engine.rules.legal import LEGAL, judge_attack
from encounter.engine.rules.reasons import derive_attack
from encounter.engine.rules.saves import prepare_check
from encounter.engine.rules.things import derive_strike, judge_strike, roll_strike
from encounter.engine.tables import Thing, Use
from encounter.odds import (
    AttackOdds,
    Position,
    acts_before,
    attack_odds,
    blow,
    chance_of,
    contest_odds,
    d20_odds,
    mean,
    outcomes,
    strike_odds,
    succeeds,
    sums,
    together,
    turn_orders,
)
from scenes import scene

RULES = pytest.mark.parametrize("rules", [SRD, REROLL], ids=["srd", "reroll"])


# ------------------------------------------------------------------------------------------------------- enumeration


def test_a_procedure_without_dice_has_one_outcome() -> None:
    assert {"calm": 1} == outcomes(lambda dice: "calm")


def test_two_dice_have_the_chances_of_their_sums() -> None:
    assert {2: Fraction(1, 4), 3: Fraction(1, 2), 4: Fraction(1, 4)} == outcomes(
        lambda dice: dice.roll(2) + dice.roll(2)
    )


def test_twenty_dice_at_once_are_as_many_branches_as_they_have_sums() -> None:
    dice = EnumeratingDice()
    branches = 0
    while True:
        dice.start()
        dice.total(20, 6)
        branches += 1
        if not dice.advance():
            break

    assert 101 == branches


def test_a_die_that_is_rolled_only_sometimes_is_weighed_so() -> None:
    def again_on_a_one(dice: Dice) -> int:
        first = dice.roll(4)
        return int(dice.roll(4) if first == 1 else first)

    assert {1: Fraction(1, 16), 2: Fraction(5, 16), 3: Fraction(5, 16), 4: Fraction(5, 16)} == outcomes(again_on_a_one)


def test_the_mean_and_the_sum_of_distributions() -> None:
    die = outcomes(lambda dice: int(dice.roll(6)))

    assert Fraction(7, 2) == mean(die)
    assert outcomes(lambda dice: int(dice.total(2, 6))) == together(die, die)
    assert sums(lambda dice: int(dice.total(2, 6))) == together(die, die)
    assert Fraction(1, 2) == chance_of(die, lambda face: face % 2 == 0)


# ---------------------------------------------------------------------------------------------------------- d20 rolls


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_pools_taken_together_are_as_many_as_the_pools(count: int) -> None:
    assert 20**count == sum(number for _, number in ways_to_like_pools(count))
    assert all(len(pool) == count for pool, _ in ways_to_like_pools(count) if count > 3)


def test_pools_taken_together_keep_the_same_die_as_each_of_them() -> None:
    def kept(pools: list[tuple[list[int], int]], choose: Callable[[list[int]], int]) -> dict[int, int]:
        counts: dict[int, int] = {}
        for pool, number in pools:
            counts[choose(pool)] = counts.get(choose(pool), 0) + number
        return counts

    assert kept(ways_to_pool(4, 20), max) == kept(ways_to_like_pools(4), max)
    assert kept(ways_to_pool(4, 20), min) == kept(ways_to_like_pools(4), min)


@RULES
@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from([ATTACK, CHECK, SAVE, SKILL]),
    bonus=st.integers(-6, 15),
    target=st.integers(1, 32),
    net=st.integers(-2, 2),
    lucky=st.booleans(),
)
def test_the_odds_are_those_of_every_order_of_the_dice(
    rules: D20Rules, kind: int, bonus: int, target: int, net: int, lucky: bool
) -> None:
    """Each die of the pool by itself, in every order, none taken together."""
    if abs(net) == 2 and lucky:
        net //= 2  # a fourth die in every order is too many
    roll, help, dice = D20Roll(), RollHelp(), EnumeratingDice()
    one_by_one = RecordingDice(dice)  # knows no pools
    counted: dict[tuple[int, int], Fraction] = {}
    while True:
        dice.start()
        help.clear()
        help.lucky = lucky
        roll.net, roll.bonus, roll.target = net, bonus, target
        roll_d20(one_by_one, rules, roll, help, kind)
        key = (int(roll.kept), int(roll.degree))
        counted[key] = counted.get(key, Fraction(0)) + Fraction(dice.weight, dice.scale)
        if not dice.advance():
            break

    assert counted == d20_odds(rules, kind, bonus=bonus, target=target, net=net, lucky=lucky)


@RULES
@pytest.mark.parametrize(("net", "neutral"), [(0, 1), (0, 2), (1, 1), (-1, 1)])
def test_a_chain_of_neutral_re_rolls_is_what_rolling_it_gives(rules: D20Rules, net: int, neutral: int) -> None:
    roll, help = D20Roll(), RollHelp()

    def whole(dice: Dice) -> tuple[int, int]:
        help.clear()
        help.neutral = neutral
        roll.net, roll.bonus, roll.target = net, 5, 16
        roll_d20(dice, rules, roll, help, SKILL)
        return int(roll.kept), int(roll.degree)

    assert outcomes(whole) == d20_odds(rules, SKILL, bonus=5, target=16, net=net, neutral=neutral)


def test_thirty_one_re_rolls_are_quickly_reckoned() -> None:
    assert 1 - Fraction(19, 20) ** 32 == succeeds(d20_odds(REROLL, SKILL, target=20, net=31))


# ------------------------------------------------------------------------------------------------- attacks and chance

USES = ("sword +5 1d8+3", "sting +4 2d6", "club +3 1d4+1 bludgeoning")
FOES = ("ac 15", "resists slashing", "vulnerable to bludgeoning", "immune to slashing", "ac 22")
STATES = {-1: "dodging", 0: "still", 1: "restrained"}


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2", "reroll"])
@pytest.mark.parametrize("weapon", USES)
@pytest.mark.parametrize("foe", FOES)
def test_the_closed_forms_of_the_tactics_are_the_exact_odds(rules: str, weapon: str, foe: str) -> None:
    for net, state in STATES.items():
        for near in (False, True):
            more = ", paralyzed" if near else ""
            if near and net:
                continue
            position = scene(f"Ada A1, {weapon} | Gob B1, {foe}, {state}{more}", rules).position
            f = position.fight
            a, t = f.combatants[0], f.combatants[1]
            use = a.stat.uses[0]
            assert LEGAL == judge_attack(f, a, t, use, f.facts)
            derive_attack(f, a, t, use, f.facts)
            needed = int(f.facts.target_number - f.facts.bonus)
            closed = volley_distribution(
                f.setup.rules.d20, use, 1, needed, f.facts.net, near, f.setup.profiles[t.stat.kind], 0
            )
            exact = attack_odds(position, 0, 1, use).damage

            assert closed == pytest.approx([float(exact.get(amount, 0)) for amount in range(len(closed))], abs=1e-12)
            assert max(exact) < len(closed)


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2", "reroll"])
@pytest.mark.parametrize(
    "text",
    [
        "Ada A1, stick +5 1d4+1 | Gob B1, hp 90",
        "Ada A1, stick +5 1d4+1 | Gob B1, hp 90, restrained, resists slashing",
        "Ada A1, stick +5 1d4+1, poisoned | Gob B1, hp 90, ac 22",
        "Ada A1, stick +5 1d4+1 | Gob B1, hp 90, paralyzed",
        "Ada A1, stick +5 1d4+1, {lucky} | Gob B1, hp 90",
        "Ada A1, dagger, sneak attack 1d4; Bo C1 | Gob B1, hp 90",
    ],
)
def test_an_attack_taken_apart_is_the_whole_attack(rules: str, text: str) -> None:
    """Degree first and damage then are what the attack comes to when every die of it is enumerated at once."""
    position = scene(text.format(lucky="luck" if rules == "srd-5.2" else "lucky"), rules).position

    def whole(dice: Dice) -> tuple[bool, int]:
        f = position.put_back(dice)
        a, t = f.combatants[0], f.combatants[len(f.combatants) - 1]
        assert LEGAL == judge_attack(f, a, t, a.stat.uses[0], f.facts)
        return resolve_attack(f, a, t, a.stat.uses[0], MAIN), int(a.damage_dealt)

    at_once = outcomes(whole)
    f = position.put_back()
    last = len(f.combatants) - 1
    judge_attack(f, f.combatants[0], f.combatants[last], f.combatants[0].stat.uses[0], f.facts)
    derive_attack(f, f.combatants[0], f.combatants[last], f.combatants[0].stat.uses[0], f.facts)
    apart = attack_odds(position, 0, last, f.combatants[0].stat.uses[0])

    assert apart.hit == chance_of(at_once, lambda end: end[0])
    assert apart.damage == {
        amount: chance_of(at_once, lambda end, amount=amount: end[1] == amount)
        for amount in {end[1] for end in at_once}
    }


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2", "reroll"])
def test_parts_of_damage_folded_into_each_other_are_all_dice_at_once(rules: str) -> None:
    """Two parts of one type are halved together, a negative one is none, and another type is doubled."""
    position = scene(
        "Ada A1 | Gob B1, hp 90, resists fire, vulnerable to cold",
        rules,
        creatures={"Ada": {"attacks": {"rod": {"to_hit": 5, "damage": ["1d4-2 fire", "1d3 cold", "1d4+1 fire"]}}}},
    ).position
    f = position.put_back()
    use = f.combatants[0].stat.uses[0]
    judge_attack(f, f.combatants[0], f.combatants[1], use, f.facts)
    derive_attack(f, f.combatants[0], f.combatants[1], use, f.facts)

    for degree in (SUCCESS, CRITICAL, MAJOR):

        def whole(dice: Dice, degree: int = degree) -> int:
            f.dice = dice
            dealt = Dealt()
            roll_damage(f, f.combatants[0], f.combatants[1], use, degree, MAIN, False, dealt)
            return int(dealt.total)

        assert outcomes(whole) == blow(f, f.combatants[0], f.combatants[1], use, degree, MAIN, False)


def test_an_object_is_worn_by_parts_of_damage_as_by_all_dice_at_once() -> None:
    position = scene(
        "Ada A1 | Gob E1",
        creatures={"Ada": {"attacks": {"rod": {"to_hit": 5, "damage": ["1d4-2 fire", "1d3 cold", "1d4+1 fire"]}}}},
        objects=[{"name": "door", "at": "B1", "ac": 12, "hp": 9, "threshold": 3, "resist": ["fire"]}],
    ).position
    f = position.put_back()
    a, thing = f.combatants[0], f.setup.things[0]
    use = a.stat.uses[0]
    assert LEGAL == judge_strike(f, a, thing, use, f.facts)
    derive_strike(f, a, thing, use, f.facts)

    odds = strike_odds(f, a, thing, use)

    plain = outcomes(lambda dice: _strike_with(f, dice, a, thing, use, SUCCESS))
    critical = outcomes(lambda dice: _strike_with(f, dice, a, thing, use, CRITICAL))
    assert odds.critical == Fraction(1, 20)
    for amount in range(1, 20):
        ordinary = (odds.hit - odds.critical) * plain.get(amount, 0)
        assert odds.damage.get(amount, 0) == ordinary + odds.critical * critical.get(amount, 0)


def _strike_with(f: Fight, dice: Dice, a: Combatant, thing: Thing, use: Use, degree: int) -> int:
    f.dice = dice
    return int(roll_strike(f, a, thing, use, degree, []))


def test_riders_of_damage_alone_are_worked_out_one_by_one() -> None:
    """One after the other they come to what both come to at once; a condition between them is not taken apart."""
    fire = {"save": "con 12", "fail": ["2d4 fire"], "half": True}
    cold = {"save": "dex 12", "fail": ["1d6 cold"], "half": True}

    def damage(*hit: object) -> dict[int, Fraction]:
        block = {"to_hit": 5, "damage": "1d4 slashing", "hit": [*hit]}
        position = scene("Ada A1 | Gob B1", creatures={"Ada": {"attacks": {"rod": block}}}).position
        f = position.put_back()
        a, t = f.combatants
        judge_attack(f, a, t, a.stat.uses[0], f.facts)
        derive_attack(f, a, t, a.stat.uses[0], f.facts)
        return attack_odds(position, 0, 1, a.stat.uses[0]).damage

    assert damage(fire, cold) == damage(fire, cold, "deafened")
    assert mean(damage(fire, cold)) < mean(damage("restrained", fire, cold))


def test_the_most_dice_that_are_simulated_have_exact_odds() -> None:
    """Fifty ways for each of many dice are never gone through one by one."""
    told = scene(
        "Ada A1 | Gob B1, ac 10, hp 900",
        creatures={"Ada": {"attacks": {"rod": {"to_hit": 5, "damage": ["40d12 fire", "20d10+10d20 cold"]}}}},
    ).chance("Ada", "Gob")

    assert Fraction(4, 5) == told


@pytest.mark.parametrize("rules", ["srd-5.1", "reroll"])
@pytest.mark.parametrize("text", ["Ada A1{} | Gob B1", "Ada A1{} | Gob B1, poisoned", "Ada A1, poisoned{} | Gob B1"])
def test_a_contest_taken_apart_is_both_rolls_at_once(rules: str, text: str) -> None:
    f = scene(text.format(", athletics 5, lucky"), rules).position.fight
    a, d = f.combatants[0], f.combatants[1]
    prepare_check(f, a, 0, "athletics", 5, 1, f.facts)
    prepare_check(f, d, 0, "athletics", 2, 0, f.opposed_facts)

    def whole(dice: Dice) -> bool:
        f.dice = dice
        return opposed_rolls(f, a, d)

    at_once = outcomes(whole)

    assert at_once[True] == contest_odds(f, a, d).win


def test_a_volley_is_the_sum_of_its_attacks() -> None:
    position = scene("Ada A1, longsword | Gob B1").position
    f = position.fight
    use = f.combatants[0].stat.uses[0]
    judge_attack(f, f.combatants[0], f.combatants[1], use, f.facts)
    derive_attack(f, f.combatants[0], f.combatants[1], use, f.facts)
    one = attack_odds(position, 0, 1, use).damage
    three = together(together(one, one), one)

    closed = volley_distribution(f.setup.rules.d20, use, 3, 10, 0, False, f.setup.profiles[0], 0)

    assert closed == pytest.approx([float(three.get(amount, 0)) for amount in range(len(closed))], abs=1e-12)


def test_damage_is_not_capped_by_hit_points_and_riders_count_on_the_dead() -> None:
    fang = {"to_hit": 5, "reach": "5 ft", "damage": "1 piercing", "hit": [{"save": "con 12", "fail": ["2d6 poison"]}]}
    position = scene("Asp A1 | Rat B1, ac 5, hp 1", creatures={"Asp": {"attacks": {"fang": fang}}}).position
    odds = odds_of(position)

    assert Fraction(19, 20) == odds.hit
    assert odds.hit * (1 + Fraction(11, 20) * 7) == odds.expected_damage
    assert odds.hit == odds.reaches(1)


def test_a_condition_from_one_rider_bears_on_the_save_against_the_next() -> None:
    web = {
        "to_hit": 5,
        "reach": "5 ft",
        "damage": "1 piercing",
        "hit": ["restrained", {"save": "dex 11", "fail": ["1d4 fire"]}],
    }
    position = scene("Asp A1 | Rat B1, ac 5", creatures={"Asp": {"attacks": {"web": web}}}).position
    odds = odds_of(position)

    assert odds.hit * (1 + Fraction(3, 4) * Fraction(5, 2)) == odds.expected_damage


def odds_of(position: Position) -> AttackOdds:
    f = position.fight
    a, t = f.combatants[0], f.combatants[1]
    judge_attack(f, a, t, a.stat.uses[0], f.facts)
    derive_attack(f, a, t, a.stat.uses[0], f.facts)
    return attack_odds(position, 0, 1, a.stat.uses[0])


# --------------------------------------------------------------------------------------------------------- initiative


def test_orders_of_turns_are_those_of_every_roll_with_ties_in_every_order() -> None:
    f = scene("Ada A1, init 2; Bram A2 | Gob B1, init -1").position.fight
    counted: dict[tuple[str, ...], Fraction] = {}
    for dice in product(range(1, 21), repeat=3):
        totals = {name: die + mod for name, die, mod in zip(("Ada", "Bram", "Gob"), dice, (2, 0, -1), strict=True)}
        for ranks in permutations(range(3)):  # one of the six orders breaks every tie
            rank = dict(zip(("Ada", "Bram", "Gob"), ranks, strict=True))
            order = tuple(sorted(totals, key=lambda name: (-totals[name], rank[name])))
            counted[order] = counted.get(order, Fraction(0)) + Fraction(1, 6 * 8000)

    assert counted == turn_orders(f)


@pytest.mark.parametrize(
    ("options", "chance"),
    [
        ({}, Fraction(439, 800)),
        ({"ties": "modifier"}, Fraction(210 + 19, 400)),
        ({"ties": "reroll"}, Fraction(210, 400) + Fraction(19, 400) * Fraction(210, 210 + 171)),
    ],
)
def test_ties_of_initiative_are_settled_as_the_options_say(options: dict[str, str], chance: Fraction) -> None:
    f = scene("Ada A1, init 2 | Gob B1, init 1", options=options).position.fight

    assert chance == acts_before(f, f.combatants[0], f.combatants[1])
    assert 1 - chance == acts_before(f, f.combatants[1], f.combatants[0])


def test_a_fixed_order_is_certain() -> None:
    f = scene("Ada A1 | Gob B1, init 9", order=["Ada", "Gob"]).position.fight

    assert 1 == acts_before(f, f.combatants[0], f.combatants[1])


# ------------------------------------------------------------------------------------------------------------ position


def test_a_position_has_the_printed_hit_points_where_a_fight_would_roll_them() -> None:
    rolled = scene("Ada A1, hp 5 | Gob B1", creatures={"Gob": {"hp": "7 (2d6)"}}, options={"monster_hp": "rolled"})
    f = rolled.position.fight

    assert [(5, 5), (7, 7)] == [(c.hp, c.max_hp) for c in f.combatants]


def test_a_name_is_found_without_case_and_a_wrong_one_gets_the_nearest() -> None:
    position = scene("Ada A1 | Gob B1").position

    assert 1 == position.named("GOB").index
    with pytest.raises(ValueError, match=r"nobody in this fight is called 'Gom'; did you mean Gob\?"):
        position.named("Gom")


def test_a_success_needs_its_degree() -> None:
    assert {(face, SUCCESS) for face in range(16, 21)} <= set(d20_odds(SRD, CHECK, target=16))
