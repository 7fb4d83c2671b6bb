"""`python -m encounter` is the command `encounter`."""

import sys

from encounter.cli import main

if __name__ == "__main__":
    sys.exit(main())
