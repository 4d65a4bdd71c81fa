"""Per user turn: A intent, B complexity, C policy."""
