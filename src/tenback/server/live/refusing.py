"""The answer to a command that is not carried out."""

from tenback.server.wire.messages import Refused
from tenback.table.reasons import RefusalReason

__all__ = ["refuse"]


def refuse(command_id: str, reason: RefusalReason | str) -> Refused:
    """Return the answer to a command that is not carried out."""
    if isinstance(reason, str):
        reason = RefusalReason(reason, f"refusal.{reason}", {}, "")
    return Refused(command_id, reason.code, reason.key, reason.details, reason.rule)
