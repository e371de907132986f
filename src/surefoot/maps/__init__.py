"""Maps of other programs as terrain: walls, doors and areas, with heights as stated assumptions."""
