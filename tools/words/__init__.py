"""Everything that people read, gathered for translators."""
