"""English hints, as patterns over a folded sentence."""

__all__ = ["ALLOWED", "HINTS"]

_END = r"(?= (?:here|there|for|on|to|than|up|down|now)\b| [,.]|$)"
_NOT = r"(?! [a-z]+ (?:not|never|avoid)\b)(?! (?:not|t|never|avoid|please not)\b)"
_COMMANDS = r"(?:stop|skull|silence|three|command|no jump|one pile|draw one|one card|qx)"

_HAVE = r"(?:have|has|ve|got|hold|holds|holding|keep|keeping)"
_SIZE = (
    r"(?:perfect|ideal|exact|right|next|following|previous|matching|neighbou?ring|adjacent|nearest"
    r"|low|lower|lowest|high|higher|highest|small|smaller|smallest|big|bigger|biggest|large"
    r"|larger|largest|tiny|huge|close|closer|closest|near|far|middle|mid)"
)
_LIKE = (
    r"(?:perfect|ideal|exact|matching|adjacent|low|lower|high|higher|small|smaller|big|bigger|large"
    r"|tiny|huge|close|closer|near|nearby)"
)
_CARD = r"(?:cards?|numbers?|values?|ones?|match|fit)"
_JUMP = (
    r"(?:(?:jump|leap)(?:s|ing)?(?: back(?:wards?)?)?|backjump|backwards?"
    r"|(?:go|going|step|stepping|move|moving|hop|hopping|play|put|place|lay)"
    r"(?: (?:it|this|that|one|a card|my card))? back(?:wards?)?(?! to\b)"
    r"|reverse|retro|(?:do|play|use|make) (?:the|a|my) trick)"
)
_LEAP = (
    r"(?:(?:jump|leap)s?(?: back(?:wards?)?)?|(?:backwards? )?trick|back ?(?:step|jump|leap)|retro"
    r"|backwards? (?:jump|move|step|play|leap))"
)
_PILE = (
    r"(?:(?:this|that|the|your|our|a|my)(?: [a-z]+)? (?:pile|stack|row|base|column)|jq|qj"
    r"|(?:these|those|the|both|our)(?: [a-z]+){0,2} (?:piles|stacks|rows)"
    r"|(?:this|that) one)"
)
# What a jump does to a pile, or a way to say so.
_MEND = (
    r"(?:save|rescue|lower|raise|reset|improve|restore|recover|repair|fix|reduce|heal|free|unblock"
    r"|relieve|reopen|rewind)"
)
_MOVE = r"(?:bring|pull|push|get|take|move|drag|knock|set|put|drop|lift|send|turn|wind|roll|make)"
_BACK = r"(?:back|down|up|lower|higher|backwards?|smaller|bigger)"
_ABLE = (
    r"(?:can|could|may|might|will|ll|would|d|shall|must|should|need to|have to|want to|wanna"
    r"|gonna|going to|plan to|able to|m|am|ready to)"
)
_OTHERS = r"(?:you|we|he|she|they|anyone|anybody|someone|somebody|who)"

ALLOWED = [
    r"(?:explain|describe|teach me|what is|what s|how does|how do) (?:[a-z]+ ){0,2}"
    r"(?:jump|trick|leap)s?(?: back(?:wards?)?)?",
    r"(?:no|without|avoid|avoiding)(?: (?:any|more|too|very|such))?"
    r" (?:big|large|huge|great|giant|wide|long) (?:jumps?|leaps?|steps?)",
    r"(?:avoid|stop|without) (?:jumping|leaping|big jumps|jumps)",
    r"(?:the|a|an|another|this|that|my|your) no jumps?",
    r"no jumps? (?:command|card|order)",
    r"jump command",
    rf"(?:my card|mine) (?:is|s) (?:a|an|the|also a) {_COMMANDS}",
]

HINTS = [
    # jumps: announced, asked for, on offer
    rf"i(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,3}} {_JUMP}",
    rf"{_OTHERS}(?: [a-z]+)? {_ABLE}{_NOT}(?: [a-z]+){{0,2}} {_JUMP}",
    rf"(?:can|could|will|would|may) (?:i|{_OTHERS}){_NOT}(?: [a-z]+){{0,2}} {_JUMP}",
    rf"{_HAVE}(?: (?:a|an|the|my|one|no|any|another|nice|big|small|perfect|backwards?|good|great"
    rf"|possible|little|huge|to|got|still|also|two|three))* {_LEAP}",
    rf"(?:is|are) there(?: [a-z]+){{0,2}} {_LEAP}",
    rf"there (?:is|s|are|might be|could be|may be|will be)(?: [a-z]+){{0,2}} {_LEAP}",
    r"i (?:jump|leap|go back|step back|move back|hop back)"
    r"(?= (?:here|there|on|back|next|this|that|with)\b| [,.]|$)",
    rf"(?:let|allow|wait for) me(?: [a-z]+){{0,2}} {_JUMP}",
    rf"(?<!no ){_LEAP}(?: (?:is|are|would|be|here|there|on|this|that|the|pile|jq|qj|now|again"
    r"|for|me))* (?:possible|available|ready|coming|incoming|planned|prepared|on offer|in sight"
    r"|waiting|in hand|in my hand|up my sleeve)",
    rf"(?:possible|easy|chance|way|opportunity|set up|position) (?:for me )?to (?:[a-z]+ )?{_JUMP}",
    rf"(?:^|(?<=[,.] ))(?:a |another |one )?{_LEAP}"
    r" (?:here|there|on (?:jq|qj|this|that|the|my)|next turn|for me)(?! please)",
    rf"no {_LEAP} (?:for me|from me|in my hand|on my side)",
    rf"(?:need|want|keep|leave|reserve|hold) {_PILE}(?: (?:free|open|alone))? (?:for|to)"
    rf" (?:[a-z]+ ){{0,2}}(?:{_JUMP}|{_LEAP})",
    r"any jumps?(?= (?:here|there|possible|available|ready|on)\b| [,.]|$)",
    r"(?:for|save|until|before|make|do|keep|ready|block(?:s|ing)?|ruin(?:s|ing)?|spoil(?:s|ing)?"
    r"|break(?:s|ing)?|cover(?:s|ing)?|use|play|prepare|have)(?: [a-z]+){0,3}"
    r" my (?:[a-z]+ )?(?:jump|leap|trick|retro)",
    r"my (?:next |backwards? )?(?:jump|leap|trick|retro) (?:needs|wants|on|here|comes|will|can"
    r"|goes|waits|is (?:ready|here|on|for|next))",
    # what a jump does to a pile
    rf"i(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} {_MEND} {_PILE}",
    rf"i(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} (?:lower|raise) (?:it|them)",
    rf"i(?: [a-z]+)? (?:{_ABLE}(?: [a-z]+){{0,3}} )?{_MOVE}(?:ing)? {_PILE}(?: go| come)?"
    rf" {_BACK}(?! to\b)",
    rf"i(?: [a-z]+)? (?:{_ABLE}(?: [a-z]+){{0,3}} )?(?:bring|pull|push|drag|knock)(?:ing)? it"
    rf" {_BACK}(?! to\b)",
    rf"i(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} drop (?:jq|qj)",
    rf"i(?: [a-z]+)? {_ABLE} (?:undo|revert|repair|fix) (?:that|the|this|your)(?: [a-z]+)?"
    r" (?:step|gap|damage)",
    rf"i(?: [a-z]+)? (?:{_ABLE}(?: [a-z]+){{0,2}} )?{_MOVE}(?:ing)? {_BACK} {_PILE}",
    rf"i (?:m |am )?(?:lower|rais|sav|rescu|fix|reset|restor|improv)(?:e|ing)? {_PILE}",
    rf"{_HAVE}(?: [a-z]+){{0,3}} (?:cards?|something|one|means) (?:to|that|which|for)"
    rf"(?: [a-z]+){{0,2}} (?:{_JUMP}|{_MEND}s? {_PILE}|{_MOVE}s? {_PILE} {_BACK})",
    rf"with (?:my|mine)(?: [a-z]+){{0,2}} {_PILE} (?:goes|comes|gets|drops)",
    rf"(?:ready|about|set|able) to {_JUMP}",
    rf"{_OTHERS}(?: [a-z]+)? (?:can|could|might){_NOT}(?: [a-z]+){{0,2}} (?:{_MEND} {_PILE}"
    rf"|{_MOVE} {_PILE} {_BACK})",
    rf"(?:can|could) {_OTHERS}{_NOT}(?: [a-z]+){{0,2}} (?:{_MEND} {_PILE}|{_MOVE} {_PILE} {_BACK})",
    rf"{_PILE} (?:can|could|will|might) (?:soon |still )?(?:go|come|get|be brought|be lowered"
    rf"|be raised|be saved)(?: {_BACK})?",
    rf"i(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} (?:down|lower) on jq",
    rf"i(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} (?:up|higher) on qj",
    rf"i(?: [a-z]+)? {_ABLE}(?: [a-z]+){{0,2}} (?:some |more |a lot of )?(?:room|space)"
    r" (?:on|here|there|for)",
    # cards: owned, described, compared
    rf"{_HAVE}(?: [a-z]+){{0,4}} {_SIZE} {_CARD}",
    rf"{_HAVE}(?: [a-z]+)? (?:the|a|an) (?:next|previous|following|perfect|exact|ideal){_END}",
    rf"{_HAVE}(?: (?:got|only|just|also|really|still|even|maybe))*"
    rf" (?:something|anything|nothing|one|ones|some)(?: [a-z]+){{0,2}} {_LIKE}{_END}",
    rf"{_HAVE}(?: [a-z]+){{0,3}} (?:good|great|nice|excellent|lovely|super|fantastic|decent"
    rf"|brilliant|amazing) {_CARD} (?:for|here|on|there)",
    rf"{_HAVE}(?: (?:got|a|an|the|only|just|also|another|some|maybe|still))*"
    r" (?:one|ones|something|cards?)(?: (?:that|which))?(?: [a-z]+)? (?:fits?|goes|works?|matches"
    r"|match|suits?)",
    r"(?:my card|mine) (?!is the (?:left|right|first|second|other|last))(?:is|s|lies|sits|would"
    r"|will fit|fits?|has|comes|goes|equals|ends?|starts|begins|follows)",
    rf"my (?:cards|hand)(?: (?:are|is|s))?(?: [a-z]+){{0,2}} {_SIZE}{_END}",
    r"my (?:highest|lowest|smallest|biggest|largest|nearest|closest)",
    r"i (?:m|am)(?: (?:very|really|so|quite|pretty|just|not|too))* (?:close|near|far)"
    r" (?:here|on|from (?:it|this|that)|to (?:it|this|that|the top))",
    r"(?:higher|lower|bigger|smaller|greater|larger) than"
    r" (?:yours|mine|that|this|it|the top|his|hers)",
    rf"{_HAVE}(?: (?:got|exactly|just|precisely))* what (?:we|you|it|this) (?:[a-z]+ )?needs?",
    rf"{_HAVE} (?:got )?the (?:card|one|number) (?:just|right|directly|exactly)",
    rf"{_HAVE} (?:got )?(?:the|a|its) (?:neighbou?r|sequence|run|straight)",
    r"(?:perfect|exact) (?:fit|match)",
    r"i fit",
    r"(?:only|just|but|all|full of|many|lots of) (?:very |really |too )?(?:low|high|small|big"
    r"|large) (?:cards|numbers)",
    r"(?:low|high|small|big) (?:cards?|numbers?) in my hand",
    # steps to come
    rf"i(?: [a-z]+)? (?:{_ABLE}|{_HAVE})(?: [a-z]+){{0,2}} a(?: (?:very|really|rather|quite))?"
    r" (?:small|tiny|little|short|mini|big|large|huge|giant|long) (?:step|gap)",
    rf"i(?: [a-z]+)? {_ABLE} (?:play|go|get|be|land|stay|lay)(?: (?:it|one|very|really|quite|so))*"
    r" (?:close|near|nearby)",
    rf"i(?: [a-z]+)? {_ABLE} (?:follow|continue) (?:directly|exactly|right)",
    r"(?:consecutive|successive|neighbou?ring) cards",
    # where a card lies
    r"(?:just|right|directly|immediately|exactly|slightly|barely"
    r"|a (?:bit|little|tiny bit|notch|step|hair|touch)) (?:above|below|beneath|underneath|under)"
    r"(?! (?:here|there))",
    r"(?:just|right|directly|slightly) (?:over|past|beyond) (?:it|that|this|the top|yours)",
    r"(?:just|slightly|directly) (?:higher|lower)",
    r"(?:next|following|previous|preceding|adjacent|neighbou?ring|consecutive) (?:number|value)s?",
    r"very next (?:card|one|number|value|up|down)",
    r"the (?:one|number|card|value) (?:above|below|under|over) (?:it|that|this|the top|yours|mine)",
    r"the (?:number|card|value) (?:just |right )?(?:before|after) (?:it|that|this|the top|yours)",
    # what a number is like
    r"(?:even|odd) (?:number|card|value)s?",
    r"an even(?= [,.]|$)",
    r"(?:even or odd|odd or even)",
    r"multiple of",
    r"divisible",
    r"(?:prime|square|round) numbers?",
    r"(?<!no )(?<!without )digits?",
    r"palindrom(?:e|ic)",
    r"rhymes? with",
    r"(?:card|number|value) (?:ends?|starts?|begins?|finishes) (?:in|with|on) [a-z]+",
    r"(?:number|card|same) (?:as |of |is )?(?:my|your|his|her) (?:age|birthday|house|year|shoe)",
]
