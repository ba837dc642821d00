"""What a position is worth: weighted features, and the value network."""
