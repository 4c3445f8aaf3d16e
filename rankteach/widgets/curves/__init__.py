"""The curve explorer."""
