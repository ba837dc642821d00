"""English words around a count: what is counted, and what makes it something else."""

from tenback.rules.guard.count_words import CountWords
from tenback.rules.guard.wordlist import word_set

__all__ = ["WORDS"]

_TOP = r"(?:it|this|that|them|yours|mine|his|hers|the (?:top|card|pile|one)|jq|qj|a pile)"

WORDS = CountWords(
    # In the singular, "the two card" is the card with the 2 on it.
    cards="cards",
    turns="turns?|rounds?|games?|moves?",
    players="players?|people|persons|teammates|partners|friends|bots",
    piles="piles?|stacks?|rows?|bases|columns?",
    commands="commands?|skulls?|stops?|silences?",
    minutes="minutes?|mins?|seconds|secs?|hours?",
    jumps="(?:backwards? )?(?:jumps|leaps|tricks)|retros",
    about={"dozen": 12},
    between=word_set(
        """
        more other others of the my our your his her their these those last first next new extra
        additional further full whole different good bad useful useless awful terrible open
        unplayed remaining missing command number infinity lightning flash ascending descending
        top bottom upper left right middle outer low lower high higher small big large tiny huge
        nice great or so backwards playable
        """
    ),
    either=word_set("or to"),
    out_of="out of|of",
    # Not "a": folded, the French "à" looks the same.
    articles=word_set("this that"),
    left=(
        r"left|remain(?:s|ing)?|more|deck|draw pile|stock|to go|total|score|laid|played|all|missing"
        r"|to play|to lay|in the pile|lost|lose"
    ),
    held=(
        r"i (?:[a-z]+ )?(?:have|hold|keep|got)|i ve|my (?:hand|cards)|you (?:have|hold)"
        r"|(?<!to )(?:play|lay)"
    ),
    goal=(
        r"(?:away )?(?:from|to|before|until) (?:winning|victory|a win|the win|the end|the finish"
        r"|finishing|the goal|our goal)"
    ),
    after=(
        r"(?:too )?(?:above|below|higher|lower|under|beneath|beyond|past|apart|backwards?|closer)",
        r"between(?! (?:us|you|the players))",
        r"away",
        rf"(?:from|off|over|after|before|behind) {_TOP}",
        r"(?:of )?(?:difference|distance|gap)",
        rf"(?:more|less|fewer|bigger|smaller) than {_TOP}",
    ),
    before=(
        r"(?<!lost )(?<!lose )(?<!won )(?<!win )(?<!ahead )(?<!behind )by",
        r"within",
        r"(?:gap|step|jump|leap|distance|difference) of",
        r"(?:go|goes|jump|jumps|step|move|leap|hop)(?: (?:it|this|that|jq|qj))?"
        r"(?: back(?:wards?)?| up| down)?",
        r"(?<!take )(?<!took )(?<!get )(?<!taking )(?<!have )back(?:wards?)?",
    ),
)
