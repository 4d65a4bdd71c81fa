"""What doctor looks at: one module per part of the set-up, each a generator of findings."""
