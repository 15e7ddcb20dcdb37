"""Cameras behind one port: Raspberry Pi, USB, streams, films, folders."""
