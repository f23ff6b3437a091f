/** FloatRates: a file for each base, as JSON and XML, with the rate and its inverse. */
import { roundTo } from '../../generator/wire/answers/views.ts';
import { escapeXml } from '../../generator/wire/encode/xml.ts';
import { type CurrencyCode, USD } from '../../generator/wire/words/schemas.ts';
import { readFixing } from './days.ts';
import { type Dialect, type DialectRequest, refuseAsFile, type Said, withPath, XML_TYPE } from './dialect.ts';
import type { Rates } from './rates.ts';
import { readChoice, toMidnight, toUtcWords } from './reading.ts';

export const floatRates: Dialect = {
  name: 'floatrates',
  prefix: '/daily/',
  toQuestion(path) {
    const [, base, format] = /^([^/.]+)\.(json|xml)$/.exec(path) ?? [];
    if (base === undefined) return null;
    return withPath({ answer: format === 'json' ? sayJson : sayXml }, { base });
  },
  toRefusal: refuseAsFile,
};

const NAMES = { base: 'base', baseByDefault: USD, quotes: ['symbols'], foreign: {} } as const;

interface Row {
  readonly code: CurrencyCode;
  readonly numericCode: string;
  readonly name: string;
  readonly rate: string;
  readonly inverse: string;
}

async function readRows({ parameters }: DialectRequest, rates: Rates) {
  const { catalogue } = rates;
  const choice = readChoice(parameters, catalogue, NAMES);
  const { date, table, crosses, atMs } = await readFixing(rates, choice, null);
  const known = new Map(catalogue.currencies.map((currency) => [currency.code, currency]));
  const ofBase = table.figures.get(choice.base)?.mid;
  const rows = crosses.flatMap(([code, rate]): Row[] => {
    const [currency, mid] = [known.get(code), table.figures.get(code)?.mid];
    if (code === choice.base || currency === undefined || mid == null || ofBase == null) return [];
    const { name, numericCode } = currency;
    return [{ code, name, numericCode, rate, inverse: roundTo(ofBase.over(mid), 'fine') }];
  });
  return {
    base: choice.base,
    baseName: known.get(choice.base)?.name ?? choice.base,
    at: toUtcWords(atMs),
    day: toUtcWords(toMidnight(date)),
    rows,
  };
}

async function sayJson(asked: DialectRequest, rates: Rates): Promise<Said> {
  const { day, rows } = await readRows(asked, rates);
  const members = rows.map(({ code, numericCode, name, rate, inverse }) => {
    const facts = JSON.stringify({ code, alphaCode: code, numericCode, name }).slice(1, -1);
    return `"${code.toLowerCase()}":{${facts},"rate":${rate},"date":"${day}","inverseRate":${inverse}}`;
  });
  return { text: `{${members.join(',')}}`, freshness: 'current' };
}

async function sayXml(asked: DialectRequest, rates: Rates): Promise<Said> {
  const { base, baseName, at, day, rows } = await readRows(asked, rates);
  const head = [
    `<title>XML Daily Foreign Exchange Rates for ${escapeXml(baseName)} (${base})</title>`,
    `<language>en</language>`,
    `<baseCurrency>${base}</baseCurrency>`,
    `<pubDate>${at}</pubDate>`,
    `<lastBuildDate>${at}</lastBuildDate>`,
  ];
  const items = rows.flatMap(({ code, name, rate, inverse }) => [
    '<item>',
    `<title>1 ${base} = ${rate} ${code}</title>`,
    `<description>1 ${escapeXml(baseName)} = ${rate} ${escapeXml(name)}</description>`,
    `<pubDate>${day}</pubDate>`,
    `<baseCurrency>${base}</baseCurrency>`,
    `<baseName>${escapeXml(baseName)}</baseName>`,
    `<targetCurrency>${code}</targetCurrency>`,
    `<targetName>${escapeXml(name)}</targetName>`,
    `<exchangeRate>${rate}</exchangeRate>`,
    `<inverseRate>${inverse}</inverseRate>`,
    `<inverseDescription>1 ${escapeXml(name)} = ${inverse} ${escapeXml(baseName)}</inverseDescription>`,
    '</item>',
  ]);
  const lines = ['<?xml version="1.0" encoding="utf-8"?>', '<channel>', ...head, ...items, '</channel>', ''];
  return { text: lines.join('\n'), freshness: 'current', contentType: XML_TYPE };
}
