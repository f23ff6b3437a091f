/**
 * The generator's memory between nights, a file of the tree: for each date of a provider digests of what its fixing was
 * made from, of what its files were made from, and of the files themselves. A date whose digests still hold is neither
 * blended nor rendered again, and a publisher knows without reading a file which ones differ from the last release's.
 */

import { digestOf } from '../wire/hash.ts';
import { compareTexts } from '../wire/order.ts';
import { releasePath } from '../wire/paths.ts';
import { type IsoDate, isoDate } from '../wire/schemas.ts';

export interface DateInputs {
  /** Observations in the window, pegs, method: what the figures depend on. */
  readonly inputs: string;
  /** The figures and which bases and files were asked for. */
  readonly files: string;
  /** Names and hashes of the date's files: `toContent`. */
  readonly content: string;
  /** Why there is no fixing; '' where there is one. */
  readonly gap: string;
}

export interface InputsMemory {
  /** Oldest first. */
  readonly dates: ReadonlyMap<IsoDate, DateInputs>;
  /** Contents of what belongs to no date: `latest`, `series/2026`. */
  readonly parts: ReadonlyMap<string, string>;
}

export const NO_MEMORY: InputsMemory = { dates: new Map(), parts: new Map() };

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

/** Text of another form, or cut off, is no memory: everything is built again. */
export function parseInputs(text: string): InputsMemory {
  const lines = text.split('\n');
  if (lines[0] !== HEADER || lines.at(-1) !== '') return NO_MEMORY;
  const dates = new Map<IsoDate, DateInputs>();
  const parts = new Map<string, string>();
  for (const line of lines.slice(1, -1)) {
    const [name = '', inputs = '', files = '', content = '', ...gap] = line.split(',');
    if (inputs === '') parts.set(name, content);
    else dates.set(isoDate.parse(name), { inputs, files, content, gap: gap.join(',') });
  }
  return { dates, parts };
}

/** One digest for some files, whatever order they come in. @param hashes SHA-256 by path */
export function toContent(hashes: ReadonlyMap<string, string>): string {
  const lines = [...hashes].map(([path, hash]) => `${path} ${hash}`);
  return digestOf(lines.sort());
}

/**
 * A name made from the content of every file, so that equal trees have equal names on every machine. The memories stand
 * for dated files, series and latest, whose contents they hold.
 * @param hashes SHA-256 by path; of what else there is in the tree no notice is taken
 */
export function toReleaseId(date: IsoDate, hashes: ReadonlyMap<string, string>): string {
  const named = [...hashes].filter(([path]) => isNaming(path));
  return digestOf([date, toContent(new Map(named))]).slice(0, 16);
}

const NAMING = /^(index\/[^/]+|tables\/[^/]+\/inputs\.csv|v1\/[^/]+)$/;

/** Whether the file has a part in the release's name: indexes, memories, and the lists that lie directly in `v1/`. */
export function isNaming(path: string): boolean {
  return path !== releasePath && NAMING.test(path);
}
