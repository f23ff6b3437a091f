/**
 * Templates: what each writes, as the page that its header names shows it; that an address answers with the bytes of the
 * command; what a form may say, and what is said of one that is wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { Asker } from '../../server/clients/ask/answers.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { inForm } from '../../server/clients/export/run.ts';
import type { ExportQuestion } from '../../server/clients/export/series-asker.ts';
import { figureOf, figureText, inverseOf, times } from '../../server/request/forms/figure.ts';
import { readForms } from '../../server/request/forms/files.ts';
import { parseForm } from '../../server/request/forms/form.ts';
import { FormWriter } from '../../server/request/forms/writer.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { exported } from '../support/kit/exported.ts';
import { readMarkdown, spansOf, tableOf } from '../support/kit/markdown.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';
import { generateLongTree, LONG_NOON_MS, someCurrencies } from '../support/trees/long-tree.ts';

const day = parseIsoDate;
const NAMES = [...readForms().keys()];
let asker: Asker;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  const world = { nowMs: () => EMBEDDED_NOON_MS, say: () => {} };
  asker = await treeAsker({ ...world, store: diskStore(await embeddedTree()) });
  gateway = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });
});

/** The ECB's dollar of two days, the mean of its March so far, and the last one of that month. */
const DAYS = { provider: 'ECB', currencies: 'USD', from: day('2026-03-12'), to: day('2026-03-13') };
const MEAN = { provider: 'ECB', currencies: 'USD', from: day('2026-03-01'), period: 'month' };
const END = { ...MEAN, statistic: 'end' };
/** 1.1547 and 1.1476 dollars; 1 / 1.1547 = 0.86602580757…, 1 / 1.1476 = 0.87138375740…; the mean is 1.15656666…. */
const WRITTEN: readonly (readonly [template: string, question: ExportQuestion, lines: readonly string[]])[] = [
  ['sap-tcurr', DAYS, ['M;EUR;USD;20260312;1.15470;0;0', 'M;EUR;USD;20260313;1.14760;0;0']],
  ['sap-tcurr', MEAN, ['P;EUR;USD;20260301;1.15657;0;0']],
  ['sap-tcurr', END, ['M;EUR;USD;20260320;1.15550;0;0']],
  [
    'sap-rftbff00',
    { ...DAYS, from: DAYS.to },
    [
      [
        '01',
        'EUR'.padEnd(20),
        'USD'.padEnd(20),
        'M'.padEnd(15),
        '13032026',
        ' '.repeat(6),
        '1.14760'.padEnd(20),
        ' '.repeat(20),
        '1'.padEnd(7),
        '1'.padEnd(7),
        ' '.repeat(5 + 2),
      ].join(''),
    ],
  ],
  [
    'oracle-gl',
    DAYS,
    [
      'FROM_CURRENCY,TO_CURRENCY,FROM_CONVERSION_DATE,TO_CONVERSION_DATE,USER_CONVERSION_TYPE,CONVERSION_RATE,' +
        'MODE_FLAG,INVERSE_CONVERSION_RATE',
      'EUR,USD,2026/03/12,2026/03/12,Spot,1.1547,I,0.8660258076',
      'EUR,USD,2026/03/13,2026/03/13,Spot,1.1476,I,0.8713837574',
    ],
  ],
  ['oracle-fbdi', MEAN, ['EUR,USD,2026/03/01,2026/03/31,Average,1.1565666667,I']],
  [
    'netsuite',
    DAYS,
    [
      'Base Currency,Currency,Exchange Rate,Effective Date',
      'EUR,USD,0.86602581,03/12/2026',
      'EUR,USD,0.87138376,03/13/2026',
    ],
  ],
  [
    'dynamics-365',
    END,
    [
      'RateTypeName,FromCurrency,ToCurrency,StartDate,EndDate,Rate,ConversionFactor',
      'Closing,EUR,USD,2026-03-20,2026-03-20,1.155500,One',
    ],
  ],
  [
    'sage-intacct',
    DAYS,
    [
      'LINE_NO,EXCHANGE_RATE_TYPE,FROM_CURRENCY,TO_CURRENCY,EXCHANGE_RATE,EFFECTIVE_START_DATE',
      '1,,EUR,USD,1.1547,03/12/2026',
      '2,,EUR,USD,1.1476,03/13/2026',
    ],
  ],
  [
    'coupa',
    { ...DAYS, from: DAYS.to },
    [
      'From Currency*,To Currency*,Rate*,Rate Date*',
      'EUR,USD,1.147600000,2026-03-13T00:00:00+00:00',
      'USD,EUR,0.871383757,2026-03-13T00:00:00+00:00',
    ],
  ],
  ['concur', DAYS, ['EUR,USD,1.1547,20260312', 'EUR,USD,1.1476,20260313']],
  [
    'zuora',
    DAYS,
    [
      'Provider Exchange Rate Date,Currency (From),Currency (To),Exchange Rate',
      '2026-03-12,EUR,USD,1.1547',
      '2026-03-13,EUR,USD,1.1476',
    ],
  ],
  ['salesforce', DAYS, ['IsoCode,StartDate,ConversionRate', 'USD,2026-03-12,1.154700', 'USD,2026-03-13,1.147600']],
  [
    'onesource',
    MEAN,
    [
      'sdiType=ExchangeRate',
      'FromCurrencyCode,ToCurrencyCode,StartDate,EndDate,Rate',
      'EUR,USD,03/01/2026,03/31/2026,1.1565666667',
      'USD,EUR,03/01/2026,03/31/2026,0.8646280658',
    ],
  ],
  ['exact', DAYS, ['EUR,USD,12/03/2026,1.154700,1.154700', 'EUR,USD,13/03/2026,1.147600,1.147600']],
  [
    'idempiere',
    DAYS,
    [
      'ISO_Code,ISO_Code_To,ConversionTypeValue,ValidFrom,ValidTo,MultiplyRate,DivideRate',
      'EUR,USD,S,2026-03-12,2026-03-12,1.1547,0.8660258076',
      'EUR,USD,S,2026-03-13,2026-03-13,1.1476,0.8713837574',
    ],
  ],
  [
    'gnucash',
    DAYS,
    [
      'Date,Amount,From Namespace,From Symbol,Currency To',
      '2026-03-12,1.1547,CURRENCY,EUR,USD',
      '2026-03-13,1.1476,CURRENCY,EUR,USD',
    ],
  ],
  [
    'hledger',
    { ...DAYS, from: DAYS.to },
    [
      'decimal-mark .',
      '; Exchange rates of ECB: what 1 EUR is worth',
      '; Class of the licence: attribution',
      'P 2026-03-13 EUR 1.1476 USD',
    ],
  ],
  [
    'ledger',
    { ...DAYS, currencies: 'CZK', from: DAYS.to },
    [
      '; Exchange rates of ECB: what 1 EUR is worth',
      '; Class of the licence: attribution',
      'P 2026-03-13 EUR 24.4370 CZK',
    ],
  ],
  [
    'beancount',
    MEAN,
    [
      '; Exchange rates of ECB: what 1 EUR is worth',
      '; Class of the licence: attribution',
      '; 2026-03 is not complete',
      '2026-03-01 price EUR 1.1565666667 USD',
    ],
  ],
  [
    'ghostfolio',
    DAYS,
    ['{"marketData":[{"date":"2026-03-12","marketPrice":1.1547},{"date":"2026-03-13","marketPrice":1.1476}]}'],
  ],
  [
    'prestashop',
    DAYS,
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<!-- ECB, 2026-03-13 -->',
      '<currencies>',
      '  <source iso_code="EUR"/>',
      '  <list>',
      '    <currency iso_code="USD" rate="1.1476"/>',
      '  </list>',
      '</currencies>',
    ],
  ],
];

/** The table of docs/cli.md, a row for each template or two. */
const LISTED = tableOf(readMarkdown('docs/cli.md'), 'template', 'program', 'a row').flatMap(
  ([names = '', , sample = '']) => spansOf(names).map((name) => [name, spansOf(sample)[0] ?? ''] as const),
);

const linesOf = (bytes: Buffer) => bytes.toString('utf8').split(/\r?\n/).slice(0, -1);

describe('a template', () => {
  it.each(WRITTEN)('%s writes the lines of its page', async (template, question, lines) => {
    expect(linesOf(await exported(asker, template, question))).toEqual(lines);
  });

  it('has a sample above, or is tested elsewhere', () => {
    const sampled = [...new Set(WRITTEN.map(([template]) => template)), 'sdmx-csv'].sort();
    expect(NAMES).toEqual(sampled);
  });

  it('is listed in docs/cli.md', () => expect(LISTED.map(([name]) => name).sort()).toEqual(NAMES));

  it.each(LISTED)('%s writes the row of docs/cli.md', async (name, sample) => {
    const text = (await exported(asker, name, { ...DAYS, from: DAYS.to })).toString('utf8');
    for (const part of sample.split(/ … |…/)) expect(text).toContain(part);
  });

  it.each(NAMES)('%s names its page, and fits into fifteen lines of which none is long', (name) => {
    const lines = readFileSync(join(packageRoot(), 'data', 'templates', `${name}.txt`), 'utf8').split('\n');
    const remarks = lines.filter((line) => line.startsWith('#'));
    expect(remarks.join('\n')).toMatch(/https:\/\/|Specification/);
    expect(lines.length).toBeLessThan(16);
    for (const line of remarks.filter((one) => !one.startsWith('# https://'))) expect(line.length).toBeLessThan(121);
  });
});

describe('an address with template=', () => {
  const addressOf = (template: string, question: Omit<ExportQuestion, 'published'>) =>
    `/v1/series?${new URLSearchParams({ ...question, template })}`;
  const QUESTIONS: Readonly<Record<string, Omit<ExportQuestion, 'published'>>> = {
    days: DAYS,
    'all of GLOBAL': { from: day('2026-03-09'), to: day('2026-03-11') },
    'small rates': { base: 'IDR', from: day('2026-03-11'), to: day('2026-03-13') },
    means: { from: day('2026-03-01'), currencies: 'USD,JPY,KWD', period: 'month' },
    'last fixings': { provider: 'CNB', from: day('2026-03-01'), period: 'quarter', statistic: 'end' },
  };
  const cases = NAMES.flatMap((name) =>
    Object.entries(QUESTIONS).map(([of, question]) => [name, of, question] as const),
  );

  it.each(cases)('%s answers the bytes of the command, or refuses as it does: %s', async (template, _, question) => {
    const said: string[] = [];
    const file = await exported(asker, template, question, { say: (line) => said.push(line) }).catch((error) => error);
    const { status, headers, body, text } = await gateway.ask(addressOf(template, question));
    if (file instanceof Error) {
      const { message, errorCode } = JSON.parse(text);
      expect([status, errorCode, message]).toEqual([400, 1029, `template cannot be made: ${file.message}`]);
      return;
    }
    expect([status, body?.equals(file)]).toEqual([200, true]);
    const left = said.find((line) => line.startsWith('left out')) ?? '';
    expect(headers['ratetree-left-out'] ?? '').toBe(left.split(': ')[1] ?? '');
  });

  it.each([
    ['sap-tcurr', 'text/csv; charset=utf-8'],
    ['sap-rftbff00', 'text/plain; charset=utf-8'],
    ['hledger', 'text/plain; charset=utf-8'],
    ['ghostfolio', 'application/json; charset=utf-8'],
    ['prestashop', 'application/xml; charset=utf-8'],
  ])('is of a type of its own: %s is %s', async (template, type) => {
    expect((await gateway.ask(addressOf(template, DAYS))).headers['content-type']).toBe(type);
  });

  const FROM = 'series?from=2026-03-12';
  it.each([
    [`${FROM}&template=sap-tcur`, 1101, / is not one of beancount, .*: did you mean sap-tcurr\?$/],
    [`${FROM}&template=xero`, 1101, /^template "xero" is not one of beancount, .*: write one of them$/],
    [`${FROM}&template=/etc/passwd`, 1101, /^template "\/etc\/passwd" is not one of /],
    [`${FROM}&template=..%2Ftemplates%2Fcoupa.txt`, 1101, /^template .* is not one of /],
    [`${FROM}&template=coupa&format=JSON`, 1029, /^template cannot be combined with format, which it says itself/],
    [`${FROM}&template=coupa&decimals=2`, 1029, /^template cannot be combined with decimals/],
    [`${FROM}&template=coupa&published=true`, 1029, /^template cannot be combined with published/],
    [`${FROM}&template=coupa&template=exact`, 1100, /^template is given 2 times/],
    [`${FROM}&templat=coupa`, 1104, /did you mean template\?/],
    ['latest?template=coupa', 1104, /it belongs to \/v1\/series/],
    [`${FROM}&template=coupa&provider=NOBODY`, 1001, /^provider "NOBODY"/],
    ['series?template=coupa', 1006, /^from is missing/],
    [`${FROM}&template=ghostfolio`, 1029, /^template cannot be made: this form has one pair: name one currency/],
  ])('is refused: %s with %i', async (address, code, words) => {
    const { status, text } = await gateway.ask(`/v1/${address}`);
    expect([status, JSON.parse(text).errorCode]).toEqual([400, code]);
    expect(JSON.parse(text).message).toMatch(words);
  });

  it('needs a key as any other, and is refused where no templates are', async () => {
    expect((await gateway.ask(addressOf('coupa', DAYS), { headers: {} })).status).toBe(401);
    const bare = await gatewayOver(diskStore(await embeddedTree()), { forms: () => new Map() });
    const { status, text } = await bare.ask(addressOf('coupa', DAYS));
    expect([status, JSON.parse(text).message]).toEqual([400, 'template must be left out: this gateway has none']);
  });

  it('is too large as any other is, and names the next part with the template', async () => {
    const long = await gatewayOver(diskStore(await generateLongTree()), { nowMs: () => LONG_NOON_MS });
    const years = { provider: 'ECB', currencies: someCurrencies(), from: day('2024-02-10') };
    const { text } = await long.ask(addressOf('coupa', years));
    expect(JSON.parse(text)).toMatchObject({ errorCode: 1105, message: expect.stringContaining('&template=coupa') });
  });
});

/** Of any days, as a service may answer that knows more periods. */
const SPAN = { period: 'span', statistic: 'average', licence: null };
const ANSWER =
  'provider,period,from,to,base,currency,rate,days,complete\r\n' +
  'ECB,2026-02-15/2026-03-14,2026-02-16,2026-03-13,EUR,USD,1.16,20,true\r\n';

describe('a form of your own', () => {
  const written = async (form: string, question: ExportQuestion = DAYS) => {
    const { format } = { format: inForm(parseForm(form, 'own.txt')) };
    return (await exported(asker, 'csv', question, { format })).toString('utf8');
  };

  it.each([
    ['a row of what one currency of the base is worth', 'row: {from} {to} {rate}', 'EUR USD 1.1547\nEUR USD 1.1476\n'],
    ['the other way', 'one: currency\nrow: {from} {to} {rate 5}', 'USD EUR 0.86603\nUSD EUR 0.87138\n'],
    ['a comma for decimals', 'decimal-mark: ,\nrow: {date DD.MM.YY};{rate}', '12.03.26;1,1547\n13.03.26;1,1476\n'],
    ['per hundred', 'per: 100\nrow: {per} {rate 2}', '100 115.47\n100 114.76\n'],
    ['a width', 'row: |{to:5}|{rate 6,4:8}|', '|USD  |1.1547  |\n|USD  |1.1476  |\n'],
    ['tabs, and line ends of Windows', 'line-end: \\r\\n\nrow: {line}\\t{to}', '1\tUSD\r\n2\tUSD\r\n'],
    ['quotes', 'row: "{from}","{rate}"', '"EUR","1.1547"\n"EUR","1.1476"\n'],
    ['labels', 'row: {provider ECB=bank *=other}{to GBP=pound *=}', 'bank\nbank\n'],
    ['no decimals, of which too many digits would be lost', 'row: {rate 0}', ''],
    ['a rate without room', 'row: {rate 4,4}', ''],
    ['a first and a last line', 'begin: a\ntail: z\nrow: {line}', 'a\n1\n2\nz\n'],
    ['remarks and empty lines', '# of mine\n\nrow: {line}\r\n', '1\n2\n'],
  ])('has %s', async (_, form, text) => expect(await written(form)).toBe(text));

  it.each([
    ['row: {rte}', /^own\.txt, line 1: row: \{rte\} is no place: it must be one of provider, .*, inverse$/],
    ['# mine\nseperator: ;\nrow: {to}', /^own\.txt, line 2: seperator: there is none: it must be one of type, /],
    ['row: {rate five}', /line 1: row: \{rate five\} is no place: write \{rate\}, \{rate 5\} for five decimals/],
    ['row: {date dd.mm.yyyy}', /line 1: row: .* write \{date\}, or a pattern such as \{date DD\.MM\.YYYY\}$/],
    ['row: {statistic M}', /line 1: row: .* write \{statistic\}, or labels such as \{statistic a=1 \*=2\}$/],
    ['row: {to}\nrow: {from}', /^own\.txt, line 2: row: it stands twice: keep one$/],
    ['one: both ways\nrow: {to}', /^own\.txt, line 1: one: it must be base or currency or both$/],
    ['per: 50\nrow: {to}', /^own\.txt, line 1: per: it must be powers of ten, such as 1 or 1 100 1000$/],
    ['type: text\nrow: {to}', /^own\.txt, line 1: type: it must be text\/csv or text\/plain or /],
    ['KURST = M', /^own\.txt, line 1: KURST = M: there is none: it must be one of type, .*, row, /],
    [
      'begin: a',
      /^own\.txt: row is missing: write the line of one rate, such as "row: \{date\};\{from\};\{to\};\{rate\}"$/,
    ],
    ['', /^own\.txt: row is missing/],
  ])('is refused by the line, the setting and the fix: %j', (form, words) => {
    expect(() => parseForm(form, 'own.txt')).toThrow(words);
  });

  it('refuses what it has no label for', async () => {
    const form = 'row: {to GBP=pound}';
    await expect(written(form)).rejects.toThrow('this form has no label for to USD: choose another');
    expect(() => new FormWriter(parseForm(form, 'own.txt'), SPAN).add(ANSWER)).toThrow('no label for to USD');
    const sdmx = readForms().get('sdmx-csv');
    if (sdmx === undefined) throw new Error('no sdmx-csv');
    expect(() => new FormWriter(sdmx, SPAN).add(ANSWER)).toThrow('this form has no label for period span');
  });

  it('is named by its path', async () => {
    const path = join(freshFolder(), 'mine.txt');
    const flags = [
      '--origin',
      await embeddedTree(),
      '--provider',
      'ECB',
      '--currencies',
      'USD',
      '--from',
      '2026-03-20',
    ];
    writeFileSync(path, 'row: {date}|{to}|{rate 3}\n');
    expect(runProgram(['export', '--template', path, ...flags])).toMatchObject({
      status: 0,
      stdout: '2026-03-20|USD|1.156\n',
    });
    writeFileSync(path, 'row: {date}|{too}\n');
    const { status, stderr } = runProgram(['export', '--template', path, ...flags]);
    expect([status, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toContain(`${path}, line 1: row: {too} is no place`);
  });
});

describe('a period of any days', () => {
  const form = parseForm('row: {date} {until} {period} {statistic} {rate}', 'own.txt');

  it.each([
    ['average', '2026-02-15 2026-03-14 span average 1.16\n'],
    ['end', '2026-03-13 2026-03-13 span end 1.16\n'],
  ])('has its own days as an %s', (statistic, row) => {
    expect(new FormWriter(form, { ...SPAN, statistic }).add(ANSWER)).toBe(row);
  });
});

describe('a figure', () => {
  it.each<[string, { places?: number; digits?: number }, string | null]>([
    ['1.1476', {}, '1.1476'],
    ['1.1476', { places: 5 }, '1.14760'],
    ['1.14765', { places: 4 }, '1.1477'],
    ['1.1234567890', { places: 4 }, '1.1235'],
    ['1.1234567891', { places: 4 }, null],
    ['0.8713837574', { places: 5, digits: 9 }, '0.87138'],
    ['0.0412345678', { places: 5 }, '0.04123'],
    ['0.0051234567', { places: 5 }, null],
    ['0.0000512345', { places: 5 }, null],
    ['0.0005', { places: 5 }, '0.00050'],
    ['9999.99999', { places: 5, digits: 9 }, '9999.99999'],
    ['9999.999995', { places: 5, digits: 9 }, null],
    ['19569.132', { places: 5, digits: 9 }, null],
    ['19569.132', { places: 0 }, '19569'],
  ])('%s in %j is %s: at most five digits are lost, and four are kept', (rate, shape, text) => {
    expect(figureText(figureOf(rate), shape)).toBe(text);
  });

  it.each<[string, { places?: number }, string | null]>([
    ['1.1476', {}, '0.8713837574'],
    ['1.1476', { places: 5 }, '0.87138'],
    ['8', {}, '0.125'],
    ['0.8713837574', {}, '1.1476'],
    ['0.0000526302', {}, '19000.5'],
    ['0.0000526302', { places: 2 }, '19000.50'],
    ['0.000059008', {}, '16946.9'],
    ['0.86438', {}, '1.156898586'],
    ['0.0000000115', {}, null],
    ['0', {}, null],
  ])('one over %s in %j is %s: no digit is stated that the rate does not have', (rate, shape, text) => {
    expect(figureText(inverseOf(figureOf(rate)), shape)).toBe(text);
  });

  it('per a power of ten loses less', () => {
    expect(figureText(times(figureOf('0.0051234567'), '1000'), { places: 5 })).toBe('5.12346');
  });
});
