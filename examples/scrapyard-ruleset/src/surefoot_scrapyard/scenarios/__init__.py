"""The tables of Scrapyard, offered by the entry point surefoot.scenarios."""
