"""Calculators for one character or a party: feats and journeys."""
