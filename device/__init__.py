"""Cameras, display, voice, page, log, service and command line."""
