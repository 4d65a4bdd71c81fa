"""Doctor: each thing that can be wrong is made wrong, found, and mended where it can be."""
