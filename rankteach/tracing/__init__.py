"""What makes a function on columns a metric, and what a metric returns: its trace."""
