"""Creatures of the SRD as figures, the reader of stat blocks behind them, and the importers of other formats.

`shelf.find` gives a creature of a ruleset's bestiary by name; nothing here is needed before one is asked for.
"""
