"""The rulesets that come with Surefoot: plug-ins, found by the entry point `surefoot.rulesets` like any other."""
