"""Background work: one process per project that reads transcripts and rebuilds the memory."""
