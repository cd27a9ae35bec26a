"""`python -m device` is the command `ratscrew`."""

import sys

from device.cli import main

sys.exit(main())
