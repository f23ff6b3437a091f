/** Which release the page shows, as far as its host says, and which ones came before it, if the host is a store. */
import { releaseListPath } from '../../../wire/answers/paths.ts';
import { type Context, copyButtons } from '../base/context.ts';
import { type CsvRow, parseCsv } from '../base/csv.ts';
import { day, h, p, row } from '../base/dom.ts';
import { isAbsent, Missing, type PageSource } from '../base/source.ts';
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

interface Found {
  /** Where the facts come from. */
  readonly address: string;
  readonly facts: Facts;
  /** All releases of the host, the newest first; null if it does not list them. */
  readonly listed: readonly CsvRow[] | null;
}

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
  const { date } = await context.source.document<{ readonly date: string }>('v1/status.json');
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

/** A gateway names its release; a folder or a bucket has the pointer, and a bucket the list as well. */
async function readReleases(source: PageSource): Promise<Found> {
  if (source.host === 'gateway') {
    const listed = await orNull(() => readList(source));
    return { address: 'v1/status.json', facts: { release: source.release }, listed };
  }
  const [pointer, listed] = await Promise.all([
    orNull(() => source.document<Facts>('current.json')),
    orNull(() => readList(source)),
  ]);
  // A cache in front of a bucket passes on the list, and not the pointer.
  const inForce = listed?.find((one) => one.inForce === 'true');
  if (pointer !== null) return { address: 'current.json', facts: pointer, listed };
  if (inForce !== undefined) return { address: releaseListPath, facts: { release: inForce.release ?? null }, listed };
  throw new Missing('This host does not say which release its files belong to.');
}

async function readList(source: PageSource): Promise<readonly CsvRow[]> {
  const text = await source.text(releaseListPath);
  try {
    const rows = parseCsv(text);
    if (rows.every((row) => NEEDED.every((name) => row[name] !== undefined))) return [...rows].reverse();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Missing(`${releaseListPath} is not a list of releases: it is cut off, or it belongs to something else.`, {
    cause: 'unreadable',
  });
}

/** Null where the host has no such document. @throws what the source throws, and Missing for a document that is none */
async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function cellsOf(rows: readonly CsvRow[]): readonly (readonly string[])[] {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
}
