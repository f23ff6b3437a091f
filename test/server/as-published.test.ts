/** What a bank's own readers ask for: its figures as published, cross rates by them, and digits that no reader rounds. */
import { type LosslessNumber, parse } from 'lossless-json';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../../generator/wire/encode/document.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { readExamples } from '../support/kit/examples.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { embeddedTree } from '../support/trees/embedded.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayOver(diskStore(await embeddedTree()));
});

async function answerTo(question: string): Promise<{ readonly [member: string]: unknown }> {
  const { status, text } = await gateway.ask(`/v1/${question}`);
  expect(status, text).toBe(200);
  // Each number as its digits.
  return parse(text, null, (digits) => digits as unknown as LosslessNumber) as Record<string, unknown>;
}

describe('published=true', () => {
  it.each(readExamples('server/answers/as-published.txt', 'rates'))('%s: %s', async (question, figure) => {
    for (const format of FORMATS) {
      const reply = await gateway.ask(`/v1/${question}&published=true&format=${format}&header=true`);
      expect(reply.status, reply.text).toBe(200);
      const kind = question.startsWith('series') ? 'publishedSeries' : 'published';
      const rows = rowsOf(kind, format, reply.text).map((row) => {
        const sides = [row.mid, row.bid, row.ask].filter((side) => side !== '').join('/');
        return `${row.per}${row.unit} ${row.base} = ${sides} ${row.quote} ${row.figureDate} ${row.table} ${row.number}`.trimEnd();
      });
      expect(rows.join(', ')).toBe(figure);
    }
  });

  it('has every figure of the fixing, and the rates are made from nothing else', async () => {
    const { exchangeRates: figures } = await answerTo('latest?provider=CNB&published=true&numbers=text');
    const { exchangeRates: rates } = await answerTo('latest?provider=CNB&numbers=text');
    const made = (figures as readonly Readonly<Record<string, string>>[]).map(
      ({ currency = '', per = '', mid = '' }) => {
        const rate = Ratio.parse(per).over(Ratio.parse(mid)).round(10);
        return [currency, rate];
      },
    );
    expect({ ...Object.fromEntries(made), CZK: '1' }).toEqual(rates);
  });

  it('of a conversion names the figures that it was made from', async () => {
    const { conversions, published } = await answerTo('convert?provider=CNB&base=USD&to=CZK&amount=100&published=true');
    expect(conversions).toEqual({ CZK: '2120.4' });
    expect(published).toMatchObject([{ base: 'USD', quote: 'CZK', per: '1', mid: '21.204' }]);
  });

  // Of a currency that ended its bank's figure of the successor counts, and not one that the bank may state for it.
  it.each([
    ['provider=CNB&base=HRK&to=USD', '1 EUR = 24.505 CZK, 1 USD = 21.204 CZK'],
    ['provider=CNB&base=USD&to=DEM', '1 EUR = 24.505 CZK, 1 USD = 21.204 CZK'],
    ['provider=ECB&base=USD&to=ITL', '1 EUR = 1.1555 USD'],
  ])('a conversion names every figure that it used: %s', async (question, figures) => {
    const { published } = await answerTo(`convert?${question}&amount=100&published=true`);
    const rows = published as readonly Record<string, string>[];
    expect(rows.map(({ per, base, mid, quote }) => `${per} ${base} = ${mid} ${quote}`).join(', ')).toBe(figures);
  });

  it('with a rule has the figure that the law names', async () => {
    const { provider, exchangeRates } = await answerTo(
      'historical?rule=PL-VAT&date=2026-03-06&currencies=USD&published=true',
    );
    expect([provider, exchangeRates]).toMatchObject(['NBP', [{ mid: '3.6771', table: 'A' }]]);
  });
});

describe('cross=true', () => {
  it.each(readExamples('server/answers/as-published.txt', 'crosses'))('%s: %s', async (question, rates) => {
    expect(JSON.stringify((await answerTo(question)).exchangeRates ?? (await answerTo(question)).series)).toBe(rates);
  });

  it('of a base that the bank does not quote is refused, and without it any base of a bank is', async () => {
    const code = async (question: string) => JSON.parse((await gateway.ask(`/v1/${question}`)).text).errorCode;
    expect(await code('latest?provider=CNB&base=ADP&cross=true')).toBe(1003);
    expect(await code('latest?provider=CNB&base=USD')).toBe(1004);
    expect(await code('latest?provider=CNB&base=CZK')).toBe(1004);
    expect(await code('latest?provider=NOBODY&base=USD&cross=true')).toBe(1001);
  });

  it('turned round is one over the rate, exactly, and through a third currency the same', async () => {
    const rate = async (base: string, currency: string) => {
      const question = `convert?provider=CNB&base=${base}&to=${currency}&amount=1e20&decimals=10`;
      return Ratio.parse(String(((await answerTo(question)).conversions as Record<string, string>)[currency]));
    };
    const [there, back] = [await rate('USD', 'GBP'), await rate('GBP', 'USD')];
    expect(there.times(back).over(Ratio.parse('1e40')).round(10)).toBe('1');
    const through = (await rate('USD', 'JPY')).times(await rate('JPY', 'GBP')).over(Ratio.parse('1e20'));
    expect(through.round(0).slice(0, 18)).toBe(there.round(0).slice(0, 18));
  });
});

describe('numbers=text', () => {
  it.each([
    'latest?currencies=USD',
    'latest?provider=BNM&extended=true',
    'historical?provider=ECB&date=2026-03-13&decimals=2',
    'series?provider=ECB&from=2026-03-02&currencies=USD',
    'series?provider=ECB&from=2026-03-02&currencies=USD&period=month',
    'convert?amount=-12.50&to=USD',
    'latest?provider=CNB&published=true',
  ])('%s has the same digits as texts', async (question) => {
    const [{ text: plain }, { text }] = [
      await gateway.ask(`/v1/${question}`),
      await gateway.ask(`/v1/${question}&numbers=text`),
    ];
    // What a reader of JSON takes for a number is a text, but days, which are counted.
    expect(text.replaceAll(/"days":\{[^}]*\}/g, '')).not.toMatch(/[:,[]-?\d/);
    expect(text.replaceAll(/([:[,])"(-?\d+(?:\.\d+)?)"/g, '$1$2')).toBe(plain);
  });

  it.each(['XML', 'CSV'])('changes nothing in %s', async (format) => {
    const [one, other] = await Promise.all(
      ['', '&numbers=text'].map((more) => gateway.ask(`/v1/latest?format=${format}${more}`)),
    );
    expect(other?.text).toBe(one?.text);
  });
});
