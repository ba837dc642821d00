"""Number words that name no card: fixed phrases of ordinary speech, and the command THREE.

The phrases are read in the sentence of a reading, where only spaces and hyphens join words:
"you two" is an idiom, "for you: two" is not.
"""

import re

from tenback.rules.guard.reading import Reading

__all__ = ["harmless_words"]

_PLACES = "(?:piles?|rows?|stacks?|bases?|columns?|tas|colonnes?|rangees?|reihen?|stapels?|haufen)"
_SEATS = "(?:players?|joueurs?|joueuses?|spieler(?:in)?)"
_TURNS = "(?:turns?|rounds?|tours?|manches?|runden?|zuge?|zuege?)"
# 2nd, 3e, 4ème: in digits and an ending.
_ORDINAL = "[2-4] (?:nd|rd|th|e|eme|ieme|te[nrs]?)"
_COMMAND = "(?:commands?|orders?|consignes?|ordres?|befehle?|kommandos?)"

_PHRASES = [
    # people
    r"(?:you|us|we) two",
    r"the (?:two|three|four|five) of (?:us|you|them)",
    # "les deux" is both; a card would be "le deux"
    r"(?:les|ces) deux",
    r"(?:nous|vous|eux|elles) deux",
    r"(?:wir|ihr|uns|euch) zwei",
    r"zu (?:dritt|viert|funft|fuenft)",
    # the third and fourth pile, the third to fifth player or turn
    rf"(?:third|fourth|troisieme|quatrieme|(?:dritt|viert)e[nrsm]?|{_ORDINAL}) {_PLACES}",
    r"(?:third|fourth|fifth|troisieme|quatrieme|cinquieme|(?:dritt|viert|funft|fuenft)e[nrsm]?"
    rf"|{_ORDINAL}) (?:{_SEATS}|{_TURNS})",
    # the command
    rf"(?:three|trois|drei|3) {_COMMAND}",
    rf"{_COMMAND} (?:three|trois|drei|3)",
    # all and nothing
    r"(?:hundred|hundert|cent) (?:percent|per cent|prozent|pour cent)",
    r"per cent",
    r"(?:zero|null) (?:problemo?|probleme|chances?|hope|idea|risks?|risque|stress|souci|doubt|doute"
    r"|espoir|ahnung|bock|lust|hoffnung|zweifel|tolerance|toleranz|panic|panique"
    r"|panik|komma nix)",
    # new, not nine
    r"(?:quoi|rien) de neuf",
    r"(?:tout|flambant|comme) neuf",
    # to heed, not eight
    r"(?:gib|gebt) (?:gut |bitte |schon )?acht",
    r"acht (?:geben|zu geben)",
    r"in acht (?:nehmen|nimm|nehmt|genommen|zu nehmen)",
    r"(?:nimm|nehmt) (?:dich|euch) in acht",
    r"ausser acht (?:lassen|gelassen)",
    r"achten?(?: (?:bitte|auch|sie|wir|mal|gut|immer)){0,3} (?:auf|darauf|drauf)",
    r"(?:auf|darauf|drauf)(?: [a-z]+){0,3} achten",
    # to grasp, not sixteen
    r"seize (?:the|this|that|your|our|every)",
]
_HARMLESS = re.compile(rf"\b(?:{'|'.join(_PHRASES)})\b")


def harmless_words(reading: Reading) -> frozenset[int]:
    """The places of the words that belong to a harmless phrase."""
    return frozenset(
        place for found in _HARMLESS.finditer(reading.sentence) for place in reading.words_in(found)
    )
