"""The rulesets that come with Surefoot: guests, found by the entry point `surefoot.rulesets` like any other."""
