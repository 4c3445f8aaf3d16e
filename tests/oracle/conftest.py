"""What the tools need to know before they are imported."""

import os

# ranx compiles each of its functions at the first call, which takes a minute; its Python gives the same numbers
os.environ["NUMBA_DISABLE_JIT"] = "1"
