"""Chance against cost: risky routes, and how surely each place can be reached unharmed."""
