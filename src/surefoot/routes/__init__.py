"""Reach and cheapest routes: where a model can end within a budget, and the cheapest legal route to a place.

Obstacles and prices come from the ruleset's own lens and tariff. The search runs in `geometry.search`. Every route
that is returned has been billed and judged by the referee.

`plan` is the entry: `find_route` and `find_reach`. Each folder imports only those before it in this list: `ground`,
`one_level`, `links`, `over_levels`, `turning`, `risk`.
"""
