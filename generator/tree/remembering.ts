/** Collects what a run leaves for the next one, and writes it in the folder of the tree. */
import type { Partitions } from '../archive/partitions.ts';
import type { Noted, Skipping } from '../rates/skipping.ts';
import type { SpanKeys } from '../rates/span-keys.ts';
import { hashOf } from '../wire/hash.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { TreeFile } from './change.ts';
import { headerFile, type MemoryHeader, piecesFile, type SpanEntry, spanFile, toEntry } from './memory-files.ts';
import type { Circumstances, RunMemory } from './run-memory.ts';
import type { Lines } from './year-lists.ts';

/** The parts of the header that are known at the end of a run. */
export type Ending = Pick<
  MemoryHeader,
  'release' | 'names' | 'parts' | 'statuses' | 'holidays' | 'averages' | 'loose' | 'frozen'
> & {
  readonly firsts: ReadonlyMap<string, IsoDate>;
};

export class Remembering {
  readonly #made = new Map<string, SpanEntry>();

  constructor(
    readonly now: Circumstances,
    readonly partitions: readonly Partitions[],
    readonly keys: SpanKeys,
    /** What the run before remembered; null if it does not count. */
    readonly before: RunMemory | null,
  ) {}

  /** @param failures one line for each date whose rows do not make a fixing */
  *span(noted: Noted, lines: Lines, failures: readonly string[]): Generator<TreeFile> {
    const { span, notes, content } = noted;
    const file = spanFile(span.from, {
      levels: content.levels,
      held: content.held,
      corrections: lines.corrections,
      quarantine: lines.quarantine,
    });
    this.#made.set(span.from, toEntry(notes, file, lines.quarantine.length, failures));
    yield file;
  }

  /** The notes of every half month, in their order. */
  spans(skipping: Skipping): readonly (readonly [string, SpanEntry])[] {
    return skipping.passed.flatMap(({ span: { from } }) => {
      const entry = this.#made.get(from) ?? this.before?.notes.get(from);
      return entry === undefined ? [] : [[from, entry] as const];
    });
  }

  *finish(skipping: Skipping, { firsts, ...ending }: Ending): Generator<TreeFile> {
    const pieces: [string, string][] = [];
    for (const own of this.partitions) {
      const known = own.isSame ? this.before?.header.pieces[own.provider] : undefined;
      const text = own.isSame ? own.before : own.text();
      pieces.push([own.provider, known ?? hashOf(text)]);
      if (!own.isSame) yield piecesFile(own.provider, text);
    }
    yield headerFile({
      ...ending,
      facts: this.now.facts,
      releases: this.now.releases,
      newestSeen: this.keys.newestSeen,
      firsts: Object.fromEntries(firsts),
      spans: Object.fromEntries(this.spans(skipping)),
      pieces: Object.fromEntries(pieces),
      joined: Object.fromEntries([...this.keys.pieces].map(([first, own]) => [first, [own.digest, own.lastSeen]])),
    });
  }
}
