"""The pictures of the README, all made by the project itself; ``__main__`` makes them anew."""
