"""Why a number is what it is: differences, contributions, other lists, mistakes."""
