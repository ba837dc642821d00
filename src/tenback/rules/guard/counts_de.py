"""German words around a count: what is counted, and what makes it something else."""

from tenback.rules.guard.count_words import CountWords
from tenback.rules.guard.wordlist import word_set

__all__ = ["WORDS"]

_TOP = r"(?:der|dem|den|die|das|dieser|diesem|deiner|meiner|eurer|jq|qj)"

WORDS = CountWords(
    # In the singular it is the name of a card; Handkarten and Befehlskarten are cards, too.
    cards="[a-z]*karten",
    turns="zuge?n?|zuege?n?|runden?|spielen?|spiele|partien?",
    players="(?:mit)?spielern?|(?:mit)?spielerinnen|leuten?|personen|freunden?|bots?",
    piles="stapeln?|reihen|haufen",
    commands="befehlen?|befehle|totenkopfen?|totenkopfe|totenkoepfen?|stopp?s?",
    minutes="minuten?|sekunden|stunden",
    jumps=(
        "(?:ruckwarts ?|rueckwaerts ?|ruck|rueck)?(?:sprungen?|sprunge|spruengen?|spruenge|tricks)"
        "|retros"
    ),
    about={"dutzend": 12},
    between=word_set(
        """
        weitere weiteren andere anderen mehr der den die von meiner meinen deiner deinen unserer
        unseren eurer euren seiner seinen ihrer ihren dieser diesen letzten letzte ersten erste
        nachsten naechsten neue neuen volle vollen ganze ganzen gute guten schlechte schlechten
        kleine kleinen grosse grossen hohe hohen niedrige niedrigen tiefe tiefen verschiedene
        verschiedenen oberen unteren linken rechten mittleren beiden aufsteigende aufsteigenden
        absteigende absteigenden
        """
    ),
    either=word_set("oder bis"),
    out_of="von|der|von den",
    articles=word_set("ein eine einen einer einem"),
    left=(
        r"noch|ubrig|uebrig|zugstapel|nachziehstapel|fehl(?:t|en)|rest|verbleib[a-z]*|alle"
        r"|insgesamt|gelegt|gespielt|zu legen|zu ziehen|liegen|verlor[a-z]*"
    ),
    held=(
        r"ich (?:[a-z]+ )?(?:hab|habe|halte|lege|spiele)|meine[nr]? (?:karten|hand)|auf der hand"
        r"|du hast|ihr habt|leg(?:e|t)?|spielt?"
    ),
    goal=r"(?:vor dem|vom|bis zum|bis ans|zum|vorm) (?:ende|schluss|sieg|ziel|gewinn)",
    after=(
        r"(?:zu )?(?:hoher|hoeher|niedriger|tiefer|grosser|groesser|kleiner|druber|drueber|drunter"
        r"|daruber|darueber|darunter|dazwischen|abstand|differenz|unterschied|davor|danach"
        r"|dahinter)",
        rf"(?:uber|ueber|unter|hinter|vor) {_TOP}",
        rf"(?:von {_TOP}|vom)(?: [a-z]+)* (?:entfernt|weg)",
        r"(?:entfernt|auseinander|weiter|zwischen(?! (?:uns|euch)))",
        r"(?:mehr|weniger|hoher|hoeher|niedriger) als (?:die|das|der|diese|oben|jq|qj)",
    ),
    before=(
        r"um",
        r"(?:abstand|sprung|schritt|differenz|unterschied|trick) von",
        r"(?:springe?|gehe?|hupfe?)(?: [a-z]+){0,2}",
        r"(?:zuruck|zurueck|ruckwarts|rueckwaerts)",
        r"zwischen(?: [a-z]+){2,6}",
    ),
)
