"""Chance and choice as explicit questions, and the hosts that answer them."""
