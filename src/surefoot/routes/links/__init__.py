"""Links between levels: where they are, what they cost at least, and what the referee says to them."""
