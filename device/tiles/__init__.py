"""A player's own tile sets: learnt, tried, bettered from use."""
