"""Which shell, which rc file, how our block gets in and out."""
