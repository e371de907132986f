// How far each lesson is known. It is kept in this browser only.

const KEY = "surefoot.training";
const LAST = "surefoot.training.last";
const DAY = 86400000;

/** The number of today, counted in days. */
export const today = () => Math.floor(Date.now() / DAY);

/** The progress of lessons: their box, the day on which they are due, and how often they were answered. */
export class Progress {
  /** @param {number[]} days after how many days a lesson comes again, by its box */
  constructor(days) {
    this.days = days;
    this.lessons = kept();
  }

  /** Note an answer: right ones move a lesson one box up, wrong ones back to the first. */
  note(id, right) {
    const [box, , seen] = this.lessons[id] ?? [0, 0, 0];
    const next = right ? Math.min(box + 1, this.days.length - 1) : 0;
    this.lessons[id] = [next, today() + this.days[next], seen + 1];
    try {
      localStorage.setItem(KEY, JSON.stringify(this.lessons));
    } catch {
      // Without storage progress lasts until the page is closed.
    }
    return this.lessons[id];
  }

  /** How many lessons of a ruleset were answered, are known, and are to be repeated today; of all rulesets if it is empty. */
  of(ruleset) {
    const held = Object.entries(this.lessons).filter(([id]) => !ruleset || id.startsWith(`${ruleset}/`)).map(([, each]) => each);
    return { answered: held.length, known: held.filter(([box]) => box > 0).length, again: held.filter(([, due]) => due <= today()).length };
  }

  /** How often a lesson was answered. */
  seen(id) {
    return this.lessons[id]?.[2] ?? 0;
  }

  /** The lessons to do now: those to repeat first, then new ones. */
  due(lessons) {
    const again = lessons.filter((each) => this.lessons[each.id] && this.lessons[each.id][1] <= today());
    return [...again, ...lessons.filter((each) => !this.lessons[each.id])];
  }

  /** How many of some lessons are known, and how many are to be repeated today. */
  counts(lessons) {
    const seen = lessons.filter((each) => this.lessons[each.id]);
    return { known: seen.filter((each) => this.lessons[each.id][0] > 0).length, again: seen.filter((each) => this.lessons[each.id][1] <= today()).length };
  }
}

/** The lessons that were open last: their ruleset and part, and both by name. @returns {{ruleset: string, part: string, game: string, topic: string} | null} */
export function lastPlace() {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? "null");
  } catch {
    return null;
  }
}

/** Remember which lessons are open. */
export function keepPlace(place) {
  try {
    localStorage.setItem(LAST, JSON.stringify(place));
  } catch {
    // Without storage the training begins anew.
  }
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const good = ([, value]) => Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
    return Object.fromEntries(Object.entries(found ?? {}).filter(good));
  } catch {
    return {};
  }
}
