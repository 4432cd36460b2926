"""The simulated patient: facts, what a question brings out of them, and the voice that says it."""
