/** Each number of each view, in a real Chromium, is read back against the service, on both kinds of hosts. */
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseCsv } from '../../generator/site/page/base/csv.ts';
import { comingPublication } from '../../generator/wire/answers/punctuality.ts';
import { parseStatus } from '../../generator/wire/answers/status.ts';
import { PROBLEMS } from '../../generator/wire/words/problems.ts';
import { chromiumIsThere, type Tab } from '../support/servers/browser.ts';
import { cellsOf, EXACT, EXPLORER_KEY, type Explorer, showAll, startExplorer } from '../support/servers/explorer.ts';
import { AVERAGED_LINES, AVERAGED_OPTIONS } from '../support/trees/averaged.ts';
import { generateFrom } from '../support/trees/trees.ts';

type Row = Readonly<Record<string, string>>;

let explorer: Explorer;
/** Over a tree with months that are over. */
let averaged: Explorer;
beforeAll(async () => {
  if (!chromiumIsThere) return;
  explorer = await startExplorer();
  averaged = await startExplorer((tree, site) => generateFrom(AVERAGED_LINES, tree, { ...AVERAGED_OPTIONS, site }));
});

/** What the service says, as rows. */
async function ask(path: string, { gateway } = explorer): Promise<readonly Row[]> {
  const mark = path.includes('?') ? '&' : '?';
  const { body } = await request(`${gateway}/v1/${path}${mark}format=csv&header=true`, {
    headers: { 'subscription-key': EXPLORER_KEY },
  });
  return parseCsv(await body.text());
}

const byCode = ([left = '']: readonly string[], [right = '']: readonly string[]) => (left < right ? -1 : 1);

const HOSTS = [
  ['behind the gateway', (view: string) => explorer.behindGateway(view)],
  ['on a plain host', (view: string) => explorer.onFiles(view)],
] as const;

describe.skipIf(!chromiumIsThere).each(HOSTS)('each number %s', (_, at) => {
  it.each([
    ['provider=GLOBAL&base=USD', 'rates?provider=GLOBAL&base=USD', 'EUR', 'GBP'],
    ['provider=ECB', 'rates?provider=ECB', 'USD', 'GBP'],
  ])(
    'of the rates is the one of /v1/latest, and of /v1/historical for the day before: %s',
    async (query, view, ...first) => {
      const tab = await explorer.open(at(view));
      await showAll(tab);
      // One unit of the base in itself tells nobody anything.
      const latest = (await ask(`latest?${query}`)).filter(({ base, currency }) => base !== currency);
      const earlier = await ask(`historical?${query}&latest=true&date=${dayBefore(latest[0]?.date ?? '')}`);
      const before = new Map(earlier.map((row) => [row.currency, row.rate]));
      // Those that most people look for come first.
      const found = await cellsOf(tab);
      expect(found.slice(0, 2).map(([code]) => code)).toEqual(first);
      const shown = found.toSorted(byCode);
      expect(shown.map(([code, , rate, , day]) => [code, rate, day])).toEqual(
        latest.map(({ currency = '', rate }) => [currency, rate, before.get(currency) ?? '–']),
      );
      for (const [code, , rate, change = '', day] of shown) {
        const percent = day === '–' ? Number.NaN : (Number(rate) / Number(day) - 1) * 100;
        const read = Number(change.replace('−', '-').replace(' %', '').replace('–', 'NaN'));
        expect(`${code} ${read}`).toBe(`${code} ${Number(percent.toFixed(3)) + 0}`);
      }
      expect(tab.complaints).toEqual([]);
    },
  );

  it('of a bank with both sides is the one of the extended shape', async () => {
    const tab = await explorer.open(at('rates?provider=BCB&as=reference'));
    const latest = (await ask('latest?provider=BCB&extended=true')).filter(({ currency }) => currency !== 'BRL');
    const shown = (await cellsOf(tab)).toSorted(byCode).map(([code, , mid, bid, ask]) => [code, mid, bid, ask]);
    expect(shown).toEqual(latest.map(({ currency, mid, bid, ask }) => [currency, mid, bid, ask]));
  });

  it.each([
    ['CNB', ['JPY', 'CZK for 100 JPY', 'CZK for 1 USD']],
    ['BNM', ['AED', 'MYR for 100 AED', 'MYR for 1 USD']],
  ])('of a bank is at first the one that it prints, for as many units: %s', async (code, [currency, hundred, one]) => {
    const tab = await explorer.open(at(`rates?provider=${code}`));
    const shown = await cellsOf(tab);
    const ways = new Map(shown.map(([of = '', , way = '']) => [of, way]));
    expect([ways.get(currency ?? ''), ways.get('USD')]).toEqual([hundred, one]);
    for (const [of = '', , way, mid, ...rest] of shown) {
      const [[, , base, quote, per, , printed, bid, ask] = []] = await figuresOf(code, of);
      expect([of, way, mid]).toEqual([of, `${quote} for ${per} ${base}`, printed]);
      if (bid !== '') expect(rest.slice(0, 2)).toEqual([bid, ask]);
    }
    await tab.evaluate(`document.querySelector('[data-name=Turn]').click()`);
    await tab.until(`location.hash.endsWith('as=reference') && !document.querySelector('[aria-busy]')`);
    const latest = new Map((await ask(`latest?provider=${code}`)).map((row) => [row.currency, row.rate]));
    for (const [of = '', , mid] of await cellsOf(tab)) expect([of, mid]).toEqual([of, latest.get(of)]);
  });

  it.each([
    ['BNM', '1000000000', 'MYR', '*'],
    ['GLOBAL', '0.07', 'JPY', '*'],
    ['NBP', '-12345.678', 'USD', 'EUR'],
    ['BOE', '100', 'EUR', '*'],
  ])('of the converter is the one of /v1/convert: %s, %s %s', async (provider, amount, from, to) => {
    const tab = await explorer.open(at(`convert?provider=${provider}&amount=${amount}&from=${from}&to=${to}`));
    await showAll(tab);
    const some = to === '*' ? '' : `&to=${to}`;
    const answer = await ask(`convert?provider=${provider}&amount=${amount}&base=${from}${some}`);
    expect(answer[0]?.convertedAmount).toBeDefined();
    const shown =
      to === '*'
        ? (await cellsOf(tab)).map(([code, , converted]) => [code, converted])
        : [[to, await tab.evaluate(`document.querySelector('.big data').value`)]];
    expect(shown).toEqual(answer.map(({ currency, convertedAmount }) => [currency, convertedAmount]));
    expect(tab.complaints).toEqual([]);
  });

  it('of the chart is the one of the series, in the table, in the line and beside it', async () => {
    const tab = await explorer.open(at('chart?provider=ECB,GLOBAL&currency=USD&base=EUR'));
    const [ecb = [], global = []] = ['ECB', 'GLOBAL'].map((code) => series(code, 'USD'));
    const dates = [...new Set([...ecb, ...global].map(({ date }) => date))].sort().reverse();
    const midOf = (rows: readonly Row[], date: string | undefined) => rows.find((row) => row.date === date)?.mid ?? '–';
    expect(await cellsOf(tab, 'details.printed table')).toEqual(
      dates.map((date) => [date, midOf(ecb, date), midOf(global, date)]),
    );
    expect(await linesOf(tab)).toEqual([ecb.length, global.length]);
    const [first, third] = [dates.at(-1), dates.at(-3)];
    await tab.evaluate(`document.querySelector('input[type=range]').focus()`);
    await tab.press('Home');
    await tab.press('ArrowRight');
    await tab.press('ArrowRight');
    expect(first).not.toBe(third);
    expect(await tab.evaluate(`[...document.querySelectorAll('.readout > *')].map(${EXACT})`)).toEqual([
      third,
      `ECB ${midOf(ecb, third)}`,
      `GLOBAL ${midOf(global, third)}`,
    ]);
  });

  it('of a chart of several currencies is the one of the series, and an index of the first day that all have', async () => {
    const tab = await explorer.open(at('chart?provider=ECB&currency=USD,GBP,JPY&base=EUR&from=2026-03-02'));
    const codes = ['USD', 'GBP', 'JPY'];
    const all = codes.map((code) => series('ECB', code).filter(({ date = '' }) => date >= '2026-03-02'));
    const [first] = all[0] ?? [];
    const shown = await cellsOf(tab, 'details.printed table');
    expect(shown.length).toBe(all[0]?.length);
    for (const [date, ...cells] of shown) {
      for (const [place, rows] of all.entries()) {
        const rate = rows.find((row) => row.date === date)?.mid;
        const index = (Number(rate) / Number(rows[0]?.mid)) * 100;
        const [shownRate, shownIndex] = cells.slice(2 * place);
        expect([date, shownRate, Number(shownIndex).toPrecision(6)]).toEqual([date, rate, index.toPrecision(6)]);
      }
    }
    expect(shown.at(-1)).toEqual([first?.date, ...all.flatMap(([row]) => [row?.mid, '100'])]);
    await tab.until(`document.querySelector('.canvas .name') !== null`);
    const texts = await tab.evaluate<string[]>(
      `[...document.querySelectorAll('.canvas text')].map((one) => one.textContent)`,
    );
    expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/^100 on .*2026$/), ...codes]));
    await tab.evaluate(`document.querySelector('input[type=range]').focus()`);
    await tab.press('Home');
    const readings = await tab.evaluate<string[]>(`[...document.querySelectorAll('.readout > *')].map(${EXACT})`);
    expect(readings).toEqual([first?.date, ...codes.map((code) => `${code} 100`)]);
  });

  it('of the chart of a bank is at first the one that it prints', async () => {
    const tab = await explorer.open(at('chart?provider=CNB'));
    expect(await tab.evaluate(`document.querySelector('h1').textContent`)).toMatch(/^CZK for 1 USD, /);
    const shown = await cellsOf(tab, 'details.printed table');
    expect(shown.length).toBeGreaterThan(5);
    for (const [date = '', rate] of shown) {
      const path = `v1/provenance/CNB/${date.replaceAll('-', '/')}.json`;
      const { figures } = JSON.parse(explorer.readTree(path)) as { figures: { rows: string[][] } };
      expect([date, rate]).toEqual([date, figures.rows.find(([code]) => code === 'USD')?.[6]]);
    }
    const hundred = await explorer.open(at('chart?provider=CNB&base=JPY&currency=CZK'));
    expect(await hundred.evaluate(`document.querySelector('h1').textContent`)).toMatch(/^CZK for 100 JPY, /);
    await hundred.evaluate(`document.querySelector('[data-name=Swap]').click()`);
    await hundred.until(`/^JPY for 1 CZK, /.test(document.querySelector('h1').textContent)`);
  });

  it('of the sources is the one of the provenance', async () => {
    const tab = await explorer.open(at('why?provider=GLOBAL&currency=SEK'));
    const found = await figuresOf('GLOBAL', 'SEK');
    const figures = found.toSorted(([, left = ''], [, right = '']) => (left < right ? -1 : 1));
    expect(figures.length).toBeGreaterThan(1);
    const shown = (await cellsOf(tab)).toSorted(byCode);
    expect(shown.map(([provider, use, , day, document]) => [provider, day, use, document])).toEqual(
      figures.map(([, provider, day, document, , use, made]) => {
        return [provider, made === '' ? day : `${day}, set on ${made}`, use, document];
      }),
    );
    for (const [place, [, , units]] of shown.entries()) {
      if (figures[place]?.[4] === '') {
        expect(units).toBe('–');
        continue;
      }
      const [over, under = '1'] = (figures[place]?.[4] ?? '').split('/');
      expect(units).toMatch(/^\d+(\.\d+)?$/);
      expect(Math.abs((Number(units) * Number(under)) / Number(over) - 1)).toBeLessThan(1e-11);
    }
  });

  it('of the sources is a dot, the median is marked in the table, and its middle is the stated figure', async () => {
    const tab = await explorer.open(at('why?provider=GLOBAL&currency=SEK'));
    const units = (await cellsOf(tab)).map(([, , figure]) => Number(figure)).filter((one) => !Number.isNaN(one));
    expect(units).toEqual(units.toSorted((one, other) => one - other));
    expect(await tab.evaluate(`document.querySelectorAll('.dots circle').length`)).toBe(units.length);
    const marked = `[...document.querySelectorAll('tbody tr:has(strong)')].map((one) => +one.cells[2].firstChild.value)`;
    const middle = await tab.evaluate<number[]>(marked);
    const stated = await tab.evaluate<number>(`+document.querySelector('main p data').value`);
    expect(middle.reduce((sum, one) => sum + one) / middle.length / stated).toBeCloseTo(1, 8);
    expect(await tab.evaluate(`document.querySelectorAll('.dots .median').length`)).toBe(middle.length);
  });

  it('of a bank’s documents is the published one, digit for digit', async () => {
    const tab = await explorer.open(at('why?provider=BNM&currency=USD'));
    const shown = (await cellsOf(tab)).map((row) => row.map((cell) => (cell === '–' ? '' : cell)));
    const [[code, date, , , per, , mid, bid, ask, seen, document] = []] = await figuresOf('BNM', 'USD');
    expect(bid).toMatch(/^\d+\.\d+$/);
    expect(shown).toEqual([[code, `${per} USD in MYR`, mid, bid, ask, seen, document]]);
    expect(await tab.evaluate(`document.querySelector('.choices + p time').dateTime`)).toBe(date);
  });

  it('of the reference is the one of the refusals, and each example that is sent is answered', async () => {
    const tab = await explorer.open(at('api'));
    const codes = await cellsOf(tab, '.reference > :last-child table');
    expect(codes).toEqual(Object.entries(PROBLEMS).map(([code, { status, meaning }]) => [code, `${status}`, meaning]));
    await tab.evaluate(`for (const one of document.querySelectorAll('main .send')) one.click()`);
    await tab.until(`[...document.querySelectorAll('.answer-text')].every((one) => !one.hidden)`);
    const answers = await tab.evaluate<string[]>(
      `[...document.querySelectorAll('.answer-text')].map((one) => one.textContent)`,
    );
    expect(answers.length).toBeGreaterThanOrEqual(3);
    expect(answers.filter((one) => !/^[[{]|^[\w,]+\r?\n/.test(one) || /errorCode/.test(one))).toEqual([]);
    expect(tab.complaints).toEqual([]);
  });

  it('of the status and of the quarantine is the one of the documents', async () => {
    const tab = await explorer.open(at('status'));
    const { providers } = parseStatus(explorer.readTree('v1/status.json'));
    const shown = (await cellsOf(tab)).map((row) => [row[0], row[3], row[5]]);
    expect(shown).toEqual(providers.map(({ provider, last, fixings }) => [provider, last, `${fixings}`]));
    const times = await tab.evaluate<(string | null)[]>(
      `[...document.querySelectorAll('main tbody tr')].map((row) => row.cells[4].querySelector('time')?.dateTime ?? null)`,
    );
    expect(times).toEqual(providers.map((one) => (one.obsolete ? null : comingPublication(one, Date.now()))));
    const held = parseCsv(explorer.readTree('v1/quarantine.csv'));
    const list = await explorer.open(at('changes?list=quarantine'));
    // The reason stands before the figures; where there is nothing a dash, and no column where no line has anything.
    const order = [
      'provider',
      'date',
      'reason',
      'base',
      'quote',
      'mid',
      'bid',
      'ask',
      'per',
      'unit',
      'seen',
      'document',
    ];
    const stated = order.filter((name) => held.some((row) => row[name]));
    const shownHeld = held.map((row) => stated.map((name) => row[name] || '–'));
    if (held.length > 0) expect(await cellsOf(list)).toEqual(shownHeld);
    expect([...tab.complaints, ...list.complaints]).toEqual([]);
  });
});

/** The chart, and what the service is asked for the same averages, of all months that the provider has. */
const AVERAGED = [
  ['mid rates per euro', 'provider=ECB&base=EUR&currency=USD', 'series?provider=ECB&currencies=USD&from=2025-11-03'],
  [
    'both sides, the other way round',
    'provider=NBP&base=PLN&currency=USD',
    'series?provider=NBP&currencies=USD&from=2025-11-03',
  ],
  ['a list of months', 'provider=HMRC&base=GBP&currency=USD', 'series?provider=HMRC&currencies=USD&from=2025-11-01'],
  ['the blend', 'provider=GLOBAL&base=EUR&currency=PLN', 'series?provider=GLOBAL&currencies=PLN&from=2025-11-03'],
] as const;
/** The months that are over on the day of the tree, newest first; March is not. */
const OVER = ['2026-02', '2026-01', '2025-12', '2025-11'];
const SPAN = 'by=month&from=2025-11-10&to=2026-03-13';
const sixDigits = (rate = '') => Number(rate).toPrecision(6);

describe.skipIf(!chromiumIsThere)('each average by month', () => {
  it.each(AVERAGED)(
    'of %s is the one of /v1/series: digit by digit behind a gateway, to six digits on files',
    async (_, query, path) => {
      const answer = await ask(`${path}&period=month`, averaged);
      const stated = new Map(answer.map(({ period = '', rate }) => [period, rate]));
      expect([...stated.keys()].reverse()).toEqual(['2026-03', ...OVER]);
      for (const at of [averaged.behindGateway, averaged.onFiles]) {
        const tab = await averaged.open(at(`chart?${query}&${SPAN}`));
        const digits = at === averaged.behindGateway ? (rate = '') => rate : sixDigits;
        const shown = (await cellsOf(tab, 'details.printed table')).map(([date, rate]) => [date, digits(rate)]);
        expect(shown).toEqual(['2026-03', ...OVER].map((month) => [month, digits(stated.get(month))]));
        expect(await linesOf(tab)).toEqual([5]);
        const bands = at === averaged.behindGateway && query.includes('NBP') ? 1 : 0;
        expect(await tab.evaluate(`document.querySelectorAll('svg .band').length`)).toBe(bands);
        expect(tab.complaints).toEqual([]);
      }
    },
  );

  it.each([['GLOBAL', 'provider=GLOBAL&base=USD&currency=PLN', 'series?provider=GLOBAL&base=USD&currencies=PLN']])(
    'of %s in another base is the one of /v1/series to six digits',
    async (_, query, path) => {
      const answer = await ask(`${path}&period=month&from=2025-11-03`, averaged);
      const wanted = answer.map(({ period, rate }) => [period, sixDigits(rate)]).reverse();
      expect(wanted.length).toBe(5);
      for (const at of [averaged.behindGateway, averaged.onFiles]) {
        const tab = await averaged.open(at(`chart?${query}&${SPAN}`));
        const shown = await cellsOf(tab, 'details.printed table');
        expect(shown.map(([date, rate]) => [date, sixDigits(rate)])).toEqual(wanted);
      }
    },
  );

  it.each([
    ['quarter', ['2026-Q1', '2025-Q4']],
    ['year', ['2026', '2025']],
  ])('is one of each %s as well, where that is asked for', async (by, periods) => {
    const answer = await ask(`series?provider=NBP&currencies=USD&period=${by}&from=2025-11-03`, averaged);
    const wanted = answer.map(({ period, rate }) => [period, sixDigits(rate)]).reverse();
    expect(wanted.map(([period]) => period)).toEqual(periods);
    for (const at of [averaged.behindGateway, averaged.onFiles]) {
      const tab = await averaged.open(at(`chart?provider=NBP&base=PLN&currency=USD&by=${by}&from=2025-11-10`));
      const shown = await cellsOf(tab, 'details.printed table');
      expect(shown.map(([period, rate]) => [period, sixDigits(rate)])).toEqual(wanted);
      expect(await tab.evaluate(`document.querySelector('.readout small').textContent`)).toContain(`mean of the ${by}`);
    }
  });

  it('of a bank’s cross is the quotient of the two averages, on both hosts', async () => {
    const [usd, eur] = [await ofNbp('USD'), await ofNbp('EUR')];
    for (const at of [averaged.behindGateway, averaged.onFiles]) {
      const tab = await averaged.open(at(`chart?provider=NBP&base=USD&currency=EUR&${SPAN}`));
      const shown = await cellsOf(tab, 'details.printed table');
      expect(shown.map(([month]) => month)).toEqual(['2026-03', ...OVER]);
      for (const [month = '', rate] of shown) {
        expect(`${month} ${sixDigits(rate)}`).toBe(
          `${month} ${sixDigits(`${Number(eur.get(month)) / Number(usd.get(month))}`)}`,
        );
      }
    }
  });

  async function ofNbp(currency: string): Promise<ReadonlyMap<string, string | undefined>> {
    const answer = await ask(`series?provider=NBP&currencies=${currency}&period=month&from=2025-11-03`, averaged);
    return new Map(answer.map(({ period = '', rate }) => [period, rate]));
  }

  it('comes with the command that asks for it', async () => {
    const view = `chart?provider=NBP&base=PLN&currency=USD&${SPAN}`;
    const copied = async (address: string) => {
      const tab = await averaged.open(address);
      await tab.evaluate(`navigator.clipboard.writeText = async (text) => { window.copied = text; }`);
      await tab.evaluate(
        `[...document.querySelectorAll('.copy button')].find((one) => /curl/.test(one.textContent)).click()`,
      );
      await tab.until('window.copied');
      return tab.evaluate<string>('window.copied');
    };
    const files = ['2025', '2026'].map((year) => `'${averaged.files}/v1/series/NBP/USD/${year}.csv'`);
    expect(await copied(averaged.onFiles(view))).toBe(`curl ${files.join(' ')}`);
    const asked = /'(.*)'$/.exec(await copied(averaged.behindGateway(view)))?.[1] ?? '';
    const { body } = await request(asked, { headers: { 'subscription-key': EXPLORER_KEY } });
    expect(parseCsv(await body.text()).map(({ period }) => period)).toEqual([...OVER].reverse().concat('2026-03'));
  });
});

/** How many points each line has. */
/** The chart is drawn when its width is known, a frame after the rest of the view. */
async function linesOf(tab: Tab): Promise<number[]> {
  await tab.until(`document.querySelector('svg .line') !== null`);
  return tab.evaluate(
    `[...document.querySelectorAll('svg .line')].map((line) => line.getAttribute('d').split(/[ML]/).length - 1)`,
  );
}

async function figuresOf(provider: string, currency: string): Promise<readonly (readonly string[])[]> {
  const [date = ''] = (await ask(`latest?provider=${provider}`)).map((row) => row.date ?? '');
  const { figures } = JSON.parse(explorer.readTree(`v1/provenance/${provider}/${date.replaceAll('-', '/')}.json`)) as {
    figures: { rows: string[][] };
  };
  return figures.rows.filter(([code]) => code === currency);
}

function series(provider: string, currency: string): readonly Row[] {
  return parseCsv(explorer.readTree(`v1/series/${provider}/${currency}/2026.csv`));
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
