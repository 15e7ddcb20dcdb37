"""Small displays, real or emulated."""
