"""Cheapest paths among obstacles, areas with a rate, and links between charts. Only `surefoot.routes` uses it.

Read in this order: `plot` (what a chart is made of), `chart` and `ground` (obstacles and prices), `anchor_search` (the
search), `polish` and `chain` (the last digits), `field` (the price of any place), `multi_start` and `link_search` (several
charts). Every module with a `.pxd` beside it is compiled, see `surefoot.geometry`.
"""
