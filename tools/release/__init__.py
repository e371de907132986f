"""`make release`: archives that build the same everywhere, with checksums, a bill of materials and licences."""
