"""What if? What every swap of two ranks, and every other judgement of one item, would change; and what chance does."""

from rankteach.explain.what_if.alternatives import best_swaps as best_swaps
from rankteach.explain.what_if.alternatives import swaps as swaps
from rankteach.explain.what_if.alternatives import toggles as toggles
from rankteach.explain.what_if.by_chance import chance as chance
from rankteach.explain.what_if.lambdas import lambdas as lambdas
