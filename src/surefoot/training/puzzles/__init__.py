"""Puzzles from seeds: a random table, a goal, and several plans of which exactly one does what is asked."""
