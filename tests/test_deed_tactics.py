"""What the built-in tactics do with actions that are no attack, and tactics of one's own with them."""

from typing import Any

from encounter.engine import tactic
from encounter.engine.fight import Decider, Fight
from encounter.engine.intent import Intent
from encounter.engine.tactic import Choice, Tactic, View
from encounter.engine.tactics.own import Own
from scenes import scene
from table import Table

BREATH = {"area": "cone 15 ft", "save": "con 14", "damage": "4d6 cold", "half": "yes", "recharge": "5-6"}


def drake(text: str, actions: dict[str, Any], **more: Any) -> Table:
    return scene(text, "srd-5.1", creatures={"Drake": {"actions": actions}}, **more).table()


def used(t: Table, who: str, dice: list[int]) -> list[str]:
    """What somebody does in a turn: actions by name, attacks by theirs."""
    done = t.take_turn(who, dice=dice)
    told = [event.as_json() for event in done.events if event.type in ("action", "attack")]
    return [str(event.get("name") or event.get("attack") or event["action"]) for event in told]


def test_a_breath_that_catches_two_is_worth_more_than_a_claw() -> None:
    t = drake("Drake A2, claw +5 1d6 | Ada C2, hp 40; Bram D2, hp 40", {"breath": BREATH})

    assert ["breath"] == used(t, "Drake", [3, 3, 3, 3, 20, 20])


def test_nobody_breathes_on_its_friends_for_one_enemy() -> None:
    """The harm to two allies in the way outweighs the one enemy behind them."""
    text = (
        "Drake A2, claw +5 1d6, speed 0; Cub B2, two attacks, greataxe; Kit C2, two attacks, greataxe | Ada D2, hp 40"
    )

    assert "breath" not in used(drake(text, {"breath": BREATH}), "Drake", [])


def test_it_walks_to_where_the_breath_reaches_and_breathes_then() -> None:
    t = drake("Drake A2 | Ada F2, hp 40; Bram G2, hp 40", {"breath": BREATH})

    done = t.take_turn("Drake", dice=[3, 3, 3, 3, 20, 20])

    assert ["turn", "move", "action"] == done.types[:3]
    assert ["Ada", "Bram"] == done.one("action")["reaches"]


def test_a_roar_of_a_multiattack_comes_before_its_attacks_and_only_once_it_can_do_something() -> None:
    roar = {
        "area": "emanation 30 ft",
        "of": "enemies",
        "save": "wis 13",
        "fail": "frightened",
        "immune_after": "success",
    }
    text = "Drake A2, claw +5 1d6 | Ada B2, hp 90"
    t = scene(
        text, "srd-5.1", creatures={"Drake": {"actions": {"roar": roar}, "multiattack": ["roar", "claw", "claw"]}}
    ).table()

    first = used(t, "Drake", [20, 2, 2])
    second = used(t, "Drake", [2, 2])

    assert ["roar", "claw", "claw"] == first
    assert ["claw", "claw"] == second


def test_a_healing_word_wakes_the_fallen_before_anything_else() -> None:
    word = {"cost": "bonus", "target": "one", "range": "60 ft", "heal": "1d4+3", "uses": "1/day"}
    t = drake("Drake A2, claw +5 1d6; Ada C2, character, hp 0 of 20 | Gob B2, hp 40", {"healing word": word})

    assert ["healing word", "claw"] == used(t, "Drake", [2, 2])


def test_the_attacks_of_a_bonus_action_follow_those_of_the_action() -> None:
    t = drake("Drake A2, claw +5 1d6 | Ada B2, hp 40", {"flurry": {"cost": "bonus", "attacks": ["claw", "claw"]}})

    assert ["claw", "flurry", "claw", "claw"] == used(t, "Drake", [2, 2, 2])


def test_with_its_action_spent_on_a_breath_only_the_attacks_of_the_bonus_action_are_left() -> None:
    rush = {"cost": "bonus", "attacks": ["unarmed strike"]}
    t = drake("Drake A2, claw +5 1d6 | Ada B2, hp 40; Bram C2, hp 40", {"breath": BREATH, "rush": rush})
    refused: list[int] = []
    t.fight.deciders[int(t["Drake"].index)] = Heard(t.fight.deciders[int(t["Drake"].index)], refused)

    done = used(t, "Drake", [3, 3, 3, 3, 20, 20, 2])

    assert ["breath", "rush", "unarmed strike"] == done
    assert [] == refused


class Heard(Decider):
    """Decides as somebody else does, and remembers the intents that were refused."""

    def __init__(self, inner: Decider, refused: list[int]) -> None:
        self.inner = inner
        self.refused = refused

    def decide(self, fight: Fight, me: int, intent: Intent) -> None:
        if intent.refused:
            self.refused.append(int(intent.refused))
        self.inner.decide(fight, me, intent)


class Breather(Tactic):
    """Breathes at the first enemy while it can, and swipes at whoever has just moved."""

    def act(self, view: View) -> Choice:
        ready = [action for action in view.actions if action.name == "breath" and action.uses > 0]
        if ready and view.has_action and view.refused == "":
            return tactic.use("breath", at=view.enemies[0].square)
        if view.attacks and not view.has_action and view.enemies:
            return tactic.attack("tail", view.enemies[0].name)
        return tactic.end()

    def take_legendary(self, view: View, after: str) -> Choice:
        return tactic.use("swipe")

    def use_reaction(self, view: View, action: str, other: str) -> bool:
        return False


def test_a_tactic_of_ones_own_uses_actions_takes_legendary_ones_and_declines_reactions() -> None:
    actions = {
        "breath": BREATH,
        "swipe": {"cost": "legendary", "attacks": ["tail"]},
        "parry": {"cost": "reaction", "when": "hit by melee attack", "ac": 5},
    }
    t = drake("Drake A2, tail +5 1d6 | Ada B2, hp 40, longsword", actions)
    t.order("Drake", "Ada")
    own = Own(Breather())
    t.fight.deciders[int(t["Drake"].index)] = own

    breathed = t.take_turn("Drake", dice=[3, 3, 3, 3, 20])
    hit = t.attack("Ada", "Drake", "longsword", dice=[12, 4])
    swiped = t.after_turn("Ada", dice=[2])

    assert "breath" == breathed.one("action")["name"]
    assert "HIT 17" == hit.summary
    assert ["legendary", "action", "attack"] == swiped.types
