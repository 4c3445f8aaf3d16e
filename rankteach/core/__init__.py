"""The one idea, columns that remember how they were made, and the judged lists that they are made from."""
