"""Where hands are settled: the hand being entered, the waiting ones, what is committed."""
