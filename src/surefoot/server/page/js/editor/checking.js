// The table as the server would lay it, asked for while somebody edits: one question at a time, always about the newest draft.

import { ask } from "../net.js";

const PAUSE = 60;

export class Checking {
  /** @param {(answer: {table: any, state: any, problems: any[]}) => void} told @param {(wrong: any) => void} refused */
  constructor(told, refused) {
    this.told = told;
    this.refused = refused;
    this.next = null;
    this.busy = false;
    this.ended = false;
  }

  /** @param {() => any} scenario the newest one when it is asked about */
  soon(scenario) {
    this.next = scenario;
    if (!this.busy) this.now();
  }

  async now() {
    this.busy = true;
    while (this.next && !this.ended) {
      const scenario = this.next();
      this.next = null;
      try {
        const answer = await ask("/v1/table", { body: { scenario } });
        if (!this.ended) this.told(answer);
      } catch (wrong) {
        if (!this.ended) this.refused(wrong);
      }
      await new Promise((ready) => setTimeout(ready, PAUSE));
    }
    this.busy = false;
  }

  end() {
    this.ended = true;
  }
}
