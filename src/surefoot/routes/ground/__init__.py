"""One level of a table as a map that can be searched: obstacles, priced areas, and where a base may rest."""
