/**
 * The files that Firefly III downloads, `2026/11/EUR.json` for the base EUR and the eleventh week of ISO 8601, as a tar
 * archive. A week has the rates of its last fixing. Firefly III writes the week without a leading zero.
 */
import { isoWeek } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { type Fixing, fixingsOf, lastFixings } from './fixings.ts';
import type { Section } from './span.ts';
import { tarEnd, tarEntry } from './tar.ts';

/** @param say as of pricesOf */
export async function* toFirefly(sections: readonly Section[], say: (line: string) => void): AsyncGenerator<Buffer> {
  for await (const fixing of lastFixings(fixingsOf(sections, say), folderOf)) {
    yield tarEntry(`${folderOf(fixing.date)}/${fixing.base}.json`, bodyOf(fixing), fixing.date);
  }
  yield tarEnd();
}

function folderOf(date: IsoDate): string {
  const { year, week } = isoWeek(date);
  return `${year}/${week}`;
}

function bodyOf({ date, rates }: Fixing): string {
  const members = rates.map(({ currency, rate }) => `"${currency}":${rate}`);
  return `{"date":"${date}","rates":{${members.join()}}}\n`;
}
