"""The plan that the page about studies shows is the one in the examples."""

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_plan_of_a_study_is_that_of_its_page() -> None:
    page = (DOCS / "how-to" / "run-a-study.md").read_text(encoding="utf-8")
    plan = (DOCS / "examples" / "plan.yml").read_text(encoding="utf-8")

    assert f"```yaml\n{plan}```" in page
