"""Games for programs: the moves to choose among, states with exact chances, environments, and opponents.

`State` is a game as a tree of decisions and chances, `environments` wraps it for PettingZoo and Gymnasium, `opponents` has
players of three strengths. All of them call the referee as the faces do, in every ruleset.
"""
