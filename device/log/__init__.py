"""The log of hands, entries and games, in SQLite or PostgreSQL."""
