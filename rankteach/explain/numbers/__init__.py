"""Where a number comes from: which measure gives it, or which mistake."""
