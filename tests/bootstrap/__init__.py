"""The background work: waiter, worker, locks, limits."""
