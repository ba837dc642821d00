"""German hints, as patterns over a folded sentence; umlauts dropped or written out."""

__all__ = ["ALLOWED", "HINTS"]

_END = r"(?= (?:hier|da|dort|fur|fuer|auf|als|zum|zur|jetzt|dafur)\b| [,.]|$)"
_NOT = r"(?!(?: [a-z]+){0,3} (?:nicht|nie|niemals|kein|keine|keinen|ohne|vermeiden)\b)"
_COMMANDS = r"(?:stop|stopp|totenkopf|stille|schweigen|befehl)"

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
_ABLE = (
    r"(?:kann|konnte|koennte|kannst|konnt|koennt|konnen|koennen|konntest|werde|will|mochte|moechte"
    r"|darf|muss|wurde|wuerde|konnten|koennten|soll|sollen|sollte)"
)

ALLOWED = [
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
    rf"{_HAVE}(?: (?:ich|du|ihr|wir|jemand|da|hier|noch|auch|schon|einen|den|nen|ein|keinen|meinen"
    rf"|schonen|perfekten|passenden|guten|moglichen|kleinen|grossen|leider))*"
    rf" (?:sprung|(?:{_BACK} ?)?(?:trick|sprung)|rucksprung|ruecksprung)",
    r"sprung (?:ist )?(?:moglich|moeglich|bereit|geplant|kommt|drin)",
    rf"(?:lass|lasst) mich(?: [a-z]+){{0,3}} {_JUMP}",
    r"(?:fur|fuer|vor) meinen? (?:sprung|trick)",
    rf"ich(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} stapel(?: [a-z]+){{0,2}} (?:retten|senken"
    r"|verbessern|zurucksetzen|zuruecksetzen|reparieren|drucken|druecken|anheben|heben)",
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
