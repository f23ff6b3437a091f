/** Texts of parameters → typed values, or the Problem that says what a value must look like. */

import { z } from 'zod';
import { AMOUNT_DIGITS_MAX, ITEMS_MAX, NUMBER_FORMS } from '../../../generator/wire/answers/operations.ts';
import type { RuleFacts } from '../../../generator/wire/answers/rules.ts';
import type { View } from '../../../generator/wire/answers/table.ts';
import type { Format } from '../../../generator/wire/encode/document.ts';
import { Decimal } from '../../../generator/wire/exact/decimal.ts';
import {
  hasDateShape,
  SPAN_PERIODS,
  type SpanPeriod,
  STATISTICS,
  type Statistic,
  toIsoDate,
} from '../../../generator/wire/words/calendar.ts';
import { PLACES_MAX } from '../../../generator/wire/words/order.ts';
import type { ProblemCode } from '../../../generator/wire/words/problems.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { toWrittenCode, whyUnknown } from '../../../generator/wire/words/written-codes.ts';
import type { Forms } from '../forms/files.ts';
import type { Form } from '../forms/form.ts';
import { isNear, toWrittenName } from './parameters.ts';
import { Problem, quoted } from './problem.ts';
import { type Parameters, toAsciiLower, toFormat, toValue, trimBlanks } from './target.ts';

const AMOUNT_EXPONENT_MAX = 30;

/** Codes in capitals, each once, in the order sent; null if the list is absent or has only commas. */
export function parseList(parameters: Parameters, name: string): ReadonlySet<string> | null {
  const value = toValue(parameters, name);
  if (value === null) return null;
  const sent = value.split(',');
  const items = sent.map(trimBlanks).filter((item) => item !== '');
  if (items.length === 0) return null;
  if (sent.length > ITEMS_MAX) {
    throw new Problem(1103, `${toWrittenName(name)} lists ${sent.length} items; at most ${ITEMS_MAX} are allowed`);
  }
  return new Set(items.map(toWrittenCode));
}

/** A code in capitals; whether it exists is checked against the tree later. */
export function toCode(parameters: Parameters, name: string): string | null {
  const value = toValue(parameters, name);
  return value === null ? null : toWrittenCode(value);
}

export function parseBoolean(parameters: Parameters, name: string, code: ProblemCode): boolean {
  const value = toValue(parameters, name);
  if (value === null) return false;
  const folded = toAsciiLower(value);
  if (folded !== 'true' && folded !== 'false') {
    throw new Problem(code, `${name} must be true or false, not ${quoted(value)}`);
  }
  return folded === 'true';
}

export function parseFormat(parameters: Parameters): Format {
  const value = toValue(parameters, 'format');
  if (value === null) return 'json';
  const format = toFormat(toAsciiLower(value));
  if (format === null) throw new Problem(1101, `format must be JSON, XML or CSV, not ${quoted(value)}`);
  return format;
}

/** What a template says itself, or has no place for. */
const TEMPLATE_SAYS = ['format', 'header', 'decimals', 'extended', 'numbers', 'published'];

/** @throws Problem that lists the templates, and names the one that was nearly written */
export function parseTemplate(parameters: Parameters, forms: () => Forms): Form | null {
  const value = toValue(parameters, 'template');
  if (value === null) return null;
  const form = forms().get(toAsciiLower(value));
  if (form === undefined) throw new Problem(1101, `template ${whyNoTemplate(value, [...forms().keys()])}`);
  const other = TEMPLATE_SAYS.find((name) => toValue(parameters, name) !== null);
  if (other === undefined) return form;
  throw new Problem(1029, `template cannot be combined with ${other}, which it says itself: leave one of them out`);
}

/** Words that follow `template`. */
export function whyNoTemplate(written: string, names: readonly string[]): string {
  if (names.length === 0) return 'must be left out: this gateway has none';
  const near = names.find((name) => isNear(name, toAsciiLower(written)) || name.includes(toAsciiLower(written)));
  const fix = near === undefined ? 'write one of them' : `did you mean ${near}?`;
  return `${quoted(written)} is not one of ${names.join(', ')}: ${fix}`;
}

export function parsePlaces(parameters: Parameters): number {
  const value = toValue(parameters, 'decimals');
  if (value === null) return PLACES_MAX;
  if (!/^(?:\d|10)$/.test(value)) {
    throw new Problem(1005, `decimals must be a whole number from 0 to ${PLACES_MAX}, not ${quoted(value)}`);
  }
  return Number.parseInt(value, 10);
}

export function parseDate(parameters: Parameters, name: 'date' | 'from' | 'to' = 'date'): IsoDate | null {
  const value = toValue(parameters, name);
  return value === null ? null : toDay(value, name, 1007);
}

/** @param noSuchDay the code for a day that no calendar has @throws Problem if it is not a day */
export function toDay(text: string, name: string, noSuchDay: ProblemCode = 1006): IsoDate {
  if (!hasDateShape(text)) throw new Problem(1006, `${name} must have the form YYYY-MM-DD, not ${quoted(text)}`);
  const date = toIsoDate(text);
  if (date === null) throw new Problem(noSuchDay, `${name} ${quoted(text)} is not a day of the calendar`);
  return date;
}

/**
 * A blank in the exponent means a plus, because an unencoded `1e+21` arrives as `1e 21`. A leading blank is trimmed.
 */
export function parseAmount(parameters: Parameters): Decimal {
  const value = toValue(parameters, 'amount');
  if (value === null) throw new Problem(1017, 'amount is missing; give the amount to convert, such as amount=100');
  const found = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:[eE]([+ -]?\d{1,2}))?$/.exec(value);
  const [, mantissa = '', exponent = '0'] = found ?? [];
  if (found === null) {
    throw new Problem(1018, `amount must be a decimal number such as 100, -0.5 or 1e-7, not ${quoted(value)}`);
  }
  if (mantissa.replace(/\D/g, '').length > AMOUNT_DIGITS_MAX) {
    throw new Problem(1018, `amount may have at most ${AMOUNT_DIGITS_MAX} digits, not as many as ${quoted(value)}`);
  }
  const power = exponent.replace(' ', '+');
  if (Math.abs(Number.parseInt(power, 10)) > AMOUNT_EXPONENT_MAX) {
    throw new Problem(1018, `amount may have an exponent of at most ±${AMOUNT_EXPONENT_MAX}, not ${quoted(value)}`);
  }
  return Decimal.parse(`${mantissa}e${power}`);
}

/** Whether JSON writes figures as strings. */
export function parseNumbers(parameters: Parameters): boolean {
  const value = toValue(parameters, 'numbers');
  const form = NUMBER_FORMS.find((known) => known === toAsciiLower(value ?? 'number'));
  if (form === undefined) throw new Problem(1028, `numbers must be number or text, not ${quoted(value ?? '')}`);
  return form === 'text';
}

/** The view that `extended` and `type` choose together. */
export function parseView(parameters: Parameters, extended: boolean): View {
  const value = toValue(parameters, 'type');
  if (value === null) return extended ? 'extended' : 'standard';
  const side = toAsciiLower(value);
  if (side !== 'mid' && side !== 'bid' && side !== 'ask') {
    throw new Problem(1022, `type must be mid, bid or ask, not ${quoted(value)}`);
  }
  if (extended) throw new Problem(1024, 'type and extended=true exclude each other: the extended shape has all sides');
  return side === 'mid' ? 'standard' : side;
}

/** What a rule takes from its law, so that nobody can ask for it otherwise. */
const FIXED = ['provider', 'type', 'latest', 'extended'];

/** @param rules called only if the query names a rule. @throws Problem */
export function parseRule(parameters: Parameters, rules: () => readonly RuleFacts[]): RuleFacts | null {
  const code = toCode(parameters, 'rule');
  if (code === null) return null;
  const rule = rules().find((one) => one.code === code);
  if (rule === undefined) throw new Problem(1025, `rule ${quoted(code)} is not one of /v1/rules${whyUnknown(code)}`);
  const other = FIXED.find((name) => toValue(parameters, name) !== null);
  if (other === undefined) return rule;
  throw new Problem(1106, `${other} is fixed by rule ${code}, which takes it from its law: leave ${other} out`);
}

export interface SpanChoice {
  readonly from: IsoDate;
  /** Null for the latest fixing. */
  readonly to: IsoDate | null;
  readonly period: SpanPeriod;
}

/** @throws Problem */
export function parseSpan(parameters: Parameters): SpanChoice {
  const from = parseDate(parameters, 'from');
  if (from === null) throw new Problem(1006, 'from is missing; give the first day of the span, as from=2026-01-01');
  const to = parseDate(parameters, 'to');
  if (to !== null && from > to) throw new Problem(1006, `from ${from} is after to ${to}; swap them`);
  return { from, to, period: parsePeriod(parameters) };
}

function parsePeriod(parameters: Parameters): SpanPeriod {
  const value = toValue(parameters, 'period');
  const period = SPAN_PERIODS.find((known) => known === toAsciiLower(value ?? 'day'));
  if (period !== undefined) return period;
  throw new Problem(1026, `period must be day, month, quarter, year or span, not ${quoted(value ?? '')}`);
}

/** @throws Problem */
export function parseStatistic(parameters: Parameters, period: SpanPeriod): Statistic {
  const value = toValue(parameters, 'statistic');
  const statistic = STATISTICS.find((known) => known === toAsciiLower(value ?? 'average'));
  if (statistic === undefined)
    throw new Problem(1027, `statistic must be average, end or first, not ${quoted(value ?? '')}`);
  if (value === null || period !== 'day') return statistic;
  throw new Problem(1027, 'statistic needs a period of month, quarter, year or span: give one, or leave statistic out');
}

// Digits of a setting or a flag → a whole number. Figures of the service are never numbers.

/** A schema: digits → a whole number between the bounds; its message names them. */
export function wholeNumber(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .refine((text) => /^\d{1,10}$/.test(text), { error, abort: true })
    .transform((digits) => Number.parseInt(digits, 10))
    .refine((number) => number >= from && number <= to, error);
}
