import { beforeAll, describe, expect, it } from 'vitest';
import { toFixingTable } from '../../generator/rates/blend/fixing.ts';
import { History } from '../../generator/rates/blend/history.ts';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { listArchive } from '../../generator/sources/archive/archive.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { historicalPath, tablePath } from '../../generator/wire/answers/paths.ts';
import { parseTable, SIDES, type Table, tableText } from '../../generator/wire/answers/table.ts';
import { quotes, toRates } from '../../generator/wire/answers/views.ts';
import { FORMATS } from '../../generator/wire/encode/document.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode, type ProviderCode, providerCode } from '../../generator/wire/words/schemas.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { encodeByLibrary } from '../support/kit/library-encoders.ts';
import { EMBEDDED, EMBEDDED_UNTIL, embeddedTree } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

let tree = new Map<string, string>();
let tables: Table[] = [];

beforeAll(async () => {
  const out = await embeddedTree();
  tree = readTree(out);
  tables = [...tree].flatMap(([path, text]) => {
    const [, provider = '', date = ''] = /^tables\/(\w+)\/\d{4}\/([\d-]+)\.csv$/.exec(path) ?? [];
    return provider === '' ? [] : [parseTable(text, factsOf(providerCode.parse(provider), date as Table['date']))];
  });
});

function factsOf(provider: ProviderCode, date: Table['date']) {
  const definition = PROVIDERS.find(({ code }) => code === provider);
  const reference = definition?.references.findLast(({ from }) => from <= date)?.currency ?? 'EUR';
  return { provider, date, reference: currencyCode.parse(reference), bidAsk: definition?.bidAsk ?? false };
}

describe('the tree of the embedded archive', () => {
  it('has a table of every provider of the archive, all of which are in the catalogue, and of GLOBAL', async () => {
    const codes = [...new Set(tables.map(({ provider }) => `${provider}`))].sort();
    const embedded = await listArchive(EMBEDDED);
    expect(codes).toEqual([...embedded, 'GLOBAL'].sort());
    expect(PROVIDERS.map(({ code }) => code)).toEqual(expect.arrayContaining([...embedded]));
  });

  it('has GLOBAL on every weekday of one fortnight and on the Friday before, when lists of its Monday were made, and at last 150 currencies or more', () => {
    const global = tables.filter(({ provider }) => provider === 'GLOBAL');
    const days = Array.from({ length: 20 }, (_, place) => addDays(parseIsoDate('2026-02-27'), place));
    expect(global.map(({ date }) => date).sort()).toEqual(days.filter((date) => new Date(date).getUTCDay() % 6 !== 0));
    expect(global.find(({ date }) => date === days.at(-1))?.figures.size).toBeGreaterThanOrEqual(150);
  });

  it('has nothing outside these weeks, except of banks that have ended, which cannot reach GLOBAL', () => {
    const ended = PROVIDERS.filter(({ obsolete }) => obsolete === true).map(({ code }) => code);
    const strangers = tables.filter(({ date }) => date < '2026-03-02' || date > EMBEDDED_UNTIL);
    const made = ({ provider, date }: (typeof strangers)[number]) => provider === 'GLOBAL' && date === '2026-02-27';
    expect(strangers.flatMap((one) => (made(one) ? [] : [`${one.provider}`])).sort()).toEqual(ended);
    expect(tree.get('v1/provenance/GLOBAL/2026/03/18.json')).not.toContain('obsolete');
  });

  it('leaves out one figure, which a person holds: the Cuban peso that NBP calls a dollar', () => {
    const held = (tree.get('v1/quarantine.csv') ?? '').split('\n').slice(1, -1);
    expect(held).toEqual([expect.stringMatching(/^NBP,2026-03-04,CUP,.*calls the peso a dollar/)]);
    expect(tree.get('tables/GLOBAL/2026/2026-03-18.csv')).not.toMatch(/^CUP,/m);
  });

  it('has tables that read back to the same text and to the exact rates of the archive', async () => {
    const holdings = await readHoldings(EMBEDDED, PROVIDERS);
    const heldBack = new Set(toQuarantined(holdings).map(({ row }) => row));
    for (const { definition, archive } of holdings) {
      const history = new History(definition, archive, heldBack);
      for (const date of history.dates) {
        const fixed = toFixingTable(history.fixing(date));
        const text = tree.get(tablePath(history.provider, date)) ?? '';
        const read = parseTable(text, fixed);
        expect(tableText(read)).toBe(text);
        expect([...read.figures.keys()]).toEqual([...fixed.figures.keys()]);
        for (const [code, figures] of fixed.figures) {
          for (const side of SIDES) {
            const [exact, found] = [figures[side], read.figures.get(code)?.[side] ?? null];
            const isSame = exact === null || found === null ? exact === found : exact.compareTo(found) === 0;
            expect(isSame, `${history.provider} ${date} ${code} ${side}`).toBe(true);
          }
        }
      }
    }
  });

  it('has rate files with the bytes that established libraries write', () => {
    let compared = 0;
    for (const table of tables) {
      const bases =
        table.provider === 'GLOBAL'
          ? [...table.figures.keys()].filter((code) => quotes(table, code))
          : [table.reference];
      for (const base of bases) {
        for (const view of table.bidAsk ? (['standard', 'extended', 'bid', 'ask'] as const) : (['standard'] as const)) {
          const document = toRates(table, { view, base, currencies: null, places: 10 });
          for (const format of FORMATS) {
            const path = historicalPath(table.provider, table.date, base, view, format);
            const expected = encodeByLibrary(document, { format, header: true }).toString('latin1');
            if (tree.get(path) !== expected) expect.unreachable(`${path} differs from what the libraries write`);
            compared++;
          }
        }
      }
    }
    expect(compared).toBe([...tree.keys()].filter((path) => path.startsWith('v1/historical/')).length);
  });

  it('has the files of the newest fixing, byte for byte, as latest', () => {
    const newest = new Map<string, { readonly date: string; readonly text: string }>();
    for (const [path, text] of tree) {
      const [, provider, year, month, day, name] =
        /^v1\/historical\/(\w+)\/(\d{4})\/(\d\d)\/(\d\d)\/(.+)$/.exec(path) ?? [];
      const [key, date] = [`v1/latest/${provider}/${name}`, `${year}-${month}-${day}`];
      if (name !== undefined && date > (newest.get(key)?.date ?? '')) newest.set(key, { date, text });
    }
    const latest = [...tree].filter(([path]) => path.startsWith('v1/latest/'));
    for (const [path, text] of latest) expect(text, path).toBe(newest.get(path)?.text);
    expect(latest.length).toBeGreaterThan(400);
  });

  it('never has a bid above its ask, and A→B × B→A is 1 before rounding', () => {
    for (const { provider, date, figures } of tables) {
      for (const [code, { mid, bid, ask }] of figures) {
        if (bid !== null && ask !== null)
          expect(bid.compareTo(ask), `${provider} ${date} ${code}`).toBeLessThanOrEqual(0);
        if (mid !== null) expect(`${mid.times(mid.inverse())}`).toBe('1');
      }
    }
  });
});
