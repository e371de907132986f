"""One module for each command, or for a few that share their options."""
