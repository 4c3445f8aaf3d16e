"""What is around the parts of every surface, and how its modules become one."""
