/** The state of every provider by the reader's clock: on time, late or ended, and when it publishes next. */

import { comingPublication, punctualityAt } from '../../../wire/answers/punctuality.ts';
import type { ProviderStatus } from '../../../wire/answers/status.ts';
import { hrefOf } from '../base/address.ts';
import { type Context, copyButtons, parameter, sortingOf } from '../base/context.ts';
import { counted, day, figure, h, hint, p, row, select } from '../base/dom.ts';
import { mapInSlices } from '../base/pause.ts';
import { Missing } from '../base/source.ts';
import { byText, type Column, tableOf } from '../base/table.ts';
import { dayText, zonedText } from '../language/locale.ts';
import { NOTHING } from '../language/words.ts';

type State = 'on time' | 'late' | 'ended';

interface Row {
  readonly one: ProviderStatus;
  readonly state: State;
  /** Publications that are over and without a fixing. */
  readonly missed: number;
  /** UTC instant of the first publication that is missing, if one is, else null. */
  readonly due: string | null;
  /** UTC instant of the next publication from now on; null when none is expected. */
  readonly next: string | null;
}

const ADDRESS = 'v1/status.json';
const STATES: readonly State[] = ['late', 'on time', 'ended'];

export async function statusView(context: Context): Promise<readonly Node[]> {
  const { date, notices, providers, leftOut } = await readStatus(context);
  const wanted = parameter(context, 'state', '');
  const all = await mapInSlices(providers, (one) => toRow(one, Date.now()));
  const rows = all.filter(({ state }) => wanted === '' || state === wanted);
  const counts = STATES.map((state) => `${all.filter((row) => row.state === state).length} ${state}`).join(', ');
  const choices = [{ value: '', text: 'all' }, ...STATES.map((state) => ({ value: state, text: state }))];
  return [
    h('h1', {}, 'State of the providers'),
    p(
      ...[
        `Figures of ${all.length} providers up to `,
        day(date),
        `: ${counts}. Times are in your time zone, ${zoneName()}.`,
      ],
    ),
    ...(leftOut.length === 0 ? [] : [p(`Left out for their licences: ${leftOut.join(', ')}.`)]),
    row(select('State', wanted, choices, (state) => context.change({ state }))),
    rows.length === 0
      ? hint('No provider is in this state.')
      : tableOf(counted(rows.length, 'provider'), columnsOf(context), rows, sortingOf(context)),
    ...notices.map((one) =>
      p(h('a', { href: hrefOf('why', { currency: one.currency }) }, one.currency), `: ${one.words}.`),
    ),
    copyButtons(context, ADDRESS, () => csvOf(rows)),
  ];
}

/** Read without its schema, which would weigh more than the rest of the page. */
async function readStatus({ source }: Context) {
  const { date, notices = [], providers, leftOut = [] } = await source.status();
  if (Array.isArray(providers) && providers.every(isProvider)) return { date, notices, providers, leftOut };
  throw new Missing(`${ADDRESS} is not what this page reads: it is of another version.`);
}

function isProvider({ provider, last, schedule, holidays }: Partial<ProviderStatus>): boolean {
  return provider !== undefined && last !== undefined && schedule !== undefined && Array.isArray(holidays);
}

function toRow(one: ProviderStatus, nowMs: number): Row {
  const { expected, missed } = punctualityAt(one, nowMs);
  const state = one.obsolete || expected === null ? 'ended' : missed.length > 0 ? 'late' : 'on time';
  const due = state === 'late' ? (expected?.at ?? null) : null;
  return { one, state, missed: missed.length, due, next: state === 'ended' ? null : comingPublication(one, nowMs) };
}

function columnsOf({ providers }: Context): readonly Column<Row>[] {
  const names = new Map<string, string>(providers.map(({ code, description }) => [code, description]));
  return [
    {
      title: 'Provider',
      order: byText(({ one }) => one.provider),
      cell: ({ one }) => h('a', { href: `#rates?provider=${one.provider}` }, one.provider),
    },
    {
      title: 'Name',
      isWide: true,
      order: byText(({ one }) => names.get(one.provider) ?? ''),
      cell: ({ one }) => names.get(one.provider) ?? '',
    },
    { title: 'State', isShort: true, order: byText(({ state }) => state), cell: (row) => stateOf(row) },
    { title: 'Newest fixing', isShort: true, order: byText(({ one }) => one.last), cell: ({ one }) => day(one.last) },
    {
      ...{ title: 'Next publication', isShort: true, isBare: true },
      order: byText(({ next }) => next ?? ''),
      cell: ({ next }) => (next === null ? NOTHING : moment(next)),
    },
    {
      title: 'Fixings',
      isFigure: true,
      isBare: true,
      order: (left, right) => left.one.fixings - right.one.fixings,
      cell: ({ one }) => figure(`${one.fixings}`, `${one.fixings}`),
    },
    {
      title: 'Licence',
      isBare: true,
      order: byText(({ one }) => one.licence ?? ''),
      cell: ({ one }) => one.licence ?? NOTHING,
    },
    { title: 'Notes', isText: true, isWide: true, cell: ({ one }) => notesOf(one) },
  ];
}

/** On one line: how many publications are missing. Since when is in the tip and in the CSV: the newest fixing tells it. */
function stateOf({ state, missed, due }: Row): HTMLElement {
  const title = due === null ? null : `Since ${zonedText(due, 'ymd')}`;
  const words = due === null ? state : `${counted(missed, 'fixing')} ${state}`;
  return h('span', { class: state.replace(' ', '-'), title }, words);
}

function notesOf({ frozen = [], caveat }: ProviderStatus): string {
  const lists = frozen.map(({ table, since }) => `The list ${table} has repeated its figures since ${dayText(since)}.`);
  return [...lists, ...(caveat === undefined ? [] : [caveat])].join(' ');
}

/** The next publication is within a year, so its time is shown without one. */
function moment(instant: string): HTMLElement {
  return h('time', { datetime: instant }, zonedText(instant, 'mdt'));
}

function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function csvOf(rows: readonly Row[]) {
  const cells = rows.map(({ one, state, missed, due, next }) => [
    ...[one.provider, state, `${missed}`, one.last],
    ...[due ?? '', next ?? ''],
  ]);
  return [['provider', 'state', 'missed', 'last', 'due', 'next'], ...cells];
}
