"""Where the catalogue of the tiny ruleset's later version lies."""
