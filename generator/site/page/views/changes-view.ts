/** What changed and what is held back: corrections after publication, the quarantine, and the release in force. */
import { hrefOf } from '../base/address.ts';
import { combobox } from '../base/combobox.ts';
import { type Context, copyButtons, parameter, providerChoices, sortingOf } from '../base/context.ts';
import type { CsvRow } from '../base/csv.ts';
import { counted, day, figure, h, p, row, select } from '../base/dom.ts';
import { byText, type Column, tableOf } from '../base/table.ts';
import { NOTHING } from '../language/words.ts';
import { RELEASE_CHOICE, releaseView } from './release-view.ts';

const LISTS = {
  corrections: {
    title: 'Corrections',
    words: 'Figures that changed after they were first published, with the old and the new one.',
  },
  quarantine: { title: 'Quarantine', words: 'Figures that are held back from every rate, each with the reason.' },
} as const;
const CHOICES = [...Object.entries(LISTS).map(([value, { title }]) => ({ value, text: title })), RELEASE_CHOICE];

/** What the columns of the lists are called, in the order in which they are shown: what matters is on the first screen. */
const HEADS: Readonly<Record<string, string>> = {
  ...{ provider: 'Provider', date: 'Date', reason: 'Reason', cause: 'Cause', base: 'Of', quote: 'In', side: 'Side' },
  ...{ old: 'Before', new: 'Now', mid: 'Mid', bid: 'Bid', ask: 'Ask', per: 'Units', oldPer: 'Units before' },
  ...{ newPer: 'Units now', unit: 'Unit', seen: 'First seen', document: 'Document' },
};
const ORDER = Object.keys(HEADS);
const TEXTS: readonly string[] = ['reason', 'cause'];
const FIGURES: readonly string[] = ['old', 'new', 'mid', 'bid', 'ask', 'per', 'oldPer', 'newPer'];
/** A phone leaves them to the CSV. */
const BARE: readonly string[] = ['per', 'oldPer', 'newPer', 'unit', 'seen', 'document', 'bid', 'ask'];

type List = keyof typeof LISTS;

const NAMES: readonly string[] = Object.keys(LISTS);

export async function changesView(context: Context): Promise<readonly Node[]> {
  const asked = parameter(context, 'list', 'corrections');
  const listChoice = select('List', asked, CHOICES, (value) => context.change({ list: value, sort: null }));
  if (asked === RELEASE_CHOICE.value) return releaseView(context, listChoice);
  const list = (NAMES.includes(asked) ? asked : 'corrections') as List;
  const year = parameter(context, 'year', '');
  const address = `v1/${list}${/^\d{4}$/.test(year) ? `-${year}` : ''}.csv`;
  const all = await context.source.rows(address);
  const provider = parameter(context, 'provider', '');
  const rows = all.filter((row) => provider === '' || row.provider === provider);
  const columns = Object.keys(all[0] ?? {});
  // Most lists have no sides and no units of weight.
  const stated = shownOf(columns).filter((name) => rows.some((row) => row[name] !== ''));
  const { title, words } = LISTS[list];
  const { date } = await context.source.status();
  return [
    h('h1', {}, `Changes: ${title.toLowerCase()}`),
    p(`${words} Figures go up to `, day(date), '.'),
    row(
      listChoice,
      combobox('Provider', provider, [{ value: '', text: 'all' }, ...providerChoices(context)], (value) =>
        context.change({ provider: value }),
      ),
      select('Seen in', year, yearChoices(date), (value) => context.change({ year: value })),
    ),
    rows.length === 0
      ? await nothing(context, list, provider !== '' || year !== '')
      : tableOf(counted(rows.length, 'line'), stated.map(columnOf), rows, sortingOf(context)),
    copyButtons(context, address, () => [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]),
  ];
}

function shownOf(columns: readonly string[]): readonly string[] {
  const known = ORDER.filter((name) => columns.includes(name));
  return [...known, ...columns.filter((name) => !known.includes(name))];
}

function columnOf(name: string): Column<CsvRow> {
  const isText = TEXTS.includes(name);
  return {
    ...{ title: HEADS[name] ?? name, isText, isShort: !isText, isFigure: FIGURES.includes(name) },
    isBare: BARE.includes(name),
    isWide: name === 'date',
    order: byText((row) => row[name] ?? ''),
    cell: (row) => cellOf(name, row),
  };
}

function cellOf(name: string, row: CsvRow): Node | string {
  const text = row[name] ?? '';
  if (text === '') return NOTHING;
  if (name === 'date' || name === 'seen') return day(text);
  if (FIGURES.includes(name)) return figure(text, text);
  const { provider = '', date = '' } = row;
  return name === 'document' ? h('a', { href: hrefOf('why', { provider, date }) }, text) : text;
}

/** Nothing to show is good news, and no reason to stop reading. */
async function nothing({ source }: Context, list: List, isFiltered: boolean): Promise<HTMLElement> {
  if (isFiltered || list === 'quarantine') return p('There are none of this choice.');
  const held = await source.rows('v1/quarantine.csv').catch(() => []);
  const link = h('a', { href: hrefOf('changes', { list: 'quarantine' }) }, counted(held.length, 'figure'));
  const kept = held.length === 1 ? ' is held back from every rate.' : ' are held back from every rate.';
  return p('No figure has been changed since it was first published. ', link, kept);
}

/** The lists without a year have the newest two. */
function yearChoices(date: string) {
  const newest = BigInt(date.slice(0, 4));
  const years = Array.from({ length: 5 }, (_, back) => `${newest - BigInt(back)}`);
  return [{ value: '', text: 'last two years' }, ...years.map((year) => ({ value: year, text: year }))];
}
