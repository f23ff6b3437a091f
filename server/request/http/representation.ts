/** One successful body with its headers, ready to be sent again: tag, codings and lengths are computed once. */
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { type Answer, type Soon, whenThere } from './answer.ts';
import { CODED_BYTES_MIN, type Coding, toCoded } from './coding.ts';
import { ALWAYS, alwaysVaryingBy, CACHE_CONTROL, type Freshness, type HeaderList, withExposed } from './headers.ts';

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

  answer(
    coding: Coding,
    { isHead, ifNoneMatch }: { readonly isHead: boolean; readonly ifNoneMatch: string | null },
  ): Soon<Answer> {
    return whenThere(this.#variants[coding] ?? this.#make(coding), ({ tag, full, unchanged }) => {
      if (ifNoneMatch !== null && matches(ifNoneMatch, tag)) return unchanged;
      return isHead ? { ...full, body: null, text: undefined } : full;
    });
  }

  #make(wanted: Coding): Soon<Variant> {
    const { bytes } = this.#facts;
    const coding = bytes.length < CODED_BYTES_MIN ? 'identity' : wanted;
    return whenThere(coding === 'identity' ? bytes : toCoded(bytes, coding), (body) => {
      const variant = this.#toVariant(coding, body);
      this.#variants[wanted] ??= variant;
      return variant;
    });
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
    } = this.#facts;
    const tag = `"${hash.slice(0, 32)}${coding === 'identity' ? '' : `-${coding}`}"`;
    const always = variesBy === undefined ? ALWAYS : alwaysVaryingBy(variesBy);
    const own = ['ETag', tag, 'Cache-Control', CACHE_CONTROL[freshness], 'Ratetree-Release', release];
    const all = [...own, ...more, ...always];
    const shared = fixed.length === 0 ? all : withExposed(all, 'Ratetree-Fixed', fixed.join(', '));
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
