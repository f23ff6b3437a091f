/**
 * `tables/<PROVIDER>/averages.csv`: for each year the digest of what its averages depend on, of their figures, and of
 * their files. A night makes the averages of a year again only where the figures differ, and a publisher compares the
 * digests of files.
 */
import { averagesNotePath } from '../../wire/answers/paths.ts';
import type { ProviderCode } from '../../wire/words/schemas.ts';
import type { TreeInPlace } from './change.ts';

export interface AveragesOfYear {
  /** Digest of the year's note of inputs, and of what else says whether the periods that are over are complete. */
  readonly inputs: string;
  /** Digest of the fixings of the periods that are over, and of whether each period is complete. */
  readonly figures: string;
  /** Digest of the names and hashes of the files, see `toContent`; '' for a year that has none. */
  readonly content: string;
}

export type AveragesNote = ReadonlyMap<string, AveragesOfYear>;

const HEADER = 'year,inputs,figures,content';

/** @param note by year, oldest first */
export function averagesNoteText(note: AveragesNote): string {
  const lines = [...note].map(([year, { inputs, figures, content }]) => [year, inputs, figures, content].join());
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** Null for text that is cut off or in another form. */
export function parseAveragesNote(text: string): AveragesNote | null {
  const [header, ...lines] = text.split('\n');
  if (header !== HEADER || lines.pop() !== '') return null;
  const rows = lines.map((line) => {
    const [year = '', inputs = '', figures = '', content = ''] = line.split(',');
    return [year, { inputs, figures, content }] as const;
  });
  return new Map(rows);
}

/** Of the run before; empty where there is none that can be read: then all averages are made again. */
export function averagesNoteInPlace(inPlace: TreeInPlace, provider: ProviderCode): AveragesNote {
  return parseAveragesNote(inPlace.read(averagesNotePath(provider))?.toString('utf8') ?? '') ?? new Map();
}
