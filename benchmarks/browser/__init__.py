"""A phone as Chromium plays it, with the CPU slowed down: frames, clicks, work."""
