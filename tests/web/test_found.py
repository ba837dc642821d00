"""Faults that were found by trying the client out, each with a test that would find it again."""

from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, give_up, play_turn

from tenback.texts import Texts

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_OVER = "() => document.querySelector('[data-result]') !== null"


def test_the_lesson_of_the_duel_has_no_partner(guest: Guest) -> None:
    guest.go("/tutorial/duel")
    guest.until(_HAND)
    seats = guest.page.locator("[data-seat]").all_inner_texts()
    assert any(WORDS("web.tutorial.opponent") in seat for seat in seats)
    assert not any(WORDS("web.tutorial.partner") in seat for seat in seats)


def test_a_team_that_gave_up_together_names_nobody(invite: Invite, served: Served) -> None:
    host = served.open(players=2, settings={"starter": "lot"})
    other = served.sit(host["code"], "Bo")
    one, two = invite(), invite()
    one.sit(host)
    two.sit(other).get_by_role("button", name=WORDS("web.gathering.ready")).click()
    one.page.get_by_role("button", name=WORDS("web.gathering.start")).click()
    one.until(_HAND)
    one.page.get_by_role("button", name=WORDS("web.menu")).click()
    give_up = one.page.get_by_role("button", name=WORDS("web.concede.do"))
    give_up.click()
    give_up.click()
    two.page.get_by_role("button", name=WORDS("web.concede.agree")).click()
    for guest in (one, two):
        guest.until(_OVER)
        told = guest.page.locator("[data-result]").inner_text()
        assert WORDS("web.result.together") in told
        assert "Bo gives up" not in told
        assert "Ana gives up" not in told


def test_talk_and_moves_are_apart_and_the_newest_is_last(guest: Guest, served: Served) -> None:
    table = served.open(
        players=2,
        bots=["greedy"],
        settings={"pace": 0, "text": True, "starter": "host"},
        start=True,
    )
    page = guest.sit(table)
    guest.until(_HAND)
    page.get_by_role("button", name="Ana").click()
    guest.until("() => document.querySelector('main').dataset.stage === 'playing'")
    guest.open_story()
    for phrase in ("hello", "thanks"):
        page.get_by_role("button", name=WORDS(f"web.phrase.{phrase}")).click()
        page.get_by_role("list", name=WORDS("web.talk.title")).get_by_text(
            WORDS(f"web.phrase.{phrase}")
        ).wait_for()
    guest.open_story()
    play_turn(guest, Mouse())
    guest.open_story()
    talk = page.get_by_role("list", name=WORDS("web.talk.title")).locator("li").all_inner_texts()
    assert talk == [f"You: {WORDS('web.phrase.hello')}", f"You: {WORDS('web.phrase.thanks')}"]
    story = page.get_by_role("list", name=WORDS("web.log.title")).locator("li").all_inner_texts()
    assert not any("You:" in line for line in story)
    laid = [at for at, line in enumerate(story) if line.startswith("You lay")]
    ended = [at for at, line in enumerate(story) if line.startswith("You end")]
    assert max(laid) < ended[0]


def test_the_end_of_a_duel_is_told_to_you(guest: Guest, served: Served) -> None:
    guest.sit(served.open("duel", bots=["greedy"], start=True, settings={"pace": 0}))
    guest.until(_HAND)
    assert guest.page.get_by_role("region", name=WORDS("web.side.of", name="Greedy")).count() == 1
    give_up(guest)
    told = guest.page.locator("[data-result]").inner_text()
    assert "the other" not in told
    assert "Greedy wins; you have" in told


def test_a_bot_is_called_by_its_name_in_the_language_of_the_page(
    invite: Invite, served: Served
) -> None:
    guest = invite(locale="de")
    guest.sit(served.open(players=2, bots=["master"], settings={"starter": "lot"}))
    guest.see(Texts("de")("web.bot.master"))


def test_joining_accepts_a_pasted_link(guest: Guest, served: Served) -> None:
    table = served.open(players=2)
    page = guest.go()
    page.get_by_label(WORDS("web.code.label")).fill(f"https://example.org/t/{table['code']}?x=1")
    page.get_by_role("button", name=WORDS("web.code.join")).click()
    page.get_by_role("button", name=WORDS("web.join.sit")).wait_for()


def test_an_unknown_table_says_so_and_offers_the_next_step(guest: Guest) -> None:
    page = guest.go("/t/NOSUCH9")
    guest.see("There is no table NOSUCH9.")
    assert page.get_by_role("link", name=WORDS("web.result.lobby"), exact=True).is_visible()
    assert page.get_by_label(WORDS("web.code.label")).is_visible()
    guest.troubles = [told for told in guest.troubles if "404" not in told]


def test_a_full_table_offers_to_watch(guest: Guest, served: Served) -> None:
    table = served.open(players=1, start=True)
    page = guest.go(f"/t/{table['code']}")
    guest.see(WORDS("web.join.playing"))
    assert page.get_by_role("button", name=WORDS("web.join.watch")).is_visible()
    assert page.get_by_role("link", name=WORDS("web.result.lobby"), exact=True).is_visible()


def test_a_newcomer_is_offered_the_lesson_once(guest: Guest) -> None:
    page = guest.go()
    guest.see(WORDS("web.lobby.newcomer"))
    page.get_by_role("button", name=WORDS("web.lobby.no_lesson")).click()
    page.reload()
    page.get_by_role("button", name="Original").wait_for()
    assert page.get_by_text(WORDS("web.lobby.newcomer")).count() == 0


def test_what_play_now_starts_is_said(guest: Guest) -> None:
    page = guest.go()
    button = page.get_by_role("button", name=WORDS("web.lobby.solo"))
    page.get_by_role("button", name="Original").wait_for()
    told = page.locator(f"#{button.get_attribute('aria-describedby')}").inner_text()
    assert told == WORDS("web.lobby.starts", game="Original")
    button.click()
    guest.until(_HAND)


def test_examples_on_the_rules_page_can_be_played(guest: Guest) -> None:
    page = guest.go("/rules/original")
    example = page.locator("[data-example='G-13']")
    example.get_by_role("button", name="48", exact=True).click()
    example.locator(".pile.jump button").click()
    example.get_by_role("button", name="A1 ascending 48").wait_for()
    example.get_by_role("button", name=WORDS("web.tutorial.again")).click()
    example.get_by_role("button", name="A1 ascending 58").wait_for()


def test_why_words_were_refused_is_in_sight_on_a_phone(invite: Invite, served: Served) -> None:
    table = served.open(players=2, bots=["greedy"], settings={"text": True}, start=True)
    guest = invite(viewport={"width": 360, "height": 740})
    page = guest.sit(table)
    guest.until(_HAND)
    guest.open_story()
    page.get_by_label(WORDS("web.talk.text")).fill("I have the 35")
    page.get_by_role("button", name=WORDS("web.talk.say"), exact=True).click()
    told = page.locator("aside").get_by_text("This names a number")
    told.wait_for()
    box = told.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    on_top = "([x, y]) => document.elementFromPoint(x, y)?.textContent ?? ''"
    assert "This names a number" in page.evaluate(on_top, middle)


def test_the_buttons_of_a_lesson_stay_in_sight_on_a_phone(invite: Invite) -> None:
    for game in ("original", "duel"):
        guest = invite(viewport={"width": 360, "height": 740}, locale="fr")
        guest.go(f"/tutorial/{game}")
        guest.until(_HAND)
        panel = guest.page.locator(".lesson").bounding_box()
        button = guest.page.locator(".lesson button.main").bounding_box()
        assert panel is not None
        assert button is not None
        assert button["y"] + button["height"] <= panel["y"] + panel["height"]


def test_a_lesson_is_offered_only_where_there_is_one(guest: Guest) -> None:
    for game, count in (("original", 1), ("on-fire", 0)):
        page = guest.go(f"/rules/{game}")
        page.locator("article h1, article h2").first.wait_for()
        guest.until("() => document.querySelector('nav.games a') !== null")
        assert page.get_by_role("link", name=WORDS("web.rules.lesson")).count() == count


def test_what_one_types_is_in_sight_on_every_phone(invite: Invite, served: Served) -> None:
    table = served.open(players=2, bots=["greedy"], settings={"text": True}, start=True)
    for width, height in ((320, 568), (360, 740), (844, 390)):
        guest = invite(viewport={"width": width, "height": height})
        guest.sit(table)
        guest.until(_HAND)
        guest.open_story()
        box = guest.page.get_by_label(WORDS("web.talk.text")).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, (width, height)
        guest.page.keyboard.press("Escape")
        guest.page.get_by_label(WORDS("web.talk.text")).wait_for(state="detached")
