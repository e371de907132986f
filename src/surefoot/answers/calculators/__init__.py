"""Calculators that rulesets offer: feats of one character and journeys of a party. No game is known here."""
