/** archive → tree: every provider's part, GLOBAL's part, the lists, and the name of the whole. */
import { type Asked, readAsked } from '../archive/asked.ts';
import { readSubjects } from '../archive/holdings.ts';
import { globalCorrections } from '../corrections/of-global.ts';
import { correctionsText } from '../corrections/of-providers.ts';
import { type CurrencyFacts, toCurrencies } from '../facts/currencies.ts';
import type { Peg } from '../facts/pegs.ts';
import type { ProviderDefinition } from '../feeds/provider.ts';
import { quarantineText } from '../quarantine/list.ts';
import { type Moment, newestFetchOf, toHistories, toMoment } from '../rates/archive-state.ts';
import { toGlobal } from '../rates/global.ts';
import type { History } from '../rates/history.ts';
import { toStatusText } from '../status/status.ts';
import { hashOf } from '../wire/hash.ts';
import {
  correctionsPath,
  fileIn,
  INDEX_FOLDER,
  inputsPath,
  LISTS_FOLDER,
  openapiPath,
  providersIn,
  quarantinePath,
  releasePath,
  statusPath,
} from '../wire/paths.ts';
import { GLOBAL, type IsoDate } from '../wire/schemas.ts';
import { toReleaseId } from './inputs.ts';
import { renderLists, toProviders } from './lists.ts';
import { openapiText } from './openapi.ts';
import { type BuiltProvider, buildProvider, type TreeOptions } from './provider-part.ts';
import type { Bases } from './rate-files.ts';
import { type Source, toGlobalSource, toGoneSource, toProviderSource } from './sources.ts';
import { Staging } from './staging.ts';

export interface GenerateOptions {
  readonly archiveDir: string;
  readonly outDir: string;
  /** The UTC day as of which fixings are the latest and currencies obsolete. */
  readonly date: IsoDate;
  readonly bases?: Bases;
  readonly historyBases?: Bases;
  readonly since?: IsoDate | null;
  /** The tree as it would have been made at that instant (UTC with seconds); null or absent: of all that is known. */
  readonly asOf?: string | null;
  readonly definitions: readonly ProviderDefinition[];
  readonly currencies: readonly CurrencyFacts[];
  readonly pegs: readonly Peg[];
  /** Called after each date of a provider. */
  readonly onProgress?: (provider: string, done: number, total: number) => void;
}

export interface GenerateSummary {
  readonly release: string;
  readonly providers: number;
  /** Dates of GLOBAL that were blended, dates of providers whose fixing was computed. */
  readonly blended: number;
  readonly fixings: number;
  readonly filesRendered: number;
  readonly filesWritten: number;
  readonly bytesWritten: number;
  /** Figures of the archive that are kept out of the tree until they are accepted or confirmed. */
  readonly quarantined: number;
  /** One line each: archive folders without an adapter, dates whose rows are no fixing. */
  readonly failures: readonly string[];
}

export async function generate(options: GenerateOptions): Promise<GenerateSummary> {
  const inputs = await readInputs(options);
  const staging = Staging.open(options.outDir);
  try {
    return buildTree(staging, options, inputs);
  } catch (error) {
    staging.abandon();
    throw error;
  }
}

/** What the archive holds. */
interface Inputs {
  readonly moment: Moment;
  readonly histories: readonly History[];
  /** Lines about GLOBAL. */
  readonly corrections: readonly string[];
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  readonly unknown: readonly string[];
}

async function readInputs(options: GenerateOptions): Promise<Inputs> {
  const { archiveDir, definitions, asOf = null, pegs, currencies } = options;
  const { subjects, unknown } = await readSubjects(archiveDir, definitions, asOf);
  const moment = toMoment(subjects, asOf);
  const histories = toHistories(moment, null);
  if (histories.length === 0)
    throw new Error(`no fixing in the archive ${archiveDir}: run collect first, or name another --archive`);
  const asked = new Map<string, readonly Asked[]>();
  for (const { provider } of histories) asked.set(provider, await readAsked(archiveDir, provider, asOf));
  const corrections = await globalCorrections({ archiveDir, now: moment, histories, pegs, currencies });
  return { moment, histories, corrections, asked, unknown };
}

function buildTree(staging: Staging, options: GenerateOptions, inputs: Inputs): GenerateSummary {
  const { moment, histories, unknown } = inputs;
  const { date, bases = null, historyBases = bases, since = null } = options;
  const bidAsk = new Map(histories.map(({ provider, definition }) => [provider, definition.bidAsk]));
  const tree: TreeOptions = { date, bases, historyBases, since, hasBidAsk: (code) => bidAsk.get(code) ?? false };
  const build = (source: Source) => {
    let done = 0;
    return buildProvider(staging, source, tree, () =>
      options.onProgress?.(source.provider, ++done, source.dates.length),
    );
  };
  const built = new Map(histories.map((history) => [history.provider, build(toProviderSource(history))]));
  const { pegs, currencies } = options;
  const newestFetch = newestFetchOf(moment.subjects) ?? date;
  const blended = build(toGlobalSource(toGlobal({ histories, pegs, currencies, newestFetch })));
  const gone = goneProviders(staging, histories).map((provider) => build(toGoneSource(provider)));
  const newest = newestOf([...built.values(), blended], date);
  writeLists(staging, options, newest, inputs, built, blended);
  const release = releaseOf(staging, newest);
  staging.write(releasePath, Buffer.from(`${JSON.stringify({ release, date: newest })}\n`));
  staging.commit();
  const all = [...built.values(), blended, ...gone];
  return {
    release,
    providers: histories.length,
    blended: blended.computed,
    fixings: sum([...built.values()].map(({ computed }) => computed)),
    filesRendered: sum(all.map(({ rendered }) => rendered)),
    filesWritten: staging.files,
    bytesWritten: staging.bytes,
    quarantined: moment.quarantined.length,
    failures: [...unknown, ...all.flatMap(({ failures }) => failures.map(({ message }) => message))],
  };
}

function writeLists(
  staging: Staging,
  { date, currencies }: GenerateOptions,
  newest: IsoDate,
  { moment, histories, corrections, asked }: Inputs,
  built: ReadonlyMap<string, BuiltProvider>,
  blended: BuiltProvider,
): void {
  const held = histories.filter(({ provider }) => built.get(provider)?.index != null);
  const definitions = held.map(({ definition }) => definition);
  const providers = toProviders(definitions, blended.index !== null, date);
  for (const { path, bytes } of renderLists(toCurrencies(currencies, date), providers)) staging.write(path, bytes);
  const archives = histories.map(({ archive }) => archive);
  staging.write(correctionsPath, Buffer.from(correctionsText(corrections, archives, moment.heldBack)));
  staging.write(quarantinePath, Buffer.from(quarantineText(moment.quarantined)));
  staging.write(openapiPath, Buffer.from(openapiText()));
  const subjects = held.map(({ provider, definition, archive }) => {
    const { index = null, lastStated = new Map() } = built.get(provider) ?? {};
    return { provider, definition, archive, asked: asked.get(provider) ?? [], index, lastStated };
  });
  const gaps = [...blended.memory.dates].map(([day, { gap }]) => ({ date: day, gap }));
  staging.write(statusPath, Buffer.from(toStatusText(newest, { ...blended, gaps }, subjects)));
}

function releaseOf(staging: Staging, date: IsoDate): string {
  const indexes = staging.list(INDEX_FOLDER).map((name) => fileIn(INDEX_FOLDER, name));
  const memories = providersIn(staging.list(INDEX_FOLDER)).map(inputsPath);
  const lists = staging.list(LISTS_FOLDER).filter((name) => name.includes('.'));
  const paths = [...indexes, ...memories, ...lists.map((name) => fileIn(LISTS_FOLDER, name))];
  const hashes = paths.map((path) => [path, hashOf(staging.read(path) ?? Buffer.alloc(0))] as const);
  return toReleaseId(date, new Map(hashes));
}

/**
 * The date of the newest fixing in force, which dates the tree: a Sunday on which nobody published gives Saturday's tree,
 * and not another release of the same rates.
 */
function newestOf(built: readonly BuiltProvider[], date: IsoDate): IsoDate {
  const latest = built.flatMap(({ index }) => index?.latest ?? []);
  return latest.sort().at(-1) ?? date;
}

function goneProviders(staging: Staging, histories: readonly History[]) {
  const here = new Set<string>([GLOBAL, ...histories.map(({ provider }) => provider)]);
  return providersIn(staging.list(INDEX_FOLDER)).filter((code) => !here.has(code));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
