"""Compiled ahead: the kernels, bots and searches as a library, for processors and browsers.

``exports.py`` lists the functions; everything else follows from it and from their own types:
``lowering.py`` lets Numba write LLVM's language, ``targets.py`` turns it into machine code for
each platform and into WebAssembly, ``interface.py`` writes what a caller has to know, for Python
and for TypeScript. ``python -m tenback.ahead`` does it all; nothing else imports this room.
"""
