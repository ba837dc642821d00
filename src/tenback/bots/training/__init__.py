"""How the networks of `expert` are made: self-play, TD(lambda), Adam.

On the processor (``trainer.py``), or on a graphics card (``card_trainer.py``).
"""
