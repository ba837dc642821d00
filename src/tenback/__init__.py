"""The card-game family "The Game": Original, Extreme and Duel."""
