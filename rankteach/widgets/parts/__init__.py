"""The parts of surfaces: the Python, the JavaScript and the style sheet of a part carry one name."""
