/**
 * The files of `.memory/`: a header with the notes of all half months, and for each half month what it left. A file is
 * believed only if its hash is the one in the header, and the header only if it ends with its own digest.
 */
import type { FrozenList } from '../rates/frozen.ts';
import type { SpanNotes } from '../rates/walk-memory.ts';
import type { HolidayYears } from '../status/holidays.ts';
import { digestOf, hashOf } from '../wire/hash.ts';
import { memoryPath } from '../wire/paths.ts';
import type { IsoDate, ProviderCode } from '../wire/schemas.ts';
import type { TreeFile, TreeInPlace } from './change.ts';
import { DamagedInPlace } from './in-place.ts';
import type { Names } from './release-name.ts';

type Lines = readonly string[];

export interface SpanEntry extends SpanNotes {
  /** SHA-256 of the file of the half month. */
  readonly file: string;
  /** How many of its figures are in quarantine. */
  readonly quarantined: number;
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: Lines;
}

/** What a half month leaves behind. */
export interface SpanLeft {
  readonly levels: Lines;
  readonly held: Lines;
  readonly corrections: Lines;
  readonly quarantine: Lines;
}

/** What of a provider's part of the tree is needed each night. */
export interface PartNotes {
  readonly latest: IsoDate | null;
  readonly last: IsoDate | null;
  /** Digest of its index and of its digests of years. */
  readonly digest: string;
}

type FrozenNote = Pick<FrozenList, 'provider' | 'table' | 'since' | 'isSilenced'>;

export interface MemoryHeader {
  /** Digest of the program, its options and its lists of facts. */
  readonly facts: string;
  /** The release of the tree that the run made. */
  readonly release: string;
  /** The files by which that release is named. */
  readonly names: Names;
  /** The releases that the archive knew, oldest first. */
  readonly releases: Lines;
  /** The newest instant at which anything in the archive was seen or written. */
  readonly newestSeen: string;
  readonly firsts: Readonly<Record<string, IsoDate>>;
  readonly spans: Readonly<Record<string, SpanEntry>>;
  /** SHA-256 of the pieces of each provider. */
  readonly pieces: Readonly<Record<string, string>>;
  /** By first day, of one piece of all providers: their digest, and the newest instant at which a row of it was seen. */
  readonly joined: Readonly<Record<string, readonly [digest: string, lastSeen: string]>>;
  readonly parts: Readonly<Record<ProviderCode, PartNotes>>;
  readonly statuses: Readonly<Record<string, { readonly key: string; readonly line: string }>>;
  readonly holidays: HolidayYears;
  /** By provider a digest of all that its averages were made from. */
  readonly averages: Readonly<Record<string, string>>;
  /** Lines of corrections and of quarantine that belong to no half month. */
  readonly loose: Pick<SpanLeft, 'corrections' | 'quarantine'>;
  /** The lists that are frozen on the tree's date. */
  readonly frozen: { readonly date: IsoDate; readonly lists: readonly FrozenNote[] };
}

const HEADER = memoryPath('header.json');
const spanPath = (first: string) => memoryPath(`spans/${first}.json`);
const piecesPath = (provider: string) => memoryPath(`pieces/${provider}.csv`);

export function headerFile(notes: MemoryHeader): TreeFile {
  const text = JSON.stringify(notes);
  return { path: HEADER, bytes: Buffer.from(`${text}\n${digestOf([text])}\n`) };
}

/**
 * Null where there is none, or one that is damaged or whose facts are others. Equal facts name the program that wrote it,
 * so that its form needs no check: to check that of 27 years took a tenth of a night with nothing new.
 */
export function readHeader(inPlace: TreeInPlace, facts: string): MemoryHeader | null {
  const [text = '', digest = ''] = (inPlace.read(HEADER)?.toString('utf8') ?? '').split('\n');
  if (text === '' || digest !== digestOf([text])) return null;
  const header: MemoryHeader | null = JSON.parse(text);
  return header?.facts === facts ? header : null;
}

export function spanFile(first: string, left: SpanLeft): TreeFile {
  return { path: spanPath(first), bytes: Buffer.from(JSON.stringify(left)) };
}

/** @throws DamagedInPlace where it is not the file that the header names */
export function readSpan(inPlace: TreeInPlace, first: string, { file }: SpanEntry): SpanLeft {
  return JSON.parse(readNamed(inPlace, spanPath(first), file));
}

export function piecesFile(provider: string, text: string): TreeFile {
  return { path: piecesPath(provider), bytes: Buffer.from(text) };
}

/** @throws DamagedInPlace where it is not the file that the header names */
export function readPieces(inPlace: TreeInPlace, provider: string, { pieces }: MemoryHeader): string {
  const hash = pieces[provider];
  return hash === undefined ? '' : readNamed(inPlace, piecesPath(provider), hash);
}

export function toEntry(notes: SpanNotes, file: TreeFile, quarantined: number, failures: readonly string[]): SpanEntry {
  const { key, levels, held, lookups } = notes;
  return {
    ...{ key, levels, held, lookups },
    ...{ file: hashOf(file.bytes ?? ''), quarantined, failures },
  };
}

function readNamed(inPlace: TreeInPlace, path: TreeFile['path'], hash: string): string {
  const bytes = inPlace.read(path);
  if (bytes !== null && hashOf(bytes) === hash) return bytes.toString('utf8');
  throw new DamagedInPlace(path, `${path} is not what the run before wrote`);
}
