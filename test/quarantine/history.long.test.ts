/** False alarms: 27 years of the ECB's lists, night by night, as if no other bank were there to confirm a step. */
import { beforeAll, describe, expect, it } from 'vitest';
import { groupBy } from '../../generator/kit/items.ts';
import type { Quarantined } from '../../generator/rates/quarantine/list.ts';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { ecb } from '../../generator/sources/providers/ecb.ts';
import { archive } from '../support/banks/archives.ts';
import { readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { readExamples } from '../support/kit/examples.ts';

const LARGE = readExamples('quarantine/history.txt', 'large steps');
/** So many lists before the night's own. */
const BEFORE = 5;

describe.skipIf(!recordingsAreThere('quarantine over 27 years of nights'))(
  'over 27 years of nights, quarantine',
  () => {
    const held: Quarantined[] = [];
    let nights = 0;

    beforeAll(async () => {
      const lines = await readRecordedLines(ecb, 'eurofxref-hist.csv');
      const lists = [...groupBy(lines, (line) => line.slice(0, 10))].sort().map(([date, own]) => {
        return { date, lines: own.map((line) => line.replace(/^(\S+) 1 EUR\/(\w+) mid (\S+)$/, '$1 EUR/$2 $3')) };
      });
      for (const [place, { date }] of lists.entries()) {
        if (place === 0) continue;
        nights++;
        const seen = lists.slice(Math.max(0, place - BEFORE), place + 1).flatMap((list) => list.lines);
        const holding = { definition: ecb, archive: archive('ECB', seen), accepted: new Set<string>(), holds: [] };
        held.push(...toQuarantined([holding]).filter(({ row }) => row.date === date));
      }
    });

    it('holds steps of more than a tenth for a night, which every dealer remembers, and nothing else', () => {
      expect(nights).toBe(6982);
      expect(held.map(({ row }) => `${row.date} ${row.quote}`)).toEqual(LARGE.map(([subject]) => subject));
    });
  },
);
