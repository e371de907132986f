// Checks the draft on the server while it is edited: one request at a time, always for the newest draft.

import { ask } from "../net.js";

const PAUSE = 60;
/** Milliseconds after which a check that still runs is told. */
const LONG = 300;

export class Checking {
  /** @param {(answer: {table: any, state: any, problems: any[]}) => void} checked @param {(wrong: any) => void} refused */
  constructor(checked, refused) {
    this.checked = checked;
    this.refused = refused;
    this.next = null;
    this.busy = false;
    this.ended = false;
    /** Told when a check takes long, and when it is done. @type {(waits: boolean) => void} */
    this.waits = () => {};
  }

  /** @param {() => any} scenario returns the newest draft when the request is sent */
  soon(scenario) {
    this.next = scenario;
    if (!this.busy) this.now();
  }

  async now() {
    this.busy = true;
    while (this.next && !this.ended) {
      const scenario = this.next();
      this.next = null;
      const late = setTimeout(() => !this.ended && this.waits(true), LONG);
      try {
        const answer = await ask("/v1/table", { body: { scenario } });
        if (!this.ended) this.checked(answer);
      } catch (wrong) {
        if (!this.ended) this.refused(wrong);
      }
      clearTimeout(late);
      if (!this.ended) this.waits(false);
      await new Promise((ready) => setTimeout(ready, PAUSE));
    }
    this.busy = false;
  }

  end() {
    this.ended = true;
  }
}
