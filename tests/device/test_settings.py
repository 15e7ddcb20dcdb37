"""What was chosen in the set-up is kept; a file that somebody broke breaks nothing."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device._errors import UserError
from device._i18n import LANGUAGES
from device._settings import NAME, STEPS, Settings, SettingsFile
from device._teller import VERBOSITIES
from scorer import rule_set_names

CHOSEN = st.builds(
    Settings,
    lang=st.none() | st.sampled_from(LANGUAGES),
    camera=st.none() | st.text(),
    rules=st.none() | st.sampled_from(rule_set_names()),
    volume=st.integers(0, 100),
    verbosity=st.none() | st.sampled_from(VERBOSITIES),
    done=st.sets(st.sampled_from(STEPS)).map(
        lambda done: tuple(step for step in STEPS if step in done)
    ),
    finished=st.booleans(),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@settings(max_examples=25)
@given(CHOSEN)
def test_what_was_chosen_is_kept(tmp_path_factory, chosen):
    folder = tmp_path_factory.mktemp("kept")
    SettingsFile(folder).save(chosen)
    assert SettingsFile(folder).load() == chosen


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from(list(Settings.__slots__)), JSON) | JSON)
def test_what_is_broken_was_never_chosen(tmp_path_factory, found):
    folder = tmp_path_factory.mktemp("broken")
    (folder / NAME).write_text(json.dumps(found))
    loaded = SettingsFile(folder).load()
    assert loaded.lang in (None, *LANGUAGES)
    assert 0 <= loaded.volume <= 100
    SettingsFile(folder).save(loaded)
    assert SettingsFile(folder).load() == loaded


def test_addresses_with_passwords_are_nobody_elses(tmp_path):
    SettingsFile(tmp_path).save(Settings(camera="rtsp://me:secret@cam/1"))
    assert (tmp_path / NAME).stat().st_mode & 0o077 == 0


def test_a_folder_that_takes_nothing_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot keep"):
        SettingsFile(tmp_path / "file").save(Settings())
