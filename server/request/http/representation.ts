/** One successful body with its headers, ready to be sent again: tag, codings and lengths are computed once. */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import {
  ALWAYS,
  type Answer,
  alwaysVaryingBy,
  CACHE_CONTROL,
  type Freshness,
  type HeaderList,
  withExposed,
} from './answer.ts';

interface RepresentationFacts {
  readonly bytes: Buffer;
  /** Of the bytes, if it is known already. */
  readonly hash?: string;
  readonly contentType: string;
  readonly freshness: Freshness;
  readonly release: string;
  /** A request header that chooses the body, beside those that choose every answer. */
  readonly variesBy?: string;
  /** Headers of this body alone. */
  readonly more?: HeaderList;
  /** The numbers of laws by which ended currencies were converted. */
  readonly fixed?: readonly string[];
  /** Pairs of which the body lacks a rate, because too many of its digits would be lost in it. */
  readonly leftOut?: readonly string[];
}

interface Variant {
  readonly tag: string;
  readonly full: Answer;
  readonly unchanged: Answer;
}

/** A longer body is written after its headers, and not at once with them. */
const TEXT_BYTES_MAX = 100_000;

export class Representation {
  readonly #facts: RepresentationFacts;
  readonly #variants: Partial<Record<Coding, Variant>> = {};

  constructor(facts: RepresentationFacts) {
    this.#facts = facts;
  }

  get release(): string {
    return this.#facts.release;
  }

  /** Of the body without a coding. */
  get bytes(): number {
    return this.#facts.bytes.length;
  }

  async answer(
    coding: Coding,
    { isHead, ifNoneMatch }: { readonly isHead: boolean; readonly ifNoneMatch: string | null },
  ): Promise<Answer> {
    const { tag, full, unchanged } = this.#variants[coding] ?? (await this.#make(coding));
    if (ifNoneMatch !== null && matches(ifNoneMatch, tag)) return unchanged;
    return isHead ? { ...full, body: null, text: undefined } : full;
  }

  async #make(wanted: Coding): Promise<Variant> {
    const { bytes } = this.#facts;
    const coding = bytes.length < CODED_BYTES_MIN ? 'identity' : wanted;
    const body = coding === 'identity' ? bytes : await toCoded(bytes, coding);
    this.#variants[wanted] ??= this.#toVariant(coding, body);
    return this.#variants[wanted];
  }

  #toVariant(coding: Coding, body: Buffer): Variant {
    const {
      bytes,
      hash = hashOf(bytes),
      contentType,
      freshness,
      release,
      variesBy,
      more = [],
      fixed = [],
      leftOut = [],
    } = this.#facts;
    const tag = `"${hash.slice(0, 32)}${coding === 'identity' ? '' : `-${coding}`}"`;
    const always = variesBy === undefined ? ALWAYS : alwaysVaryingBy(variesBy);
    const own = ['ETag', tag, 'Cache-Control', CACHE_CONTROL[freshness], 'Ratetree-Release', release];
    const all = [...own, ...more, ...always];
    const told = (headers: HeaderList, name: string, list: readonly string[]) =>
      list.length === 0 ? headers : withExposed(headers, name, list.join(', '));
    const shared = told(told(all, 'Ratetree-Fixed', fixed), 'Ratetree-Left-Out', leftOut);
    const headers = ['Content-Type', contentType, 'Content-Length', `${body.length}`, ...shared];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    const text = body.length <= TEXT_BYTES_MAX ? body.toString('latin1') : undefined;
    const unchanged = { status: 304, headers: shared, body: null };
    return { tag, full: { status: 200, headers, body, text }, unchanged };
  }
}

/** Compares weakly, as RFC 9110, 13.1.2, asks for. Our tags contain no comma. */
function matches(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((item) => item.trim().replace(/^W\//, '') === tag);
}

// Accept-Encoding → the coding of the body; and the coded body.

type Coding = 'identity' | 'gzip' | 'br';

/** Coding a smaller body saves no packet. */
const CODED_BYTES_MIN = 1024;
/** Among codings of equal weight the first is taken: br makes these bodies a tenth smaller than gzip does. */
const PREFERENCE: readonly Coding[] = ['br', 'gzip', 'identity'];

/** Clients send few different headers. A flood of others empties this. */
const CODINGS = new Map<string, Coding>();
const CODINGS_MAX = 1000;

/** The supported coding with the highest q; identity when none is acceptable, because the contract has no 406. */
export function toCoding(acceptEncoding: string | null): Coding {
  if (acceptEncoding === null) return 'identity';
  const known = CODINGS.get(acceptEncoding);
  if (known !== undefined) return known;
  if (CODINGS.size >= CODINGS_MAX) CODINGS.clear();
  const coding = chosen(acceptEncoding);
  CODINGS.set(acceptEncoding, coding);
  return coding;
}

function chosen(acceptEncoding: string): Coding {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((text) => text.trim());
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, toWeight(parameters));
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? (coding === 'identity' ? 0.001 : (weights.get('*') ?? 0));
  let best: Coding = 'identity';
  let bestWeight = 0;
  for (const coding of PREFERENCE) {
    if (weightOf(coding) > bestWeight) {
      best = coding;
      bestWeight = weightOf(coding);
    }
  }
  return best;
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/**
 * The same bytes always give the same coded bytes, so that the ETag of a coded body is a strong one. Brotli's quality 5
 * takes 0.3 ms for the largest rates; 11 takes 20 ms, which is too long for a computed answer.
 */
function toCoded(bytes: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return coding === 'gzip' ? toGzip(bytes) : toBrotli(bytes, { params });
}

/** An invalid q counts as 1, as if it were absent. Weights are not money, so that a float is allowed. */
function toWeight(parameters: readonly string[]): number {
  const found = parameters
    .map((parameter) => /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter))
    .find(Boolean);
  return found?.[1] === undefined ? 1 : Number.parseFloat(found[1]);
}
