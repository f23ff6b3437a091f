/**
 * The generator's memory between nights: for each date of a provider, a digest of what its fixing was made from and one of
 * what its files were made from. A date whose digests still hold is neither blended nor rendered again.
 */
import { createHash } from 'node:crypto';
import { type IsoDate, isoDate } from './wire/schemas.ts';

export interface DateInputs {
  /** Observations in the window, pegs, method: what the figures depend on. */
  readonly inputs: string;
  /** The figures and which bases and files were asked for. */
  readonly files: string;
  /** Why there is no fixing; '' where there is one. */
  readonly gap: string;
}

/** By date, oldest first. */
export type InputsMemory = ReadonlyMap<IsoDate, DateInputs>;

const HEADER = 'date,inputs,files,gap';

export function inputsText(memory: InputsMemory): string {
  const rows = [...memory].sort(([left], [right]) => (left < right ? -1 : 1));
  const lines = rows.map(([date, { inputs, files, gap }]) => `${date},${inputs},${files},${gap}`);
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** Text of another form, or cut off, is no memory: everything is built again. */
export function parseInputs(text: string): InputsMemory {
  const lines = text.split('\n');
  if (lines[0] !== HEADER || lines.at(-1) !== '') return new Map();
  return new Map(
    lines.slice(1, -1).map((line) => {
      const [date = '', inputs = '', files = '', ...gap] = line.split(',');
      return [isoDate.parse(date), { inputs, files, gap: gap.join(',') }] as const;
    }),
  );
}

export function digestOf(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex').slice(0, 32);
}
