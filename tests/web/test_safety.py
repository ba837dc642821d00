"""Whatever somebody is called or says is text, and the page runs no scripts of others."""

from tests.server.serving import Served
from tests.web.conftest import Invite

_NAME = "<img src=x onerror=alert(1)>"
_TEXT = "<script>alert('hi')</script> <b onclick=alert('no')>bold</b> {name} &amp;"


def test_hostile_names_and_texts_are_shown_as_text(invite: Invite, served: Served) -> None:
    table = served.open(players=2, name=_NAME, settings={"text": True})
    other = served.sit(table["code"], "javascript:alert(3)//{name}")
    host, guest = invite(), invite()
    alerts: list[str] = []
    for each in (host, guest):
        each.page.on("dialog", lambda dialog: alerts.append(dialog.message))
    host.sit(table)
    guest.sit(other)
    guest.page.get_by_role("button", name="I am ready").click()
    host.page.get_by_role("button", name="Deal the cards").click()
    for each in (host, guest):
        each.until("() => document.querySelector('[data-hand-card]') !== null")
    for each in (host, guest):
        each.open_story()
    guest.page.get_by_label("Say something").fill(_TEXT)
    guest.page.get_by_role("button", name="Say", exact=True).click()
    for each in (host, guest):
        each.see(_NAME)
        each.see(_TEXT)
        assert each.page.locator("main img, main script, main b[onclick]").count() == 0
    assert alerts == []


def test_the_policy_forbids_scripts_of_others(invite: Invite) -> None:
    guest = invite()
    page = guest.go()
    refused = """() => new Promise((tell) => {
      document.addEventListener('securitypolicyviolation', (event) => tell(event.blockedURI));
      const script = document.createElement('script');
      script.textContent = 'window.broken = true';
      document.body.append(script);
    })"""
    assert page.evaluate(refused) == "inline"
    assert page.evaluate("() => window.broken") is None
    guest.troubles = [told for told in guest.troubles if "inline script" not in told]
