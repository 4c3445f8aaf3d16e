"""Several lists and the mean over them."""
