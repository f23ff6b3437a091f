/** Address → what it asks for, without the key: as far as the address alone tells it. */
import { KEY_ALIASES, KEY_PARAMETER } from '../generator/wire/answers/operations.ts';
import { compareTexts } from '../generator/wire/words/order.ts';
import type { Dialect } from './dialects/dialect.ts';
import { toDialect } from './dialects/index.ts';
import type { Seen } from './http/answer.ts';
import { type Target, toTarget } from './query/target.ts';
import { type Task, toTask } from './task.ts';

export interface Asked {
  readonly target: Target;
  /** Null for our own interface. */
  readonly dialect: Dialect | null;
  /** Null for a path that is none of this service. */
  readonly task: Task | null;
  /** Equal for addresses that have the same answer for everybody. */
  readonly question: string;
}

/** Who judges a request knows what its address asks for. */
export interface Judged extends Seen {
  readonly asked: Asked;
}

export function toAsked(url: string): Asked {
  const target = toTarget(url);
  const dialect = toDialect(target.path);
  return { target, dialect, task: toTask(target.path, dialect), question: toQuestion(target) };
}

const KEYS: ReadonlySet<string> = new Set([KEY_PARAMETER, ...KEY_ALIASES]);

/** Whoever sends a key twice is refused, and must not get what another one is given. */
function toQuestion({ path, parameters }: Target): string {
  const asked = [...parameters].filter(([name, values]) => !KEYS.has(name) || values.length > 1);
  return JSON.stringify([path, ...asked.sort(([left], [right]) => compareTexts(left, right))]);
}
