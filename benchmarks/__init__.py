"""Speed as ratios to others, measured side by side in one run: ``make bench``. Nothing here fails a test."""
