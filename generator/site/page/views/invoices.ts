/** Many events at once: a list of days, amounts and currencies → a table by the rate that the law names for each. */
import { Decimal } from '../../../wire/exact/decimal.ts';
import type { Rule } from '../../../wire/words/schemas.ts';
import { convertOf } from '../base/asking.ts';
import { type Context, copyButtons, problem, readOrWords } from '../base/context.ts';
import { type CsvRow, parseCsv } from '../base/csv.ts';
import { button, day, figure, h, row } from '../base/dom.ts';
import { type Column, tableOf } from '../base/table.ts';
import { readAmount } from '../language/amount.ts';
import { localText, moneyText } from '../language/locale.ts';

/** A key has a limit, and each line is a request. */
const LINES_MAX = 200;
/** As in `2026-03-02;1.000,50;USD`. */
const LINE = /^"?(\d{4}-\d\d-\d\d)"?[\s,;]+"?(.+?)"?[\s,;]+"?([A-Za-z]{3})"?$/;
const HEAD = ['event', 'amount', 'currency', 'fixing', 'converted', 'in', 'remark'];

type Line = Readonly<Record<'event' | 'amount' | 'currency' | 'fixing' | 'converted' | 'remark' | 'address', string>>;

export function invoices(context: Context, rule: Rule, to: string): HTMLElement {
  const list = h('textarea', { rows: '5', 'aria-label': 'Events', placeholder: '2026-03-02 1000 USD' });
  const file = h('input', { type: 'file', accept: '.csv,.txt', 'aria-label': 'A file of events' });
  file.addEventListener('change', async () => {
    list.value = (await file.files?.[0]?.text()) ?? '';
  });
  const place = h('div', { 'aria-live': 'polite' });
  const work = async () => {
    const texts = list.value.split('\n').map((text) => text.trim());
    const lines: Line[] = [];
    for (const text of texts.filter(Boolean).slice(0, LINES_MAX))
      lines.push(await convertLine(context, rule, to, text));
    place.replaceChildren(...shown(context, to, lines));
  };
  const words = `A list of events by ${rule.code}: in each line a day, an amount and a currency`;
  const all = button('Convert the list', () => void work());
  return h('details', {}, h('summary', {}, words), row(list, file, all), place);
}

async function convertLine(context: Context, rule: Rule, to: string, text: string): Promise<Line> {
  const [, event = text, typed = '', code = ''] = LINE.exec(text) ?? [];
  const [amount, currency] = [`${readAmount(typed)?.amount ?? typed}`, code.toUpperCase()];
  const line = { event, amount, currency, fixing: '', converted: '', address: '' };
  if (currency === '') return { ...line, remark: 'no day, amount and currency' };
  const address = convertOf({ rule: rule.code, date: event, base: currency, amount, to });
  const found = await readRuled(context, address);
  if (found instanceof HTMLElement) return { ...line, address, remark: found.textContent };
  return { ...line, address, fixing: found.date ?? '', converted: found.convertedAmount ?? '', remark: '' };
}

/** The refusal says what is awaited, and until when; what an operator does about it is nothing for a reader. */
export async function readRuled({ source }: Context, address: string): Promise<CsvRow | HTMLElement> {
  const found = await readOrWords(async () => parseCsv(await source.text(address))[0] ?? {});
  if (!(found instanceof HTMLElement)) return found;
  return problem(
    found.textContent.replace(/(: |; for .*)run "ratetree.*/, '. Whoever runs this service has yet to collect more.'),
  );
}

function shown(context: Context, to: string, lines: readonly Line[]): readonly Node[] {
  const done = lines.filter(({ converted }) => converted !== '');
  const total = done.reduce((sum, { converted }) => sum.plus(Decimal.parse(converted)), Decimal.zero);
  const caption = `${done.length} of ${lines.length} events, ${localText(moneyText(`${total}`, to))} ${to} in all`;
  const columns: readonly Column<Line>[] = [
    { title: 'Event', isShort: true, cell: ({ event }) => day(event) },
    { title: 'Amount', isFigure: true, cell: ({ amount }) => figure(amount, amount) },
    { title: 'Currency', cell: ({ currency }) => currency },
    { title: 'Fixing', isShort: true, cell: ({ fixing }) => day(fixing) },
    { title: to, isFigure: true, cell: ({ converted }) => figure(converted, converted && moneyText(converted, to)) },
    { title: 'Remark', isText: true, cell: ({ remark }) => remark },
  ];
  const asked = done.map(({ address }) => address);
  const cells = lines.map((one) => [one.event, one.amount, one.currency, one.fixing, one.converted, to, one.remark]);
  return [tableOf(caption, columns, lines), copyButtons(context, asked, () => [HEAD, ...cells])];
}
