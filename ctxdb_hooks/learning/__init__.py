"""Learning from what happened after a turn: what came of it, the model, whether it may act."""
