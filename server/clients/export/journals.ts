/**
 * Prices as the programs of plain text accounting read them. An average counts from the first day of its period, so that
 * the postings of a month are valued at the average of that month; the last fixing of a period has its own day.
 */
import { type ExportedRate, pricesOf } from './rows.ts';
import type { Section } from './span.ts';

interface Journal {
  /** What comes first in the file. */
  readonly begin: string;
  readonly price: (day: string, row: ExportedRate) => string;
}

const DIRECTIVE: Journal['price'] = (day, { base, rate, currency }) => `P ${day} ${base} ${rate} ${currency}`;

/**
 * With --decimal-comma, ledger takes a point before three, six or nine decimals for a mark of thousands, without an
 * error. One more zero makes it refuse the file.
 */
function withoutThousands(rate: string): string {
  const [, decimals = ''] = rate.split('.');
  return decimals !== '' && decimals.length % 3 === 0 ? `${rate}0` : rate;
}

const JOURNALS = {
  // Without this line, hledger would ask itself whether 1.171 is a thousand.
  hledger: { begin: 'decimal-mark .\n', price: DIRECTIVE },
  ledger: { begin: '', price: (day, row) => DIRECTIVE(day, { ...row, rate: withoutThousands(row.rate) }) },
  beancount: { begin: '', price: (day, { base, rate, currency }) => `${day} price ${base} ${rate} ${currency}` },
} as const satisfies Readonly<Record<string, Journal>>;

type JournalName = keyof typeof JOURNALS;
export const JOURNAL_NAMES = Object.keys(JOURNALS) as readonly JournalName[];

interface JournalWanted {
  readonly sections: readonly Section[];
  /** Whether the last fixings of periods were asked for. */
  readonly isEnd: boolean;
  /** The class of the provider's licence; null if none is stated. */
  readonly licence: string | null;
  /** As of `pricesOf`. */
  readonly say: (line: string) => void;
}

export async function* toJournal(
  name: JournalName,
  { sections, isEnd, licence, say }: JournalWanted,
): AsyncGenerator<string> {
  const { begin, price } = JOURNALS[name];
  yield begin;
  let [isTitled, incomplete] = [false, ''];
  for await (const rows of pricesOf(sections, say)) {
    let text = '';
    for (const row of rows) {
      if (!isTitled) text += titleOf(row, licence);
      isTitled = true;
      if (!row.isComplete && row.time !== incomplete) {
        text += `; ${row.time} is not complete\n`;
        incomplete = row.time;
      }
      text += `${price(isEnd ? row.date : firstDayOf(row.time), row)}\n`;
    }
    yield text;
  }
}

function titleOf({ provider, base }: ExportedRate, licence: string | null): string {
  const terms = licence === null ? '' : `; Class of the licence: ${licence}\n`;
  return `; Exchange rates of ${provider}: what 1 ${base} is worth\n${terms}`;
}

const FIRST_MONTHS: Readonly<Record<string, string>> = { Q1: '01', Q2: '04', Q3: '07', Q4: '10' };

/** @param time `2026-03-13`, `2026-03`, `2026-Q1` or `2026` */
function firstDayOf(time: string): string {
  const [year, month = '01', day = '01'] = time.split('-');
  return `${year}-${FIRST_MONTHS[month] ?? month}-${day}`;
}
