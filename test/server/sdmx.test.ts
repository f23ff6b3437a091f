/** The ECB's service of statistics: keys, spans, counts, columns and errors of its documentation. */

import { describe, expect, it } from 'vitest';
import { readExamples } from '../support/kit/examples.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

const { ask } = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });
const CSV = 'format=csvdata';
const EXR = '/service/data/EXR';

async function rowsOf(url: string): Promise<readonly (readonly string[])[]> {
  const { status, text } = await ask(url);
  expect([status, text.slice(0, 9)]).toEqual([200, 'KEY,FREQ,']);
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
}

const days = async (url: string) => (await rowsOf(url)).map(([, , currency, , , , date]) => `${currency} ${date}`);

it('answers with the columns of the ECB, and what it states in them', async () => {
  const { text, headers } = await ask(`${EXR}/D.USD.EUR.SP00.A?${CSV}&detail=full&lastNObservations=1`);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.split('\r\n')).toEqual([
    'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,' +
      'OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,' +
      'UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS,NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT',
    'EXR.D.USD.EUR.SP00.A,D,USD,EUR,SP00,A,2026-03-20,1.1555,A,F,,,P1D,,A,,,,,,,,,,4,,4F0,,US Dollar/Euro,' +
      '"ECB reference exchange rate, US Dollar/Euro, 2:15 pm (C.E.T.)",USD,0',
    '',
  ]);
});

it('has no attributes with detail=dataonly', async () => {
  const { text } = await ask(`${EXR}/D.USD.EUR.SP00.A?${CSV}&detail=dataonly&lastNObservations=1`);
  expect(text).toBe(
    'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE\r\n' +
      'EXR.D.USD.EUR.SP00.A,D,USD,EUR,SP00,A,2026-03-20,1.1555\r\n',
  );
});

it('says with how many decimals a currency is quoted, whatever the figure ends in', async () => {
  const rows = await rowsOf(`${EXR}/D..EUR.SP00.A?${CSV}`);
  const decimals = new Map<string, Set<string>>();
  for (const row of rows) {
    const [currency = '', value = '', stated = ''] = [row[2], row[7], row[24]];
    decimals.set(currency, (decimals.get(currency) ?? new Set()).add(stated));
    expect(BigInt((value.split('.')[1] ?? '').length) <= BigInt(stated)).toBe(true);
  }
  expect([...decimals.values()].every((stated) => stated.size === 1)).toBe(true);
  expect([decimals.get('USD'), decimals.get('JPY'), decimals.get('IDR')]).toEqual([
    new Set(['4']),
    new Set(['2']),
    new Set(['2']),
  ]);
});

describe('the key', () => {
  it.each([
    ['D.USD+GBP.EUR.SP00.A', ['GBP 2026-03-20', 'USD 2026-03-20']],
    ['D.USD%2BGBP.EUR.SP00.A', ['GBP 2026-03-20', 'USD 2026-03-20']],
    ['d.usd.eur.sp00.a', ['USD 2026-03-20']],
    ['D+M.USD.EUR..', ['USD 2026-03-20']],
    ['.USD+XXX...', ['USD 2026-03-20']],
  ])('%s names series', async (key, expected) => {
    expect(await days(`${EXR}/${key}?${CSV}&lastNObservations=1`)).toEqual(expected);
  });

  it.each(['', '/', '/all', '/....'])('is all of them where it is %j', async (key) => {
    const all = await days(`${EXR}${key}?${CSV}&lastNObservations=1`);
    expect(all.length).toBeGreaterThan(28);
    expect(all).toEqual([...all].sort());
  });

  it.each(['ECB,EXR,1.0', 'ECB,EXR', 'EXR', 'ecb,exr,latest', 'ECB%2CEXR', 'ECB%2cEXR%2c1.0', 'all,EXR'])(
    'may be of a flow with its agency and version: %s',
    async (flow) => {
      expect(await days(`/service/data/${flow}/D.USD.EUR.SP00.A?${CSV}&lastNObservations=1`)).toHaveLength(1);
    },
  );
});

describe('the span', () => {
  const USD = `${EXR}/D.USD.EUR.SP00.A?${CSV}`;
  it.each(readExamples('server/answers/sdmx.txt', 'spans'))('%s', async (parameters, expected) => {
    expect(await days(`${USD}&${parameters}`)).toEqual(expected.split(', ').map((day) => `USD 2026-03-${day}`));
  });

  it.each(['startPeriod=2027', 'endPeriod=1998', 'startPeriod=2026-03-14&endPeriod=2026-03-15'])(
    'is an empty answer where no figure is in it: %s',
    async (parameters) => {
      const { status, text } = await ask(`${USD}&${parameters}`);
      expect([status, text]).toEqual([200, '']);
    },
  );
});

describe('errors have the status that the ECB documents, in a message of SDMX', () => {
  it.each(readExamples('server/answers/sdmx.txt', 'errors'))('%s', async (url, status, code) => {
    const found = await ask(url);
    expect([`${found.status}`, found.headers['content-type']]).toEqual([status, 'application/xml; charset=utf-8']);
    expect(found.text).toContain(`<mes:ErrorMessage code="${code}"><com:Text>`);
  });

  it('needs a key, which may be in the path', async () => {
    const url = `${EXR}/D.USD.EUR.SP00.A?${CSV}`;
    expect((await ask(url, { headers: {} })).text).toContain('<mes:ErrorMessage code="110">');
    expect((await ask(`/key/${DEMO_KEY}${url}`, { headers: {} })).status).toBe(200);
  });
});

describe('the form is chosen', () => {
  const USD = `${EXR}/D.USD.EUR.SP00.A`;
  const JSON_TYPE = 'application/vnd.sdmx.data+json; version=1.0.0-wd; charset=utf-8';
  const CSV_TYPE = 'text/csv; charset=utf-8';
  it.each([
    ['', undefined, JSON_TYPE],
    ['', '*/*', JSON_TYPE],
    ['', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
    ['', 'application/json', JSON_TYPE],
    ['', 'application/vnd.sdmx.data+json;version=1.0.0-wd', JSON_TYPE],
    ['', 'application/vnd.sdmx.data+csv;version=1.0.0', CSV_TYPE],
    ['', 'text/csv, application/json', CSV_TYPE],
    ['', 'application/json, text/csv', JSON_TYPE],
    ['format=jsondata', 'text/csv', JSON_TYPE],
    ['format=csvdata', 'application/json', CSV_TYPE],
    ['format=JSONDATA', undefined, JSON_TYPE],
  ])('by the parameter %j, else by Accept: %s', async (parameter, accept, type) => {
    const headers = { 'subscription-key': DEMO_KEY, ...(accept === undefined ? {} : { accept }) };
    const found = await ask(`${USD}?lastNObservations=1&${parameter}`, { headers });
    expect([found.status, found.headers['content-type']]).toEqual([200, type]);
    expect(found.headers.vary).toContain('Accept');
  });

  it('and XML is not one of them', async () => {
    const headers = { 'subscription-key': DEMO_KEY, accept: 'application/vnd.sdmx.genericdata+xml;version=2.1' };
    expect((await ask(USD, { headers })).status).toBe(406);
  });
});

describe('as JSON', () => {
  const body = async (parameters: string) => JSON.parse((await ask(`${EXR}/${parameters}`)).text);

  it('has the figures by the places of their days, and what the CSV states of them', async () => {
    const found = await body('D.USD+GBP.EUR.SP00.A?startPeriod=2026-03-19');
    const rows = await rowsOf(`${EXR}/D.USD+GBP.EUR.SP00.A?${CSV}&startPeriod=2026-03-19`);
    const { dimensions, attributes } = found.structure;
    const [currencies, days] = [dimensions.series[1].values, dimensions.observation[0].values];
    const stated = Object.entries(found.dataSets[0].series).flatMap(([key, series]) => {
      const { observations } = series as { observations: Record<string, readonly number[]> };
      const [, place = ''] = key.split(':');
      return Object.entries(observations).map(([day, [rate]]) => [currencies[place].id, days[day].id, `${rate}`]);
    });
    expect(stated).toEqual(rows.map((row) => [row[2], row[6], row[7]]));
    expect(dimensions.series.map(({ id }: { id: string }) => id).join('.')).toBe(
      'FREQ.CURRENCY.CURRENCY_DENOM.EXR_TYPE.EXR_SUFFIX',
    );
    const { attributes: marks } = found.dataSets[0].series['0:1:0:0:0'];
    const named = attributes.series.map(({ id, values }: never, place: number) => [
      id,
      (values as never[])[marks[place]],
    ]);
    expect(named).toContainEqual(['DECIMALS', { id: '4', name: '4' }]);
    expect(named).toContainEqual(['TITLE', { id: 'US Dollar/Euro', name: 'US Dollar/Euro' }]);
    expect(attributes.observation[0]).toEqual({
      ...{ id: 'OBS_STATUS', name: 'OBS_STATUS' },
      values: [{ id: 'A', name: 'Normal value' }],
    });
    expect(found.header).toMatchObject({ test: false, sender: { id: 'RATETREE' } });
  });

  it('has all digits of a figure, and no attributes with detail=dataonly', async () => {
    const { text } = await ask(`${EXR}/D.USD.EUR.SP00.A?detail=dataonly&lastNObservations=1`);
    expect(text).toContain('"series":{"0:0:0:0:0":{"attributes":[],"observations":{"0":[1.1555]}}}');
  });

  it('is an empty set where no figure is in the span', async () => {
    const found = await body('D.USD.EUR.SP00.A?startPeriod=2026-03-14&endPeriod=2026-03-15');
    expect([found.dataSets[0].series, found.structure.dimensions.observation[0].values]).toEqual([{}, []]);
  });
});
