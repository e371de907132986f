// Types of <surefoot-table>. Shapes of answers are those of the API: see /openapi.json, or the TypeScript client.

export interface SurefootProblemData { code: string; title?: string; detail?: string; problems?: { where?: string; says: string }[]; verdict?: unknown; }
export class SurefootProblem extends Error { problem: SurefootProblemData; }
export interface Declaration { who?: string | string[]; action: string; path?: unknown[]; target?: string; [detail: string]: unknown; }
export interface SurefootEvents {
  "surefoot-ready": CustomEvent<{ state: Record<string, unknown>; sides: string[] }>;
  "surefoot-pick": CustomEvent<{ who: string }>;
  "surefoot-aim": CustomEvent<{ who: string; to: [number, number]; route: Record<string, unknown> }>;
  "surefoot-verdict": CustomEvent<{ declaration: Declaration; verdict: Record<string, unknown> }>;
  "surefoot-change": CustomEvent<{ entry: string; outcome?: Record<string, unknown>; question: Record<string, unknown> | null; state: Record<string, unknown> }>;
  "surefoot-problem": CustomEvent<{ problem: SurefootProblemData }>;
}
export class SurefootTable extends HTMLElement {
  readonly state: Record<string, unknown> | null;
  readonly picked: string;
  setTable(scenario: string | Record<string, unknown>): Promise<Record<string, unknown>>;
  check(declaration: Declaration): Promise<Record<string, unknown>>;
  declare(declaration: Declaration): Promise<Record<string, unknown>>;
  answer(given: { roll: true } | { faces: number[] } | { value: unknown } | { settled: true }): Promise<Record<string, unknown>>;
  undo(): Promise<Record<string, unknown>>;
  reach(who: string, action?: string): Promise<Record<string, unknown>>;
  route(who: string, to: [number, number], action?: string): Promise<Record<string, unknown>>;
  pick(who: string): Promise<void>;
  addEventListener<K extends keyof SurefootEvents>(type: K, listener: (event: SurefootEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}
declare global { interface HTMLElementTagNameMap { "surefoot-table": SurefootTable; } }
