"""A game in plain lines: fit for a screen reader and for a pipe; every turn is saved."""

import shlex
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer

from tenback.bots import PreparedBot
from tenback.extras import install_line, missing_package
from tenback.records import GameRecord, NotationError, format_placement
from tenback.records.notation import format_seat
from tenback.rules import (
    CardCommand,
    PileNameError,
    Placement,
    Refusal,
    Signal,
    SignalKind,
    State,
    Termination,
)
from tenback.rules.view import View, view
from tenback.terminal.console import Console, InputClosedError
from tenback.terminal.game import LocalGame
from tenback.terminal.hints import hint_lines
from tenback.terminal.intents import Intent, help_keys, read_command, read_line
from tenback.terminal.storage import write_record
from tenback.terminal.tell import Teller
from tenback.texts import Texts, rules_text
from tenback.texts.passages import as_lines, passages

__all__ = ["Session"]


_PATIENCE = 1.5  # seconds
_HINT_MS = 1500
_HINT_TURNS = 3


class _QuitError(Exception):
    """The player leaves the unfinished game."""


class Session:
    """Plays one game with a person at the keyboard."""

    def __init__(self, record: GameRecord, console: Console, texts: Texts, file: Path) -> None:
        """Continue from a record; the game is saved in ``file`` after every turn."""
        self.game = LocalGame(record)
        self.console = console
        self.texts = texts
        self.teller = Teller(texts, record.rules, record.names)
        self.file = self._home = file
        #: The last warning: the state, and the move or word it was about. Typed again, it is done.
        self._warned: tuple[State, Placement | str] | None = None
        self._can_keep = True
        #: The rules behind the last refusal, for those who ask why.
        self._rule = ""
        self._told_why = False
        self._humans = [s for s in range(record.rules.players) if s not in self.game.bots]

    # The loop -------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the player leaves; the game is saved either way."""
        tell, t = self.console.tell, self.texts
        rules = self.game.state.rules
        tell(t("session.welcome", game=t(f"game.{rules.game.id}"), pile=self._first_pile()))
        if rules.layout.name in ("even", "random"):
            tell(t("session.layout_note"))
        if rules.players > 1:
            tell(t("session.starts", name=self.teller.who(self.game.record.starter)))
        if self.game.commitment:
            tell(t("session.commitment", hash=self.game.commitment))
        try:
            self._prepare_bots()
            self._loop()
        except (_QuitError, InputClosedError, KeyboardInterrupt):
            tell()
            if self._keep():
                tell(t("session.kept", file=shlex.quote(str(self.file))))
            return
        state = self.game.state
        assert state.outcome is not None
        if state.laid:
            tell(self.teller.open_turn(state.seat, state.laid))
        elif state.outcome.termination == Termination.BLOCKED and state.seat in self._humans:
            for line in self.teller.table(self._view()):
                tell(line)
        for line in self.teller.result(state.outcome, state.cards_left):
            tell(line)
        if self._keep():
            tell(t("session.record", file=shlex.quote(str(self.file))))

    def _prepare_bots(self) -> None:
        """Prepare the bots; say so if that takes long (the first time, code is compiled)."""
        with self._patience(_PATIENCE, "session.preparing"):
            for bot in self.game.bots.values():
                if isinstance(bot, PreparedBot):
                    # A bot that fails here fails again at its turn, and is reported then.
                    with suppress(Exception):
                        bot.prepare(self.game.state.rules)

    @contextmanager
    def _patience(self, seconds: float, key: str) -> Generator[None]:
        """Ask for patience if something takes longer than these seconds."""
        note = Timer(seconds, self.console.tell, [self.texts(key)])
        note.daemon = True
        note.start()
        try:
            yield
        finally:
            note.cancel()

    def _loop(self) -> None:
        fresh = True
        while self.game.state.outcome is None:
            if self.game.is_bots_turn:
                self._play_bot()
                fresh = True
                continue
            if fresh:
                self._announce()
            fresh = self._human_step()

    def _play_bot(self) -> None:
        before = self.game.state
        try:
            self.game.play_bot()
        except Exception as error:  # a bot may be a third-party program and fail in any way
            name, told = format_seat(before.seat), str(error) or type(error).__name__
            self.console.tell(self.texts("session.bot_failed", name=name, error=told))
            self.game.concede()
        self._tell_previous(before)
        self._keep()

    def _tell_previous(self, before: State) -> None:
        """Report the turn that has just been closed."""
        state = self.game.state
        if state.previous is not None and state.turns != before.turns:
            self.console.tell(self.teller.turn(state.previous))

    def _announce(self) -> None:
        """Show the table to the player to move."""
        state, tell, t = self.game.state, self.console.tell, self.texts
        if len(self._humans) > 1:
            self.console.hide()
            self.console.ask(t("session.hand_over", name=self.teller.who(state.seat)))
        tell()
        tell(t("session.turn", number=state.turns + 1, name=self.teller.who(state.seat)))
        self._show_changes()
        if state.is_doomed:
            tell(t("session.doomed"))

    def _view(self) -> View:
        return view(self.game.state, self.game.state.seat)

    def _show_table(self) -> None:
        for line in self.teller.table(self._view()):
            self.console.tell(line)
        self._tell_duties()

    def _show_changes(self) -> None:
        """Show the table, unless it is in sight anyway; then say what the turn owes."""
        if self.console.shows_table:
            self._tell_duties()
        else:
            self._show_table()

    def _tell_duties(self) -> None:
        """Say what the open turn still owes, or that it may end."""
        seen = self._view()
        for line in self.teller.duties(seen):
            self.console.tell(line)
        if seen.may_end:
            self.console.tell(self.texts("session.may_end"))

    def _human_step(self) -> bool:
        """Read and execute one line; True when the turn is over."""
        state = self.game.state
        line = self.console.ask(self.texts("session.prompt", seat=format_seat(state.seat)))
        try:
            intent = read_line(line, state.rules.game, state.seat)
        except NotationError as error:
            told = self.texts("session.unknown", text=error, pile=self._first_pile())
            self.console.tell(told)
            return False
        except PileNameError:
            self._tell_piles()
            return False
        if intent is not None:
            self._do(intent)
        if self.game.state.turns == state.turns and self.game.state.outcome is None:
            return False
        self._tell_previous(state)
        self._keep()
        return True

    def _do(self, intent: Intent) -> None:
        try:
            getattr(self, f"_do_{intent.word}")(intent)
        except Refusal as refusal:
            self._refuse(refusal)
        except PileNameError:
            self._tell_piles()

    def _refuse(self, refusal: Refusal) -> None:
        """Explain a refusal; the first time also how to read the rule."""
        told = self._reason(refusal)
        if self._rule and not self._told_why:
            self._told_why = True
            told += " " + self.texts("session.why")
        self.console.tell(told)

    def _reason(self, refusal: Refusal) -> str:
        self._rule = self.game.state.rules.game.rule_of(refusal.code)
        return self.teller.refusal(refusal, self._view())

    def _first_pile(self) -> str:
        return self.game.state.rules.game.pile_name(0, 0)

    def _pile_names(self) -> str:
        game = self.game.state.rules.game
        return self.texts.listed([game.pile_name(pile, 0) for pile in range(len(game.piles))])

    def _tell_piles(self) -> None:
        self.console.tell(self.texts("session.no_pile", piles=self._pile_names()))

    # Moves ----------------------------------------------------------------------------------

    def _do_place(self, intent: Intent) -> None:
        turns = self.game.state.turns
        for placement in intent.placements:
            if self.game.state.turns != turns or self.game.state.outcome is not None:
                break
            if self._must_warn(placement):
                break
            described = self.teller.describe(self._view(), placement)
            self.game.place(placement)
            self.console.tell(self.texts("session.laid", move=described))
        state = self.game.state
        if state.turns == turns and state.outcome is None:
            self._tell_duties()

    def _must_warn(self, placement: Placement) -> bool:
        """Warn once about a placement that leads into a dead end (A-2) or breaks a command."""
        state = self.game.state
        code = state.judge_place(placement)
        if self._warned == (state, placement) or not state.can_place(placement):
            return False
        move = format_placement(state.rules.game, placement, state.seat)
        if code is not None:
            card, pile = placement
            name = state.rules.game.pile_name(pile, state.seat)
            reason = self._reason(Refusal(code, card=card, pile=name, top=state.tops[pile]))
            self.console.tell(self.texts("session.breach", move=move, reason=reason))
        elif not state.is_doomed and state.would_doom(placement):
            self.console.tell(self.texts("session.dooming", move=move))
        else:
            return False
        self._warned = (state, placement)
        return True

    def _do_end(self, intent: Intent) -> None:
        """End the turn; warn once if that would lose the game."""
        state = self.game.state
        code = state.judge_end()
        if code is not None and state.can_end() and self._warned != (state, intent.word):
            reason = self._reason(Refusal(code, laid=len(state.laid), minimum=state.minimum))
            self.console.tell(self.texts("session.breach_end", reason=reason))
            self._warned = (state, intent.word)
        else:
            self.game.end()

    def _do_undo(self, intent: Intent) -> None:
        del intent
        taken = self.game.undo()
        if taken is None:
            self.console.tell(self.texts("session.nothing_to_undo"))
        else:
            self.console.tell(self.texts("session.undone", card=taken.card))
            self._show_changes()

    def _do_concede(self, intent: Intent) -> None:
        """Concede when it is typed a second time: a slip must not end a good game."""
        state = self.game.state
        if self._warned == (state, intent.word):
            self.game.concede()
            return
        self._warned = (state, intent.word)
        self.console.tell(self.texts("session.concede_sure"))

    # Looking --------------------------------------------------------------------------------

    def _do_moves(self, intent: Intent) -> None:
        del intent
        for line in self.teller.legal(self._view()):
            self.console.tell(line)

    def _do_hint(self, intent: Intent) -> None:
        """Tell the best turns; the record says that a hint was taken."""
        del intent
        missing = missing_package("kernels")
        if missing is not None:
            told = {"package": missing, "install": install_line("kernels")}
            self.console.tell(self.texts("hint.missing", **told))
            return
        self.game.take_hint()
        state = self.game.state
        seen = view(state, state.seat, memory=True)
        with self._patience(0.2, "hint.thinking"):
            from tenback.analysis.advice import AdviceError, advise  # noqa: PLC0415 - heavy

            try:
                found = advise(seen, most=_HINT_TURNS, ms=_HINT_MS)
            except AdviceError as error:
                self.console.tell(self.texts("hint.failed", error=error))
                return
        if not found:
            self.console.tell(self.texts("advise.none", name=self.teller.who(state.seat)))
        for line in hint_lines(self.texts, seen, found) if found else ():
            self.console.tell(line)

    def _do_table(self, intent: Intent) -> None:
        del intent
        self._show_table()

    def _do_help(self, intent: Intent) -> None:
        del intent
        t = self.texts
        self.console.tell(t("session.help.piles", piles=self._pile_names()))
        for key in help_keys(self.game.state.rules):
            usage, about = t(f"session.help.{key}", pile=self._first_pile()).split("\t")
            self.console.tell(f"  {usage:<20}{about}")

    def _do_rules(self, intent: Intent) -> None:
        del intent
        self.console.tell(as_lines(rules_text(self.game.state.rules.game.id, self.texts.language)))

    def _do_why(self, intent: Intent) -> None:
        """Show what the rules say about the last refusal."""
        del intent
        game, language = self.game.state.rules.game.id, self.texts.language
        told = passages(game, language, self._rule) if self._rule else ()
        for line in told or (self.texts("session.why_not"),):
            self.console.tell(line)

    # Talk -----------------------------------------------------------------------------------

    def _do_keep_off(self, intent: Intent) -> None:
        self._signal_pile(SignalKind.KEEP_OFF, intent)

    def _do_small_steps(self, intent: Intent) -> None:
        self._signal_pile(SignalKind.SMALL_STEPS, intent)

    def _signal_pile(self, kind: SignalKind, intent: Intent) -> None:
        state = self.game.state
        name = intent.rest.rpartition(" ")[2]  # "keep off A1" is read like "keep A1"
        self._signal(Signal(state.seat, kind, state.rules.game.pile_index(name, state.seat)))

    def _do_holds(self, intent: Intent) -> None:
        state, command = self.game.state, read_command(intent.rest)
        if command is None and state.rules.game.is_team_game:
            commands = self.texts.listed(map(self.teller.command, CardCommand))
            self.console.tell(self.texts("session.no_command", commands=commands))
        else:
            self._signal(Signal(state.seat, SignalKind.HOLDS, str(command)))

    def _signal(self, signal: Signal) -> None:
        self.game.signal(signal)
        self.console.tell(self.teller.signal(signal))

    def _do_clear(self, intent: Intent) -> None:
        del intent
        self.game.withdraw_signals(self.game.state.seat)
        self.console.tell(self.texts("session.cleared"))

    def _do_say(self, intent: Intent) -> None:
        state = self.game.state
        if not intent.rest:
            self.console.tell(self.texts("session.say_what"))
            return
        self.game.say(state.seat, intent.rest)
        self.console.tell(
            self.texts("session.said", name=self.teller.names[state.seat], text=intent.rest)
        )

    # Keeping --------------------------------------------------------------------------------

    def _do_save(self, intent: Intent) -> None:
        """Save the game in its file, or in another file that is then kept up to date as well."""
        target = self.file
        try:
            if intent.rest:
                target = Path(intent.rest).expanduser()
                if target.exists() and target != self.file:
                    self.console.tell(self.texts("session.exists", file=target))
                    return
            write_record(self.game.record, target)
        except (OSError, ValueError, RuntimeError) as error:
            self._tell_not_kept(intent.rest or self.file, error)
            return
        self.file, self._can_keep = target, True
        self.console.tell(self.texts("session.saved", file=target))

    def _do_quit(self, intent: Intent) -> None:
        del intent
        raise _QuitError

    def _keep(self) -> bool:
        """Write the game; if the file cannot be written, say so once."""
        if not self._can_keep:
            return False
        try:
            write_record(self.game.record, self.file)
        except OSError as error:
            self._can_keep = False
            self._tell_not_kept(self.file, error)
            return False
        if self.file != self._home:
            # Where '--resume last' looks; the player's own file is what counts.
            with suppress(OSError):
                write_record(self.game.record, self._home)
        return True

    def _tell_not_kept(self, file: Path | str, error: Exception) -> None:
        told = (error.strerror if isinstance(error, OSError) else None) or error
        self.console.tell(self.texts("session.not_kept", file=file, error=told))
