import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { LINES, OPTIONS, POLISH_LINES } from '../support/trees/month.ts';
import { CODES, dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';

type LinesOfAny = Parameters<typeof generateFrom>[0];
type More = Parameters<typeof generateFrom>[2];

async function builtTree(lines: LinesOfAny, more: More = {}): Promise<Map<string, string>> {
  const out = freshFolder();
  await generateFrom(lines, out, more);
  return readTree(out);
}

const whole = builtTree(LINES);
const treeOf = (lines: LinesOfAny, more?: More) =>
  lines === LINES && more === undefined ? whole : builtTree(lines, more);

describe('the tree', () => {
  it('has the files that the documentation names', async () => {
    const tree = await treeOf(LINES);
    for (const format of ['json', 'xml', 'csv']) {
      for (const path of [
        `v1/currencies.${format}`,
        `v1/providers.${format}`,
        `v1/latest/ECB/EUR.${format}`,
        `v1/latest/NBP/PLN.extended.${format}`,
        `v1/historical/NBP/2026/03/10/PLN.bid.${format}`,
        `v1/historical/NBP/2026/03/10/PLN.ask.${format}`,
        `v1/historical/HMRC/2026/04/01/GBP.${format}`,
        ...[...CODES, 'EUR'].map((base) => `v1/historical/GLOBAL/2026/03/13/${base}.${format}`),
        ...[...CODES, 'EUR'].map((base) => `v1/latest/GLOBAL/${base}.${format}`),
      ]) {
        expect(tree.has(path), path).toBe(true);
      }
    }
    for (const path of [
      'v1/series/ECB/USD/2026.csv',
      'v1/series/GLOBAL/USD/2026.json',
      'v1/provenance/NBP/2026/03/10.json',
      'v1/provenance/GLOBAL/2026/03/13.json',
      'v1/corrections.csv',
      'v1/quarantine.csv',
      'v1/status.json',
      'v1/openapi.json',
      'tables/NBP/2026/2026-03-10.csv',
      'index/HMRC.json',
    ]) {
      expect(tree.has(path), path).toBe(true);
    }
  });

  it('has bid, ask and extended files only for a provider that states bid and ask', async () => {
    const sided = [...(await treeOf(LINES)).keys()].filter((path) => /\.(bid|ask|extended)\./.test(path));
    expect(new Set(sided.map((path) => path.split('/')[2]))).toEqual(new Set(['NBP']));
  });

  it('has the newest fixing as latest, but one dated ahead only from its date on', async () => {
    const tree = await treeOf(LINES);
    expect(tree.get('v1/latest/HMRC/GBP.json')).toContain('"date":"2026-03-01"');
    const later = await treeOf(LINES, {
      bases: new Set([currencyCode.parse('GBP')]),
      date: parseIsoDate('2026-04-01'),
    });
    expect(later.get('v1/latest/HMRC/GBP.json')).toContain('"date":"2026-04-01"');
    expect(JSON.parse(tree.get('index/HMRC.json') ?? '')).toMatchObject({
      latest: '2026-03-01',
      fixings: ['2026-03-01/2026-03-31', '2026-04-01/2026-04-30'],
    });
  });

  it('lists the providers that have a fixing, GLOBAL first', async () => {
    const providers = JSON.parse((await treeOf(LINES)).get('v1/providers.json') ?? '');
    expect(providers.map(({ code }: { code: string }) => code)).toEqual(['GLOBAL', 'ECB', 'HMRC', 'NBP']);
    const few = JSON.parse((await treeOf({ ECB: ['2026-03-13 EUR/USD 1.1'] })).get('v1/providers.json') ?? '');
    expect(few.map(({ code }: { code: string }) => code)).toEqual(['ECB']);
  });

  it('has a series for each year, in which a side that was not stated is empty', async () => {
    const tree = await treeOf(LINES);
    expect(tree.get('v1/series/NBP/USD/2026.csv')).toBe(
      'date,mid,bid,ask\r\n2026-03-10,1.1363636364,1.1235955056,1.1494252874\r\n',
    );
    expect(tree.get('tables/NBP/2026/USD.csv')).toBe('date,mid,bid,ask\n2026-03-10,25/22,100/89,100/87\n');
    expect(tree.get('v1/series/NBP/XDR/2026.json')).toBe(
      '{"provider":"NBP","base":"PLN","currency":"XDR","series":[{"date":"2026-03-11","mid":null,"bid":null,"ask":0.2}]}',
    );
  });

  it('names the currency of each figure of a year in which the money of a bank was renamed', async () => {
    const BNR = ['2005-06-29 USD/ROL 29891', '2005-06-30 USD/ROL 29891', '2005-07-01 USD/RON 2.9891'];
    const tree = await treeOf({ BNR }, { definitions: PROVIDERS });
    expect(tree.get('v1/series/BNR/USD/2005.json')).toBe(
      '{"provider":"BNR","base":"ROL","currency":"USD","series":[' +
        '{"date":"2005-06-29","mid":0.0000334549,"bid":null,"ask":null},' +
        '{"date":"2005-06-30","mid":0.0000334549,"bid":null,"ask":null},' +
        '{"date":"2005-07-01","base":"RON","mid":0.3345488609,"bid":null,"ask":null}]}',
    );
    const { providers } = JSON.parse(tree.get('v1/status.json') ?? '');
    expect(providers[0]).toMatchObject({
      provider: 'BNR',
      references: [
        { from: '2005-06-29', currency: 'ROL' },
        { from: '2005-07-01', currency: 'RON' },
      ],
    });
  });

  it('lists every figure that was published again, with the old and the new figure', async () => {
    const ECB = [
      ...LINES.ECB,
      '2026-03-10 EUR/TRY 50 seen 2026-03-10',
      '2026-03-10 EUR/TRY 51.5 seen 2026-03-12',
      '2026-03-10 EUR/TRY withdrawn seen 2026-03-13',
    ];
    expect((await treeOf({ ...LINES, ECB }, OPTIONS)).get('v1/corrections.csv')?.split('\r\n').slice(1, -1)).toEqual([
      'ECB,2026-03-10,EUR,TRY,mid,1,50,1,51.5,2026-03-12T15:00:00Z,corrected',
      'ECB,2026-03-10,EUR,TRY,mid,1,51.5,1,,2026-03-13T15:00:00Z,withdrawn',
    ]);
  });

  it('has in status.json each last and next date, by provider and currency, and the gaps with reasons', async () => {
    const status = JSON.parse((await treeOf(LINES)).get('v1/status.json') ?? '');
    const of = (code: string) => status.providers.find(({ provider }: { provider: string }) => provider === code);
    expect(of('ECB')).toMatchObject({ last: '2026-03-13', next: '2026-03-16', currencies: { USD: '2026-03-13' } });
    expect(of('NBP').currencies).toEqual({ EUR: '2026-03-11', USD: '2026-03-10', XDR: '2026-03-11' });
    const without = LINES.ECB.filter((line) => line > '2026-02-27');
    const gappy = JSON.parse(
      (await treeOf({ ECB: [...LINES.ECB.filter((line) => line < '2026-02-18'), ...without] }, OPTIONS)).get(
        'v1/status.json',
      ) ?? '',
    );
    expect(gappy.providers[0].gaps[0]).toMatchObject({
      from: '2026-02-25',
      to: '2026-02-26',
      reason: 'states 1 currencies, 20 are needed',
    });
  });

  it('stays as it was when the archive has no fixing, and the error names the archive', async () => {
    const out = freshFolder();
    await generateFrom(LINES, out, OPTIONS);
    const before = readTree(out);
    await expect(generateFrom({ ECB: [] }, out, OPTIONS)).rejects.toThrow(
      /no fixing in the archive .*: begin with "ratetree start", run collect where/,
    );
    expect(readTree(out)).toEqual(before);
  });

  it('leaves out a date whose rows do not make a fixing, and the summary names it', async () => {
    const out = freshFolder();
    const summary = await generateFrom({ ...LINES, NBP: [...POLISH_LINES, '2026-03-12 XOF/PLN 0~0.8'] }, out, OPTIONS);
    const fault = 'NBP: bid 0 for XOF/PLN on 2026-03-12 is not above 0';
    expect(summary.failures).toEqual([expect.stringContaining(fault)]);
    expect(readTree(out).has('tables/NBP/2026/2026-03-12.csv')).toBe(false);
    expect(readTree(out).has('tables/NBP/2026/2026-03-11.csv')).toBe(true);
  });

  it('has rate files only of the chosen bases and dates, but every table', async () => {
    const bases = new Set([currencyCode.parse('EUR'), currencyCode.parse('USD')]);
    const tree = await treeOf(LINES, {
      bases,
      historyBases: new Set([currencyCode.parse('EUR')]),
      since: parseIsoDate('2026-03-12'),
    });
    const of = (pattern: RegExp) => [...tree.keys()].filter((path) => pattern.test(path));
    expect(of(/^v1\/latest\/GLOBAL\/.*json$/)).toEqual(['v1/latest/GLOBAL/EUR.json', 'v1/latest/GLOBAL/USD.json']);
    expect(of(/^v1\/historical\/GLOBAL\/.*json$/)).toEqual([
      'v1/historical/GLOBAL/2026/03/12/EUR.json',
      'v1/historical/GLOBAL/2026/03/13/EUR.json',
    ]);
    expect(of(/^tables\/ECB\/2026\/2026-/)).toHaveLength(20);
  });
});

/** What it makes after other changes is in incremental.test.ts and memory.long.test.ts. */
describe('a second run over the same folder', () => {
  const first = freshFolder();
  const made = generateFrom(LINES, first, OPTIONS);
  /** The folder of a first run, made once. */
  const afterFirst = async () => {
    await made;
    return copied(first);
  };

  it('computes and writes nothing when the archive has nothing new', async () => {
    const { blended, release } = await made;
    expect(blended).toBe(20);
    const second = await generateFrom(LINES, await afterFirst(), OPTIONS);
    expect(second).toMatchObject({ blended: 0, fixings: 0, filesWritten: 0, bytesWritten: 0, release });
  });

  it('on a later day without new figures makes the same release and writes nothing', async () => {
    const out = freshFolder();
    const friday = await generateFrom({ ECB: LINES.ECB }, out, { ...OPTIONS, date: parseIsoDate('2026-03-13') });
    const sunday = await generateFrom({ ECB: LINES.ECB }, out, { ...OPTIONS, date: parseIsoDate('2026-03-15') });
    expect(sunday).toMatchObject({ release: friday.release, blended: 0, filesWritten: 0 });
  });

  it('after one new fixing blends only the dates whose window contains it', async () => {
    const out = await afterFirst();
    const late = { ...LINES, NBP: [...POLISH_LINES, '2026-03-05 EUR/PLN 22.1'] };
    expect(await generateFrom(late, out, OPTIONS)).toMatchObject({ fixings: 1, blended: 7 });
    const next = { ...late, ECB: dailyLines('2026-02-16', '2026-03-16') };
    expect(await generateFrom(next, out, OPTIONS)).toMatchObject({ fixings: 1, blended: 1 });
  });
});
