"""Tables made: armies and a map become a scenario; a generator of plausible tables; scenarios out again."""

# The game of a map whose ruleset is not named: terrain on several levels.
DEFAULT_RULESET = "necromunda-2023"
