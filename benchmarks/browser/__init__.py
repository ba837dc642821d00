"""A phone as Chromium emulates it, with the CPU slowed down: frames, clicks, work."""
