/** One successful body with its headers, ready to be sent again: tag, codings and lengths are computed once. */
import { hashOf } from '../../generator/wire/words/hash.ts';
import type { Answer } from './answer.ts';
import { CODED_AT_ONCE_MAX, CODED_BYTES_MIN, type Coding, toCoded, toCodedElsewhere } from './coding.ts';
import type { Freshness } from './headers.ts';
import { ALWAYS, alwaysVaryingBy, CACHE_CONTROL, type HeaderList } from './headers.ts';

interface RepresentationFacts {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly freshness: Freshness;
  readonly release: string;
  /** A request header that chooses the body, beside those that choose every answer. */
  readonly variesBy?: string;
  /** Headers of this body alone. */
  readonly more?: HeaderList;
}

interface Variant {
  readonly tag: string;
  readonly full: Answer;
  readonly head: Answer;
  readonly unchanged: Answer;
}

export class Representation {
  readonly #facts: RepresentationFacts;
  readonly #variants: Partial<Record<Coding, Variant>> = {};
  #hash: string | null = null;

  constructor(facts: RepresentationFacts) {
    this.#facts = facts;
  }

  get release(): string {
    return this.#facts.release;
  }

  /** Codes a long body in another thread before it is answered. Null if there is nothing to wait for. */
  prepare(coding: Coding): Promise<void> | null {
    const { bytes } = this.#facts;
    if (coding === 'identity' || bytes.length <= CODED_AT_ONCE_MAX || this.#variants[coding] !== undefined) return null;
    return toCodedElsewhere(bytes, coding).then((coded) => {
      this.#variants[coding] ??= this.#toVariant(coding, coded);
    });
  }

  answer(
    coding: Coding,
    { isHead, ifNoneMatch }: { readonly isHead: boolean; readonly ifNoneMatch: string | null },
  ): Answer {
    const variant = this.#variants[coding] ?? this.#make(coding);
    if (ifNoneMatch !== null && matches(ifNoneMatch, variant.tag)) return variant.unchanged;
    return isHead ? variant.head : variant.full;
  }

  #make(coding: Coding): Variant {
    const { bytes } = this.#facts;
    const isCoded = coding !== 'identity' && bytes.length >= CODED_BYTES_MIN;
    const variant = isCoded ? this.#toVariant(coding, toCoded(bytes, coding)) : this.#toVariant('identity', bytes);
    this.#variants[coding] = variant;
    return variant;
  }

  #toVariant(coding: Coding, body: Buffer): Variant {
    const { bytes, contentType } = this.#facts;
    this.#hash ??= hashOf(bytes).slice(0, 32);
    const tag = `"${this.#hash}${coding === 'identity' ? '' : `-${coding}`}"`;
    const shared = this.#sharedHeaders(tag);
    const headers = ['Content-Type', contentType, 'Content-Length', `${body.length}`, ...shared];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    const text = body.length <= CODED_AT_ONCE_MAX ? { text: body.toString('latin1') } : {};
    return {
      tag,
      full: { status: 200, headers, body, ...text },
      head: { status: 200, headers, body: null },
      unchanged: { status: 304, headers: shared, body: null },
    };
  }

  #sharedHeaders(tag: string): HeaderList {
    const { freshness, release, variesBy, more = [] } = this.#facts;
    const always = variesBy === undefined ? ALWAYS : alwaysVaryingBy(variesBy);
    return ['ETag', tag, 'Cache-Control', CACHE_CONTROL[freshness], 'Ratetree-Release', release, ...more, ...always];
  }
}

/** Compares weakly, as RFC 9110, 13.1.2, asks for. Our tags contain no comma. */
function matches(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((item) => item.trim().replace(/^W\//, '') === tag);
}
