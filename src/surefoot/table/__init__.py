"""What stands on the table: terrain, models, objects, notes, clock; immutable, on an integer lattice."""
