"""French hints, as patterns over a folded sentence."""

__all__ = ["ALLOWED", "HINTS"]

_END = r"(?= (?:ici|la|pour|sur|que|a|maintenant)\b| [,.]|$)"
_NOT = r"(?!(?: [a-z]+){0,2} (?:pas|jamais|eviter|ne|n|plus)\b)"
_COMMANDS = r"(?:stop|tete de mort|silence|consigne|pas de saut|seule pile|seule carte|qx)"

_HAVE = (
    # "a" is the verb only behind its subject: folded, "à" looks the same.
    r"(?:(?:(?<=on )|(?<=il )|(?<=elle )|(?<=qui )|(?<=y )|(?<=un )|(?<=n ))a"
    r"|ai|aie|jai|as|avons|avez|ont|aurais|aurai|aurait|tiens|tient|possede|garde|detiens|conserve"
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
# "Rétro" is what one of the publisher's sheets calls the jump.
_LEAP = (
    r"(?:saut(?:s)?(?: en arriere)?|reculs?|retros?|retours? (?:en )?arriere|marche arriere"
    r"|bond en arriere|pas en arriere)"
)
_JUMP = (
    r"(?:saut(?:er?|es|ez|erai|s)?|recul(?:er?|es|ez|erai|s)?|retros?|marche arriere"
    r"|(?:en )?arriere|retour arriere|remonte[rz]?|redescendre|redescends?)"
)
_PILE = (
    r"(?:(?:cette|la|ta|une|notre|ma|l)(?: (?:autre|premiere|deuxieme|seconde|troisieme"
    r"|quatrieme))? (?:pile|base|colonne)|(?:les|ces|nos|mes|tes)(?: [a-z]+){0,2} (?:piles|bases)"
    r"|celle (?:ci|la)|jq|qj)"
)
# What a jump does to a pile, or a way to say so.
_MEND = (
    r"(?:sauver|baisser|descendre|redescendre|monter|remonter|rattraper|recuperer|reparer|ramener"
    r"|ameliorer|arranger|liberer|soulager|debloquer|rouvrir|rabaisser|abaisser|faire reculer"
    r"|faire (?:re)?descendre|faire (?:re)?monter|faire baisser|faire revenir)"
)
_MENDS = (
    r"(?:sauve|baisse|redescends|remonte|rattrape|recupere|repare|ramene|ameliore|arrange|libere"
    r"|soulage|debloque|rabaisse|abaisse|fais (?:baisser|reculer|revenir|(?:re)?descendre"
    r"|(?:re)?monter))"
)
_CAN = r"(?:peux|peut|pouvons|pouvez|pourrais|pourrait|pourriez|pourrai|sait|saurait)"
_OTHERS = r"(?:quelqu un|qui|tu|vous|on|nous|il|elle|quelqu un d autre|l un de vous)"
_ABLE = (
    r"(?:peux|peut|pouvons|pouvez|pourrais|pourrait|pourriez|pourrai|puis|vais|va|allons|dois|doit"
    r"|veux|voudrais|aimerais|sais|compte|espere|pense|capable de|pret a|prete a|possible de"
    r"|oblige de|obligee de|faut|en mesure de"
    r"|a meme de|en position de|pouvoir)"
)

ALLOWED = [
    r"(?:expliqu[a-z]+|c est quoi|qu est ce (?:que|qu)(?: c est)?|comment (?:marche|fonctionne)"
    r"|que veut dire) (?:[a-z]+ ){0,3}(?:sauts?|retros?|reculs?)(?: en arriere)?",
    r"(?:pas|jamais|plus|sans|eviter?|evitez|evitons|eviter de faire|ni)(?: (?:faire|fais|de|d|des"
    r"|les|un|aucun|trop))* (?:gros|grands?|enormes?|longs?|immenses?) (?:sauts?|pas|ecarts?)",
    r"(?:eviter?|evitez|evitons|sans) (?:de |les )?(?:sauter|sauts)",
    r"(?:le|la|un|une|ma|mon|cette|carte|consigne|ordre) pas de saut",
    r"interdiction de (?:saut|sauter|reculer)",
    rf"(?:ma carte|la mienne) est (?:un|une|la|le) {_COMMANDS}",
]

HINTS = [
    # jumps: announced, denied, asked for, on offer
    rf"je(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,3}} {_JUMP}",
    rf"(?:on|nous|tu|vous|quelqu un|qui|il|elle)(?: (?:ne|n))? {_ABLE}{_NOT}"
    rf"(?: [a-z]+){{0,2}} {_JUMP}",
    rf"{_ABLE} (?:tu|vous|on|il|elle|t il|t elle|nous|je){_NOT}(?: [a-z]+){{0,2}} {_JUMP}",
    r"je (?:saute|recule|sauterai|reculerai|remonte|redescends)"
    r"(?= (?:ici|la|sur|en|au|juste|avec|au prochain)\b| [,.]|$)",
    r"je reviens en arriere",
    rf"{_HAVE}(?: (?:deja|bien|pas|encore|aussi|le|un|mon|de|du|petit|beau|joli|bon|super|parfait"
    r"|gros|grand|aucun|peut etre|possible|meme|toujours|des|deux|trois|tu|vous|nous|on|il|elle"
    rf"|t))* {_LEAP}",
    rf"reste(?: [a-z]+)? {_LEAP}",
    rf"(?:faut|besoin de|veux|voudrais|garde[rsz]?|laisse[rsz]?)(?: moi)? {_PILE}(?: [a-z]+)?"
    rf" pour (?:[a-z]+ ){{0,2}}{_JUMP}",
    rf"(?:de quoi|possibilite de|moyen de|occasion de|possible de|capable de|facile de)"
    rf"(?: faire)?(?: un)? {_JUMP}",
    rf"(?<!pas de ){_LEAP}(?: [a-z]+){{0,4}}"
    r" (?:possible|prets?|prevu|a venir|imminent|disponible|dispo|en vue|en main|en reserve"
    r"|en attente|en poche|sous le coude|sous la main|faisable|jouable|arrive|m attend)",
    rf"(?:pas de|aucun|zero) {_LEAP} (?:possible|pour moi|chez moi|de mon cote|dans ma main|en main"
    r"|dispo(?:nible)?)",
    rf"(?:^|(?<=[,.] ))(?:un |petit |p tit |le |encore un )*{_LEAP}"
    r" (?:ici|la|sur (?:jq|qj|cette|la|ma|ta)|au prochain tour|chez moi|pour moi|dans ma main)",
    rf"je (?:fais|ferai|prepare|preparerai|tente|place|garde|vise|attends|reserve|prevois|cherche)"
    rf"(?: [a-z]+){{0,2}} {_LEAP}(?! (?:a|au|aux|chez|dans)\b)",
    r"(?:pour|avant|garde[rsz]?|attend(?:s|ez|re)|faire|fais|ferai|prepare[rsz]?|utiliser|jouer"
    r"|placer|bloque[rsz]?|gache[rsz]?|casse[rsz]?|ruine[rsz]?|couvre[sz]?|couvrir)"
    r" (?:[a-z]+ ){0,3}mon (?:[a-z]+ )?(?:saut|recul|retro)",
    r"mon (?:[a-z]+ )?(?:saut|recul|retro)(?: en arriere)? (?:ici|sur|est (?:pret|la|ici|sur|pour)"
    r"|sera|va|arrive|attend|viendra|peut)",
    rf"(?:laisse|laissez|permets|permettez) moi(?: [a-z]+){{0,3}} (?:sauter|reculer|{_LEAP})",
    # what a jump does to a pile
    rf"je(?: [a-z]+)? {_ABLE}(?: (?:vous|te|nous|bien|aussi|encore|peut etre|vite|tout))*"
    rf" {_MEND} {_PILE}",
    rf"je(?: [a-z]+)? {_ABLE}(?: (?:vous|te|nous))? l(?:a|es)? {_MEND}",
    rf"je(?: [a-z]+)? {_ABLE}(?: (?:vous|te|nous))? (?:la|les|l) faire"
    r" (?:baisser|reculer|revenir|(?:re)?descendre|(?:re)?monter)",
    rf"je(?: (?:te|vous|nous))? {_MENDS} {_PILE}",
    rf"{_HAVE}(?: [a-z]+){{0,2}} (?:cartes?|chose|quoi)(?: (?:pour|qui|de|afin|a|va|peut|fait"
    rf"|ferait|fera|pourrait|te|vous|nous))* (?:{_JUMP}|{_MEND} {_PILE}|baisser {_PILE})",
    rf"avec (?:ma|mes|la mienne)(?: [a-z]+){{0,2}} {_PILE} (?:re)?(?:descend|cule|monte|baisse)",
    rf"je(?: [a-z]+)? {_ABLE} (?:rattraper|annuler|effacer|compenser|reparer) (?:ce|cet|le|ton|l)"
    r"(?: [a-z]+)? (?:ecart|pas|saut|trou)",
    rf"{_OTHERS}(?: (?:ne|n))? {_CAN}{_NOT}(?: [a-z]+){{0,2}} {_MEND} {_PILE}",
    rf"{_CAN} (?:tu|vous|on|il|elle|t il|t elle|nous){_NOT}(?: [a-z]+){{0,2}} {_MEND} {_PILE}",
    rf"{_PILE} (?:va|peut|pourra|pourrait|devrait) (?:bientot |encore |vite )?(?:redescendre"
    r"|rebaisser|baisser|remonter|reculer|revenir)",
    rf"je(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} (?:plus bas|descendre|baisser)(?: [a-z]+)? jq",
    rf"je(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} (?:plus haut|monter)(?: [a-z]+)? qj",
    rf"je(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} (?:de la place|de l air|de l espace|du terrain)",
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
