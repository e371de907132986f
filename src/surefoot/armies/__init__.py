"""Rosters of other programs as armies: units of models, with every number and where it came from."""
