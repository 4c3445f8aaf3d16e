"""What if? What every swap of two ranks, and every other judgement of one item, would change; and what chance does."""
