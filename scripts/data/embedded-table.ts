/** The table of data/README.md: each bank of the embedded archive, with the days and the figures that it holds. */
import { listArchive, readArchive } from '../../generator/archive/archive.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { compareTexts } from '../../generator/wire/words/order.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** @throws InputError if the archive has a bank without an adapter */
export async function embeddedTable(archiveDir: string): Promise<string> {
  const lines = ['| code | source | reference | days | figures |', '|---|---|---|---|---|'];
  for (const code of await listArchive(archiveDir)) {
    const definition = PROVIDERS.find((provider) => provider.code === code);
    if (definition === undefined) throw new InputError(`${archiveDir}/${code}: no adapter has this code: remove it`);
    const { rows } = await readArchive(archiveDir, code);
    const dates = rows.map(({ date }) => date).sort(compareTexts);
    const days = toWords(dates[0] ?? '', dates.at(-1) ?? '');
    const reference = definition.references.at(-1)?.currency ?? '';
    lines.push(`| ${[code, definition.description, reference, days, `${rows.length}`].join(' | ')} |`);
  }
  return lines.join('\n');
}

/** `2 to 13 March 2026`, or `31 December 1998` for one day. All days of a bank are in one month. */
function toWords(first: string, last: string): string {
  const month = MONTHS.find((_, place) => last.slice(5, 7) === `${place + 1}`.padStart(2, '0'));
  const dayOf = (date: string) => date.slice(8).replace(/^0/, '');
  const days = first === last ? dayOf(last) : `${dayOf(first)} to ${dayOf(last)}`;
  return `${days} ${month} ${last.slice(0, 4)}`;
}
