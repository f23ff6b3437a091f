/** The files of the ECB: byte for byte what it publishes, where there are recordings; and the same form for others. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { currencyCode, isoDate } from '../../generator/wire/words/schemas.ts';
import { Rates } from '../../server/dialects/rates.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import { DEMO_KEY, gatewayOver, withoutStaticRates } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree, generateEmbedded } from '../support/trees/embedded.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const small = await gatewayOver(diskStore(writeSmallTree()));
const tree = await embeddedTree();
const embedded = await gatewayOver(diskStore(tree), { nowMs: () => EMBEDDED_NOON_MS });
const computing = await gatewayOver(withoutStaticRates(diskStore(tree)), { nowMs: () => EMBEDDED_NOON_MS });

/** With the bytes, which are no text in a zip. */
async function answerOf({ handler }: typeof small, url: string) {
  const headers = { 'subscription-key': DEMO_KEY };
  return handler({ method: 'GET', url, headers, remoteAddress: '192.0.2.1' });
}

describe('the files of the ECB', () => {
  it('have the decimals of the currency in the list of a day, and no more than needed in the others', async () => {
    const daily = (await embedded.ask('/ecb/eurofxref-daily.xml')).text;
    expect(daily).toContain("\t\t<Cube time='2026-03-20'>\n\t\t\t<Cube currency='USD' rate='1.1555'/>\n");
    const [, padded = ''] = /currency='\w+' rate='([\d.]+0)'/.exec(daily) ?? [];
    expect(padded).not.toBe('');
    const history = (await embedded.ask('/ecb/eurofxref-hist-90d.xml')).text;
    expect(history).toMatch(/<Cube><Cube time="2026-03-20"><Cube currency="USD" rate="1.1555"\/>/);
    expect(history).not.toContain(`rate="${padded}"`);
    expect(history).not.toMatch(/rate="[\d]*\.\d*0"/);
  });

  it('have a column for each currency there ever was, newest first', async () => {
    const { text, headers } = await embedded.ask('/ecb/eurofxref-hist.csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [columns = '', newest = '', ...others] = text.split('\n');
    expect(columns).toMatch(/^Date,USD,JPY,BGN,CYP,.*,ZAR,$/);
    expect(newest).toMatch(/^2026-03-20,1\.1555,[\d.]+,N\/A,N\/A,/);
    expect(others.at(-2)).toMatch(/^2026-03-02,/);
  });

  it.each([
    ['/ecb/ECB/eurofxref-daily.xml', '/ecb/eurofxref-daily.xml'],
    ['/ecb/ecb/eurofxref-hist.csv', '/ecb/eurofxref-hist.csv'],
    ['/stats/eurofxref/eurofxref-hist-90d.xml', '/ecb/eurofxref-hist-90d.xml'],
    ['/stats/eurofxref/eurofxref-hist.xml', '/ecb/eurofxref-hist.xml'],
  ])('%s is %s', async (other, usual) => {
    const [found, expected] = [await embedded.ask(other), await embedded.ask(usual)];
    expect([found.status, found.text]).toEqual([200, expected.text]);
  });

  it('are read with a key in the path, and not without one', async () => {
    const { status, headers } = await embedded.ask(`/key/${DEMO_KEY}/ecb/eurofxref-daily.xml`, { headers: {} });
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect((await embedded.ask('/ecb/eurofxref-daily.xml', { headers: {} })).status).toBe(401);
  });
});

describe('the files in the tree', () => {
  const ofEcb = ['daily.xml', 'hist-90d.xml', 'hist.xml', 'hist.csv', 'hist.zip'].map((name) => `eurofxref-${name}`);
  it.each([
    ...[...ofEcb, 'eurofxref.zip'].map((name) => `ecb/${name}`),
    ...['eurofxref-daily.xml', 'eurofxref-hist-90d.xml', 'eurofxref.zip'].map((name) => `ecb/GLOBAL/${name}`),
  ])('have %s as the gateway computes it', async (path) => {
    const file = readFileSync(join(tree, path));
    for (const gateway of [computing, embedded]) {
      const { status, body } = await answerOf(gateway, `/${path}`);
      expect([status, body?.equals(file)]).toEqual([200, true]);
    }
  });

  it('are zips with one member, of no time', async () => {
    const { body, headers } = await answerOf(embedded, '/ecb/eurofxref-hist.zip');
    expect(headers).toContain('application/zip');
    const members = unzipSync(body ?? Buffer.alloc(0));
    expect(Object.keys(members)).toEqual(['eurofxref-hist.csv']);
    expect(Buffer.from(members['eurofxref-hist.csv'] ?? '').toString()).toBe(
      (await embedded.ask('/ecb/eurofxref-hist.csv')).text,
    );
    expect(body?.readUInt32LE(10)).toBe(0x21_00_00);
  });
});

describe('the same files of GLOBAL', () => {
  it('have their own sender, and its currencies after those of the ECB', async () => {
    const { text } = await small.ask('/ecb/GLOBAL/eurofxref-daily.xml');
    expect(text).toContain('<gesmes:name>Ratetree, from the rates of GLOBAL: ');
    expect(text).not.toContain('European Central Bank');
    expect(text.match(/(?<=currency=')\w+/g)).toEqual(['USD', 'JPY', 'GBP', 'PLN', 'CHF', 'TRY', 'XAU', 'XDR']);
    const csv = (await small.ask('/ecb/global/eurofxref-hist.csv')).text;
    expect(csv).toBe(
      [
        'Date,USD,JPY,GBP,PLN,CHF,TRY,XAU,XDR,',
        '2026-03-13,1.1717,172.99,0.8649,4.2513,0.935,48.3321,0.0002560382,0.8561,',
        '2026-03-11,1.1622,172.5,0.8641,N/A,0.9341,48.31,N/A,N/A,',
        '',
      ].join('\n'),
    );
  });
});

it.each([
  ['/ecb/TCMB/eurofxref-daily.xml', 1004],
  ['/ecb/NOBODY/eurofxref-daily.xml', 1001],
  ['/ecb/eurofxref-sdmx.xml', 1404],
  ['/ecb/', 1404],
])('%s is not found', async (url, code) => {
  const { status, text } = await small.ask(url);
  expect([status, JSON.parse(text).errorCode]).toEqual([404, code]);
});

it('are refused where there are more figures than a bank like the ECB has, before any is read', () => {
  const nothing = new Rates({} as ConstructorParameters<typeof Rates>[0]);
  const quoted = new Set(Array.from({ length: 150 }, (_, place) => `X${place}`));
  const provider = { quoted } as unknown as KnownProvider;
  const dates = Array.from({ length: 2667 }, () => isoDate.parse('2026-03-13'));
  expect(() => nothing.wholeSpan(provider, dates)).toThrow('there are more than 400000 figures; read v1/series');
});

/** Lines of an archive from the rows of the recorded history, which has no zeros at the end. */
function linesOf(isWanted: (date: string) => boolean): string[] {
  const [head = '', ...rows] = readRecording('ECB/eurofxref-hist.csv').split('\n');
  const codes = head.split(',').slice(1, -1);
  return rows.flatMap((row) => {
    const [date = '', ...figures] = row.split(',');
    if (!isWanted(date)) return [];
    return codes.flatMap((code, place) =>
      figures[place] === 'N/A' ? [] : [`${date} EUR/${code} ${figures[place]} in reference`],
    );
  });
}

const askOver = async (lines: readonly string[], until: string) => (await gatewayOf(lines, until)).ask;

async function gatewayOf(lines: readonly string[], until: string) {
  const archiveDir = freshFolder();
  await writeLines(archiveDir, 'ECB', lines);
  const tree = freshFolder();
  const definitions = PROVIDERS.filter(({ code }) => code === 'ECB');
  const bases = new Set([currencyCode.parse('EUR')]);
  await generateEmbedded(tree, { archiveDir, definitions, bases, historyBases: bases, date: isoDate.parse(until) });
  return gatewayOver(diskStore(tree), { nowMs: () => Date.parse(`${until}T18:00:00Z`) });
}

describe.skipIf(!recordingsAreThere('files of the ECB'))('as the ECB published them, byte for byte', () => {
  it('is the list of a day', async () => {
    const published = readRecording('ECB/eurofxref-daily.xml');
    const [, date = ''] = /time='([\d-]+)'/.exec(published) ?? [];
    const ofDay = [...published.matchAll(/currency='(\w+)' rate='([\d.]+)'/g)].map(([, code, rate = '']) => {
      return `${date} EUR/${code} ${rate.replace(/\.?0+$/, '')} in reference`;
    });
    const ask = await askOver([...linesOf((day) => day >= '2026-01-15'), ...ofDay], date);
    expect((await ask('/ecb/eurofxref-daily.xml')).text).toBe(published);
  });

  it('is the member of the zip of a day', async () => {
    const gateway = await gatewayOf(
      linesOf((day) => day >= '2025-12-01'),
      '2026-04-13',
    );
    const { body } = await answerOf(gateway, '/ecb/eurofxref.zip');
    const { 'eurofxref.csv': member } = unzipSync(body ?? Buffer.alloc(0));
    expect(Buffer.from(member ?? '').toString()).toBe(readRecording('ECB/eurofxref-daily.csv'));
  });

  it('are the lists of 90 days', async () => {
    const ask = await askOver(
      linesOf((day) => day >= '2020-08-03' && day <= '2020-12-10'),
      '2020-12-10',
    );
    expect((await ask('/ecb/eurofxref-hist-90d.xml')).text).toBe(readRecording('ECB/eurofxref-hist-90d.xml'));
  });

  it('is the table of all days, as far back as there are any', async () => {
    const ask = await askOver(
      linesOf((day) => day >= '2025-06-02'),
      '2026-04-13',
    );
    const { text } = await ask('/ecb/eurofxref-hist.csv');
    const rows = text.split('\n');
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.slice(0, -1)).toEqual(
      readRecording('ECB/eurofxref-hist.csv')
        .split('\n')
        .slice(0, rows.length - 1),
    );
    const cubes = (await ask('/ecb/eurofxref-hist.xml')).text.match(/<Cube time=/g);
    expect(cubes?.length).toBe(rows.length - 2);
  });
});
