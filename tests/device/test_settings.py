"""What was chosen in the set-up, whatever became of its file."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from page_table import Table

from device._settings import NAME, STEPS, Settings, SettingsFile
from device._setup_desk import Given, SetupDesk


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "5", "[" * 100_000, '{"volume": true, "lang": {}, "rules": ["tenhou"]}',
     '{"lang": ["en"], "camera": 5, "volume": 1e999, "verbosity": {}, "finished": 1}'],
)  # fmt: skip
def test_a_broken_file_is_as_if_nobody_had_chosen_and_is_replaced(tmp_path, text):
    (tmp_path / NAME).write_text(text)
    kept = SettingsFile(tmp_path)
    assert kept.load() == Settings()
    kept.save(Settings(lang="ja", volume=40))
    assert kept.load() == Settings(lang="ja", volume=40)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_what_is_whole_in_a_broken_file_counts(tmp_path):
    steps = '"done": [[1], "table", {}], "skipped": [{}]'
    (tmp_path / NAME).write_text(f'{{"lang": "zh", "volume": "loud", {steps}}}')
    assert SettingsFile(tmp_path).load() == Settings(lang="zh", done=("table",))


class SlowFile(SettingsFile):
    """A file on a slow card."""

    def save(self, settings):
        time.sleep(0.02)
        super().save(settings)


def test_choices_of_two_browsers_at_once_are_both_kept(tmp_path):
    table = Table(tmp_path)
    desk = SetupDesk(SlowFile(tmp_path), table.service, Given(), lambda: None, lambda: ())
    with ThreadPoolExecutor(len(STEPS)) as browsers:
        list(browsers.map(desk.done, STEPS))
    assert SettingsFile(tmp_path).load().done == STEPS
