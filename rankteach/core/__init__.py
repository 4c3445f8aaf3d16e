"""The one idea, columns that remember how they were made, and the judged lists that they are made from.

Read the class ``Column`` first (values with a record), then the table at the end of ``operations`` (one row for each
operation) and the class ``Judged`` (the columns of a judged list): then you can read ``metrics/average.py``. A call of
a metric is ``Metric.__call__`` in ``tracing/metric.py``: it runs the function on columns, and the column that comes out
becomes a ``Trace``, which only reads the record.

``ranking`` and ``batch`` check what you give (one list, and many) and store it as ``Arrays``. The other files serve
these: ``checks`` (input), ``sorting``, ``running`` (a number at every cutoff), ``paired`` (two lists), ``list_html`` (a
list in a notebook), ``outside`` (text from outside), ``decoding`` (JSON).
"""
