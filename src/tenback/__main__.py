"""``python -m tenback``: the same as the command ``tenback``."""

import sys

from tenback.cli import main

if __name__ == "__main__":
    sys.exit(main())
