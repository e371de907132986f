"""Mutation of rule code, judged by the conformance corpus alone: `make mutate RULESET=… [TOPIC=…]`."""
