"""The game at the terminal: the prompt, its commands, questions of the rules, and scenarios told as a story."""
