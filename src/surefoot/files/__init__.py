"""Scenarios, game logs and the published schema: everything that comes from a file or goes into one."""
