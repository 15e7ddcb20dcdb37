"""The rule sets that are shipped, one TOML file each."""
