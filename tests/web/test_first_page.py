"""On the first page of the site the game takes the place of its picture, if there is room."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from scripts.site import DEMO, DOCS

#: As the site writes it: the links, then the picture.
PAGE = f"""<!doctype html><script src="site.js"></script>
<div class="md-content">{DEMO}<img src="images/web/turn.webp" alt="A turn"></div>"""
HOME = "http://site.test/index.html"


def answer(route: Route) -> None:
    name = Path(route.request.url).name
    if name == "site.js":
        route.fulfill(body=(DOCS / name).read_text("utf-8"), content_type="text/javascript")
    elif route.request.url == HOME:
        route.fulfill(body=PAGE, content_type="text/html")
    elif "/play/" in route.request.url:
        route.fulfill(body="<h1>Up the stairs</h1>", content_type="text/html")
    else:
        route.fulfill(status=404)


@pytest.fixture
def page(browser: Browser) -> Page:
    page = browser.new_context().new_page()
    page.route("**/*", answer)
    return page


def test_at_a_desk_the_game_takes_the_place_of_the_picture(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(HOME)
    page.get_by_role("link", name="Play it here").click()
    expect(page.frame_locator("iframe.demo").get_by_text("Up the stairs")).to_be_visible()
    expect(page.locator("img")).to_have_count(0)
    assert page.url == HOME
    page.context.close()


def test_on_a_phone_the_link_leads_to_the_game(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(HOME)
    page.get_by_role("link", name="Play it here").click()
    expect(page.get_by_text("Up the stairs")).to_be_visible()
    assert page.url == "http://site.test/play/index.html"
    page.context.close()


def test_the_site_loads_the_script() -> None:
    assert 'extra_javascript = ["site.js"]' in (DOCS.parent / "zensical.toml").read_text("utf-8")
    assert "turn.webp" in (DOCS / "index.md").read_text("utf-8")
