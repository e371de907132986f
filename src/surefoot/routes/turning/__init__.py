"""Paths and reach of bases that turn: hulls with a facing, and vehicles with a limited number of turns."""
