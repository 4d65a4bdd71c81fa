"""Figures that a person can look at: worked out of receipts and log, drawn in the terminal or on a page."""
