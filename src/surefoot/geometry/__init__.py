"""Plan geometry of bases and outlines: no game words in here."""
