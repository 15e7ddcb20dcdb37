"""The whole table out of boxes: rows, seats, sets, rivers, walls, facts."""
