"""Table codes that are short to type, and tokens that cannot be guessed."""

import hashlib
import secrets

__all__ = ["hash_token", "new_code", "new_token", "normalise_code"]

#: No letter that could be mistaken for another letter or a digit.
_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_LENGTH = 7


def new_code() -> str:
    """Draw a table code; there are 27 billion of them, and guessing is rate limited."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def normalise_code(text: str) -> str:
    """Read a code as people type it: any case, with spaces or dashes."""
    code = "".join(sign for sign in text.upper() if sign.isalnum())
    return code if len(code) == _LENGTH and set(code) <= set(_ALPHABET) else ""


def new_token() -> str:
    """Draw the key to a seat: 192 random bits."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the hash of a token that is stored; a stolen database opens no seat."""
    return hashlib.sha256(token.encode()).hexdigest()
