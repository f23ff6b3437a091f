/** `ratetree series` and `why` over the embedded tree: what they show is what the files of the tree say. */

import { beforeAll, describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { Asker } from '../../server/clients/ask/answers.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { toSeries } from '../../server/clients/console/series.ts';
import { toWhy } from '../../server/clients/console/why.ts';
import { NOON_MS } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { fileIn } from '../support/trees/tree-files.ts';

let tree = '';
let asker: Asker;
beforeAll(async () => {
  tree = await embeddedTree();
  asker = await treeAsker({ store: diskStore(tree), nowMs: () => NOON_MS, say: () => {} });
});
const read = (path: string) => fileIn(tree, path);
const latestOf = (provider: string) => /"latest":"([\d-]+)"/.exec(read(`index/${provider}.json`))?.[1];
const day = parseIsoDate;
const from = day('2026-03-06');
const to = day('2026-03-13');

describe('a series', () => {
  it('has a line for each fixing of the span, with the digits of the file', async () => {
    const { lines } = await toSeries(asker, { currencies: 'usd', provider: 'ecb', from, to });
    const rows = read('v1/series/ECB/USD/2026.csv').trimEnd().split('\r\n').slice(1);
    const own = rows.map((row) => row.split(',')).filter(([date = '']) => from <= date && date <= to);
    expect(own.length).toBeGreaterThan(3);
    expect(lines[0]).toBe('1 EUR, ECB, 2026-03-06 to 2026-03-13');
    expect(lines.slice(2).map((line) => line.split(/ +/))).toEqual(own.map(([date, mid]) => [date, mid]));
  });

  it('has the sides of a provider that states them', async () => {
    const question = { provider: 'BNM', from, to, extended: true } as const;
    const { lines } = await toSeries(asker, { ...question, currencies: 'USD' });
    expect(lines[1]).toMatch(/^DATE +MID +BID +ASK$/);
    expect(lines[2]).toMatch(/^2026-03-06( +0\.\d+){3}$/);
    const { lines: two } = await toSeries(asker, { ...question, currencies: 'KPW,USD' });
    expect(two[1]).toMatch(/^DATE +KPW MID +KPW BID +KPW ASK +USD MID +USD BID +USD ASK$/);
    expect(two[2]).toMatch(/^2026-03-06 +- +- +-( +0\.\d+){3}$/);
  });

  it('sets several currencies side by side, and shows a gap as a gap', async () => {
    const { lines } = await toSeries(asker, { currencies: 'USD,KPW', from, to });
    expect(lines[1]).toMatch(/^DATE +USD +KPW$/);
    expect(lines[2]).toMatch(/^2026-03-06 +1\.\d+ +-$/);
  });

  it('has a line for each period, with its days and whether it is complete', async () => {
    const { lines } = await toSeries(asker, { currencies: 'USD', provider: 'ECB', period: 'month', decimals: '4', to });
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^PERIOD +FROM +TO +USD +DAYS +COMPLETE$/),
      expect.stringMatching(/^2026-03 +2026-03-\d\d +2026-03-13 +1\.\d{4} +\d+ +no$/),
    ]);
  });

  it('begins with the first fixing of a young archive and ends with the newest unless it is told otherwise', async () => {
    const { lines } = await toSeries(asker, { currencies: 'USD', provider: 'BNM', from });
    expect(lines[0]).toBe(`1 MYR, BNM, 2026-03-06 to ${latestOf('BNM')}`);
    const { lines: newest } = await toSeries(asker, { currencies: 'USD', provider: 'BNM' });
    expect(newest[0]).toBe(`1 MYR, BNM, 2026-03-02 to ${latestOf('BNM')}`);
    const sunday = day('2026-03-08');
    const empty = await toSeries(asker, { currencies: 'USD', provider: 'BNM', from: sunday, to: sunday });
    expect(empty.lines).toEqual([
      '1 MYR, BNM, no fixing from 2026-03-08',
      expect.stringMatching(/^There is no figure for these currencies in this span/),
    ]);
  });

  it('is refused where the service refuses, in its words', async () => {
    await expect(toSeries(asker, { currencies: 'QQQ' })).rejects.toThrow(/^currencies names "QQQ", which is not one/);
    await expect(toSeries(asker, { currencies: 'USD', provider: 'NOBODY' })).rejects.toThrow(/^provider "NOBODY" is/);
    await expect(toSeries(asker, { currencies: 'USD', from: to, to: from })).rejects.toThrow(
      'from 2026-03-13 is after to 2026-03-06; swap them',
    );
    await expect(toSeries(asker, { currencies: 'USD', period: 'week' })).rejects.toThrow(
      'period must be day, month, quarter, year or span, not "week"',
    );
  });
});

describe('why', () => {
  it('names each bank behind a figure of GLOBAL, its date and document, and who was left out and why', async () => {
    const { lines, json } = await toWhy(asker, { provider: 'global', date: '2026-03-10', currency: 'sek' }, NOON_MS);
    const provenance = JSON.parse(read('v1/provenance/GLOBAL/2026/03/10.json')) as {
      figures: { columns: string[]; rows: string[][] };
      excluded: { rows: string[][] };
    };
    const rows = provenance.figures.rows.filter(([currency]) => currency === 'SEK');
    expect(rows.length).toBeGreaterThan(5);
    const [, rate] = /"SEK":([\d.]+)/.exec(read('v1/historical/GLOBAL/2026/03/10/EUR.json')) ?? [];
    const used = rows.filter((row) => row[5]?.startsWith('used')).length;
    expect(lines[0]).toBe(`SEK, GLOBAL of 2026-03-10: 1 EUR = ${rate} SEK`);
    expect(lines[1]).toMatch(new RegExp(`^The median of ${used} banks \\(ratetree-blend-\\d\\)\\.$`));
    const made = provenance.figures.columns.indexOf('made');
    // It is empty where a figure was set on its date.
    expect(new Set(rows.map((row) => row[made] === ''))).toEqual(new Set([true, false]));
    for (const row of rows) {
      const [, bank = '', date = '', , , use = ''] = row;
      const line = lines.find((text) => text.startsWith(`${bank} `)) ?? '';
      expect(line).toContain(row[made] === '' ? ` ${date} ` : ` ${date}, set on ${row[made]} `);
      expect(line).toContain(use);
      expect(line).toMatch(/ https:\/\/\S+$/);
    }
    for (const [bank = ''] of provenance.excluded.rows) expect(lines.at(-1)).toContain(bank);
    const facts = JSON.parse(json) as { contributors: { provider: string; perEuro: string; document: string }[] };
    expect(facts.contributors.map(({ provider, perEuro, document }) => [provider, perEuro, document])).toEqual(
      rows.map(([, bank, , document, perEuro]) => [bank, perEuro, document]),
    );
  });

  it('shows the digits, the day and the document of a figure that a bank published', async () => {
    const { lines, json } = await toWhy(asker, { provider: 'ECB', date: '2026-03-10', currency: 'SEK' }, NOON_MS);
    expect(lines).toEqual([
      'SEK, ECB of 2026-03-10: 1 EUR = 10.606 SEK',
      '',
      'published  1 EUR = 10.606 SEK, for 2026-03-10',
      'list       reference',
      'document   https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
      expect.stringMatching(/^sha256 {5}[0-9a-f]{64}, fetched 2026-/),
      expect.stringMatching(/^seen {7}2026-/),
    ]);
    expect(JSON.parse(json)).toMatchObject({ provider: 'ECB', rate: '10.606', published: [{ mid: '10.606' }] });
  });

  it('names the list, and the number that the bank gave it', async () => {
    const { lines, json } = await toWhy(asker, { provider: 'NBP', date: '2026-03-05', currency: 'USD' }, NOON_MS);
    expect(lines[3]).toBe('list       A 044/A/NBP/2026');
    expect(JSON.parse(json)).toMatchObject({ published: [{ table: 'A', number: '044/A/NBP/2026' }] });
  });

  it('shows both sides of a bank that publishes no mid rate', async () => {
    const { lines } = await toWhy(asker, { provider: 'BANGUAT', date: '2026-03-10', currency: 'USD' }, NOON_MS);
    expect(lines[2]).toMatch(/^published {2}1 USD = [\d.]+ bid, [\d.]+ ask GTQ, for 2026-03-10$/);
  });

  it('names the law behind a peg, and takes the newest fixing for latest', async () => {
    const { lines } = await toWhy(asker, { provider: 'GLOBAL', date: 'latest', currency: 'XOF' }, NOON_MS);
    expect(lines[0]).toBe(`XOF, GLOBAL of ${latestOf('GLOBAL')}: 1 EUR = 655.957 XOF`);
    expect(lines[1]).toMatch(/^Fixed to another currency/);
    expect(lines[2]).toMatch(/^1 EUR = 655\.957 XOF since 1999-01-01, by \w+: Franc parity/);
  });

  it('says that there is no figure where no bank has one', async () => {
    const { lines } = await toWhy(asker, { provider: 'GLOBAL', date: '2026-03-10', currency: 'KPW' }, NOON_MS);
    expect(lines[0]).toBe('KPW, GLOBAL of 2026-03-10: no figure');
    const own = await toWhy(asker, { provider: 'ECB', date: '2026-03-10', currency: 'EUR' }, NOON_MS);
    expect(own.lines[1]).toMatch(/the reference currency is 1\.$/);
  });

  it('is refused where the service refuses, in its words', async () => {
    await expect(toWhy(asker, { provider: 'ECB', date: '2026-03-08', currency: 'SEK' }, NOON_MS)).rejects.toThrow(
      'ECB has no fixing for 2026-03-08; the nearest earlier one is dated 2026-03-06',
    );
    const wrong = toWhy(asker, { provider: 'ECB', date: 'yesterday', currency: 'SEK' }, NOON_MS);
    await expect(wrong).rejects.toMatchObject({ status: 400 });
    await expect(wrong).rejects.toThrow(/^date /);
  });
});
