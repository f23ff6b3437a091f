/** What operators see of the banks' punctuality, computed from status.json of the release in force and the clock. */

import { describe, expect, it } from 'vitest';
import { statusPath } from '../../generator/wire/answers/paths.ts';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { readExamples } from '../support/kit/examples.ts';
import { gatewayOver, NOON_MS, withReads } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const daily = { days: [1, 2, 3, 4, 5], time: '15:30', timeZone: 'Europe/Istanbul' };
const facts = {
  first: '2025-09-08',
  fixings: 2,
  monthly: false,
  obsolete: false,
  holidays: [],
  currencies: {},
  gaps: [],
};
const STATUS = {
  date: '2026-03-13',
  voices: {
    ...{ date: '2026-03-12', contributors: 58, fresh: 55, byOne: 20, byTwo: 40, byMore: 94 },
    ...{ ageDaysMedian: 1, ageDaysMax: 12 },
  },
  notices: [],
  withoutFigures: [],
  providers: [
    {
      ...{ ...facts, provider: 'GLOBAL', last: '2026-03-13', next: '2026-03-16' },
      schedule: { days: [1, 2, 3, 4, 5], time: '23:59', timeZone: 'UTC' },
      gaps: [{ from: '2026-03-12', to: '2026-03-12', days: 1, reason: 'states 1 currencies, 20 are needed' }],
    },
    {
      ...{ ...facts, provider: 'TCMB', last: '2026-03-13', next: '2026-03-16', schedule: daily },
      holidays: ['2026-03-20'],
      gaps: [
        { from: '2026-01-01', to: '2026-01-01', days: 1, reason: 'holiday' },
        { from: '2026-02-02', to: '2026-02-05', days: 4, reason: 'fetch failed' },
      ],
    },
    { ...facts, provider: 'HNB', last: '2023-01-02', next: null, obsolete: true, schedule: daily },
  ],
};

const treeWith = (text: string) => writeSmallTree(freshFolder(), { change: (files) => files.set(statusPath, text) });

async function metricsAt(root: string, now: string): Promise<readonly string[]> {
  const { metricsText } = await gatewayOver(diskStore(root), { nowMs: () => Date.parse(now) });
  return metricsText().split('\n');
}

const whole = treeWith(JSON.stringify(STATUS));

describe('the metrics from the release in force', () => {
  it.each(readExamples('server/answers/punctuality.txt', 'metrics'))('have at %s the line %s', async (now, line) => {
    expect(await metricsAt(whole, now)).toContain(line);
  });

  it('expect nothing from a provider that has ended', async () => {
    const lines = await metricsAt(whole, '2026-03-13T12:00:00Z');
    expect(lines.filter((line) => line.startsWith('ratetree_next_publication_seconds{provider="HNB"'))).toEqual([]);
  });

  it('have a fixed number of series for each provider, whatever its number of currencies', async () => {
    const lines = await metricsAt(whole, '2026-03-13T12:00:00Z');
    const own = lines.filter((line) => /^ratetree_(next_pub|missed|gap_days).*provider="TCMB"/.test(line));
    expect(own).toHaveLength(8);
  });
});

describe('a status that cannot be read does not stop the gateway, and a metric says so', () => {
  it.each([
    ['none', writeSmallTree()],
    ['cut off', treeWith('{"date":"2026-03-13","prov')],
    ['with a member that nobody knows', treeWith(JSON.stringify({ ...STATUS, ages: [] }))],
    ['with a zone that there is not', treeWith(JSON.stringify(STATUS).replaceAll('Europe/Istanbul', 'Europe/Ankara'))],
  ])('%s', async (_, root) => {
    const { ask, metricsText } = await gatewayOver(diskStore(root));
    expect((await ask('/v1/latest')).status).toBe(200);
    expect(metricsText()).toContain('\nratetree_status_read 0\n');
    expect(metricsText()).not.toContain('missed_publications');
  });

  it('while the store fails to give it', async () => {
    const failing = withReads(diskStore(whole), (path, read) =>
      path === statusPath ? Promise.reject(new StoreError('down')) : read(),
    );
    const { ask, metricsText } = await gatewayOver(failing, { nowMs: () => NOON_MS });
    expect((await ask('/v1/latest')).status).toBe(200);
    expect(metricsText()).toContain('\nratetree_status_read 0\n');
  });
});
