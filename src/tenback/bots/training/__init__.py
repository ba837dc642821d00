"""How the networks of `expert` are made: self-play, TD(lambda), Adam.

One trainer (``trainer.py``), two devices: the processor (``shard_learner.py``) and a GPU
(``gpu_learner.py``).
"""
