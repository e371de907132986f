"""Tables made: armies and a map become a scenario; a generator of plausible tables; scenarios out again."""
