"""A function of yours against the definition: does it agree, where not, and what does it calculate instead?"""
