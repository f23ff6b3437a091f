/** Replies → values. Figures stay the text that the service wrote, so that no digit is lost on the way to a person. */
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { LosslessNumber, parse } from 'lossless-json';
import { z } from 'zod';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { isoDate } from '../../../generator/wire/words/schemas.ts';

export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The state of the tree from which the answer was made, if the gateway names it. */
  readonly release?: string | undefined;
  /** The rule by which the answer was made. A gateway that knows no rules ignores the parameter and names none. */
  readonly rule?: string | undefined;
  /** The numbers of laws by which ended currencies were converted. */
  readonly fixed?: string | undefined;
  /** Seconds to wait before asking again, as sent. */
  readonly retryAfter?: string | undefined;
}

/** @param headerOf the value of a header of the answer */
export function toReply(status: number, body: string, headerOf: (header: string) => string | undefined): Reply {
  const names = ['Ratetree-Release', 'Ratetree-Rule', 'Ratetree-Fixed', 'Retry-After'];
  const [release, rule, fixed, retryAfter] = names.map(headerOf);
  return { status, body, release, rule, fixed, retryAfter };
}

export interface Asker {
  /**
   * @param url path and query @param key used instead of the asker's own; null for a client that has sent none,
   * which is refused in the words of the service @throws StoreError if there is no answer at all
   */
  ask(url: string, key?: string | null): Promise<Reply>;
  close(): Promise<void>;
}

/** An answer in both forms. */
export interface Told {
  /** For people; the first line is the headline. */
  readonly lines: readonly string[];
  /** For machines: one line of JSON. */
  readonly json: string;
}

/** The service refused. The message is its own. */
export class ServiceRefused extends Error {
  override readonly name = 'ServiceRefused';

  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
    /** The whole body of the refusal, for `--json`. */
    readonly body: string,
    /** Seconds to wait before asking again, as sent; absent if that would not help. */
    readonly retryAfter?: string,
  ) {
    super(message);
  }
}

/** A JSON number as its text. */
export const figure = z.instanceof(LosslessNumber).transform((value) => value.toString());

/** What every answer with rates begins with. */
export const head = { provider: z.string(), date: isoDate, base: z.string() };
/** Rates by currency, or all three sides of each. */
export const rates = z.union([
  z.record(z.string(), figure),
  z.array(z.looseObject({ currency: z.string(), mid: figure, bid: figure, ask: figure })),
]);

const refusal = z.looseObject({ message: z.string(), errorCode: z.union([figure, z.string()]) });

/** Null and undefined values are not sent; a flag of a command line that has no value is sent as true. */
export type SentParameters = Readonly<Record<string, string | true | null | undefined>>;

/** Returns the answer and its text, which has the bytes of the service. @throws ServiceRefused in the words of the service; InputError if what answers is no gateway; StoreError */
export async function askFor<Value>(
  asker: Asker,
  schema: z.ZodType<Value>,
  path: string,
  parameters: SentParameters = {},
): Promise<{ readonly value: Value; readonly text: string; readonly fixed?: string | undefined }> {
  const { body: text, fixed } = await askReply(asker, path, parameters);
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return { value: parsed.data, text, fixed };
  const [issue] = parsed.error.issues;
  throw strange(path, `${issue?.message} at ${issue?.path.join('.') || 'its top'}`);
}

/** The body of an answer of any kind. @throws as askFor */
export async function askText(asker: Asker, path: string, parameters: SentParameters = {}): Promise<string> {
  return (await askReply(asker, path, parameters)).body;
}

/** An answer of any kind. @throws as askFor; InputError for a rule that the gateway ignored, as its law has no such rate */
export async function askReply(asker: Asker, path: string, parameters: SentParameters): Promise<Reply> {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value == null ? [] : [[name, `${value}`] as [string, string]],
  );
  const query = `${new URLSearchParams(given)}`;
  const reply = await asker.ask(query === '' ? path : `${path}?${query}`);
  const { status, body, retryAfter } = reply;
  if (status === 200 && parameters.rule && reply.rule === undefined) {
    throw new InputError(
      `rule ${parameters.rule}: this origin knows no rules, so its answer is not shown; leave it out`,
    );
  }
  if (status === 200) return reply;
  const refused = refusal.safeParse(parseJson(body) ?? parseCsvRow(body));
  if (!refused.success) throw strange(path, `status ${status} without a message of ours`);
  const { message, errorCode } = refused.data;
  throw new ServiceRefused(errorCode, status, message, body, retryAfter);
}

/** Returns undefined, which no schema accepts, for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A refusal has the format that was asked for, and CSV was asked for with its header row. */
function parseCsvRow(text: string): unknown {
  try {
    return parseCsv(text, { columns: true })[0];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

function strange(path: string, what: string): InputError {
  return new InputError(
    `the answer to ${path} is not that of a gateway of this version (${what}): name another origin with --origin`,
  );
}
