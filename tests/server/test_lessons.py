"""Lessons and puzzles over HTTP: lists, one lesson and its twin, and names that do not exist."""

from __future__ import annotations

from pathlib import Path

from tests.server.serving import opened


def test_lessons_are_listed_asked_and_refused(tmp_path: Path) -> None:
    with opened(tmp_path, seconds=120) as api:
        taught = api.get("/v1/lessons").json()
        assert "gemini-arap" in [each["name"] for each in taught["rulesets"]]
        assert taught["days"][0] == 0
        listed = api.get("/v1/lessons/wh40k-10e").json()
        entry = next(each for each in listed["lessons"] if each["clause"] == "advance.distance")
        case = api.get(f"/v1/lessons/{entry['id']}").json()
        twin = api.get(f"/v1/lessons/{entry['id']}", params={"twin": True}).json()
        assert case["questions"][0]["says"] == twin["questions"][0]["says"]
        answers = [each["questions"][0]["choices"][each["questions"][0]["right"]] for each in (case, twin)]
        assert answers[0] != answers[1]
        assert case["table"]["board"]
        assert api.get("/v1/lessons/wh40k-11e").json()["code"] == "ruleset/unknown"
        wrong = api.get("/v1/lessons/wh40k-10e/advance.distance/nine").json()
        assert (wrong["status"], wrong["code"]) == (404, "lesson/unknown")
        assert "wh40k-10e" in [each["name"] for each in api.get("/v1/puzzles").json()["rulesets"]]
        puzzle = api.get("/v1/puzzles/wh40k-10e/7").json()
        assert puzzle["question"]["choices"][puzzle["question"]["right"]]["because"]
        assert api.get("/v1/puzzles/wh40k-9e/7").json()["code"] == "ruleset/unknown"
        assert api.get("/v1/puzzles/wh40k-10e/-1").status_code == 422
