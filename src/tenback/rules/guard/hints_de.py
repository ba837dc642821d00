"""German hints, as patterns over a folded sentence; umlauts dropped or written out."""

__all__ = ["ALLOWED", "HINTS"]

_END = r"(?= (?:hier|da|dort|fur|fuer|auf|als|zum|zur|jetzt|dafur)\b| [,.]|$)"
_NOT = r"(?!(?: [a-z]+){0,3} (?:nicht|nie|niemals|kein|keine|keinen|ohne|vermeiden)\b)"
_COMMANDS = r"(?:stop|stopp|totenkopf|stille|schweigen|befehl|qx)"

_HAVE = r"(?:habe|hab|hast|hat|haben|habt|hatte|haette|halte|besitze|behalte)"
_SIZE = (
    r"(?:perfekt|passend|ideal|genau|exakt|richtig|nachst|naechst|nachfolgend|vorherig"
    r"|vorig|hoh|hoch|hoher|hoeher|hochst|hoechst|niedrig|tief|klein|gross|groess|nah|naeh"
    r"|benachbart|mittler|winzig|riesig)(?:e|en|er|es|em|ere|eren|eres|ste|sten|stes)?"
)
_CARD = r"(?:karten?|zahl|zahlen|nummern?|werte?)"
_BACK = r"(?:zuruck|zurueck|ruckwarts|rueckwaerts|ruckwaerts|rueckwarts)"
_JUMP = (
    rf"(?:{_BACK}(?:zu)?(?:springen|spring|gehen|legen|setzen|hupfen|huepfen|spielen|sprung|trick)"
    rf"|{_BACK} (?:springen|gehen|legen|spielen|setzen)|springen|sprung|{_BACK} ?trick"
    r"|den trick)"
)
_LEAP = (
    rf"(?:(?:{_BACK} ?)?(?:sprung|sprunge|spruenge|tricks?|schritt)|sprung {_BACK}|rucksprung"
    r"|ruecksprung|ruckschritt|retro)"
)
_PILE = (
    r"(?:(?:den|diesen|deinen|unseren|meinen|einen|dieser|der|die|diese|unsere|beide)"
    r"(?: [a-z]+)? (?:stapel|reihen?|haufen)|stapel|jq|qj)"
)
# What a jump does to a pile, or a way to say so.
_MEND = (
    r"(?:retten|(?:ab)?senken|verbessern|reparieren|drucken|druecken|(?:an)?heben|erniedrigen"
    r"|erhohen|erhoehen|entlasten|offnen|oeffnen|freimachen|befreien"
    rf"|(?:{_BACK}|runter|herunter|hinunter|rauf|hoch|herauf)(?:zu)?(?:bringen|holen|drucken"
    r"|druecken|setzen|ziehen|schieben|legen|fahren|bekommen|kriegen)"
    r"|(?:tiefer|niedriger|kleiner|hoher|hoeher|grosser|groesser) (?:machen|legen|setzen))"
)
_MENDS = (
    r"(?:rette|senke|verbessere|repariere|drucke|druecke|hebe|bringe|hole|ziehe|setze|schiebe"
    r"|entlaste|befreie|bekomme|kriege)"
)
_ABLE = (
    r"(?:kann|konnte|koennte|kannst|konnt|koennt|konnen|koennen|konntest|werde|will|mochte|moechte"
    r"|darf|muss|wurde|wuerde|konnten|koennten|soll|sollen|sollte)"
)

ALLOWED = [
    r"(?:wie geht|was ist|was heisst|was bedeutet|wie funktioniert) (?:[a-z]+ ){0,2}"
    rf"(?:{_BACK} ?)?(?:sprung|trick|springen)",
    rf"(?:den|einen|der) (?:{_BACK} ?)?(?:sprung|trick)(?: [a-z]+){{0,2}} (?:erklaren|erklaeren)",
    rf"(?:erklar|erklaer)[a-z]* (?:[a-z]+ ){{0,3}}(?:{_BACK} ?)?(?:sprung|trick)",
    r"(?:kein|keine|keinen|ohne|vermeide|vermeidet|nicht so)(?: (?:allzu|zu|so|sehr))?"
    r" (?:gross|riesig|weit|lang)e[nmrs]? (?:sprung|sprunge|spruenge|schritt|schritte)",
    r"(?:sprungverbot|kein sprung befehl|befehl kein sprung)",
    rf"(?:den|einen|ein|das|befehl) kein {_BACK} ?trick",
    rf"(?:meine karte|meine) ist (?:ein|eine|der|die|das|auch ein) {_COMMANDS}",
]

HINTS = [
    # jumps: announced, asked for, on offer
    rf"ich(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,5}} {_JUMP}",
    rf"{_ABLE} ich(?: [a-z]+){{0,5}} {_JUMP}",
    rf"(?:wir|jemand|wer|du|ihr|man|er|sie) {_ABLE}{_NOT}(?: [a-z]+){{0,4}} {_JUMP}",
    rf"{_ABLE} (?:wir|jemand|wer|du|ihr|man|er|sie|hier){_NOT}(?: [a-z]+){{0,4}} {_JUMP}",
    rf"(?:kann|konnte|koennte)(?: [a-z]+){{0,4}} {_BACK}(?= [,.]|$)",
    rf"ich (?:springe|spring|hupfe|huepfe)(?: [a-z]+){{0,3}}"
    rf" (?:{_BACK}|hier|da|drauf|dort|gleich)",
    rf"ich (?:gehe|geh|lege|leg|spiele|spiel)(?: [a-z]+){{0,3}} {_BACK}(?= [,.]|$)",
    rf"{_HAVE}(?: [a-z]+){{0,3}} (?:karten?|was|etwas)(?: ,)? (?:zum|um|die|mit der|damit|fur|fuer)"
    rf"(?: [a-z]+){{0,2}} (?:{_JUMP}|{_LEAP}|{_PILE}(?: [a-z]+){{0,2}} {_MEND})",
    rf"{_HAVE}(?: (?:ich|du|ihr|wir|jemand|niemand|wer|einer|da|hier|noch|auch|schon|einen|den|nen"
    r"|ein|keinen|meinen|schonen|perfekten|passenden|guten|moglichen|kleinen|grossen|leider|zwei"
    rf"|drei|dafur|dafuer))* {_LEAP}(?!(?: [a-z]+){{0,2}} (?:gemacht|gespielt|gelegt|geschafft"
    r"|verpasst|gesehen|gewagt))",
    rf"(?<!kein ){_LEAP}(?: (?:ist|ware|waere|hier|da|dort|auf|jq|qj|diesem|dem|stapel|jetzt"
    r"|dann))* (?:moglich|moeglich|bereit|geplant|kommt|drin|machbar|in sicht|parat|verfugbar"
    r"|wartet)",
    rf"(?:es gibt|gibt es|es gabe|da ist|hier ist|hier ware|moglich ist)(?: [a-z]+){{0,2}} {_LEAP}"
    r"(?! (?:befehl|verbot))",
    rf"(?:moglich|moeglich|moglichkeit|moeglichkeit|chance|gelegenheit) (?:hier |auf jq |auf qj )?"
    rf"(?:,? ?)?(?:zu springen|{_BACK}zuspringen|zum {_LEAP})",
    rf"(?:in der lage|imstande|fahig|faehig|bereit) (?:, )?(?:{_BACK}zuspringen|zu springen"
    rf"|zum {_LEAP})",
    rf"(?:^|(?<=[,.] ))(?:ein |noch ein |einen )?{_LEAP} (?:hier|dort|auf (?:jq|qj|diesem|dem)"
    r"|im nachsten zug|im naechsten zug|bei mir)(?! bitte)",
    rf"(?<!wie )geht (?:noch |auch |hier |da )?ein {_LEAP}",
    rf"(?:brauche|will|halte|haltet|lass|lasst)(?: mir)? {_PILE}(?: [a-z]+)?"
    rf" (?:fur|fuer|zum) (?:[a-z]+ ){{0,2}}(?:{_JUMP}|{_LEAP})",
    rf"(?:kommt|geht) {_PILE}(?: (?:wieder|bald|gleich))* (?:runter|herunter|hoch|rauf|{_BACK})",
    rf"{_PILE} (?:kommt|geht)(?: (?:wieder|bald|gleich))+ (?:runter|herunter|hoch|rauf|{_BACK})",
    rf"ich (?:mache|mach|plane|spiele|versuche|lege|nutze|spare)(?: [a-z]+){{0,3}}"
    rf" (?!(?:klein|gross)[a-z]* schritt){_LEAP}",
    rf"(?:lass|lasst) mich(?: [a-z]+){{0,3}} (?:{_JUMP}|{_LEAP})",
    rf"(?:fur|fuer|vor|auf|verbau[a-z]*|blockier[a-z]*|ruinier[a-z]*|zerstor[a-z]*|brauche|mache)"
    rf"(?: [a-z]+){{0,2}} meinen? {_LEAP}",
    rf"mein {_LEAP} (?:braucht|kommt|geht|wartet|wird|kann|liegt|ware|waere|ist (?:bereit|hier|auf"
    r"|dran|als))",
    # what a jump does to a pile
    rf"ich(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} {_PILE}(?: [a-z]+){{0,3}} {_MEND}",
    rf"{_ABLE} ich(?: [a-z]+){{0,2}} (?:{_PILE}|ihn)(?: [a-z]+){{0,3}} {_MEND}",
    rf"{_PILE} {_ABLE} ich(?: [a-z]+){{0,3}} {_MEND}",
    rf"ich(?: [a-z]+)? {_ABLE} ihn(?: [a-z]+){{0,2}} {_MEND}",
    rf"(?:ich {_MENDS}|{_MENDS} ich) {_PILE}",
    rf"(?:wer|jemand|du|ihr|wir|man) (?:kann|kannst|konnt|koennt|konnen|koennen|konnte|koennte)"
    rf"{_NOT}(?: [a-z]+){{0,2}} {_PILE}(?: [a-z]+){{0,3}} {_MEND}",
    rf"(?:kann|kannst|konnt|koennt|konnen|koennen|konnte|koennte) (?:jemand|du|ihr|wir|man|einer)"
    rf"{_NOT}(?: [a-z]+){{0,2}} {_PILE}(?: [a-z]+){{0,3}} {_MEND}",
    rf"ich(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} jq(?: wieder)? (?:runter|herunter|hinunter|tiefer"
    r"|nach unten|niedriger|abwarts|abwaerts)",
    rf"ich(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} qj(?: wieder)? (?:rauf|hoch|hinauf|herauf|hoher"
    r"|hoeher|nach oben|aufwarts|aufwaerts)",
    rf"{_PILE} (?:kann|wird|konnte|koennte) (?:bald |noch |wieder )*(?:runter|sinken|steigen|tiefer"
    rf"|{_BACK})",
    rf"ich(?: [a-z]+)? (?:{_ABLE}(?: [a-z]+){{0,3}} platz (?:schaffen|machen)|(?:schaffe|mache)"
    r" (?:[a-z]+ ){0,3}platz)",
    # steps to come
    rf"ich (?:[a-z]+ )?(?:{_ABLE}|{_HAVE})(?: [a-z]+){{0,2}} einen(?: (?:ganz|sehr))?"
    r" (?:klein|winzig|gross|riesig)en schritt",
    r"direkt anschliessen",
    r"aufeinanderfolgende?n?",
    # cards: owned, described, compared
    rf"{_HAVE}(?: [a-z]+){{0,4}} {_SIZE} {_CARD}",
    rf"{_HAVE}(?: (?:ich|du|ihr|da|hier|nur|auch|noch|genau|schon|leider|gerade|direkt))*"
    r" (?:die|eine|ne|was|etwas|nichts|nur)(?: (?:sehr|ganz|genau|ziemlich|wirklich))?"
    rf" (?!(?:genau|hoch|tief|richtig|exakt) ){_SIZE}{_END}",
    rf"{_HAVE}(?: [a-z]+){{0,2}} (?:eine|etwas|was|karte|karten|die)(?: ,)?(?: (?:die|das|was))?"
    r"(?: [a-z]+){0,3} passt",
    rf"{_HAVE}(?: [a-z]+){{0,3}} (?:gute|tolle|super|schone|schoene|prima) karte"
    r" (?:fur|fuer|hier|auf)",
    r"(?:meine karte|meine) (?:ist|liegt|passt|endet|beginnt|kommt|ware|waere|hat|folgt"
    r"|wurde|fangt)",
    rf"meine karten(?: sind)?(?: [a-z]+){{0,2}} {_SIZE}{_END}",
    rf"{_HAVE}(?: [a-z]+)? genau das richtige",
    rf"{_HAVE} (?:eine|die) (?:folge|strasse){_END}",
    r"mein blatt ist",
    r"meine (?:hochste|hoechste|niedrigste|kleinste|grosste|groesste|tiefste)",
    r"ich bin(?: (?:sehr|ganz|so|ziemlich|recht|hier|da))* (?:nah|nahe|dicht|knapp|weit)"
    r" (?:dran|daran|hier|an|weg|davon|dabei)",
    r"(?:hoher|hoeher|niedriger|kleiner|grosser|groesser|tiefer) als"
    r" (?:deine|meine|eure|seine|ihre|das|diese|die oberste)",
    # where a card lies
    r"(?:direkt|knapp|gleich|genau|unmittelbar|kurz|haarscharf|etwas|bisschen|wenig)"
    r" (?:daruber|darueber|druber|drueber|darunter|drunter|oberhalb|unterhalb)",
    r"(?:direkt|knapp|unmittelbar|haarscharf) (?:uber|ueber|unter)"
    r" (?:der|dem|deiner|eurer|dieser|meiner)",
    r"(?:nachste|naechste|nachfolgende|vorherige|vorige)[nrs]? (?:zahl|nummer|wert)",
    r"(?:nachst|naechst)(?:hoher|hoeher|niedriger|kleiner|grosser|groesser|tiefer)(?:e|en|er|es)?",
    # what a number is like
    r"ungerade[nrs]?",
    r"gerade (?:zahl|karte|nummer)",
    r"primzahl",
    r"quadratzahl",
    r"schnapszahl",
    r"quersumme",
    r"vielfache[sn]?",
    r"teilbar",
    r"(?<!keine )(?<!ohne )ziffern?",
    r"(?:karte|zahl|meine|sie|die) (?:endet|beginnt|fangt|faengt) (?:mit|auf) [a-z]+",
    r"reimt sich auf",
    r"(?:karte|zahl|wie) (?:ist |wie )?mein (?:alter|geburtstag)",
]
