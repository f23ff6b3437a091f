/** The dates of a provider's index. They are cut out of its text: as JSON, 700,000 of them would take a second. */
import type { TreePath } from '../wire/answers/paths.ts';
import { InputError } from '../wire/words/input-error.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

/** The end of an index: its fixings, each a day or a period. */
const FIXINGS = /"fixings":\[((?:"\d{4}-\d\d-\d\d(?:\/\d{4}-\d\d-\d\d)?",?)+)\]\}\s*$/;
const DATE_LENGTH = 10;

/** Oldest first. @throws InputError if the text is not an index */
export function parseDates(path: TreePath, text: string): readonly IsoDate[] {
  const [, fixings] = FIXINGS.exec(text) ?? [];
  if (fixings === undefined) throw new InputError(`${path} is not what generate writes: run generate again`);
  return fixings.split(',').map((fixing) => fixing.slice(1, 1 + DATE_LENGTH)) as IsoDate[];
}
