"""The one idea, columns that remember how they were made, and the judged lists that they are made from.

Read ``column`` first (values with a record), then ``operations`` (one row for each operation), ``judged`` (the columns
of a judged list), ``ranking`` and ``batch`` (one list, and many): then you can read ``metrics/average.py``. The other
files serve these: ``checks`` (input), ``sorting``, ``running`` (a number at every cutoff), ``paired`` (two lists).
"""
