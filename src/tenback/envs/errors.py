"""What goes wrong with an environment, said in one line."""

__all__ = ["IllegalActionError"]


class IllegalActionError(ValueError):
    """An action that the rules refuse, where ``illegal="raise"`` was asked for."""

    def __init__(self, action: str, code: str, game: int = 0) -> None:
        super().__init__(
            f"{action} is refused in game {game}: {code}; the mask lists the legal actions"
        )
        self.action = action
        self.code = code
        self.game = game
