"""The reader's language: translations from files, numbers and lists, and the pseudo-language."""

from __future__ import annotations

from pathlib import Path

import pytest

from surefoot.language import Length, Term, Who, count, say
from surefoot.language.locale import ENGLISH, NoSuchLanguage, find, using
from surefoot.language.pseudo import accented, escaped
from surefoot.language.speaker import Speaker

GERMAN = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "{who} is {short} short"
msgstr "{who} fehlen {short}"

msgid "{n} model is left"
msgid_plural "{n} models are left"
msgstr[0] "{n} Modell bleibt"
msgstr[1] "{n} Modelle bleiben"

#, fuzzy
msgid "Leap"
msgstr "Hüpf"
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "de.po").write_text(GERMAN, encoding="utf-8")
    monkeypatch.setenv("SUREFOOT_LOCALES", str(tmp_path))
    find.cache_clear()


@pytest.mark.usefixtures("german")
def test_a_translation_comes_as_a_file_with_its_own_numbers_and_plurals() -> None:
    speaker = Speaker("inch")
    short = say("{who} is {short} short", who=Who("kal"), short=Length.of(1234.5))
    with using("de"):
        assert speaker(short) == "Kal fehlen 1.234,5″"
        assert speaker(count("{n} model is left", "{n} models are left", 1)) == "1 Modell bleibt"
        assert speaker(count("{n} model is left", "{n} models are left", 2)) == "2 Modelle bleiben"
        assert speaker(say("{all}", all=(Who("ana"), Who("bo"), Who("cy")))) == "Ana, Bo und Cy"
    assert speaker(short) == "Kal is 1,234.5″ short"


@pytest.mark.usefixtures("german")
def test_what_is_not_translated_or_unsure_stays_english() -> None:
    with using("de"):
        assert Speaker()(say("Leap")) == "Leap"
        assert Speaker()(say("End round")) == "End round"


@pytest.mark.usefixtures("german")
def test_a_variant_falls_back_on_its_language_and_an_unknown_one_is_refused_with_those_that_exist() -> None:
    assert find("de-AT").code == "de"
    with pytest.raises(NoSuchLanguage, match=r"no translation into 'xx'; there are: en, de"):
        find("xx")


def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFOOT_LANGUAGE", "en-XA")
    assert Speaker()(say("End round")) == "⟦Éñd röûñd⟧"
    monkeypatch.setenv("SUREFOOT_LANGUAGE", "C.UTF-8")
    assert Speaker()(say("End round")) == "End round"


def test_the_pseudo_language_shows_what_escapes_translation() -> None:
    speaker = Speaker("inch", terms={"prone": say("Prone")})
    with using("en-XA"):
        whole = speaker(say("{who} is now {state}", who=Who("kal"), state=Term("prone")))
        gap = speaker(say("{who} is now {state}", who=Who("kal"), state=Term("dazed")))
    assert escaped(whole) == []
    assert escaped(gap) == ["dazed"]
    assert escaped("costs 6″") == ["costs"]
    assert escaped(accented("Moves {n}")) == []


def test_english_needs_no_babel() -> None:
    assert find("en") is ENGLISH
    assert find("") is ENGLISH
