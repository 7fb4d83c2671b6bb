"""Spells as data: what each does when it is cast, one table an edition."""
