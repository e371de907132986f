"""Where games are kept: one small SQL schema, in SQLite or PostgreSQL, that is only ever appended to."""
