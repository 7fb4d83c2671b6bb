"""Sunlight, and those who cannot bear it (rules.md B.3 d21, B.6)."""

from clauses import clause, editions
from scenes import Scene, reasons, scene

OLDER = ("srd-5.1", "reroll")


def kobold(trait: str, rules: str, light: str = "sunlight", **keys: object) -> Scene:
    return scene(f"Kob A1, club +4 1d4+2, {trait}, dex save +2 | Ada B1, longsword", rules, light=light, **keys)


def looking(s: Scene, **asked: object) -> tuple[list[str], list[str]]:
    return reasons(s.explain("Kob", "Ada", action="check", skill="perception", dc=10, **asked))


@clause("sunlight-sensitivity")
def test_who_is_sensitive_to_sunlight_attacks_badly_in_it_and_nowhere_else(rules):
    """Bright light is no sunlight."""
    assert ([], ["sunlight-sensitivity"]) == reasons(kobold("sunlight sensitivity", rules).explain("Kob", "Ada"))
    assert ([], []) == reasons(kobold("sunlight sensitivity", rules).explain("Ada", "Kob"))
    for light in ("bright", "dim"):
        assert ([], []) == reasons(kobold("sunlight sensitivity", rules, light).explain("Kob", "Ada"))


@clause("sunlight-sensitivity", OLDER)
def test_older_rules_hinder_looking_in_sunlight_and_no_other_check(rules):
    s = kobold("sunlight sensitivity", rules)

    assert ([], ["sunlight-sensitivity"]) == looking(s)
    assert ([], []) == reasons(s.explain("Kob", action="check", skill="athletics", dc=10))


@clause("sunlight-sensitivity", OLDER)
def test_older_rules_let_the_sensitive_listen_for_what_they_cannot_see(rules):
    """The one checked for stands in fog: it is heard."""
    fog = [{"kind": "fog", "from": "B1", "to": "B1"}]

    assert ([], []) == looking(kobold("sunlight sensitivity", rules, zones=fog))
    assert ([], ["sunlight-sensitivity"]) == looking(kobold("sunlight sensitivity", rules))


@clause("sunlight-sensitivity", ["srd-5.2"])
def test_newer_rules_hinder_every_ability_check_in_sunlight(rules):
    s = kobold("sunlight sensitivity", rules)

    assert ([], ["sunlight-sensitivity"]) == looking(s)
    assert ([], ["sunlight-sensitivity"]) == reasons(s.explain("Kob", action="check", skill="athletics", dc=10))


@clause("sunlight-sensitivity")
def test_sunlight_falls_on_some_squares_alone(rules):
    """A shaft of sunlight: in it, and beside it."""
    shaft = [{"kind": "light", "level": "sunlight", "from": "A1", "to": "A8"}]

    lit = scene("Kob A1, club +4 1d4+2, sunlight sensitivity | Ada B1", rules, zones=shaft)
    assert ([], ["sunlight-sensitivity"]) == reasons(lit.explain("Kob", "Ada"))
    beside = scene("Kob B1, club +4 1d4+2, sunlight sensitivity | Ada A1", rules, zones=shaft)
    assert ([], []) == reasons(beside.explain("Kob", "Ada"))


@clause("light-sensitivity")
def test_who_is_sensitive_to_light_attacks_badly_in_a_torchs_bright_light(rules):
    torch = {"Ada": {"carries": ["lit candle"]}}
    s = kobold("light sensitivity", rules, "dark", states=torch)

    assert ([], ["light-sensitivity"]) == reasons(s.explain("Kob", "Ada"))
    dim = scene("Kob C1, longbow, light sensitivity | Ada A1", rules, light="dark", states=torch)
    assert ([], []) == reasons(dim.explain("Kob", "Ada"))


@clause("light-sensitivity", OLDER)
def test_older_rules_hinder_looking_in_bright_light_too(rules):
    assert ([], ["light-sensitivity"]) == looking(kobold("light sensitivity", rules, "bright"))


@editions("srd-5.2")
def test_newer_rules_hinder_no_check_of_those_who_are_sensitive_to_light(rules):
    assert ([], []) == looking(kobold("light sensitivity", rules, "bright"))


@clause("sunlight-weakness")
def test_whom_sunlight_weakens_it_hinders_at_everything(rules):
    s = kobold("sunlight weakness", rules)

    assert ([], ["sunlight-weakness"]) == reasons(s.explain("Kob", "Ada"))
    assert ([], ["sunlight-weakness"]) == reasons(s.explain("Kob", action="check", skill="athletics", dc=10))
    assert ([], ["sunlight-weakness"]) == reasons(s.explain("Kob", action="save", ability="dex", dc=10))
    night = kobold("sunlight weakness", rules, "bright")
    assert ([], []) == reasons(night.explain("Kob", action="save", ability="dex", dc=10))
