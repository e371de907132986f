"""What can come of a move before anybody rolls a die: exact odds, and simulation beside them."""
