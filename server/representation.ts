/** One successful body with its headers, ready to be sent again: tag, codings and lengths are computed once. */
import { hashOf } from '../generator/wire/hash.ts';
import type { Answer } from './answer.ts';
import { CODED_BYTES_MIN, type Coding, toCoded } from './coding.ts';
import { ALWAYS, alwaysVaryingBy, CACHE_CONTROL, type HeaderList } from './headers.ts';
import type { Freshness } from './plan.ts';

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

  answer(
    coding: Coding,
    { isHead, ifNoneMatch }: { readonly isHead: boolean; readonly ifNoneMatch: string | null },
  ): Answer {
    const variant = this.#variants[coding] ?? this.#make(coding);
    if (ifNoneMatch !== null && matches(ifNoneMatch, variant.tag)) return variant.unchanged;
    return isHead ? variant.head : variant.full;
  }

  #make(coding: Coding): Variant {
    const { bytes, contentType } = this.#facts;
    const isCoded = coding !== 'identity' && bytes.length >= CODED_BYTES_MIN;
    const body = isCoded ? toCoded(bytes, coding) : bytes;
    this.#hash ??= hashOf(bytes).slice(0, 32);
    const tag = `"${this.#hash}${isCoded ? `-${coding}` : ''}"`;
    const shared = this.#sharedHeaders(tag);
    const headers = ['Content-Type', contentType, 'Content-Length', `${body.length}`, ...shared];
    if (isCoded) headers.push('Content-Encoding', coding);
    const variant = {
      tag,
      full: { status: 200, headers, body, text: body.toString('latin1') },
      head: { status: 200, headers, body: null },
      unchanged: { status: 304, headers: shared, body: null },
    };
    this.#variants[coding] = variant;
    return variant;
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
