/** A reader can recompute GLOBAL's figures from the provenance files alone, with a calculator. */
import { beforeAll, describe, expect, it } from 'vitest';
import { RENDER } from '../../generator/release/tree/read/tree-options.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import type { Reference } from '../../generator/wire/release/manifest.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { digestOf } from '../../generator/wire/words/hash.ts';
import { GLOBAL } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { releasedIn } from '../support/trees/release-folder.ts';
import { dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';

interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

let folder = '';
let tree: Map<string, string>;
const read = (path: string): Record<string, Rows> & { inputs: string } =>
  JSON.parse(Buffer.from(tree.get(path) ?? '', 'latin1').toString('utf8'));

beforeAll(async () => {
  folder = await embeddedTree();
  tree = readTree(folder);
});

/** Each row as an object by column. */
function records({ columns, rows }: Rows): Record<string, string>[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place] ?? ''])));
}

/** Follows the words of docs/global.md, without the code of the blend. */
function recomputed(values: readonly Ratio[]): Ratio {
  const sorted = [...values].sort((left, right) => left.compareTo(right));
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return middle.reduce((sum, value) => sum.plus(value)).over(Ratio.of(BigInt(middle.length), 1n));
}

describe('the provenance of GLOBAL', () => {
  const DATES = ['2026/03/04', '2026/03/06', '2026/03/10', '2026/03/13', '2026/03/17', '2026/03/18'];

  it.each(DATES)('has the figures from which every figure of %s can be recomputed', (date) => {
    const { currencies, figures, pegs } = read(`v1/provenance/GLOBAL/${date}.json`);
    const table = new Map(
      (tree.get(`tables/GLOBAL/2026/${date.replaceAll('/', '-')}.csv`) ?? '')
        .split('\n')
        .map((line) => [line.slice(0, 3), line.split(',')[1]]),
    );
    for (const { currency, method, figure } of records(currencies as Rows)) {
      expect(table.get(`${currency}`)).toBe(figure);
      const used = records(figures as Rows).filter((row) => row.currency === currency && row.use?.startsWith('used'));
      if (method === 'base') expect(figure).toBe('1');
      else if (method === 'peg') {
        const peg = records(pegs as Rows).find((row) => row.currency === currency);
        const anchor = Ratio.parse(table.get(`${peg?.anchor}`) ?? '');
        const pegged = anchor.times(Ratio.parse(peg?.units ?? '')).over(Ratio.parse(peg?.per ?? ''));
        expect(`${pegged.roundSignificant(20)}`).toBe(figure);
      } else {
        expect({ single: 1, mean: 2 }[`${method}`] ?? 3).toBe(Math.min(used.length, 3));
        const value = recomputed(used.map(({ perEuro = '' }) => Ratio.parse(perEuro)));
        expect(`${value.roundSignificant(20)}`, `${currency} on ${date}`).toBe(figure);
      }
    }
  });

  it('names a document for every contribution, which the provider’s own provenance describes', () => {
    const { figures } = read('v1/provenance/GLOBAL/2026/03/10.json');
    for (const { provider, date = '', document, perEuro, currency } of records(figures as Rows)) {
      const own = read(`v1/provenance/${provider}/${date.replaceAll('-', '/')}.json`);
      const described = records(own.documents as Rows).find((row) => row.document === document);
      expect(described, `${provider} ${currency} ${date}`).toBeDefined();
      expect(described?.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(perEuro === '' || Ratio.parse(`${perEuro}`).sign > 0).toBe(true);
    }
  });

  it('lists the providers with figures near the date that never contribute, with the reason', async () => {
    const [out, day] = [freshFolder(), '2026-03-10'];
    const lines = { ECB: dailyLines('2026-03-09', day), HMRC: ['2026-03-01 GBP/USD 1.3', '2025-12-01 GBP/USD 1.31'] };
    await generateFrom(lines, out, { date: parseIsoDate(day) });
    const { excluded } = JSON.parse(readTree(out).get('v1/provenance/GLOBAL/2026/03/10.json') ?? '');
    expect(records(excluded)).toEqual([{ provider: 'HMRC', reason: 'monthly' }]);
  });

  it('has the digest of inputs from which the digest of the day in the manifest is made', () => {
    const { inputs } = read('v1/provenance/GLOBAL/2026/03/10.json');
    const { root, texts } = releasedIn(folder);
    const nodeOf = (reference: Reference | undefined) => JSON.parse(texts.get(reference?.[1] ?? '') ?? '');
    const year = nodeOf(nodeOf(root.providers[GLOBAL]).years['2026']);
    expect(year.days['2026-03-10'][0]).toBe(digestOf([RENDER, `${inputs}`, 'all']));
  });
});

describe('the provenance of a provider', () => {
  it('has each figure as published, with its digits, direction, unit, side, date and document', () => {
    const { figures } = read('v1/provenance/NBP/2026/03/05.json');
    const of = (code: string) => records(figures as Rows).find(({ currency }) => currency === code);
    expect(of('XAU')).toMatchObject({
      base: 'XAU',
      quote: 'PLN',
      per: '1',
      unit: 'g',
      mid: '612.51',
      date: '2026-03-05',
    });
    expect(of('AFN')).toMatchObject({ base: 'AFN', quote: 'PLN', mid: '0.056626', date: '2026-03-04' });
    const malaysian = records(read('v1/provenance/BNM/2026/03/02.json').figures as Rows);
    expect(malaysian.find(({ currency }) => currency === 'AED')).toMatchObject({
      per: '100',
      mid: '106.5356',
      bid: '106.43219999999999',
      ask: '106.6391',
    });
    const guatemalan = records(read('v1/provenance/BANGUAT/2026/03/02.json').figures as Rows);
    expect(guatemalan).toEqual([expect.objectContaining({ currency: 'USD', mid: '', bid: '7.66143', ask: '7.66143' })]);
  });
});
