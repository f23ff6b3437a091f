/** Questions of people and assistants, and their answers. Figures stay the text that the service wrote. */
import { z } from 'zod';
import {
  type AskerOptions,
  type Fetch,
  FetchAsker,
  Rate,
  RatetreeError,
  type Reply,
  readExact,
  type Wait,
} from '../../../generator/wire/answers/asking.ts';
import { StoreError } from '../../../generator/wire/release/tree-file.ts';
import { InputError, messageOf } from '../../../generator/wire/words/input-error.ts';
import { isoDate } from '../../../generator/wire/words/schemas.ts';

export interface Asker {
  /**
   * @param path with its query @param key used instead of the asker's own; null for a client that has sent none, which
   * is refused in the words of the service @throws RatetreeError
   */
  ask(path: string, key?: string | null): Promise<Reply>;
  close(): Promise<void>;
}

/** Who waits for an export waits longer than a person does for one answer, who asks again. */
export interface Patience extends Pick<AskerOptions, 'retries' | 'waitMs'> {
  readonly wait?: Wait;
}

interface Origin {
  /** The address before /v1. */
  readonly root: string;
  readonly key: string | null;
  readonly fetch: Fetch;
  readonly close: () => Promise<void>;
}

export function toAsker({ root, key: ownKey, fetch, close }: Origin, patience: Patience = {}): Asker {
  const options = { ...patience, fetch };
  const ask = (path: string, key = ownKey) =>
    new FetchAsker({ ...options, key: key ?? undefined }).ask(`${root}${path}`);
  return { ask, close };
}

/** An answer in both forms. */
export interface Told {
  /** For people; the first line is the headline. */
  readonly lines: readonly string[];
  /** For machines: one line of JSON. */
  readonly json: string;
}

/** A JSON number as its text. */
export const figure = z.instanceof(Rate).transform(String);

/** What every answer with rates begins with. */
export const head = { provider: z.string(), date: isoDate, base: z.string() };
/** Rates by currency, or all three sides of each. */
export const rates = z.union([
  z.record(z.string(), figure),
  z.array(z.looseObject({ currency: z.string(), mid: figure, bid: figure, ask: figure })),
]);

/** Null and undefined values are not sent; a flag of a command line that has no value is sent as true. */
export type SentParameters = Readonly<Record<string, string | true | null | undefined>>;

/** Whether the service refused, in its own words. */
export function isRefusal(error: unknown): error is RatetreeError {
  return error instanceof RatetreeError && error.errorCode !== null;
}

/**
 * Returns the answer, its text, which has the bytes of the service, and the numbers by which laws fixed ended currencies.
 * @throws RatetreeError for a refusal; InputError if what answers is no gateway; StoreError if nothing answers
 */
export async function askFor<Value>(
  asker: Asker,
  schema: z.ZodType<Value>,
  path: string,
  parameters: SentParameters = {},
): Promise<{ readonly value: Value; readonly text: string; readonly fixed: string | null }> {
  const reply = await askReply(asker, path, parameters);
  const parsed = schema.safeParse(jsonOf(reply, path));
  if (parsed.success) return { value: parsed.data, text: reply.text, fixed: reply.header('ratetree-fixed') };
  const [issue] = parsed.error.issues;
  throw strange(path, `${issue?.message} at ${issue?.path.join('.') || 'its top'}`);
}

/** An answer of any kind. @throws as askFor; InputError for a rule that the gateway ignored, as its law has no such rate */
export async function askReply(asker: Asker, path: string, parameters: SentParameters = {}): Promise<Reply> {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value == null ? [] : [[name, `${value}`] as [string, string]],
  );
  const query = `${new URLSearchParams(given)}`;
  const reply = await asker.ask(query === '' ? path : `${path}?${query}`).catch((error) => unanswered(path, error));
  if (!parameters.rule || reply.header('ratetree-rule') !== null) return reply;
  const fix = 'this origin knows no rules, so its answer is not shown; leave it out';
  throw new InputError(`rule ${parameters.rule}: ${fix}`);
}

function jsonOf(reply: Reply, path: string): unknown {
  try {
    return readExact(reply);
  } catch (error) {
    return unanswered(path, error);
  }
}

function unanswered(path: string, error: unknown): never {
  if (!(error instanceof RatetreeError) || error.errorCode !== null) throw error;
  if (error.status !== null) throw strange(path, `status ${error.status} without a message of ours`);
  throw new StoreError(`${error.message}: ${messageOf(error.cause)}`, { cause: error });
}

function strange(path: string, what: string): InputError {
  return new InputError(
    `the answer to ${path} is not that of a gateway of this version (${what}): name another origin with --origin`,
  );
}
