/** What is asked of a gateway under test, and what it answers, whatever lies between. */
import type { Request } from '../../../server/request/http/answer.ts';

export const DEMO_KEY = 'demo-key-of-the-tests';
/** Noon of the small tree's release day. */
export const NOON_MS = Date.parse('2026-03-13T12:00:00Z');

export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly text: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Request['headers'];
  readonly remoteAddress?: string;
}
