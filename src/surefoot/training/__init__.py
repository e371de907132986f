"""Training: the conformance corpus as lessons with questions, and puzzles made from seeds."""
