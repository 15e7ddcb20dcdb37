"""The ledger's game as it is watched, kept and told."""
