/** `rule=`: which fixing, which side and which rounding each rule of data/rules.csv gives, and when it gives none yet. */

import { describe, expect, it } from 'vitest';
import { readRules } from '../../generator/sources/facts/rules.ts';
import { FORMATS } from '../../generator/wire/encode/document.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { readExamples } from '../support/kit/examples.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { DEMO_KEY, gatewayOver, withReads } from '../support/servers/gateway.ts';
import { ruleStore } from '../support/trees/rule-tree.ts';

const { ask } = await gatewayOver(ruleStore());

/** The date of the fixing, or the code of the refusal with the day that its message ends on. */
async function fixingOf(code: string, date: string): Promise<string> {
  const reply = await ask(`/v1/historical?rule=${code}&date=${date}`);
  const body = JSON.parse(reply.text);
  if (reply.status === 200) return body.date;
  return `${body.errorCode}${toDue(body.message)}`;
}

function toDue(message: string): string {
  const found = /\bdue (?:on|by) (\S+)/.exec(message)?.[1];
  return found === undefined ? '' : ` ${found}`;
}

const SITUATIONS = ['a weekend', 'a holiday', "the year's end", 'the first day of a month', 'a day to come'];

const examples = readExamples('server/answers/rules.txt', 'worked examples').flatMap(([code = '', ...cells]) =>
  cells.map((cell, place) => [code, SITUATIONS[place] ?? '', ...cell.split(/ (.*)/)] as const),
);

describe('a worked example', () => {
  it.each(examples)('of %s on %s, %s: %s', async (code, _, date = '', expected = '') => {
    expect(await fixingOf(code, date)).toBe(expected);
  });

  it('is there for each rule in each situation', () => {
    const told = examples.map(([code, situation]) => `${code} ${situation}`);
    expect(told).toEqual(readRules().flatMap(({ code }) => SITUATIONS.map((situation) => `${code} ${situation}`)));
  });
});

describe('the side of the law', () => {
  // Lira per dollar on 8 September 2025: 41.1816 buying, 41.2558 selling. Reais per dollar on 6 March 2026.
  const tables = {
    'TCMB 2026-03-06': ['USD,1/41.2187,1/41.2558,1/41.1816'],
    'BCB 2026-03-06': ['USD,1/5.2432,1/5.2435,1/5.2429'],
  };

  it('is the buying rate where Turkish law says so, and the selling rate where Brazilian law does', async () => {
    const own = await gatewayOver(ruleStore({ tables }));
    const of = async (question: string) => JSON.parse((await own.ask(`/v1/${question}`)).text);
    const lira = await of('convert?rule=TR-VAT&date=2026-03-09&amount=100&base=USD&to=TRY');
    expect([lira.provider, lira.date, lira.conversions]).toEqual(['TCMB', '2026-03-06', { TRY: 4118.16 }]);
    const reais = await of('convert?rule=BR-CUS&date=2026-03-09&amount=100&base=USD&to=BRL');
    expect([reais.provider, reais.date, reais.conversions]).toEqual(['BCB', '2026-03-06', { BRL: 524.35 }]);
    const rates = await of('historical?rule=TR-VAT&date=2026-03-09&currencies=USD');
    expect(rates).toEqual(await of('historical?provider=TCMB&date=2026-03-06&type=ask&currencies=USD'));
  });
});

const EXPOSED = 'ETag, Retry-After, Link, RateLimit, RateLimit-Policy, Ratetree-Release';

describe('an answer by a rule', () => {
  it('as published is refused where the law makes a mean, which nobody published', async () => {
    const { text } = await ask('/v1/historical?rule=DE-VAT&date=2026-02-06&published=true');
    expect(JSON.parse(text)).toEqual({ errorCode: 1029, message: expect.stringContaining('made from published ones') });
  });

  it('has the bytes of the ordinary answer of that provider and day, and names the rule in a header', async () => {
    for (const format of ['json', 'xml', 'csv']) {
      const ruled = await ask(`/v1/historical?rule=pl-vat&date=2026-03-09&format=${format}`);
      const plain = await ask(`/v1/historical?provider=NBP&date=2026-03-06&format=${format}`);
      expect(ruled.text).toBe(plain.text);
      const { 'ratetree-rule': rule, 'access-control-expose-headers': exposed, ...headers } = ruled.headers;
      expect([rule, exposed]).toEqual(['PL-VAT', `${EXPOSED}, Ratetree-Rule`]);
      expect({ ...headers, 'access-control-expose-headers': EXPOSED }).toEqual(plain.headers);
    }
  });

  it('names the rule with 304 and HEAD too, and not in a refusal or without a rule', async () => {
    const url = '/v1/convert?rule=EU-VAT&date=2026-03-08&amount=1';
    const { etag } = (await ask(url)).headers;
    const key = { 'subscription-key': DEMO_KEY };
    const unchanged = await ask(url, { headers: { ...key, 'if-none-match': etag } });
    expect([unchanged.status, unchanged.headers['ratetree-rule']]).toEqual([304, 'EU-VAT']);
    expect((await ask(url, { method: 'HEAD' })).headers['ratetree-rule']).toBe('EU-VAT');
    expect((await ask(`${url}&to=QQQ`)).headers).not.toHaveProperty('ratetree-rule');
    expect((await ask('/v1/convert?provider=ECB&amount=1')).headers).not.toHaveProperty('ratetree-rule');
  });

  it('may be kept for an hour, as every dated answer may', async () => {
    const { headers } = await ask('/v1/historical?rule=DE-VAT&date=2026-02-11');
    expect(headers['cache-control']).toBe('private, max-age=3600');
  });

  it('needs no file of rates: the static file, where there is one, has the same bytes', async () => {
    const question = '/v1/historical?rule=EU-VAT&date=2026-03-08&format=csv&header=true';
    const computed = await ask(question);
    const bytes = computed.body ?? Buffer.alloc(0);
    const store = withReads(ruleStore(), (path, read) =>
      path === 'v1/historical/ECB/2026/03/06/EUR.csv' ? Promise.resolve({ bytes, sha256: null }) : read(),
    );
    expect((await (await gatewayOver(store)).ask(question)).text).toBe(computed.text);
  });
});

describe('a mean by a rule', () => {
  it('is rounded as the law has it, unless decimals asks for another rounding', async () => {
    const of = async (more: string) => {
      const reply = await ask(`/v1/historical?rule=DE-VAT&date=2026-01-15&currencies=USD,EUR&${more}`);
      return rowsOf('rates', 'json', reply.text).map(({ currency, rate }) => `${currency} ${rate}`);
    };
    // Dollars per euro of a day are one over 2.260102 to 2.260130, so that their mean is turned and rounded here.
    const [euro, dollar = ''] = await of('');
    expect([euro, /^USD 0\.\d{1,10}$/.test(dollar)]).toEqual(['EUR 1', true]);
    expect((await of('decimals=2'))[1]).toBe('USD 0.44');
  });

  it('converts by the rounded rate, which is the one that the law names, and rounds only the amount by decimals', async () => {
    const tables = Object.fromEntries(
      ['02', '05', '06', '07', '08', '09', '12', '13', '14', '15', '16', '19', '20', '21', '22', '23', '26', '27', '28']
        .concat('29', '30')
        .map((date, place) => [`ECB 2026-01-${date}`, [`USD,1.1${place % 2}01,,`]]),
    );
    const own = await gatewayOver(ruleStore({ tables }));
    const of = async (question: string) => JSON.parse((await own.ask(`/v1/${question}`)).text);
    // 11 days at 1.1001 and 10 at 1.1101 are 1.104862 in the mean, and 1.1049 as the ECB prints it.
    const rates = await of('historical?rule=DE-VAT&date=2026-01-15&currencies=USD');
    expect(rates).toEqual({ provider: 'ECB', date: '2026-01-30', base: 'EUR', exchangeRates: { USD: 1.1049 } });
    const exact = await of('historical?rule=DE-VAT&date=2026-01-15&currencies=USD&decimals=10');
    expect(exact.exchangeRates).toEqual({ USD: 1.1048619048 });
    const amount = await of('convert?rule=DE-VAT&date=2026-01-15&amount=1000&to=USD');
    expect(amount.conversions).toEqual({ USD: 1104.9 });
    const back = await of('convert?rule=DE-VAT&date=2026-01-15&amount=1104.9&base=USD&to=EUR&decimals=2');
    expect(back.conversions).toEqual({ EUR: 1000 });
  });
});

describe('the rules of Canada', () => {
  it.each(['CA-TAX', 'CA-CUS'])('%s has no rate while the noon rate was the law', async (rule) => {
    const own = await gatewayOver(ruleStore({ from: { BOC: parseIsoDate('2017-01-03') } }));
    const of = async (date: string) => JSON.parse((await own.ask(`/v1/historical?rule=${rule}&date=${date}`)).text);
    expect((await of('2017-02-28')).message).toBe(`rule ${rule} applies from 2017-03-01 on, not to 2017-02-28`);
    expect((await of('2017-03-01')).date).toBe('2017-03-01');
  });

  it('CA-AVG has the four decimals of the published averages', async () => {
    const reply = await ask('/v1/convert?rule=CA-AVG&date=2025-06-30&amount=1000&base=USD&to=CAD&decimals=8');
    expect(JSON.parse(reply.text).conversions.CAD).toBe(2250.7);
  });
});

describe('US-CUS', () => {
  /** Dollars for 100 euros and for 10,000 yen on a Friday in March, where the quarter began with 1.17 and 150. */
  const dollars = async (euro: string, yen: string) => {
    const tables = {
      'FRED 2026-01-02': ['EUR,1/1.17,,', 'JPY,150,,', 'KRW,1440,,'],
      'FRED 2026-03-06': [`EUR,1/${euro},,`, `JPY,${yen},,`, 'KRW,1400,,'],
    };
    const own = await gatewayOver(ruleStore({ tables }));
    const of = async (amount: string, base: string) => {
      const url = `/v1/convert?rule=US-CUS&date=2026-03-07&amount=${amount}&base=${base}&to=USD&decimals=2`;
      const { conversions, message } = JSON.parse((await own.ask(url)).text);
      return conversions?.USD ?? message;
    };
    return [await of('100', 'EUR'), await of('10000', 'JPY'), await of('1', 'KRW')];
  };

  // 1.17 and 5 % is 1.2285; a 150th and 5 % is one over 142.857…, and less 5 % one over 157.894….
  it.each([
    ['is the first rate of the quarter', '1.18', '151', 117, 66.67],
    ['also just below 5 % away from it', '1.2284', '142.858', 117, 66.67],
    ['is that of the day from 5 % on', '1.2285', '142.857', 122.85, 70],
    ['also where the dollar rose', '1.1115', '157.895', 111.15, 63.33],
    ['and not just below that', '1.1116', '157.894', 117, 66.67],
  ])('%s: %s and %s', async (_, euro, yen, ofEuros, ofYen) => {
    expect(await dollars(euro, yen)).toEqual([ofEuros, ofYen, expect.stringContaining('KRW')]);
  });
});

describe('the list of the US Treasury', () => {
  it.each([
    ['2025-12-30', '2025-09-30'],
    ['2025-12-31', '2025-12-31'],
    ['2026-01-01', '2025-12-31'],
  ])('for %s is of %s, the day of a list included', async (date, list) => {
    expect(await fixingOf('US-TREAS', date)).toBe(list);
  });
});

describe('a rule gives no figure', () => {
  const said = async (question: string, asking = ask) => {
    const reply = await asking(`/v1/${question}`);
    return reply.status === 200
      ? JSON.parse(reply.text).date
      : `${JSON.parse(reply.text).errorCode} ${JSON.parse(reply.text).message}`;
  };

  it.each(readExamples('server/answers/rules.txt', 'no figure'))('%s: %s', async (question, expected) =>
    expect(await said(question)).toBe(expected),
  );

  it('in the past tense once the day is over, with what the release has and what to run', async () => {
    const nowMs = () => Date.parse('2026-11-23T12:00:00Z');
    const { ask: later } = await gatewayOver(ruleStore(), { nowMs });
    expect(await said('historical?rule=PL-VAT&date=2026-03-17', later)).toBe(
      '1007 rule PL-VAT for 2026-03-17 needs what NBP publishes up to 2026-03-16, which was due by 2026-03-16 at 12:15 (Europe/Warsaw); this release has NBP up to 2026-03-13: run "ratetree collect --provider NBP"',
    );
    expect(await said('historical?rule=EU-OSS&date=2026-02-10', later)).toMatch(
      /, which was due on 2026-03-31 at 16:00 \(Europe\/Berlin\); this release has ECB up to 2026-03-13: run "/,
    );
    expect(await said('historical?provider=NBP&date=2026-11-20', later)).toBe(
      '1007 NBP has no fixing for 2026-11-20; the nearest earlier one is dated 2026-03-13, the newest of this release (latest=true gives it)',
    );
  });

  it('of days before the law', async () => {
    const early = parseIsoDate('2016-03-02');
    const store = ruleStore({ from: { ECB: early } });
    expect(await said('historical?rule=EU-CUS&date=2016-04-30', (await gatewayOver(store)).ask)).toBe(
      '1007 rule EU-CUS applies from 2016-05-01 on, not to 2016-04-30',
    );
  });

  it.each([
    [
      'fetch failed',
      '1007 rule PL-VAT for 2026-03-06 needs the fixing of NBP of 2026-03-05, which this release lacks: fetch failed; run "ratetree collect --provider NBP --from 2026-03-05 --to 2026-03-05"',
    ],
    [
      'left out',
      '1007 rule PL-VAT for 2026-03-06 needs the fixing of NBP of 2026-03-05, which this release lacks: left out',
    ],
    ['not published', '2026-03-04'],
    ['holiday', '2026-03-04'],
  ])('from before a day that the release lacks (%s): %s', async (reason, expected) => {
    const days = { from: parseIsoDate('2026-03-05'), to: parseIsoDate('2026-03-05'), days: 1, reason };
    const { ask: asking } = await gatewayOver(ruleStore({ gaps: { NBP: days } }));
    expect(await said('historical?rule=PL-VAT&date=2026-03-06', asking)).toBe(expected);
    expect(await said('historical?rule=PL-VAT&date=2026-03-05', asking)).toBe('2026-03-04');
  });

  it('across a hole in the archive that is older than the gaps that the status lists', async () => {
    const days = { from: parseIsoDate('2025-11-10'), to: parseIsoDate('2025-11-27'), days: 14, reason: 'holiday' };
    const { ask: asking } = await gatewayOver(ruleStore({ gaps: { ECB: days } }));
    expect(await said('historical?rule=EU-VAT&date=2025-11-27', asking)).toMatch(
      /^1007 .* from 2025-11-08 to 2025-11-27, and there are none; run ".* --from 2025-11-08 --to 2025-11-27"$/,
    );
    expect(await said('historical?rule=DE-VAT&date=2025-11-27', asking)).toMatch(
      /^1007 .* from 2025-11-08 to 2025-11-27, and there are none; run ".* --from 2025-11-08 --to 2025-11-27"$/,
    );
  });

  it('of a month in which the archive begins', async () => {
    const { ask: asking } = await gatewayOver(ruleStore({ from: { ECB: parseIsoDate('2025-12-10') } }));
    expect(await said('historical?rule=DE-VAT&date=2025-12-31', asking)).toMatch(
      /^1007 .* from 2025-12-01 to 2025-12-09, and there are none; run ".* --from 2025-12-01 --to 2025-12-09"$/,
    );
    expect(await said('historical?rule=DE-VAT&date=2026-01-01', asking)).toBe('2026-01-30');
  });

  it('before the first fixing of its bank, and says where that is', async () => {
    const first = parseIsoDate('2026-03-02');
    const from = Object.fromEntries(readRules().map(({ provider }) => [provider, first]));
    const { ask: asking } = await gatewayOver(ruleStore({ from }));
    expect(await said('historical?rule=PL-PIT&date=2026-03-02', asking)).toBe(
      '1007 rule PL-PIT for 2026-03-02 needs a fixing of NBP up to 2026-03-01, and this release has NBP from 2026-03-02 on; for earlier ones run "ratetree collect --provider NBP --from 2026-02-19 --to 2026-03-01"',
    );
    // A Sunday, of which there are no figures to collect.
    expect(await said('historical?rule=CZ-VAT&date=2026-03-01', asking)).toBe(
      '1008 rule CZ-VAT for 2026-03-01 needs a fixing of CNB up to 2026-03-01, and this release has CNB from 2026-03-02 on; for earlier ones run "ratetree collect --provider CNB --from 2026-02-19 --to 2026-03-01"',
    );
    const before = readRules().filter(({ dateRule }) => /before|wednesday/.test(dateRule));
    expect(before.length).toBeGreaterThan(10);
    for (const { code, provider, dateRule } of before) {
      const words = await said(`historical?rule=${code}&date=2026-03-03`, asking);
      const isFound = dateRule === 'before' || dateRule === 'working-day-before' || /^on-or-before/.test(dateRule);
      expect(words, `${code} ${dateRule}`).toMatch(
        isFound
          ? /^2026-03-0[23]$/
          : new RegExp(`^1007 .* this release has ${provider} from 2026-03-0[23] on; for earlier`),
      );
    }
    for (const { code } of readRules()) {
      expect(await said(`historical?rule=${code}&date=2026-03-02`, asking)).not.toMatch(
        /null|undefined|dated 2026-03-02/,
      );
    }
  });

  it('without the status, by which it would know whether the fixing is settled', async () => {
    const { ask: asking } = await gatewayOver(ruleStore({ withoutStatus: true }));
    expect(await said('historical?rule=PL-VAT&date=2026-03-06', asking)).toMatch(/^1503 /);
    expect(await said('historical?provider=NBP&date=2026-03-06', asking)).toBe('2026-03-06');
  });
});

describe('the list of rules', () => {
  it('is computed with the bytes of the files, and filtered by code and country', async () => {
    const computed = await gatewayOver(
      withReads(ruleStore(), (path, read) => (/^v1\/rules\.\w+$/.test(path) ? Promise.resolve(null) : read())),
    );
    for (const format of FORMATS) {
      for (const header of ['true', 'false']) {
        const url = `/v1/rules?format=${format}&header=${header}`;
        expect(await computed.ask(url)).toEqual(await ask(url));
      }
    }
    const codes = async (query: string) =>
      JSON.parse((await ask(`/v1/rules?${query}`)).text).map(({ code }: { code: string }) => code);
    expect(await codes('countryCode=gb,eu&code=GB-VAT,eu-vat,PL-VAT')).toEqual(['EU-VAT', 'GB-VAT']);
    expect(await codes('code=,')).toEqual(readRules().map(({ code }) => code));
  });

  it('has the columns of the contract, in each row a law, and may be kept for a minute', async () => {
    const { text, headers } = await ask('/v1/rules?format=csv&header=true');
    expect(text.split('\r\n')[0]).toBe('code,country,purpose,provider,side,dateRule,source');
    expect(rowsOf('rules', 'csv', text).every(({ source }) => source !== '')).toBe(true);
    expect(headers['cache-control']).toBe('private, max-age=60');
  });
});
