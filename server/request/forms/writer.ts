/** Rates → the file that a form describes, piece by piece. Pure: whoever has the answers of /v1/series gives them here. */
import { type PeriodKind, periodOf } from '../../../generator/wire/words/calendar.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { figureOf, inverseOf, times } from './figure.ts';
import type { Form, Said } from './form.ts';
import { type ExportedRate, ratesOf } from './rows.ts';

export interface FileFacts {
  /** `day`, `month` and so on, as asked for. */
  readonly period: string;
  /** `average`, `end` or `first`, of periods. */
  readonly statistic: string;
  /** The class of the provider's licence; null if none is stated. */
  readonly licence: string | null;
}

const TURNED = { base: [false], currency: [true], both: [false, true] } as const;

export class FormWriter {
  /** The pairs of which at least one rate is not in the file, as too many of its digits would be lost: `USD/XAU`. */
  readonly leftOut = new Set<string>();
  #newest: readonly ExportedRate[] = [];
  #lines = 0;
  #incomplete = '';
  #only = '';

  constructor(
    readonly form: Form,
    readonly facts: FileFacts,
  ) {}

  begin(): string {
    return this.#ended(this.form.begin);
  }

  /** @param answer of /v1/series in CSV @throws InputError if the form cannot have it */
  add(answer: string): string {
    const { fixings, currencies, zeros } = this.form;
    const all = ratesOf(answer);
    // A rate that rounds to 0 would make everything worthless.
    const rates = zeros === 'kept' ? all : all.filter(({ rate }) => rate !== '0');
    const zero = rates === all ? [] : all.filter(({ rate }) => rate === '0');
    for (const { base, currency } of zero) this.leftOut.add(`${base}/${currency}`);
    if (fixings !== 'all' && rates.some(({ time, date }) => time !== date)) {
      throw new InputError('this form has days: leave out period');
    }
    this.#only ||= rates[0]?.currency ?? '';
    if (currencies === 'one' && rates.some(({ currency }) => currency !== this.#only)) {
      throw new InputError('this form has one pair: name one currency in currencies');
    }
    if (fixings !== 'newest') return this.#rows(rates);
    const last = rates.at(-1)?.date;
    if (last !== undefined) this.#newest = rates.filter(({ date }) => date === last);
    return '';
  }

  /** @throws InputError if the newest fixing is wanted, and there is none */
  end(): string {
    if (this.form.fixings === 'newest' && this.#newest.length === 0) {
      throw new InputError('there is no fixing in this span: name an earlier from, or other currencies');
    }
    return this.#rows(this.#newest) + this.#ended(this.form.tail);
  }

  #rows(rates: readonly ExportedRate[]): string {
    return rates.flatMap((row) => TURNED[this.form.one].map((isTurned) => this.#row(row, isTurned))).join('');
  }

  #row(row: ExportedRate, isTurned: boolean): string {
    const { title, licence, incomplete, between, per } = this.form;
    for (const factor of per.split(' ')) {
      const said = this.#said(row, isTurned, factor);
      const line = this.form.row(said);
      if (line === null) continue;
      const before = this.#lines > 0 ? [] : [...title, said.licence === '' ? undefined : licence];
      if (!row.isComplete && row.time !== this.#incomplete) {
        before.push(incomplete);
        this.#incomplete = row.time;
      }
      const lines = before.flatMap((value) => value?.(said) ?? []);
      return (this.#lines++ > 0 ? between : '') + this.#ended([...lines, line]);
    }
    this.leftOut.add(isTurned ? `${row.currency}/${row.base}` : `${row.base}/${row.currency}`);
    return '';
  }

  /** @param isTurned whether one of the currency is stated in the base @param per of how many of it */
  #said(row: ExportedRate, isTurned: boolean, per: string): Said {
    const { provider, base, currency, rate, time, isComplete } = row;
    const { period, statistic, licence } = this.facts;
    const direct = figureOf(rate);
    const [from, to] = isTurned ? [currency, base] : [base, currency];
    const [date, until] = statistic === 'average' ? daysOf(row, period) : [row.date, row.date];
    return {
      ...{ provider, from, to, time, date, until, period, per, licence: licence ?? '', complete: `${isComplete}` },
      ...{ statistic: period === 'day' ? 'day' : statistic, line: `${this.#lines + 1}` },
      mark: this.form['decimal-mark'],
      rate: () => times(isTurned ? inverseOf(direct) : direct, per),
      inverse: () => (isTurned ? direct : inverseOf(direct)),
    };
  }

  #ended(lines: readonly string[]): string {
    return lines.map((line) => line + this.form['line-end']).join('');
  }
}

/** An average counts for all days of its period, from the first, so that it values all postings. */
function daysOf({ time, date }: ExportedRate, period: string): readonly [string, string] {
  if (time === date) return [date, date];
  if (time.includes('/')) return time.split('/') as [string, string];
  const { first, last } = periodOf(date, period as PeriodKind);
  return [first, last];
}
