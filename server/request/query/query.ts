/** Parameters → typed Query, or the first Problem in the order of the contract. Needs neither a tree nor a clock. */

import { DOCUMENTS, type Operation } from '../../../generator/wire/answers/operations.ts';
import type { RuleFacts } from '../../../generator/wire/answers/rules.ts';
import type { View } from '../../../generator/wire/answers/table.ts';
import type { Format, Rendition } from '../../../generator/wire/encode/document.ts';
import type { Decimal } from '../../../generator/wire/exact/decimal.ts';
import type { Statistic } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Forms } from '../forms/files.ts';
import type { Form } from '../forms/form.ts';
import {
  isForeign,
  isList,
  KNOWN_PARAMETERS,
  nearestName,
  OTHER_NAMES,
  toRightParameter,
  toWrittenName,
  withWholeLists,
} from './parameters.ts';
import { Problem, quoted } from './problem.ts';
import { type Parameters, toAsciiLower, toValue, trimBlanks } from './target.ts';
import {
  parseAmount,
  parseBoolean,
  parseDate,
  parseFormat,
  parseList,
  parseNumbers,
  parsePlaces,
  parseRule,
  parseSpan,
  parseStatistic,
  parseTemplate,
  parseView,
  type SpanChoice,
  toCode,
} from './values.ts';

/** Codes in capitals, which need not exist; null for all. */
type Codes = ReadonlySet<string> | null;

interface RatesChoice {
  readonly rendition: Rendition;
  readonly provider: string | null;
  readonly base: string | null;
  readonly places: number;
  /** Whether the figures are wanted as the provider published them. */
  readonly published: boolean;
}

/** Of an answer that states rates. */
interface StatedChoice extends RatesChoice {
  readonly currencies: Codes;
  readonly view: View;
  /** Whether base may be any currency of any provider. */
  readonly cross: boolean;
}

/** A rule chooses provider, side and fixing in place of the parameters. */
export interface AskedRule {
  readonly rule: RuleFacts;
  /** Whether the rates have the rounding of the law; false where `decimals` asks for another. */
  readonly isRounded: boolean;
}

export interface LatestQuery extends StatedChoice {
  readonly operation: 'latest';
}

export interface HistoricalQuery extends StatedChoice {
  readonly operation: 'historical';
  readonly date: IsoDate;
  /** True when the newest fixing on or before the date is accepted. */
  readonly latest: boolean;
  /** With a rule there is a date. */
  readonly asked?: AskedRule;
}

export interface ConvertQuery extends RatesChoice {
  readonly operation: 'convert';
  readonly date: IsoDate | null;
  readonly to: Codes;
  readonly amount: Decimal;
  readonly asked?: AskedRule;
}

export interface SeriesQuery extends StatedChoice, SpanChoice {
  readonly operation: 'series';
  readonly statistic: Statistic;
  /** By which the answer is a file for another program; null for our own formats. */
  readonly form: Form | null;
}

export interface ListQuery {
  readonly operation: 'currencies' | 'providers' | 'rules';
  readonly rendition: Rendition;
  readonly codes: Codes;
  /** Null for currencies, which belong to no country. */
  readonly countryCodes: Codes;
}

type Query = ListQuery | LatestQuery | HistoricalQuery | SeriesQuery | ConvertQuery;

type Rules = () => readonly RuleFacts[];

/** @param rules called only if the query names a rule @param forms likewise a template. @throws Problem */
export function parseQuery(operation: Operation, sent: Parameters, rules: Rules, forms: () => Forms): Query {
  const parameters = withWholeLists(sent);
  checkOnce(parameters);
  checkForeign(operation, parameters);
  const rule = parseRule(parameters, rules);
  const format = parseFormat(parameters);
  switch (operation) {
    case 'currencies':
    case 'providers':
    case 'rules': {
      const codes = parseList(parameters, 'code');
      const countryCodes = operation === 'currencies' ? null : parseList(parameters, 'countrycode');
      return { operation, codes, countryCodes, rendition: parseRendition(format, parameters) };
    }
    case 'latest':
      return { operation, ...parseRatesChoice(format, parameters) };
    case 'historical': {
      const date = parseDate(parameters);
      if (date === null) throw new Problem(1006, 'date is missing; give a day such as date=2026-03-13');
      const latest = parseBoolean(parameters, 'latest', 1009);
      return { operation, date, latest, ...parseRatesChoice(format, parameters), ...toAsked(rule, parameters) };
    }
    case 'series': {
      const form = parseTemplate(parameters, forms);
      const span = parseSpan(parameters);
      const choice = parseRatesChoice(format, parameters);
      const statistic = parseStatistic(parameters, span.period);
      if (choice.published && span.period !== 'day')
        throw excluded('published', 'a period: a mean is published by nobody');
      const asCsv = form && { rendition: { format: 'csv' as const, header: true } };
      return { operation, ...span, ...choice, ...asCsv, statistic, form };
    }
    case 'convert': {
      const date = parseDate(parameters);
      if (date === null && rule !== null) throw new Problem(1006, 'date is missing; a rule needs the day of the event');
      const to = parseList(parameters, 'to');
      const amount = parseAmount(parameters);
      const places = parsePlaces(parameters);
      const rendition = parseFigures(format, parameters);
      const published = parseBoolean(parameters, 'published', 1102);
      const asked = rule === null ? {} : { asked: { rule, isRounded: true } };
      return { operation, date, to, amount, places, rendition, published, ...toCodes(parameters), ...asked };
    }
    default:
      throw new TypeError(`no query for ${operation satisfies never}`);
  }
}

/** A document is served as it is: a parameter that another operation takes would be ignored. @throws Problem */
export function checkDocumentQuery(parameters: Parameters): void {
  checkOnce(parameters);
  for (const [name, values] of parameters) {
    if (!isForeign(DOCUMENTS, name) || trimBlanks(values.join('').replaceAll(',', ' ')) === '') continue;
    throw new Problem(1104, `a document takes no parameter ${quoted(toWrittenName(name))}: leave it out`);
  }
}

/** Refuses any known parameter that is given twice, because it is not clear which value counts. */
function checkOnce(parameters: Parameters): void {
  for (const [name, values] of parameters) {
    if (values.length > 1 && KNOWN_PARAMETERS.has(name)) {
      throw new Problem(1100, `${toWrittenName(name)} is given ${values.length} times; give it once`);
    }
  }
}

function checkForeign(operation: Operation, parameters: Parameters): void {
  for (const [name, values] of parameters) {
    const isOther = isForeign(operation, name) || OTHER_NAMES.has(name);
    const near = isOther || KNOWN_PARAMETERS.has(name) ? null : nearestName(operation, name);
    if (!isOther && near === null) continue;
    const value = trimBlanks(
      isList(toAsciiLower(near ?? name)) ? values.join('').replaceAll(',', ' ') : values.join(''),
    );
    if (value === '') continue;
    const right = near === null ? toRightParameter(operation, name) : `did you mean ${near}?`;
    throw new Problem(1104, `/v1/${operation} has no parameter ${quoted(toWrittenName(name))}: ${right}`);
  }
}

/** Of a conversion, `decimals` rounds the amount and not the rate, which stays the one that the law names. */
function toAsked(rule: RuleFacts | null, parameters: Parameters): Pick<HistoricalQuery, 'asked'> {
  return rule === null ? {} : { asked: { rule, isRounded: toValue(parameters, 'decimals') === null } };
}

function toCodes(parameters: Parameters): { readonly provider: string | null; readonly base: string | null } {
  return { provider: toCode(parameters, 'provider'), base: toCode(parameters, 'base') };
}

function parseRendition(format: Format, parameters: Parameters): Rendition {
  return { format, header: parseBoolean(parameters, 'header', 1102) };
}

function parseFigures(format: Format, parameters: Parameters): Rendition {
  return { ...parseRendition(format, parameters), asText: parseNumbers(parameters) };
}

function parseRatesChoice(format: Format, parameters: Parameters): Omit<StatedChoice, 'operation'> {
  const currencies = parseList(parameters, 'currencies');
  const places = parsePlaces(parameters);
  const rendition = parseFigures(format, parameters);
  const view = parseView(parameters, parseBoolean(parameters, 'extended', 1102));
  const cross = parseBoolean(parameters, 'cross', 1102);
  const published = parseBoolean(parameters, 'published', 1102);
  if (cross && view !== 'standard')
    throw excluded('cross', 'extended or another type than mid: a cross rate has no sides');
  if (published && view === 'extended') throw excluded('published', 'extended: it has all sides');
  const other = published ? PUBLISHED_WITHOUT.find((name) => toValue(parameters, name) !== null) : undefined;
  if (other !== undefined) throw excluded('published', `${other}: figures stay as they were published`);
  return { currencies, places, rendition, view, cross, published, ...toCodes(parameters) };
}

/** What would change a figure that is wanted as it was published. */
const PUBLISHED_WITHOUT = ['base', 'decimals', 'type'];

function excluded(name: string, other: string): Problem {
  return new Problem(1029, `${name}=true cannot be combined with ${other}; leave one of them out`);
}
