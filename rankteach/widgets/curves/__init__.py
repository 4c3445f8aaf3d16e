"""The threshold along the ROC and the precision-recall curve."""
