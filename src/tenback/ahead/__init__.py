"""Compiled ahead: the kernels, bots and searches as a library, for processors and browsers.

``exports.py`` lists the functions; everything else follows from it and from their own types:
``lowering.py`` lets Numba write LLVM IR, ``targets.py`` turns it into machine code for each
platform and into WebAssembly, ``interface.py`` and ``typescript.py`` write what a caller has to
know in Python and in TypeScript. ``python -m tenback.ahead`` does it all; nothing else imports this
room.
"""
