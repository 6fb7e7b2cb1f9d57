"""Generated documents are fresh, settings are explained, links lead somewhere."""

import re
from pathlib import Path

from actors.config import Settings
from tests.architecture.documents import DOCUMENTS, ROOT, stale

_LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)")


def test_generated_documents_are_fresh() -> None:
    assert stale() == []


def test_a_document_that_says_something_else_is_stale(tmp_path: Path) -> None:
    for name, write in DOCUMENTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(write(), encoding="utf-8")
    (tmp_path / "docs" / "machines.md").write_text("other", encoding="utf-8")

    assert stale(tmp_path) == ["docs/machines.md"]


def test_every_setting_is_explained() -> None:
    fields = Settings.model_fields

    assert [name for name, field in fields.items() if not field.description] == []


def test_the_example_of_settings_names_settings_only() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")

    named = re.findall(r"^#?([A-Z][A-Z_]+)=", example, re.MULTILINE)

    assert "BOT_TOKEN" in named
    assert {name.lower() for name in named} - set(Settings.model_fields) == set()


def test_every_link_of_the_documents_leads_to_a_file() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]

    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in _LINK.findall(page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]

    assert broken == []
