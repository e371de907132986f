"""Looking back at a game: what each declaration could have come to, how lucky it was, and which path was better."""
