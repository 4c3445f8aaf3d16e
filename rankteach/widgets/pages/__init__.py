"""Live pages: a surface saved as one file, which answers clicks without Python."""
