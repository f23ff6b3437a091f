/**
 * The generator's memory between nights, which are files of the tree. `tables/<PROVIDER>/<YEAR>/inputs.csv` has for each
 * date of a year digests of what the fixing was made from, of what its files were made from, and of the files
 * themselves: a date whose digests have not changed is neither blended nor rendered again, and a publisher compares
 * digests instead of files. `tables/<PROVIDER>/inputs.csv` has the digests of the years and of the latest rates, so that
 * a night reads only the years that changed.
 */

import { isPageFile } from '../../wire/answers/page.ts';
import { releasePath } from '../../wire/answers/paths.ts';
import { digestOf } from '../../wire/words/hash.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';

export interface DateInputs {
  /** Digest of what the figures depend on: the observations in the window, the pegs, the method. */
  readonly inputs: string;
  /** Digest of the figures' digest and of the bases and dates chosen by the options. */
  readonly files: string;
  /** Digest of the names and hashes of the date's files, see `toContent`. */
  readonly content: string;
  /** Why there is no fixing; '' if there is one. */
  readonly gap: string;
}

export interface InputsMemory {
  /** Oldest first; none in the memory of all years. */
  readonly dates: ReadonlyMap<IsoDate, DateInputs>;
  /** Digests of other files: `series` in the memory of a year, `latest` and `2026` in the memory of all years. */
  readonly parts: ReadonlyMap<string, string>;
}

export const NO_MEMORY: InputsMemory = { dates: new Map(), parts: new Map() };

/** What is noted about a year in the memory of all years. It covers each date's digests and gaps. */
export function digestOfYear(memory: InputsMemory): string {
  return digestOf([inputsText(memory)]);
}

const HEADER = 'date,inputs,files,content,gap';

export function inputsText({ dates, parts }: InputsMemory): string {
  const sorted = <Key extends string, Value>(rows: ReadonlyMap<Key, Value>) =>
    [...rows].sort(([left], [right]) => compareTexts(left, right));
  const lines = sorted(dates).map(([date, { inputs, files, content, gap }]) =>
    [date, inputs, files, content, gap].join(),
  );
  const rest = sorted(parts).map(([part, content]) => `${part},,,${content},`);
  return `${[HEADER, ...lines, ...rest].join('\n')}\n`;
}

/** Dates with a fixing, oldest first. */
export function fixingsOf(dates: InputsMemory['dates']): readonly IsoDate[] {
  return [...dates].flatMap(([date, { gap }]) => (gap === '' ? [date] : [])).sort();
}

/** Returns `NO_MEMORY` for text that is cut off or in another form. */
export function parseInputs(text: string): InputsMemory {
  const lines = text.split('\n');
  if (lines[0] !== HEADER || lines.at(-1) !== '') return NO_MEMORY;
  const dates = new Map<IsoDate, DateInputs>();
  const parts = new Map<string, string>();
  for (const line of lines.slice(1, -1)) {
    const [name = '', inputs = '', files = '', content = '', ...gap] = line.split(',');
    if (inputs === '') parts.set(name, content);
    else {
      const date = isoDate.safeParse(name).data;
      if (date === undefined) return NO_MEMORY;
      dates.set(date, { inputs, files, content, gap: gap.join(',') });
    }
  }
  return { dates, parts };
}

/** One digest for several files, independent of their order. @param hashes SHA-256 by path */
export function toContent(hashes: ReadonlyMap<string, string>): string {
  const lines = [...hashes].map(([path, hash]) => `${path} ${hash}`);
  return digestOf(lines.sort());
}

/**
 * An id made from the content of every file, so that equal trees have equal ids on every machine. Dated files, series
 * and latest rates are covered by `inputs.csv`, which has their digests, and averages by `averages.csv`.
 * @param hashes SHA-256 by path; only files for which `isNaming` holds count
 */
export function toReleaseId(date: IsoDate, hashes: ReadonlyMap<string, string>): string {
  const named = [...hashes].filter(([path]) => isNaming(path));
  return digestOf([date, toContent(new Map(named))]).slice(0, 16);
}

const NAMING = /^(index\/[^/]+|tables\/[^/]+\/(inputs|averages)\.csv|v1\/[^/]+)$/;

/** Whether the release's id is made from the file: indexes, notes of a provider, lists in `v1/`, and the page. */
export function isNaming(path: string): boolean {
  return path !== releasePath && (NAMING.test(path) || isPageFile(path));
}
