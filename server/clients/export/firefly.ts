/**
 * The files that Firefly III downloads, `2026/11/EUR.json` for the base EUR and the eleventh week of ISO 8601, as a tar
 * archive. A week has the rates of its last fixing. Firefly III takes the year of the day on which it asks, which around
 * New Year is not that of the week, and writes the week without a leading zero.
 */
import { addDays, isoWeek, weekday } from '../../../generator/wire/words/calendar.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { ratesOf } from '../../request/forms/rows.ts';
import { allAnswers, type Section } from './span.ts';

interface FireflyWanted {
  readonly sections: readonly Section[];
  /** Whether no last day was named, so that the newest fixing counts until there is another. */
  readonly isOpen: boolean;
  /** Is told how many rates are left out because they round to 0, which would make everything worthless. */
  readonly say: (line: string) => void;
}

interface Fixing {
  readonly date: IsoDate;
  readonly base: string;
  /** Members of an object, in the order of their codes. */
  readonly rates: string[];
}

export async function* toFirefly({ sections, isOpen, say }: FireflyWanted): AsyncGenerator<Buffer> {
  for await (const [folder, { date, base, rates }] of inFolders(lastFixings(sections, say), isOpen)) {
    yield tarEntry(`${folder}/${base}.json`, `{"date":"${date}","rates":{${rates.join()}}}\n`, date);
  }
  yield tarEnd();
}

/** The last fixing of each week, oldest first. @throws InputError for periods, which are no days */
async function* lastFixings(sections: readonly Section[], say: (line: string) => void): AsyncGenerator<Fixing> {
  let [last, zeros] = [null as Fixing | null, 0];
  for await (const answer of allAnswers(sections)) {
    for (const { time, date, base, currency, rate } of ratesOf(answer)) {
      if (time !== date) throw new InputError('this format has days, and no periods: leave out --period');
      if (rate === '0') zeros++;
      if (rate === '0') continue;
      if (last !== null && folderOf(last.date) !== folderOf(date)) yield last;
      if (last?.date !== date) last = { date, base, rates: [] };
      last.rates.push(`"${currency}":${rate}`);
    }
  }
  if (last !== null) yield last;
  if (zeros > 0) say(`rates that round to 0 are left out: ${zeros}; name another --base to have them`);
}

/**
 * In January the last fixing of December counts for as long as the week has none of its own. A year whose first week is
 * also that of its last days has two files of one name: the later one stands last, and stays. A Monday's job asks for its
 * week before that has a fixing, so that the newest one also has the week to come.
 */
async function* inFolders(
  fixings: AsyncIterable<Fixing>,
  isOpen: boolean,
): AsyncGenerator<readonly [folder: string, fixing: Fixing]> {
  let [carried, newest]: [Fixing | null, Fixing | null] = [null, null];
  for await (const fixing of fixings) {
    newest = fixing;
    const folder = folderOf(fixing.date);
    if (carried !== null && endOf(carried) !== folder) yield [endOf(carried), carried];
    yield [folder, fixing];
    carried = endOf(fixing) === folder ? null : fixing;
  }
  if (carried !== null) yield [endOf(carried), carried];
  if (!isOpen || newest === null) return;
  const monday = addDays(newest.date, 8 - weekday(newest.date));
  for (const folder of new Set([monday, addDays(monday, 6)].map(folderOf))) yield [folder, newest];
}

/** The folder of the day on which the week ends. */
function endOf({ date }: Fixing): string {
  return folderOf(addDays(date, 7 - weekday(date)));
}

function folderOf(date: IsoDate): string {
  return `${date.slice(0, 4)}/${isoWeek(date).week}`;
}

// Tar archives of small files (POSIX ustar), the same bytes for the same files.

const BLOCK_BYTES = 512;
/** Of the header's fields: the place of the first byte. */
const AT = { mode: 100, owner: 108, group: 116, size: 124, time: 136, sum: 148, kind: 156, magic: 257 } as const;
const FILE = '0';

/** @param path of at most 100 bytes @param date when the file was last changed: servers tell versions apart by it */
function tarEntry(path: string, text: string, date: IsoDate): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(BLOCK_BYTES);
  if (header.write(path) !== Buffer.byteLength(path) || Buffer.byteLength(path) > AT.mode) {
    throw new TypeError(`too long for a tar archive: ${path}`);
  }
  header.write(octal(0o644, 8), AT.mode);
  header.write(octal(0, 8), AT.owner);
  header.write(octal(0, 8), AT.group);
  header.write(octal(body.length, 12), AT.size);
  header.write(octal(Date.parse(date) / 1000, 12), AT.time);
  header.write(FILE, AT.kind);
  header.write('ustar\x0000', AT.magic, 'latin1');
  // The sum is of all bytes, with blanks in its own place.
  header.fill(' ', AT.sum, AT.kind);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${octal(sum, 7)} `, AT.sum, 'latin1');
  const rest = body.length % BLOCK_BYTES;
  return Buffer.concat([header, body, Buffer.alloc(rest === 0 ? 0 : BLOCK_BYTES - rest)]);
}

/** What ends an archive: two empty blocks. */
function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK_BYTES);
}

function octal(value: number, bytes: number): string {
  return `${value.toString(8).padStart(bytes - 1, '0')}\0`;
}
