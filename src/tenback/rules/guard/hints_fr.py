"""French hints, as patterns over a folded sentence."""

__all__ = ["ALLOWED", "HINTS"]

_END = r"(?= (?:ici|la|pour|sur|que|a|maintenant)\b| [,.]|$)"
_NOT = r"(?!(?: [a-z]+){0,2} (?:pas|jamais|eviter|ne|n|plus)\b)"
_COMMANDS = r"(?:stop|tete de mort|silence|consigne|pas de saut|seule pile)"

_HAVE = (
    # "a" is the verb only behind its subject: folded, "à" looks the same.
    r"(?:(?:(?<=on )|(?<=il )|(?<=elle )|(?<=qui )|(?<=y )|(?<=un ))a"
    r"|ai|as|avons|avez|ont|aurais|aurai|aurait|tiens|tient|possede|garde|detiens|conserve"
    r"|avoir)"
)
_HOW = (
    r"(?: (?:tres|trop|assez|plutot|vraiment|toute|juste|bien|super|hyper|plus|moins|si|un peu))*"
)
_SIZE = (
    r"(?:parfait|ideal|exact|suivant|precedent|basse?|haut|petit|grand|gros|grosse|faible|fort"
    r"|eleve|proche|minuscule|enorme|voisin|adequat|moyen|moyenne|loin|lointaine?|pres)e?s?"
)
_CARD = r"(?:cartes?|nombres?|chiffres?|numeros?|valeurs?)"
_JUMP = (
    r"(?:saut(?:er?|es|ez|erai|s)?|recul(?:er?|es|ez|erai|s)?|marche arriere|(?:en )?arriere"
    r"|retour arriere|remonte[rz]?|redescendre|redescends?)"
)
_ABLE = (
    r"(?:peux|peut|pouvons|pouvez|pourrais|pourrait|pourriez|pourrai|puis|vais|va|allons|dois|doit"
    r"|veux|voudrais|aimerais|sais|compte|espere|pense|capable de|pret a|prete a|possible de"
    r"|oblige de|obligee de|faut)"
)

ALLOWED = [
    r"(?:pas|jamais|plus|sans|eviter?|evitez|evitons|eviter de faire|ni)(?: (?:faire|fais|de|d|des"
    r"|les|un|aucun|trop))* (?:gros|grands?|enormes?|longs?|immenses?) (?:sauts?|pas|ecarts?)",
    r"(?:eviter?|evitez|evitons|sans) (?:de |les )?(?:sauter|sauts)",
    r"(?:le|la|un|une|ma|mon|cette|carte|consigne|ordre) pas de saut",
    r"interdiction de (?:saut|sauter|reculer)",
    rf"(?:ma carte|la mienne) est (?:un|une|la|le) {_COMMANDS}",
]

HINTS = [
    # jumps: announced, asked for, on offer
    rf"je(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,3}} {_JUMP}",
    rf"(?:on|nous|tu|vous|quelqu un|qui|il|elle)(?: (?:ne|n))? {_ABLE}{_NOT}"
    rf"(?: [a-z]+){{0,2}} {_JUMP}",
    rf"{_ABLE} (?:tu|vous|on|il|elle|t il|t elle|nous|je){_NOT}(?: [a-z]+){{0,2}} {_JUMP}",
    r"je (?:saute|recule|sauterai|reculerai|remonte|redescends)"
    r"(?= (?:ici|la|sur|en|au|juste|avec|au prochain)\b| [,.]|$)",
    rf"{_HAVE}(?: (?:deja|bien|pas|encore|aussi|le|un|mon|de|du|petit|beau|joli|bon|super|parfait"
    r"|gros|grand))* (?:sauts?|reculs?|retour arriere|marche arriere)",
    r"(?:de quoi|possibilite de|moyen de|occasion de) (?:reculer|sauter|saut)",
    r"saut (?:possible|pret|prevu|a venir|imminent|disponible|dispo)",
    r"(?:pour|avant|garde[rz]?|attend(?:s|ez|re)) (?:[a-z]+ ){0,3}mon (?:saut|recul)",
    r"(?:laisse|laissez|permets|permettez) moi(?: [a-z]+){0,2} (?:sauter|reculer)",
    rf"je(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} (?:sauver|baisser|descendre|redescendre|remonter"
    r"|rattraper|recuperer|reparer|ramener) (?:cette|la|ta|une|notre) (?:pile|base)",
    # steps to come
    rf"(?:je(?: [a-z]+)? {_ABLE}|{_HAVE})(?: [a-z]+){{0,2}} un"
    r"(?: (?:tout|tres))? (?:petit|gros|grand|minuscule|enorme) (?:pas|ecart)",
    r"consecutives",
    # cards: owned, described, compared
    rf"{_HAVE}(?: [a-z]+){{0,4}} {_SIZE} {_CARD}",
    rf"{_HAVE}(?: [a-z]+){{0,4}} {_CARD}{_HOW} {_SIZE}{_END}",
    rf"{_HAVE} (?:la|le|les|l|une|celle)(?: carte)? (?:suivant|precedent|parfait|ideal|exact|voisin"
    rf"|bonne|d apres|d avant|juste apres|juste avant)e?s?(?: exacte?)?{_END}",
    rf"{_HAVE}(?: [a-z]+){{0,2}} (?:bonne|super|belle|excellente|jolie|chouette) carte"
    r" (?:pour|ici|sur|la)",
    rf"{_HAVE} (?:exactement |juste |pile )?ce qu il (?:[a-z]+ )?faut",
    rf"{_HAVE} (?:une|la) suite{_END}",
    r"que (?:des|du|de)(?: tres)? (?:petites?|grandes?|hautes?|basses?|grosses?|haut|bas)",
    r"ma main est",
    rf"{_HAVE}(?: [a-z]+){{0,2}} (?:une|(?<!quelqu )un|celle|cartes?|chose)"
    r" qui (?:va|colle|convient|passe|rentre|suit|irait|marche|tombe)",
    rf"{_HAVE}(?: [a-z]+){{0,2}} (?:quelque chose|rien|une|un)(?: (?:de|d))?{_HOW} {_SIZE}{_END}",
    r"(?:ma carte|la mienne|le mien) (?:est|vaut|se|finit|termine|commence|va|tombe|colle|convient"
    r"|serait|fait|arrive|suit)",
    rf"mes cartes(?: sont)?(?: toutes)?{_HOW} {_SIZE}{_END}",
    r"ma plus (?:petite|grande|basse|haute|grosse|proche|faible|forte)",
    rf"je suis{_HOW} (?:proche|pres|tout pres|loin)"
    r" (?:ici|sur|la|de (?:ca|cela|cette|celle|la|ce))",
    r"(?:plus (?:haut|bas|basse|grand|petit|eleve|faible|fort)e?|superieure?|inferieure?)"
    r" (?:a|que) (?:la (?:tienne|mienne|votre|sienne)|celle|ca|cela|ce)",
    r"je suis(?: [a-z]+){0,2} (?:au dessus|en dessous|au dessous)",
    # where a card lies
    r"(?:juste|directement|immediatement|un (?:poil|chouia|peu|pas|tout petit peu))"
    r" (?:au dessus|en dessous|au dessous|dessus|dessous|superieure?|inferieure?)",
    r"(?:juste|directement) plus (?:haut|bas)",
    r"(?:nombres?|chiffres?|numeros?|valeurs?) (?:juste )?(?:suivante?s?|precedente?s?"
    r"|d apres|d avant)",
    r"(?:suivante?|precedente?) (?:exacte?|immediate?|directe?)",
    r"(?:prochain|prochaine) (?:nombre|chiffre|numero|valeur)",
    # what a number is like
    r"impaire?s?",
    r"(?:nombre|chiffre|carte|valeur|numero|elle)(?: est)? paire?s?",
    r"multiple de",
    r"divisible",
    r"(?:nombre|chiffre)s? (?:premiers?|ronds?)",
    r"(?:meme|dernier|premier|mon|double|seul)s? chiffres?",
    r"chiffres? (?:identiques?|pareils?|des (?:dizaines|unites))",
    r"(?:carte|nombre|valeur|mienne) (?:se )?(?:termine|finit|commence|debute)"
    r" (?:par|en|avec) (?:un |une |le |la )?[a-z]+",
    r"rime avec",
    r"(?:carte|nombre|comme|meme) (?:que |est )?(?:mon|ton|son) (?:age|numero|anniversaire)",
]
