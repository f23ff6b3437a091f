/**
 * Flags of the command line, converted to typed values, and the options that several commands have. A flag that cannot
 * be converted throws commander's InvalidArgumentError, to which commander adds the name of the flag.
 */
import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { readIfThere } from '../../kit/files.ts';
import type { ReplacedKey } from '../../release/pointer/signing.ts';
import type { Bases, Shard } from '../../release/tree/read/tree-options.ts';
import { parseTrustedKeys } from '../../wire/release/pointer.ts';
import { toInstant, toIsoDate, utcDay } from '../../wire/words/calendar.ts';
import { EXIT, InputError } from '../../wire/words/input-error.ts';
import { currencyCode, type IsoDate, type ProviderCode, providerCode } from '../../wire/words/schemas.ts';
import { toWrittenCode, whyUnknown } from '../../wire/words/written-codes.ts';

export const ARCHIVE_OPTION = [
  '--archive <dir>',
  'the archive of published figures',
  join('.ratetree', 'archive'),
] as const;

export const JSON_OPTION = ['--json', 'print one line of JSON last, for machines'] as const;

/** The current UTC day, which is the default of the flags that set a date. */
export const today = (): IsoDate => utcDay(Date.now());

export function toDateFlag(text: string): IsoDate {
  const date = toIsoDate(text);
  if (date === null) throw new InvalidArgumentError('It must be a day, written YYYY-MM-DD.');
  return date;
}

export function toInstantFlag(text: string): string {
  const timeMs = Date.parse(text);
  // Date.parse reads 30 February as 2 March, so the instant must come out as it was written.
  if (Number.isNaN(timeMs) || toInstant(new Date(timeMs)) !== text)
    throw new InvalidArgumentError('It must be a UTC instant, written as 2026-03-13T15:00:00Z.');
  return text;
}

/** Codes separated by commas, each all capitals or all small letters. */
export function toCodesFlag(text: string): readonly string[] {
  return text.split(',').map((item) => toWrittenCode(item.trim()));
}

/** Commander takes a null of a parser for a flag without a value. */
export type BasesFlag = NonNullable<Bases> | 'all';

/** `all`, or codes of known currencies separated by commas. */
export function toBasesFlag(text: string, known: ReadonlySet<string>): BasesFlag {
  if (text === 'all') return text;
  return new Set(
    toCodesFlag(text).map((item) => {
      const code = currencyCode.safeParse(item);
      if (code.success && known.has(item)) return code.data;
      throw new InvalidArgumentError(
        `"${item}" is not a currency code that we know${whyUnknown(item)}. Write all, or codes such as EUR,USD.`,
      );
    }),
  );
}

/** @throws InputError if there is no such folder: a misspelt name must not pass for an empty folder */
export function refuseMissingFolder(dir: string, what: string, flag: string): void {
  if (!existsSync(dir))
    throw new InputError(
      `${dir}: there is no ${what} here; name its folder with ${flag}, or begin with "ratetree start"`,
    );
}

/** Provider codes separated by commas; each must be one of the known ones. */
export function toProvidersFlag(text: string, known: readonly string[]): readonly string[] {
  const codes = toCodesFlag(text);
  for (const code of codes) {
    if (!known.includes(code))
      throw new InvalidArgumentError(
        `"${code}" has no adapter${whyUnknown(code)}. These have one: ${known.join(', ')}.`,
      );
  }
  return codes;
}

/** The code of one provider, GLOBAL included. */
export function toProviderFlag(text: string): ProviderCode {
  const code = providerCode.safeParse(toWrittenCode(text));
  if (code.success) return code.data;
  throw new InvalidArgumentError('It must be the code of one provider, such as ECB or GLOBAL.');
}

/** The public key in the file, or `none`. What a store says of its own key proves nothing, so its id is not enough. */
export function toReplacedKeyFlag(text: string): ReplacedKey {
  if (text === 'none') return text;
  const fix = 'It must be the file of the old public key, as keygen wrote it with .pub, or none.';
  const pem = readIfThere(text);
  if (pem === null) throw new InvalidArgumentError(fix);
  try {
    const [[id, publicKey], ...others] = [...parseTrustedKeys([pem.toString('utf8')])] as [[string, KeyObject]];
    if (others.length > 0) throw new InvalidArgumentError(fix);
    return { id, publicKey };
  } catch (error) {
    if (error instanceof InputError) throw new InvalidArgumentError(`${text}: ${error.message}. ${fix}`);
    throw error;
  }
}

/** A whole number of seconds, 1 or more. */
export function toSecondsFlag(text: string): number {
  return toWholeNumber(text, 'It must be a whole number of seconds, 1 or more.');
}

/** A whole number, 1 or more. */
export function toCountFlag(text: string): number {
  return toWholeNumber(text, 'It must be a whole number, 1 or more.');
}

/** A whole number of days, 0 or more. */
export function toDaysFlag(text: string): number {
  return text === '0' ? 0 : toWholeNumber(text, 'It must be a whole number of days, 0 or more.');
}

function toWholeNumber(text: string, fault: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError(fault);
  return Number.parseInt(text, 10);
}

/** The exit code of a command that is done, and after which somebody must act. */
export function failuresCode({ failuresOk }: { readonly failuresOk?: true }): number {
  return failuresOk === true ? 0 : EXIT.providerFailures;
}

/** The variables in which engines number the machines of an array, from 0. */
export const INDEX_VARIABLES = ['JOB_COMPLETION_INDEX', 'SLURM_ARRAY_TASK_ID', 'AWS_BATCH_JOB_ARRAY_INDEX'] as const;

export const SHARD_OPTION = [
  '--shard <part>',
  'make one of several parts of the tree, as in 0/3; /3 takes the number from the engine (Kubernetes, Slurm, AWS Batch)',
  (text: string) => toShardFlag(text, process.env),
] as const;

/** @throws InvalidArgumentError if the text is not a part, or the environment does not say which one */
export function toShardFlag(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const [, own = '', count = ''] = /^(\d{0,4})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (count === '') throw new InvalidArgumentError('It must be a part and the number of parts, as in 0/3, or /3.');
  const index = own === '' ? indexIn(env) : { name: 'the part', value: own };
  const shard = { index: Number.parseInt(index.value, 10), count: Number.parseInt(count, 10) };
  if (/^\d{1,4}$/.test(index.value) && shard.index < shard.count) return shard;
  throw new InvalidArgumentError(`${index.name} is ${index.value}; it must be from 0 to ${shard.count - 1}.`);
}

/** Of several variables all must say the same: one machine may be started by one engine inside another. */
function indexIn(env: Readonly<Record<string, string | undefined>>): { readonly name: string; readonly value: string } {
  const [first, ...others] = INDEX_VARIABLES.flatMap((name) => {
    const value = env[name] ?? '';
    return value === '' ? [] : [{ name, value }];
  });
  if (first === undefined)
    throw new InvalidArgumentError(`None of ${INDEX_VARIABLES.join(', ')} is set: write the part, as in 0/3.`);
  const other = others.find(({ value }) => value !== first.value);
  if (other === undefined) return first;
  throw new InvalidArgumentError(
    `${first.name} is ${first.value} and ${other.name} is ${other.value}: write the part, as in 0/3.`,
  );
}
