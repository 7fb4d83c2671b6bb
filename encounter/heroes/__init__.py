"""Typical heroes of the SRD's twelve classes, from the class rules alone: `hero: fighter 5`.

`building.hero` gives one as the keys of a scenario file; `classes` holds what the classes are, `arms` the weapons.
"""
