/** Exports for programs that keep a list for each day: Firefly III, Ghostfolio and PrestaShop. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import type { ExportQuestion } from '../../server/clients/export/series-asker.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { exported as exportedBytes } from '../support/kit/exported.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';
import { generateLongTree, LONG_NOON_MS } from '../support/trees/long-tree.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const day = parseIsoDate;
const embedded = { store: diskStore(await embeddedTree()), nowMs: () => EMBEDDED_NOON_MS, say: () => {} };
const asker = await treeAsker(embedded);
const exported = async (format: string, question: ExportQuestion) =>
  (await exportedBytes(asker, format, question)).toString('utf8');

/** `2026-03-13 USD 1.1476` for each rate of the CSV of the same question. */
async function expectedOf(question: ExportQuestion): Promise<readonly string[]> {
  const rows = z
    .array(z.record(z.string(), z.string()))
    .parse(parse(await exported('csv', question), { columns: true }));
  return rows.filter((row) => row.base !== row.currency).map((row) => `${row.date} ${row.currency} ${row.rate}`);
}

const rateTexts = (text: string) =>
  [...text.matchAll(/"([A-Z]{3})":([\d.]+)/g)].map(([, code, rate]) => `${code} ${rate}`);

describe('the tree of Firefly III', () => {
  async function unpacked(question: ExportQuestion, from = asker): Promise<string> {
    const folder = freshFolder();
    execFileSync('tar', ['x', '-C', folder], { input: await exportedBytes(from, 'firefly', question) });
    return folder;
  }

  it('has for each week of ISO 8601 the rates of its last fixing, digit by digit', async () => {
    const question = { from: day('2026-03-02'), to: day('2026-03-18') };
    const folder = await unpacked(question);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(
      ['2026', '2026/10', '2026/10/EUR.json', '2026/11', '2026/11/EUR.json', '2026/12', '2026/12/EUR.json'].sort(),
    );
    const all = await expectedOf(question);
    for (const [week, date] of [
      ['10', '2026-03-06'],
      ['11', '2026-03-13'],
      ['12', '2026-03-18'],
    ] as const) {
      const text = readFileSync(join(folder, '2026', week, 'EUR.json'), 'utf8');
      expect(JSON.parse(text).date).toBe(date);
      const expected = all.filter((line) => line.startsWith(date)).map((line) => line.slice(11));
      expect(expected.length).toBeGreaterThan(100);
      expect(rateTexts(text)).toEqual(expected);
    }
  });

  it.each([
    ['2024-12-29', '2024/52', '2024-12-27'],
    ['2024-12-30', '2024/1', '2024-12-30'],
    ['2024-12-31', '2024/1', '2024-12-31'],
    ['2025-01-01', '2025/1', '2024-12-31'],
    ['2025-01-03', '2025/1', '2025-01-03'],
    ['2025-12-30', '2025/1', '2025-12-30'],
    ['2026-01-01', '2026/1', '2025-12-31'],
    ['2026-01-05', '2026/2', '2026-01-05'],
  ])('has on %s what is asked for then: %s, of %s', async (today, folder, date) => {
    const long = { store: diskStore(await generateLongTree()), nowMs: () => LONG_NOON_MS, say: () => {} };
    const question = { provider: 'ECB', currencies: 'USD', from: day('2024-12-27'), to: day(today) };
    const out = await unpacked(question, await treeAsker(long));
    expect(readdirSync(join(out, folder))).toEqual(['EUR.json']);
    expect(JSON.parse(readFileSync(join(out, folder, 'EUR.json'), 'utf8')).date).toBe(date);
  });

  it('has the year of the day, the week of ISO 8601, and no leading zeros', async () => {
    const long = { store: diskStore(await generateLongTree()), nowMs: () => LONG_NOON_MS, say: () => {} };
    const span = { from: day('2023-12-27'), to: day('2024-01-10') };
    const out = await unpacked({ provider: 'ECB', currencies: 'USD', ...span }, await treeAsker(long));
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const folders = files.map(({ parentPath }) => parentPath.slice(out.length + 1));
    expect(folders.sort()).toEqual(['2023/52', '2024/1', '2024/2']);
  });

  it('has the week to come where no last day is named, for a job that runs on Monday before its fixing', async () => {
    const folder = await unpacked({ provider: 'ECB', currencies: 'USD', from: day('2026-03-16') });
    const weeks = readdirSync(join(folder, '2026')).sort();
    const [one, other] = weeks.map((week) => readFileSync(join(folder, '2026', week, 'EUR.json'), 'utf8'));
    expect([weeks, other]).toEqual([['12', '13'], one]);
    expect(JSON.parse(other ?? '').date).toBe('2026-03-20');
  });

  it('dates each file by its fixing, so that a server sees that the week has changed', async () => {
    const folder = await unpacked({
      provider: 'ECB',
      currencies: 'USD',
      from: day('2026-03-09'),
      to: day('2026-03-11'),
    });
    expect(statSync(join(folder, '2026/11/EUR.json')).mtime.toISOString()).toBe('2026-03-11T00:00:00.000Z');
  });

  it('has another base beside the first', async () => {
    const folder = await unpacked({ base: 'USD', currencies: 'EUR', from: day('2026-03-13'), to: day('2026-03-13') });
    const [rate = ''] = await expectedOf({
      base: 'USD',
      currencies: 'EUR',
      from: day('2026-03-13'),
      to: day('2026-03-13'),
    });
    const body = readFileSync(join(folder, '2026/11/USD.json'), 'utf8');
    expect(body).toBe(`{"date":"2026-03-13","rates":{"EUR":${rate.slice(15)}}}\n`);
  });
});

describe('the market data of Ghostfolio', () => {
  it('has each day of a pair', async () => {
    const question = { base: 'USD', currencies: 'EUR', from: day('2026-03-02') };
    const text = await exported('ghostfolio', question);
    const found = [...text.matchAll(/\{"date":"([\d-]+)","marketPrice":([\d.]+)\}/g)];
    expect(found.map(([, date, price]) => `${date} EUR ${price}`)).toEqual(await expectedOf(question));
    expect(JSON.parse(text).marketData).toHaveLength(found.length);
    expect(found.length).toBeGreaterThan(10);
  });

  it('is refused for two currencies, which the body could not tell apart', async () => {
    const question = { currencies: 'USD,GBP', from: day('2026-03-02') };
    await expect(exported('ghostfolio', question)).rejects.toThrow('name one currency in currencies');
  });
});

describe('the file of PrestaShop', () => {
  const attribute = z.string();
  const file = z.object({
    currencies: z.object({
      source: z.object({ iso_code: attribute }),
      list: z.object({ currency: z.array(z.object({ iso_code: attribute, rate: attribute })) }),
    }),
  });
  async function read(question: ExportQuestion) {
    const text = await exported('prestashop', question);
    expect(XMLValidator.validate(text)).toBe(true);
    const options = { ignoreAttributes: false, attributeNamePrefix: '', parseAttributeValue: false };
    const { source, list } = file.parse(new XMLParser(options).parse(text)).currencies;
    return { text, source: source.iso_code, rates: list.currency.map(({ iso_code, rate }) => `${iso_code} ${rate}`) };
  }

  it('has the newest fixing, without a span', async () => {
    const { text, source, rates } = await read({ base: 'USD' });
    expect(text).toContain('<!-- GLOBAL, 2026-03-18 -->');
    expect(source).toBe('USD');
    const expected = await expectedOf({ base: 'USD', from: day('2026-03-18'), to: day('2026-03-18') });
    expect(rates).toEqual(expected.map((line) => line.slice(11)));
    expect(rates.length).toBeGreaterThan(100);
  });

  it('has the newest one up to a day', async () => {
    const { text, rates } = await read({ provider: 'ECB', currencies: 'USD,GBP', to: day('2026-03-15') });
    expect(text).toContain('<!-- ECB, 2026-03-13 -->');
    expect(rates).toEqual(['GBP 0.86503', 'USD 1.1476']);
  });

  it('is refused where there is no fixing', async () => {
    const question = { provider: 'ECB', from: day('2026-03-14'), to: day('2026-03-15') };
    await expect(exported('prestashop', question)).rejects.toThrow('name an earlier from');
  });
});

describe.each([
  ['firefly', 'rates that round to 0 are left out: 1; name another --base to have them'],
  ['ghostfolio', 'left out, as the file has no room for their digits: USD/XAU'],
  ['prestashop', 'there is no fixing in this span: name an earlier from, or other currencies'],
])('as %s', (format, words) => {
  it('periods are refused', async () => {
    const question = { provider: 'ECB', currencies: 'USD', from: day('2026-03-02'), period: 'month' };
    await expect(exported(format, question)).rejects.toThrow(/leave out (--)?period/);
  });

  it('rates that round to 0 are left out, and whoever asked is told', async () => {
    const worthless = diskStore(writeSmallTree(freshFolder(), { dollars: '11717000000' }));
    const tiny = await treeAsker({ ...embedded, store: worthless });
    const said: string[] = [];
    const question = { base: 'USD', currencies: 'XAU', from: day('2026-03-13') };
    const more = { say: (line: string) => void said.push(line) };
    const text = await exportedBytes(tiny, format, question, more).catch((error: Error) => said.push(error.message));
    expect(`${text}`).not.toContain('XAU');
    expect(said).toEqual([words]);
  });
});
