/**
 * What data/archive holds: every day from 2 to 20 March 2026 that was recorded of any bank, the ten years before it of
 * the ECB, and the last fixing of each bank that has ended. GLOBAL is then one fortnight of many banks, and before it
 * the rates of the ECB alone. A package for everybody carries no bank whose terms ask for more than its name.
 */
import { listArchive, readArchive } from '../../generator/sources/archive/archive.ts';
import { writeHolds } from '../../generator/sources/archive/holds.ts';
import { classesOf, type LicenceClass, readLicences } from '../../generator/sources/facts/licences.ts';
import type { ProviderDefinition, Span } from '../../generator/sources/feeds/provider.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { compareTexts } from '../../generator/wire/words/order.ts';
import { collectFrom } from '../docs/recordings.ts';

/** No other three weeks have recordings of so many banks, and they contain a weekly list of NBP with 116 currencies. */
export const SPAN: Span = { from: parseIsoDate('2026-03-02'), to: parseIsoDate('2026-03-20') };

/** The one bank of ten years, for charts and means: its terms allow it, and its rates are the best known. */
export const LONG: { readonly provider: string; readonly span: Span } = {
  provider: 'ECB',
  span: { ...SPAN, from: parseIsoDate('2016-01-01') },
};

/** The classes of data/licences.csv whose figures may be in a package for everybody. */
export const CARRIED: ReadonlySet<LicenceClass> = new Set(['free', 'attribution', 'unknown']);

/** A day after every recording, so that the same recordings make the same archive on whatever day this runs. */
const TODAY = parseIsoDate('2026-12-31');

/**
 * The figures that are in the archive and stay out of the tree, as a person who runs the service would keep them out.
 * NBP's weekly list calls the Cuban peso a dollar, of which 24 made one a month before (BDI, 2026-02-11), and no other
 * bank of these weeks states the peso.
 */
const HELD = [{ provider: 'NBP', code: 'CUP', note: 'calls the peso a dollar' }] as const;

export interface EmbeddedSources {
  /** Folders of recordings, each laid out as <PROVIDER>/source.json. */
  readonly recordings: readonly string[];
  /** A folder for rows that are read only to find the last fixing of a bank that has ended. */
  readonly scratchDir: string;
}

/**
 * Collects into `archiveDir` what the embedded archive has of these banks: nothing of a bank that has no recording of
 * the span, unless it has ended. A bank that has ended never enters GLOBAL (docs/global.md, step 1), so its old fixing
 * cannot either.
 * @throws InputError naming the recordings that could not be read
 */
export async function collectEmbedded(
  definitions: readonly ProviderDefinition[],
  archiveDir: string,
  { recordings, scratchDir }: EmbeddedSources,
): Promise<void> {
  const carried = definitions.filter(carriedBy(classesOf(readLicences())));
  const living = carried.filter(({ obsolete }) => obsolete !== true);
  const isLong = ({ code }: ProviderDefinition) => code === LONG.provider;
  const short = living.filter((definition) => !isLong(definition));
  await collectFrom(archiveDir, { providers: short, recordings, span: SPAN, today: TODAY });
  await collectFrom(archiveDir, { providers: living.filter(isLong), recordings, span: LONG.span, today: TODAY });
  for (const ended of carried.filter(({ obsolete }) => obsolete === true)) {
    await collectFrom(scratchDir, { providers: [ended], recordings, span: null, today: TODAY });
    const { rows } = await readArchive(scratchDir, ended.code);
    const last = rows
      .map(({ date }) => date)
      .sort(compareTexts)
      .at(-1);
    if (last === undefined) continue;
    const span = { from: last, to: last };
    await collectFrom(archiveDir, { providers: [ended], recordings, span, today: TODAY });
  }
  const codes = await listArchive(archiveDir);
  for (const { provider, code, note } of HELD.filter((held) => codes.includes(held.provider))) {
    const span = { from: SPAN.from, until: '' as const, after: '' as const };
    const hold = { change: 'held', by: 'person', code, ...span, stated: '', refused: '', fact: '', note } as const;
    await writeHolds(archiveDir, provider, [hold], new Date(`${SPAN.from}T00:00:00Z`));
  }
}

/** A bank without a row in data/licences.csv counts as unknown. */
function carriedBy(classes: ReadonlyMap<string, LicenceClass>): (definition: ProviderDefinition) => boolean {
  return ({ code }) => CARRIED.has(classes.get(code) ?? 'unknown');
}

export async function embeddedList(archiveDir: string): Promise<string> {
  const lines = ['code,from,to,figures'];
  for (const code of await listArchive(archiveDir)) {
    const { rows } = await readArchive(archiveDir, code);
    const dates = rows.map(({ date }) => date).sort(compareTexts);
    lines.push([code, dates[0], dates.at(-1), rows.length].join());
  }
  return `${lines.join('\n')}\n`;
}
