"""The progress of lessons at the terminal, kept in a file of Surefoot's own folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from surefoot.files.home import data_folder
from surefoot.records import dataclass
from surefoot.training.lessons import Lesson
from surefoot.training.repetition import Progress, answered

FILE = "training.json"


@dataclass
class Kept:
    """The progress of all lessons, by their id."""

    path: Path
    lessons: dict[str, Progress]

    @classmethod
    def open(cls, path: Path | None = None) -> Kept:
        """What was kept; a file that can't be read is taken as empty, and kept aside before it is written again."""
        path = path or data_folder() / FILE
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            found = {str(key): Progress(*map(int, value)) for key, value in data.items()}
        except FileNotFoundError:
            found = {}
        except (ValueError, TypeError, AttributeError):
            path.replace(path.with_suffix(".broken"))
            found = {}
        return cls(path, found)

    def note(self, lesson: Lesson, *, right: bool, today: int) -> Progress:
        """Keep an answer, and write the file."""
        found = answered(self.lessons.get(lesson.id), right=right, today=today)
        self.lessons[lesson.id] = found
        self.path.parent.mkdir(parents=True, exist_ok=True)
        data = {key: [each.box, each.due, each.seen] for key, each in self.lessons.items()}
        self.path.write_text(json.dumps(data, indent=0), encoding="utf-8")
        return found

    def due(self, found: Iterable[Lesson], today: int) -> list[Lesson]:
        """The lessons to do now: those to repeat first, then new ones, each in order of difficulty."""
        held = list(found)
        again = [each for each in held if each.id in self.lessons and self.lessons[each.id].due <= today]
        return again + [each for each in held if each.id not in self.lessons]
