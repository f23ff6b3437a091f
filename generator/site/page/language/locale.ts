/**
 * Figures and days as the reader's language writes them. Digits come from texts and are never made of a float; what is
 * copied stays plain: an element has the exact figure, or the ISO date, as its value.
 */
import { Decimal } from '../../../wire/exact/decimal.ts';
import { getOrInsert } from '../../../wire/words/order.ts';

/** The reader's own marks: `.` and `,` in English, `,` and a narrow blank in French. */
interface Marks {
  readonly integers: Intl.NumberFormat;
  readonly decimal: string;
  readonly digits: readonly string[];
}

let known: Marks | null = null;

/** A browser takes some milliseconds for the first of its formats, so that it is made when a figure is there. */
function marks(): Marks {
  if (known !== null) return known;
  const integers = new Intl.NumberFormat();
  const decimal = integers.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  known = { integers, decimal, digits: Array.from('0123456789', (digit) => integers.format(BigInt(digit))) };
  return known;
}

export function decimalMark(): string {
  return marks().decimal;
}

/** So many digits of a rate tell a reader something; banks seldom publish more. */
const SIGNIFICANT = 6;
/** Of an amount below one, the decimals of its currency may show nothing but zeros. */
const SMALL = 4;
const ONE = Decimal.one;

/** `-1234.5` → `−1,234.5`. What is no figure stays as it is. */
export function localText(figure: string): string {
  const [, sign = '', whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(figure) ?? [];
  if (whole === undefined) return figure;
  const { integers, decimal, digits } = marks();
  const after = Array.from(fraction ?? '', (digit) => digits['0123456789'.indexOf(digit)] ?? digit).join('');
  return `${sign === '' ? '' : '−'}${integers.format(BigInt(whole))}${after === '' ? '' : decimal}${after}`;
}

/** How many decimals money of the currency has: 2 of the dollar, none of the yen. */
export function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** The amount with the decimals of its currency, or with more where these would hide it. */
export function moneyText(amount: string, currency: string): string {
  const places = decimalsOf(currency);
  const exact = Decimal.parse(amount);
  const size = exact.sign < 0 ? exact.times(Decimal.parse('-1')) : exact;
  if (size.sign !== 0 && size.compareTo(ONE) < 0) return exact.toRatio().roundSignificant(SMALL).toString();
  return padded(exact.toRatio().round(places), places);
}

/** A rate with as many digits as mean something; the digits before its point are never rounded away. */
export function rateText(rate: string): string {
  const exact = Decimal.parse(rate).toRatio();
  const [whole = ''] = rate.replace('-', '').split('.');
  if (whole !== '0') return exact.round(SIGNIFICANT > whole.length ? SIGNIFICANT - whole.length : 0);
  return exact.roundSignificant(SIGNIFICANT).toString();
}

/** With so many decimals, or with those that it has. */
export function padded(text: string, places: number): string {
  if (places <= 0) return text;
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(places, '0')}`;
}

/** `2026-03-18` → `18 Mar 2026`, `2026-03` → `Mar 2026`, of an instant its day; any other text stays as it is. */
export function dayText(date: string): string {
  if (!/^\d{4}-\d{2}(-\d{2}(T.*Z)?)?$/.test(date)) return date;
  return dateFormat(date.length === 7 ? 'ym' : 'ymd').format(new Date(date));
}

export type TickKind = 'day' | 'month' | 'year';

/** Below an axis: `Mar 2`, `Mar`, or `2026`. */
export function tickText(date: string, kind: TickKind): string {
  return dateFormat(kind === 'day' ? 'md' : kind === 'month' ? 'm' : 'y').format(new Date(date));
}

/** The day of an instant, or its time, in the reader's own zone. */
export function zonedText(instant: string, parts: 'ymd' | 'mdt'): string {
  return dateFormat(parts, {}).format(new Date(instant));
}

const PARTS = {
  y: { year: 'numeric' },
  m: { month: 'short' },
  d: { day: 'numeric' },
  t: { hour: 'numeric', minute: '2-digit' },
} as const;
/** Days are formatted as those of UTC. */
const UTC = { timeZone: 'UTC' };
/** A browser takes longer for a format than for what it formats. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The sentences of the page are English, and so are the days in them, whatever language their reader has. */
function dateFormat(parts: string, zone: { timeZone?: string } = UTC): Intl.DateTimeFormat {
  return getOrInsert(formats, `${parts} ${zone.timeZone}`, () => {
    const options = Object.assign({}, ...Array.from(parts, (part) => PARTS[part as keyof typeof PARTS]));
    return new Intl.DateTimeFormat(dateLanguage(), { ...options, ...zone });
  });
}

/** English as the reader writes it, or as most of the world does. */
export function dateLanguage(): string {
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  return locale.startsWith('en') ? locale : 'en-GB';
}
