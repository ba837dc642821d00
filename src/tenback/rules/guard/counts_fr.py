"""French words around a count: what is counted, and what makes it something else."""

from tenback.rules.guard.count_words import CountWords
from tenback.rules.guard.wordlist import word_set

__all__ = ["WORDS"]

_TOP = r"(?:la (?:mienne|tienne|carte|pile)|celle|ca|cela|le sommet|jq|qj)"

WORDS = CountWords(
    # In the singular it is the name of a card.
    cards="cartes",
    turns="tours?|coups?|manches?|parties?",
    players="joueurs?|joueuses?|personnes?|gens|equipiers?|coequipiers?|partenaires?|amis?|bots?",
    piles="piles?|tas|bases?|colonnes?|rangees?",
    commands="consignes?|tetes? de mort|stops?|silences?",
    minutes="minutes?|min|secondes|heures?",
    jumps="sauts(?: en arriere)?|reculs|retros",
    about={
        "huitaine": 8,
        "dizaine": 10,
        "douzaine": 12,
        "quinzaine": 15,
        "vingtaine": 20,
        "trentaine": 30,
        "quarantaine": 40,
        "cinquantaine": 50,
        "soixantaine": 60,
    },
    between=word_set(
        """
        autres autre de des d les mes tes ses nos vos leurs ces dernieres derniers premieres
        premiers prochains prochaines nouvelles nouveaux bonnes bons mauvaises mauvais belles
        jolies pauvres petites petits grandes grands grosses gros hautes basses differentes
        differents memes ascendantes descendantes
        """
    ),
    either=word_set("ou a"),
    out_of="sur|des|de ces",
    articles=word_set("un une le la l mon ma ton ta son sa ce cet cette du au"),
    left=(
        r"rest(?:e|ent|era|eront|ait|ant|ante|antes)|pioche|talon|encore|manqu(?:e|ent|era)|total"
        r"|score|toutes|posees|jouees|(?:as?|avons|avez|ont) (?:pose|joue)|a poser|a jouer"
        r"|a piocher|plus que|les|perdu[a-z]*|perdons"
    ),
    held=(
        r"j ai|je (?:[a-z]+ )?(?:tiens|garde|pose|joue|vais)|mes cartes|ma main|en main|tu as"
        r"|vous avez|^(?:pose|joue)[sz]?"
    ),
    goal=(
        r"(?:(?:avant|jusqu a) )?(?:de |du )?(?:la fin|la victoire|gagner|finir|terminer|but|bout)"
        r"|posees|jouees|piochees"
    ),
    after=(
        r"plus (?:haut|bas|loin|grand|petit|eleve|pres|proche)[a-z]*",
        r"(?:juste )?(?:au dessus|en dessous|au dessous|en dessus|dessus|dessous|en arriere"
        r"|en avant)",
        r"superieure?s?|inferieure?s?|pres",
        r"d (?:ecart|intervalle|avance)|de (?:difference|distance|trop haut|trop bas)",
        r"entre(?! (?:nous|vous))",
        rf"(?:apres|avant|derriere|devant|de (?:plus|moins) que) {_TOP}",
    ),
    before=(
        r"(?:recul|avanc|mont|remont|descend|redescend|baiss|saut|decal|bond|ecart|pas|retro)"
        r"[a-z]*(?: en arriere)? de",
        r"(?:difference|distance|intervalle|inferieure?|superieure?|haute?|basse?) de",
        r"(?:suis|es|est|sommes|etes|etre|sont|serait)(?: [a-z]+)? a",
        r"entre(?: [a-z]+){2,6}",
    ),
)
