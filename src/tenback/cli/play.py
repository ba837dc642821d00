"""``tenback play``: a game in this terminal."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tenback.bots import BotError, create_bot, split_bots
from tenback.cli.common import (
    GameName,
    Language,
    WholeNumber,
    load_record,
    texts_for,
    verified,
    with_starter,
)
from tenback.cli.errors import CliError
from tenback.cli.full_screen import has_full_screen, leave_lines
from tenback.cli.ruleset_options import RulesetOptions
from tenback.records import (
    GameRecord,
    NotationError,
    deal_from_seed,
    lot_from_seed,
    verify_record,
)
from tenback.records.deals import MAX_SEED
from tenback.records.notation import parse_seat
from tenback.records.proof import draw_lot
from tenback.rules import Ruleset, RulesetError, State, find_game, view
from tenback.table import Deal, draw_deal
from tenback.terminal.console import Console, InputClosedError, StreamConsole
from tenback.terminal.intents import is_word
from tenback.terminal.session import Session
from tenback.terminal.starting import words_of_bots
from tenback.terminal.storage import latest_game, new_game_file
from tenback.terminal.tell import Teller
from tenback.texts import Texts

__all__ = ["play"]


def play(  # noqa: PLR0913 - each is an option of the command line
    game: Annotated[GameName | None, Parameter(show_default="original")] = None,
    *,
    players: Annotated[WholeNumber | None, Parameter(alias="-p")] = None,
    bots: Annotated[str, Parameter(alias="-b")] = "",
    names: str = "",
    starter: str | None = None,
    seed: WholeNumber | None = None,
    resume: str | None = None,
    plain: Annotated[bool, Parameter(negative="")] = False,
    lang: Language | None = None,
    options: RulesetOptions = RulesetOptions(),  # noqa: B008 - frozen
) -> None:
    """Play a game in the terminal; every turn is saved, so nothing is lost.

    On a terminal it takes the full screen, where Textual is installed (the extra "terminal").

    Parameters
    ----------
    players
        How many play, bots included. By default one person and the bots.
    bots
        Bots for the last seats, separated by commas: greedy,greedy. See 'tenback bots'.
    names
        Names of the people, separated by commas.
    starter
        A seat such as P1, 'lot', or 'ask' (the default in team games): you choose after
        seeing your hand.
    seed
        A number that fixes the deal; without it the deal is truly random.
    resume
        Resume a saved game: a file, or 'last'.
    plain
        Play in plain lines, as in pipes; they read well with a screen reader.
    lang
        Language of the texts; by default from the locale.
    """
    texts = texts_for(lang)
    console = StreamConsole()
    is_full = not plain and has_full_screen()
    if resume is not None:
        given = (game, players, bots, names, starter)
        if any(given) or seed is not None or options != RulesetOptions():
            raise CliError("resume: a saved game has its own game, players, bots, seed and options")
        path = _resumed_path(resume)
        record = load_record(path)
        state = verified(record, path, verify_record)
        if state.outcome is not None:
            raise CliError(f"{path}: this game is over; 'tenback replay' shows it")
        for _, spec in record.bots:
            _verify_bot(spec)
        if is_full:
            _run_full_screen(record, None, texts, path)
        else:
            Session(record, console, texts, path).run()
        return
    game = game or "original"
    wanted = split_bots(bots)
    for spec in wanted:
        _verify_bot(spec)
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise CliError(f"seed: {seed} is not from 0 to {MAX_SEED}")
    bot_specs, count = _seat_bots(game, players, wanted)
    layout_seed = secrets.randbelow(MAX_SEED) if seed is None else seed
    rules = with_starter(options.ruleset(game, count, layout_seed), starter)
    if len(bot_specs) > rules.players:
        raise CliError(f"bots: {len(bot_specs)} bot(s) for {rules.players} seat(s)")
    record = _new_record(rules, seed, names, bot_specs, texts)

    def with_lot(asking: Console, dealt: GameRecord) -> GameRecord:
        return _choose_starter(dealt, starter, asking, texts)

    if is_full:
        _run_full_screen(record, with_lot, texts, new_game_file())
        return
    try:
        record = with_lot(console, record)
    except (InputClosedError, KeyboardInterrupt):
        console.tell()
        return
    Session(record, console, texts, new_game_file()).run()


def _resumed_path(resume: str) -> Path:
    if resume != "last":
        return Path(resume)
    path = latest_game()
    if path is None:
        raise CliError("resume: no game has been kept yet")
    return path


def _verify_bot(spec: str) -> None:
    try:
        create_bot(spec)
    except BotError as error:
        raise CliError(f"bots: {error}") from None


def _seat_bots(game: str, players: int | None, bots: list[str]) -> tuple[list[str], int | None]:
    """Fill in the defaults: a duel against greedy, one person beside the bots."""
    try:
        is_team_game = find_game(game).is_team_game
    except RulesetError as error:
        raise CliError(str(error)) from None
    if players is not None:
        return bots, players
    if not is_team_game:
        return bots or ["greedy"], None
    return bots, len(bots) + 1


def _new_record(
    rules: Ruleset, seed: int | None, names: str, bots: list[str], texts: Texts
) -> GameRecord:
    humans = rules.players - len(bots)
    given = [name.strip() for name in names.split(",") if name.strip()]
    if len(given) > humans:
        raise CliError(f"names: {len(given)} name(s) for {humans} person(s)")
    people = given or ([texts("player.default")] if humans == 1 else [])
    people += [f"P{number + 1}" for number in range(len(people), humans)]
    deal = draw_deal(rules) if seed is None else Deal(deal_from_seed(rules, seed), seed=seed)
    try:
        return GameRecord(
            rules,
            deal.decks,
            rules.starter if rules.starter != "lot" else 0,
            (*people, *(spec.partition(":")[0] for spec in bots)),
            date=date.today().isoformat(),
            seed=deal.seed,
            bots=tuple((humans + number, spec) for number, spec in enumerate(bots)),
            salt=deal.salt,
        )
    except RulesetError as error:
        raise CliError(str(error)) from None


def _choose_starter(
    record: GameRecord, starter: str | None, console: Console, texts: Texts
) -> GameRecord:
    """Return the record with its starter; by default a team with a person in it is asked (A-8).

    A starter that the team has chosen is part of its rules, so that no lot is told of.
    """
    rules = record.rules
    if rules.starter != "lot":
        return replace(record, starter=rules.starter)
    humans = rules.players - len(record.bots)
    ask = starter == "ask" or (starter is None and rules.game.is_team_game and humans > 0)
    if rules.players > 1 and ask:
        if humans == 1 and not console.shows_table:
            dealt = State.deal(rules, record.decks)
            teller = Teller(texts, rules, record.names)
            for line in teller.table(view(dealt, 0)):
                console.tell(line)
        for line in words_of_bots(record, texts):
            console.tell(line)
        seats = texts.listed([f"P{seat + 1}" for seat in range(rules.players)], "or")
        while line := console.ask(texts("session.who_starts", seats=seats)).strip():
            if is_word("quit", line):
                raise InputClosedError
            try:
                chosen = parse_seat(f"P{line}" if line.isdecimal() else line, rules.players)
            except NotationError:
                console.tell(texts("session.no_such_seat", typed=line, seats=seats))
            else:
                return replace(record, rules=replace(rules, starter=chosen), starter=chosen)
    if record.seed is not None:
        return replace(record, starter=lot_from_seed(rules, record.seed))
    return replace(record, starter=draw_lot(record.salt, range(rules.players)))


def _run_full_screen(
    record: GameRecord,
    with_lot: Callable[[Console, GameRecord], GameRecord] | None,
    texts: Texts,
    file: Path,
) -> None:
    from tenback.terminal.screens import GameScreen  # noqa: PLC0415 - Textual is heavy

    leave_lines(GameScreen(record, texts, file, with_lot))
