"""Studies: many games by plan, over tables, players and seeds; the same rows on any number of workers."""
