"""tools.chromium: the same browser in every shell."""

import pytest

from tools.chromium import chromium


@pytest.mark.needs("browser")
def test_a_file_is_found_by_any_name_in_a_shell_that_knows_ascii_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    (tmp_path / "für.txt").write_text("seven b", "utf-8")
    with chromium() as browser:
        page = browser.new_page()
        page.set_content("<input type=file>")
        page.set_input_files("input", tmp_path / "für.txt")
        assert page.evaluate("document.querySelector('input').files[0].text()") == "seven b"
