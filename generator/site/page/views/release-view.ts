/** Which release the page shows, as far as its host says, and which ones came before it, if the host is a store. */
import { releaseListPath, statusPath } from '../../../wire/answers/paths.ts';
import { type Context, copyButtons } from '../base/context.ts';
import type { CsvRow } from '../base/csv.ts';
import { day, h, p, row } from '../base/dom.ts';
import { Missing, orNull, type PageSource } from '../base/source.ts';
import { type Column, tableOf } from '../base/table.ts';

export const RELEASE_CHOICE = { value: 'release', text: 'Releases' } as const;

/** In the order in which they are shown; what a host does not say is left out. */
const FACTS = {
  release: 'Release',
  date: 'Date of the tree',
  sequence: 'Sequence, which only grows',
  time: 'Signed at (UTC)',
  expires: 'To be signed again before (UTC)',
  key: 'Key of the publisher',
} as const;

type Facts = Readonly<Partial<Record<keyof typeof FACTS, string | number | null>>>;

const COLUMNS: readonly Column<CsvRow>[] = [
  { title: 'Release', isShort: true, cell: ({ release = '' }) => release },
  { title: 'Published at (UTC)', isShort: true, cell: ({ time = '' }) => time },
  { title: 'Rates of', isShort: true, cell: ({ date = '' }) => day(date) },
  { title: 'First sequence', isFigure: true, cell: ({ sequence = '' }) => sequence },
  { title: 'Method of GLOBAL', isShort: true, cell: ({ method = '' }) => method },
  { title: 'In force', isShort: true, cell: ({ inForce }) => (inForce === 'true' ? 'yes' : 'no') },
];
/** Without these a list is another one. */
const NEEDED = ['release', 'sequence', 'time', 'date', 'inForce'] as const;

export async function releaseView(context: Context, listChoice: HTMLElement): Promise<readonly Node[]> {
  const { address, facts, listed } = await readReleases(context.source);
  const { date } = await context.source.status();
  const dated: Facts = { ...facts, date };
  const names = Object.keys(FACTS) as readonly (keyof typeof FACTS)[];
  const rows = names.flatMap((name) => (dated[name] == null ? [] : [[FACTS[name], `${dated[name]}`]]));
  const csv = listed === null ? [['fact', 'value'], ...rows] : cellsOf(listed);
  return [
    h('h1', {}, 'Changes: releases'),
    p(
      'A release is one complete set of files. Its name is computed from their content, so that the same files always ',
      'have the same name.',
    ),
    row(listChoice),
    tableOf(
      'What this host says about the release in force',
      [
        { title: 'Fact', cell: ([fact = '']) => fact },
        { title: 'Value', cell: ([name = '', value = '']) => (name === FACTS.date ? day(value) : value) },
      ],
      rows,
    ),
    listed === null
      ? p('This host lists only the release in force.')
      : tableOf('All releases that this host has', COLUMNS, listed),
    copyButtons(context, listed === null ? address : releaseListPath, () => csv),
  ];
}

/**
 * The facts and where they come from, and all releases, the newest first, where the host lists them. A gateway names its
 * release; a folder or a bucket has the pointer, and a bucket the list as well.
 */
async function readReleases(source: PageSource) {
  const isRelease = (row: CsvRow) => NEEDED.every((name) => row[name] !== undefined);
  const listed = (await orNull(source.rows(releaseListPath, isRelease, 'a list of releases')))?.toReversed() ?? null;
  if (source.host === 'gateway') return { address: statusPath, facts: { release: source.release }, listed };
  const pointer = await orNull(source.document<Facts>('current.json'));
  // A cache in front of a bucket passes on the list, and not the pointer.
  const inForce = listed?.find((one) => one.inForce === 'true');
  if (pointer !== null) return { address: 'current.json', facts: pointer, listed };
  if (inForce !== undefined) return { address: releaseListPath, facts: { release: inForce.release ?? null }, listed };
  throw new Missing('This host does not say which release its files belong to.');
}

function cellsOf(rows: readonly CsvRow[]): readonly (readonly string[])[] {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
}
