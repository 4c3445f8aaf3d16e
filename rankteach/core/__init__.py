"""The one idea, columns that remember how they were made, and the judged lists that they are made from.

Read three files, as far as CONTRIBUTING says, in this order: ``column`` (values with a record), ``operations`` (one row
for each operation) and ``judged`` (the columns of a judged list). Then you can read ``metrics/average.py``. A call of a
metric is ``Metric.__call__`` in ``tracing/metric.py``: it runs the function on columns, and the column that comes out
becomes a ``Trace``, which only reads the record.

The other files serve these three: ``on_arrays`` and ``on_fractions`` (how operations calculate), ``running`` (a number
at every cutoff), ``ranking`` and ``batch`` (one list and many, as you give them) with ``judged_arrays`` (as they are
stored), ``checks`` (input), ``sorting``, ``list_html`` (a list in a notebook), ``outside`` (text from outside).
"""
