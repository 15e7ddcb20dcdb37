"""One browser for the tests of the page, and what they do with it."""

import asyncio
import shutil
from functools import partial

import pytest
from page_table import Table, served
from playwright.sync_api import expect, sync_playwright

from device.page._app import create_app

PHONE = {"width": 390, "height": 844}
KIOSK = {"width": 1280, "height": 800}
SCREEN = {"width": 1920, "height": 1080}
#: How long a busy machine may take over one step.
PATIENCE_MS = 60_000
REFUSED = "Failed to load resource"
LOCALES = {"en": "en-GB", "ja": "ja-JP", "zh": "zh-CN"}


class Stage:
    """One address and one browser for all tests: what was loaded once is not loaded again."""

    def __init__(self, browser):
        self.browser = browser
        self.app = None
        self.contexts = {}
        self.troubles = []
        self.refuses = False

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http":
            await self.app(scope, receive, send)

    def context(self, lang):
        if lang not in self.contexts:
            context = self.browser.new_context(locale=LOCALES[lang], has_touch=True)
            context.set_default_timeout(PATIENCE_MS)
            self.contexts[lang] = context
        return self.contexts[lang]

    def expect_refusals(self):
        """Let the browser note refused requests, whenever it does so."""
        self.refuses = True

    def found(self):
        """Return what the browser noted, and forget it."""
        noted = [t for t in self.troubles if not (self.refuses and t.startswith(REFUSED))]
        self.troubles.clear()
        self.refuses = False
        return noted

    def note(self, message):
        if message.type == "error":
            self.troubles.append(message.text)

    def open(self, address, size, lang, path):
        page = self.context(lang).new_page()
        page.set_viewport_size(size)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self.note)
        page.goto(address + path, wait_until="domcontentloaded")
        page.wait_for_selector("body[data-revision]")
        return page


@pytest.fixture(scope="module")
def stage():
    path = shutil.which("chromium")
    assert path, "install chromium to test the page"
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=path, args=options)
        stage = Stage(browser)
        with served(stage) as stage.address:
            yield stage
            browser.close()


@pytest.fixture
def visit_app(stage):
    """Open the page that an app serves; the test fails on any error in the browser's console."""
    pages = []

    def visit(app, size=KIOSK, lang="en", path="/"):
        stage.app = app
        pages.append(stage.open(stage.address, size, lang, path))
        return pages[-1]

    visit.expect_refusals, visit.stage = stage.expect_refusals, stage
    yield visit
    for page in pages:
        page.close()
    for context in stage.contexts.values():
        context.clear_cookies()
    assert stage.found() == []


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.keeper.close()


@pytest.fixture
def visit(visit_app, table):
    """Open the page of ``table``."""
    return partial(visit_app, create_app(table.service))


def slowed(app, seconds=0.15):
    """Return ``app`` behind a network on which what is sent takes its time."""

    async def slow(scope, receive, send):
        if scope["method"] == "POST":
            await asyncio.sleep(seconds)
        await app(scope, receive, send)

    return slow


def key(page, name):
    return page.locator(f'[data-key="{name}"]')
