"""Reach and cheapest path: where a model can end within a budget, and the cheapest legal way to a place.

The ruleset's own lens and tariff say what is in the way and what it costs; the search runs in the geometry kernel;
whatever is handed out has been billed and judged by the referee.
"""
